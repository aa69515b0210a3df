#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

namespace tst_make_way
{
using namespace engine;
using namespace mapwright::test;

namespace
{
Edit boxEdit(EntityId brush, const Vec3d& min, const Vec3d& max)
{
    Edit edit;
    edit.swaps.push_back(
        swapTo(brush, BrushComponent{std::make_shared<const Brush>(*makeBox({min, max}))}));
    return edit;
}

/// A closed room from x, z = -5 to 5, three metres high, outside of which is nothing. The player
/// starts in its middle and looks at the front wall, whose inside lies at z = -5.
struct RoomFixture : PlayFixture
{
    EntityId front;
    EntityId floor;

    RoomFixture()
    {
        floor = addBox(world, {-5, -0.25, -5}, {5, 0, 5}, "floor");
        addBox(world, {-5, 3, -5}, {5, 3.25, 5}, "ceiling");
        addBox(world, {-5.25, 0, -5}, {-5, 3, 5}, "left");
        addBox(world, {5, 0, -5}, {5.25, 3, 5}, "right");
        addBox(world, {-5, 0, 5}, {5, 3, 5.25}, "back");
        front = addBox(world, {-5, 0, -5.25}, {5, 3, -5}, "front");
        addPlayerStart(world, Vec3d{0});
    }

    [[nodiscard]] Result<void> startOnFloor()
    {
        auto started = start();
        if (started)
            tick(10);
        return started;
    }

    /// The front wall from one z to another.
    std::vector<std::string> dragFront(double min, double max)
    {
        return editLive(boxEdit(front, {-5, 0, min}, {5, 3, max}));
    }

    [[nodiscard]] Vec3d foot() const { return session->player().position; }
};
} // namespace

class TestMakeWay : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWallThatComesOverThePlayerPushesThemIntoTheRoom_data();
    void aWallThatComesOverThePlayerPushesThemIntoTheRoom();
    void aWallDraggedInSmallStepsDoesSo();
    void aWallThatComesBackByUndoDoesSo();
    void aWallThatIsMovedWithItsGroupDoesSo();
    void aNewBoxPushesNobodyThroughAWall();
    void aRaisedFloorLiftsThePlayer();
    void whatStandsBehindThePlayerIsGoneAround();
    void aBoxThatJumpsOverThePlayerLeavesThemWhereTheyAre();
    void whoeverHasNoRoomLeftIsBackAtTheStart();
    void theEyesFollowWhileTheGameIsPaused();
    void editsElsewhereMoveNobody();
};

void TestMakeWay::aWallThatComesOverThePlayerPushesThemIntoTheRoom_data()
{
    QTest::addColumn<double>("min");
    QTest::addColumn<double>("max");
    QTest::newRow("into the player from ahead") << -0.5 << -0.25;
    QTest::newRow("around the player") << -0.125 << 0.125;
    QTest::newRow("to behind the player") << 0.25 << 0.5;
    QTest::newRow("past the player") << 2.0 << 2.25;
    QTest::newRow("only its inside, past the player") << -5.25 << 1.0;
}

void TestMakeWay::aWallThatComesOverThePlayerPushesThemIntoTheRoom()
{
    QFETCH(double, min);
    QFETCH(double, max);
    RoomFixture fixture;
    VERIFY_OK(fixture.startOnFloor());
    const auto said = fixture.dragFront(min, max);
    QCOMPARE(said, std::vector<std::string>{"The player was in the way and has been moved aside"});
    for (const int ticks : {0, 60}) {
        fixture.tick(ticks);
        QVERIFY2(fixture.foot().z > max + 0.35 && fixture.foot().z < max + 0.36,
                 std::to_string(fixture.foot().z).c_str());
        QVERIFY(std::abs(fixture.foot().x) < 1e-3);
        QVERIFY(std::abs(fixture.foot().y) < 1e-2);
    }
    QVERIFY(fixture.session->player().grounded);
}

void TestMakeWay::aWallDraggedInSmallStepsDoesSo()
{
    RoomFixture fixture;
    VERIFY_OK(fixture.startOnFloor());
    int sentences = 0;
    for (double z = -4.75; z < 3; z += 0.25) {
        sentences += static_cast<int>(fixture.dragFront(z - 0.25, z).size());
        fixture.tick(2);
        QVERIFY(fixture.foot().z > z + 0.35);
    }
    QVERIFY(sentences > 5);
    for (double z = 2.5; z > -5; z -= 0.25)
        QVERIFY(fixture.dragFront(z - 0.25, z).empty());
}

void TestMakeWay::aWallThatComesBackByUndoDoesSo()
{
    RoomFixture fixture;
    for (const double x : {-5.25, 5.0})
        addBox(fixture.world, {x, 0, -12}, {x + 0.25, 3, -5}, "longer");
    addBox(fixture.world, {-5, -0.25, -12}, {5, 0, -5}, "longer");
    VERIFY_OK(fixture.startOnFloor());
    QVERIFY(fixture.dragFront(-10.25, -10).empty());
    fixture.tick(150, keys(PlayerKey::Forward));
    QVERIFY(fixture.foot().z < -6);
    QCOMPARE(fixture.dragFront(-5.25, -5).size(), std::size_t{1});
    QVERIFY(fixture.foot().z > -4.65 && fixture.foot().z < -4.6);
}

void TestMakeWay::aWallThatIsMovedWithItsGroupDoesSo()
{
    RoomFixture fixture;
    const auto group = fixture.world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(group, Node{.name = "group", .parent = {}}));
    edit.swaps.push_back(swapTo(group, TransformComponent{}));
    edit.swaps.push_back(swapTo(fixture.front, Node{.name = "front", .parent = group}));
    fixture.world.apply(edit);
    VERIFY_OK(fixture.startOnFloor());
    TransformComponent moved;
    moved.position = {0, 0, 7};
    Edit move;
    move.swaps.push_back(swapTo(group, moved));
    QCOMPARE(fixture.editLive(move).size(), std::size_t{1});
    QVERIFY(fixture.foot().z > 2.35 && fixture.foot().z < 2.36);
}

void TestMakeWay::aNewBoxPushesNobodyThroughAWall()
{
    RoomFixture fixture;
    VERIFY_OK(fixture.startOnFloor());
    fixture.tick(120, keys(PlayerKey::Forward));
    QVERIFY(fixture.foot().z < -4.6); // at the wall, outside of which is the nearest end of the box
    const auto box = fixture.world.newId();
    auto edit = boxEdit(box, {-2, 0, -5}, {2, 2.9, -2});
    edit.swaps.push_back(swapTo(box, Node{.name = "box", .parent = {}}));
    QCOMPARE(fixture.editLive(edit).size(), std::size_t{1});
    fixture.tick(30);
    const auto foot = fixture.foot();
    QVERIFY(std::abs(foot.x) < 4.66 && std::abs(foot.z) < 4.66 && std::abs(foot.y) < 0.01);
}

void TestMakeWay::aRaisedFloorLiftsThePlayer()
{
    RoomFixture fixture;
    VERIFY_OK(fixture.startOnFloor());
    const auto edit = boxEdit(fixture.floor, {-5, -0.25, -5}, {5, 1, 5});
    QCOMPARE(fixture.editLive(edit).size(), std::size_t{1});
    fixture.tick(10);
    QVERIFY(fixture.session->player().grounded);
    QVERIFY(std::abs(fixture.foot().y - 1) < 0.01);
}

void TestMakeWay::whatStandsBehindThePlayerIsGoneAround()
{
    RoomFixture fixture;
    addBox(fixture.world, {-1, 0, 0.5}, {1, 3, 1}, "pillar");
    VERIFY_OK(fixture.startOnFloor());
    QCOMPARE(fixture.dragFront(0.25, 0.5).size(), std::size_t{1});
    fixture.tick(10);
    const auto foot = fixture.foot();
    QVERIFY(foot.z > 0.85 && foot.z < 4.66 && std::abs(foot.x) > 1 && std::abs(foot.x) < 4.66);
    QVERIFY(std::abs(foot.y) < 0.01);
}

void TestMakeWay::aBoxThatJumpsOverThePlayerLeavesThemWhereTheyAre()
{
    RoomFixture fixture;
    const auto crate = addBox(fixture.world, {-3, 0, -0.5}, {-2, 1, 0.5}, "crate");
    VERIFY_OK(fixture.startOnFloor());
    const auto before = fixture.foot();
    QVERIFY(fixture.editLive(boxEdit(crate, {2, 0, -0.5}, {3, 1, 0.5})).empty());
    QVERIFY(fixture.foot() == before);
}

void TestMakeWay::whoeverHasNoRoomLeftIsBackAtTheStart()
{
    RoomFixture fixture;
    VERIFY_OK(fixture.startOnFloor());
    for (int i = 0; i < 200 && fixture.foot().z > -3; ++i)
        fixture.tick(1, keys(PlayerKey::Forward));
    const auto middle = fixture.world.newId();
    auto edit = boxEdit(middle, {-5, 0, -2}, {5, 3, -1.75});
    edit.swaps.push_back(swapTo(middle, Node{.name = "middle", .parent = {}}));
    QVERIFY(fixture.editLive(edit).empty());
    QVERIFY(fixture.foot().z <= -3);
    QCOMPARE(fixture.dragFront(-5.25, -2),
             std::vector<std::string>{"The player had no room left and is back at the start"});
    fixture.tick(10);
    QVERIFY(glm::length(fixture.foot()) < 0.01);
}

void TestMakeWay::theEyesFollowWhileTheGameIsPaused()
{
    RoomFixture fixture;
    VERIFY_OK(fixture.startOnFloor());
    const auto eyes = fixture.session->camera();
    fixture.session->setPaused(true);
    const auto foot = fixture.foot();
    fixture.dragFront(0.75, 1);
    const auto by = fixture.session->camera().position - eyes.position;
    QVERIFY(glm::length(by - (fixture.foot() - foot)) < 1e-9);
    QVERIFY(by.z > 1);
}

void TestMakeWay::editsElsewhereMoveNobody()
{
    RoomFixture fixture;
    VERIFY_OK(fixture.startOnFloor());
    const auto foot = fixture.foot();
    QVERIFY(fixture.dragFront(-2.25, -2).empty());
    QVERIFY(fixture.dragFront(-5.25, -5).empty());
    // The floor under the player stays where they stand.
    QVERIFY(fixture.editLive(boxEdit(fixture.floor, {-5, -0.5, -5}, {5, 0, 5})).empty());
    QVERIFY(fixture.foot() == foot);
}

PLAIN_TEST(TestMakeWay)
} // namespace tst_make_way

#include "tst_make_way.moc"
