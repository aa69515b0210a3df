#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/model_source.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/fixtures/walk_fixture.h"
#include "tests/support/levels/level_builder.h"

#include <QTest>

#include <cmath>

namespace tst_play_solids
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr auto Right = keys(PlayerKey::Right);

/// A game in which a script does one thing in the third tick, and looks along +X in each.
struct SolidsFixture : WalkFixture
{
    EntityId script;
    bool isLent;

    explicit SolidsFixture(bool lent) : isLent{lent}
    {
        set(addPlayerStartAway(), TransformComponent{.position = {0, 0, 0}});
    }

    ~SolidsFixture()
    {
        session.reset();
        world.setMeshes(nullptr);
    }

    SolidsFixture(const SolidsFixture&) = delete;
    SolidsFixture& operator=(const SolidsFixture&) = delete;

    EntityId addWall(double x, const std::string& name = "wall")
    {
        return addBox(world, {x, 0, -2}, {x + 1, 3, 2}, name);
    }

    EntityId addGroup(const std::string& name)
    {
        const auto group = world.newId();
        set(group, Node{.name = name, .parent = {}});
        set(group, TransformComponent{});
        return group;
    }

    void begin(const std::string& deed)
    {
        writeScript("deed.as", "class Deed : Node { int ticks = 0; double ray = 0;\n"
                               "Entity made;\n"
                               "void onTick(float dt) { if (++ticks == 3) {" +
                                   deed +
                                   "}\nray = raycast(Vec3(0, 1, 0), Vec3(1, 0, 0), 15); } }");
        script = addScripted("deed", "deed.as", "Deed");
        restart();
    }

    void restart()
    {
        session.reset();
        auto lent = setup();
        if (!isLent)
            lent.collision = nullptr;
        auto started = PlaySession::start(world, lent);
        ENGINE_EXPECT(started);
        session = *std::move(started);
    }

    [[nodiscard]] double ray(int ticks)
    {
        tick(ticks);
        return number(script, "ray");
    }

    /// How far the player gets along +X in four seconds.
    [[nodiscard]] double walk()
    {
        tick(240, Right);
        return session->player().position.x;
    }
};

Edit boxEdit(EntityId brush, const Vec3d& min, const Vec3d& max)
{
    Edit edit;
    edit.swaps.push_back(
        swapTo(brush, BrushComponent{std::make_shared<const Brush>(*makeBox({min, max}))}));
    return edit;
}
} // namespace

#define QNEAR(actual, expected)                                                                    \
    do {                                                                                           \
        const double is = (actual);                                                                \
        QVERIFY2(std::abs(is - (expected)) < 0.01, qPrintable(QString::number(is)));               \
    } while (false)

/// What is solid after scripts have destroyed, copied or changed it, in games that borrow the
/// edited world's collision as the editor's, and in those with a collision of their own.
class TestPlaySolids : public QObject
{
    Q_OBJECT
private Q_SLOTS:

    void initTestCase_data()
    {
        QTest::addColumn<bool>("lent");
        QTest::newRow("with the edited world's collision") << true;
        QTest::newRow("with a collision of its own") << false;
    }

    void aDestroyedWallStopsNobody();
    void aCopyIsSolidWhereItIsPut();
    void aDestroyedCopyStopsNobody();
    void aDestroyedGroupTakesItsWallsAlong();
    void modelsAreDestroyedAndCopied();
    void aModelThatNoLongerCollidesStopsNobody();
    void aWallThatBecomesAMoverIsWhereItIsMoved();
    void aWallThatAScriptMovesStaysSolidInItsPlace();
    void aCopyOfWhoWalksIsNotInItsOwnWay();
    void aDestroyedWallStaysAwayWhenItIsEdited();
    void aDestroyedModelThatIsMadeSolidStaysAway();
    void aDeletedWallThatComesBackIsSolid();
    void theNextGameHasEverythingAgain();
    void walkersGoThroughDestroyedWalls();
    void walkersGoThroughDoorsThatNoLongerCollide();
    void whatIsLeftOutStopsNobody();
    void whatTheAuthorPutsBelowAMoverMovesWithIt();
    void whatTheAuthorGroupsStaysInItsPlace();
    void whatGoesBelowSomethingDestroyedStays();
};

void TestPlaySolids::aDestroyedWallStopsNobody()
{
    QFETCH_GLOBAL(bool, lent);
    SolidsFixture fixture{lent};
    fixture.addWall(3);
    fixture.addWall(6, "next");
    fixture.begin("find(\"wall\").destroy();");
    QNEAR(fixture.ray(2), 3.0);
    QNEAR(fixture.ray(1), 3.0); // until the end of the tick
    QNEAR(fixture.ray(1), 6.0);
    const double x = fixture.walk();
    QVERIFY2(x > 5.5 && x < 5.66, qPrintable(QString::number(x)));
}

void TestPlaySolids::aCopyIsSolidWhereItIsPut()
{
    QFETCH_GLOBAL(bool, lent);
    SolidsFixture fixture{lent};
    fixture.addWall(6);
    fixture.begin("copyOf(find(\"wall\")).position = Vec3(-3, 0, 0);");
    QNEAR(fixture.ray(2), 6.0);
    QNEAR(fixture.ray(1), 3.0);
    const double x = fixture.walk();
    QVERIFY2(x > 2.5 && x < 2.66, qPrintable(QString::number(x)));
}

void TestPlaySolids::aDestroyedCopyStopsNobody()
{
    QFETCH_GLOBAL(bool, lent);
    SolidsFixture fixture{lent};
    fixture.addWall(6);
    fixture.begin("made = copyOf(find(\"wall\")); made.position = Vec3(-3, 0, 0); }"
                  "if (ticks == 6) { made.destroy();");
    QNEAR(fixture.ray(6), 3.0);
    QNEAR(fixture.ray(1), 6.0);
    const double x = fixture.walk();
    QVERIFY2(x > 5.5 && x < 5.66, qPrintable(QString::number(x)));
}

void TestPlaySolids::aDestroyedGroupTakesItsWallsAlong()
{
    QFETCH_GLOBAL(bool, lent);
    SolidsFixture fixture{lent};
    const auto outer = fixture.addGroup("outer");
    const auto inner = fixture.addGroup("inner");
    fixture.set(inner, Node{.name = "inner", .parent = outer});
    fixture.set(fixture.addWall(3), Node{.name = "a", .parent = outer});
    fixture.set(fixture.addWall(6), Node{.name = "b", .parent = inner});
    fixture.begin("find(\"outer\").destroy();");
    QNEAR(fixture.ray(3), 3.0);
    QNEAR(fixture.ray(1), -1.0);
    QVERIFY(fixture.walk() > 8);
}

void TestPlaySolids::modelsAreDestroyedAndCopied()
{
    QFETCH_GLOBAL(bool, lent);
    ModelSource models;
    models.models["block"] = boxModel({{0, 0, -2}, {1, 3, 2}});
    SolidsFixture fixture{lent};
    fixture.world.setMeshes(&models);
    addModel(fixture.world, "block", {{3, 0, 0}});
    fixture.begin("made = copyOf(find(\"block\")); made.position = Vec3(5, 0, 0);"
                  "find(\"block\").destroy(); } if (ticks == 6) { made.destroy();");
    QNEAR(fixture.ray(3), 3.0);
    QNEAR(fixture.ray(1), 5.0);
    QNEAR(fixture.ray(3), -1.0);
    QVERIFY(fixture.walk() > 6);
}

void TestPlaySolids::aModelThatNoLongerCollidesStopsNobody()
{
    QFETCH_GLOBAL(bool, lent);
    ModelSource models;
    models.models["block"] = boxModel({{0, 0, -2}, {1, 3, 2}});
    models.models["thick"] = boxModel({{-1, 0, -2}, {1, 3, 2}});
    SolidsFixture fixture{lent};
    fixture.world.setMeshes(&models);
    addModel(fixture.world, "block", {{3, 0, 0}});
    fixture.begin("made = find(\"block\"); made.setBool(\"mesh.collides\", false); }"
                  "if (ticks == 6) { made.setBool(\"mesh.collides\", true); }"
                  "if (ticks == 9) { made.setText(\"mesh.mesh\", \"thick\");");
    QNEAR(fixture.ray(3), -1.0);
    QNEAR(fixture.ray(3), 3.0);
    QNEAR(fixture.ray(3), 2.0);
}

void TestPlaySolids::aWallThatBecomesAMoverIsWhereItIsMoved()
{
    QFETCH_GLOBAL(bool, lent);
    SolidsFixture fixture{lent};
    fixture.addWall(6);
    fixture.begin("made = find(\"wall\"); made.setBool(\"mover.collides\", true); }"
                  "if (ticks > 3) { made.position = Vec3(3, 0, 0);");
    QNEAR(fixture.ray(3), 6.0);
    QNEAR(fixture.ray(2), 9.0);
}

void TestPlaySolids::aWallThatAScriptMovesStaysSolidInItsPlace()
{
    QFETCH_GLOBAL(bool, lent);
    SolidsFixture fixture{lent};
    fixture.addWall(3);
    fixture.begin("find(\"wall\").position = Vec3(2, 0, 0);");
    QNEAR(fixture.ray(6), 3.0);
}

void TestPlaySolids::aCopyOfWhoWalksIsNotInItsOwnWay()
{
    QFETCH_GLOBAL(bool, lent);
    ModelSource models;
    models.models["body"] = boxModel({{-0.3, 0, -0.3}, {0.3, 1.7, 0.3}});
    SolidsFixture fixture{lent};
    fixture.world.setMeshes(&models);
    const auto body = addModel(fixture.world, "body", {{0, 0, 10}});
    fixture.set(body, Character{});
    fixture.begin("made = copyOf(find(\"body\")); made.position = Vec3(0, 0, -10); }"
                  "if (ticks > 3) { made.move(Vec3(3, 0, 0));");
    fixture.tick(120);
    const auto made = *fixture.session->scriptProperty(fixture.script, "made")->as<EntityId>();
    const auto at = fixture.placeOf(made);
    QVERIFY2(at.x > 4 && std::abs(at.y) < 0.01, qPrintable(QString::number(at.x)));
}

void TestPlaySolids::aDestroyedWallStaysAwayWhenItIsEdited()
{
    QFETCH_GLOBAL(bool, lent);
    SolidsFixture fixture{lent};
    const auto wall = fixture.addWall(3);
    fixture.begin("find(\"wall\").destroy();");
    QNEAR(fixture.ray(4), -1.0);
    auto edit = boxEdit(wall, {4, 0, -2}, {5, 3, 2});
    fixture.session->applyLiveEdit(fixture.world.apply(edit));
    QNEAR(fixture.ray(1), -1.0);
    fixture.session->applyLiveEdit(fixture.world.apply(edit)); // takes it back
    QNEAR(fixture.ray(1), -1.0);
    QVERIFY(fixture.walk() > 4);
}

void TestPlaySolids::aDestroyedModelThatIsMadeSolidStaysAway()
{
    QFETCH_GLOBAL(bool, lent);
    ModelSource models;
    models.models["block"] = boxModel({{0, 0, -2}, {1, 3, 2}});
    SolidsFixture fixture{lent};
    fixture.world.setMeshes(&models);
    const auto block = addModel(fixture.world, "block", {{3, 0, 0}});
    fixture.set(block, MeshInstance{.mesh = {"block"}, .collides = false});
    fixture.begin("find(\"block\").destroy();");
    QNEAR(fixture.ray(4), -1.0);
    fixture.editLive({{swapTo(block, MeshInstance{.mesh = {"block"}})}});
    QNEAR(fixture.ray(1), -1.0);
}

void TestPlaySolids::aDeletedWallThatComesBackIsSolid()
{
    QFETCH_GLOBAL(bool, lent);
    SolidsFixture fixture{lent};
    const auto wall = fixture.addWall(3);
    fixture.begin("find(\"wall\").destroy();");
    QNEAR(fixture.ray(4), -1.0);
    Edit edit;
    addRemoval(fixture.world, wall, edit);
    fixture.session->applyLiveEdit(fixture.world.apply(edit));
    QNEAR(fixture.ray(1), -1.0);
    fixture.session->applyLiveEdit(fixture.world.apply(edit)); // takes it back
    QVERIFY(fixture.session->world().exists(wall));            // to be seen, too
    QNEAR(fixture.ray(1), 3.0);
}

void TestPlaySolids::theNextGameHasEverythingAgain()
{
    QFETCH_GLOBAL(bool, lent);
    SolidsFixture fixture{lent};
    fixture.addWall(6);
    fixture.begin("copyOf(find(\"wall\")).position = Vec3(-3, 0, 0); find(\"wall\").destroy();");
    QNEAR(fixture.ray(4), 3.0);
    fixture.restart();
    QNEAR(fixture.ray(2), 6.0);
}

void TestPlaySolids::walkersGoThroughDestroyedWalls()
{
    QFETCH_GLOBAL(bool, lent);
    SolidsFixture fixture{lent};
    fixture.set(fixture.addPlayerStartAway(), TransformComponent{.position = {-18, 0, -18}});
    addBox(fixture.world, {-1, 0, -20}, {1, 3, -1});
    addBox(fixture.world, {-1, 0, -1}, {1, 3, 1}, "wall");
    addBox(fixture.world, {-1, 0, 1}, {1, 3, 18});
    const auto guard = fixture.addGuard({-6, 0, 0}, {6, 0, 0});
    fixture.begin("find(\"wall\").destroy();");
    double farthest = 0;
    for (int i = 0; i < 20 * 60 && fixture.number(guard, "arrivals") == 0; ++i) {
        fixture.tick(1);
        farthest = std::max(farthest, fixture.placeOf(guard).z);
    }
    QCOMPARE(fixture.number(guard, "arrivals"), 1.0);
    QVERIFY2(farthest < 10, qPrintable(QString::number(farthest)));
}

void TestPlaySolids::walkersGoThroughDoorsThatNoLongerCollide()
{
    QFETCH_GLOBAL(bool, lent);
    ModelSource models;
    models.models["leaf"] = boxModel({{-0.2, 0, -1}, {0.2, 3, 1}});
    SolidsFixture fixture{lent};
    fixture.world.setMeshes(&models);
    fixture.set(fixture.addPlayerStartAway(), TransformComponent{.position = {-18, 0, -18}});
    addBox(fixture.world, {-1, 0, -20}, {1, 3, -1});
    addBox(fixture.world, {-1, 0, 1}, {1, 3, 20});
    fixture.set(addModel(fixture.world, "leaf"), Mover{});
    const auto guard = fixture.addGuard({-6, 0, 0}, {6, 0, 0});
    fixture.begin("find(\"leaf\").setBool(\"mesh.collides\", false);");
    for (int i = 0; i < 20 * 60 && fixture.number(guard, "arrivals") == 0; ++i)
        fixture.tick(1);
    QCOMPARE(fixture.number(guard, "arrivals"), 1.0);
}

void TestPlaySolids::whatIsLeftOutStopsNobody()
{
    QFETCH_GLOBAL(bool, lent);
    SolidsFixture fixture{lent};
    const auto layer = fixture.addGroup("layer");
    fixture.set(layer, Layer{.omit = true});
    const auto wall = fixture.addWall(3);
    fixture.set(wall, Node{.name = "wall", .parent = layer});
    fixture.begin("");
    QNEAR(fixture.ray(1), -1.0);
    // Nor do edits of it, and what is made beside it meanwhile.
    fixture.editLive(boxEdit(wall, {4, 0, -2}, {5, 3, 2}));
    const auto added = fixture.world.newId();
    auto edit = boxEdit(added, {6, 0, -2}, {7, 3, 2});
    edit.swaps.insert(edit.swaps.begin(), swapTo(added, Node{.name = "new", .parent = layer}));
    fixture.editLive(std::move(edit));
    QNEAR(fixture.ray(1), -1.0);
    QVERIFY(fixture.walk() > 8);
}

void TestPlaySolids::whatTheAuthorPutsBelowAMoverMovesWithIt()
{
    QFETCH_GLOBAL(bool, lent);
    SolidsFixture fixture{lent};
    const auto group = fixture.addGroup("lift");
    fixture.set(group, Mover{});
    const auto wall = fixture.addWall(3);
    fixture.begin("} if (ticks == 6) { find(\"lift\").position = Vec3(2, 0, 0);");
    QNEAR(fixture.ray(3), 3.0);
    Edit edit{{swapTo(wall, Node{.name = "wall", .parent = group})}};
    QVERIFY(fixture.session->applyLiveEdit(fixture.world.apply(edit)).empty());
    QNEAR(fixture.ray(2), 3.0);
    QNEAR(fixture.ray(1), 5.0);
    QVERIFY(fixture.session->applyLiveEdit(fixture.world.apply(edit)).empty()); // takes it back
    QNEAR(fixture.ray(1), 3.0);
}

void TestPlaySolids::whatTheAuthorGroupsStaysInItsPlace()
{
    QFETCH_GLOBAL(bool, lent);
    ModelSource models;
    models.models["block"] = boxModel({{0, 0, -2}, {1, 3, 2}});
    SolidsFixture fixture{lent};
    fixture.world.setMeshes(&models);
    const auto block = addModel(fixture.world, "block", {{3, 0, 0}});
    fixture.begin("");
    const auto group = fixture.world.newId();
    // The member comes first, as when the ungrouping of a group is undone.
    Edit edit{{swapTo(block, Node{.name = "block", .parent = group}),
               swapTo(block, TransformComponent{.position = {1, 0, 0}}),
               swapTo(group, Node{.name = "group", .parent = {}}),
               swapTo(group, TransformComponent{.position = {2, 0, 0}})}};
    QVERIFY(fixture.session->applyLiveEdit(fixture.world.apply(edit)).empty());
    QNEAR(fixture.placeOf(block).x, 3.0);
    QNEAR(fixture.ray(1), 3.0);
    QVERIFY(fixture.session->applyLiveEdit(fixture.world.apply(edit)).empty()); // takes it back
    QNEAR(fixture.placeOf(block).x, 3.0);
    QNEAR(fixture.ray(1), 3.0);
}

void TestPlaySolids::whatGoesBelowSomethingDestroyedStays()
{
    QFETCH_GLOBAL(bool, lent);
    SolidsFixture fixture{lent};
    const auto group = fixture.addGroup("lift");
    fixture.set(group, Mover{});
    const auto wall = fixture.addWall(3);
    fixture.begin("find(\"lift\").destroy();");
    fixture.tick(3);
    Edit edit{{swapTo(wall, Node{.name = "wall", .parent = group})}};
    QCOMPARE(fixture.editLive(edit).size(), 1U); // waits for the next start
    QVERIFY(fixture.session->world().exists(wall));
    QNEAR(fixture.ray(1), 3.0);
}

CORE_TEST(TestPlaySolids)
} // namespace tst_play_solids

#include "tst_play_solids.moc"
