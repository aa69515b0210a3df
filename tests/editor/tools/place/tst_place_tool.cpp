#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/tools/place/place_tool.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/movement.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/components/trigger.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <array>

namespace tst_place_tool
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestPlaceTool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void clickThenEnterPlacesALight();
    void everyKindOfLightHasATool_data();
    void everyKindOfLightHasATool();
    void withoutAClickEnterDoesNothing();
    void depthComesFromTheLevelThenFromTheLastLight();
    void lightsAreNotPutIntoWhatIsSelected();
    void lightsOfALevelWithoutARoofAreAboveItsFloor();
    void lightsStayUnderTheCeilingOverATallBox();
    void lightsGoBesideWhatReachesTheCeiling();
    void lightsKeepToLowerRoomsUnlessTheyAreAboveAllRoofs();
    void surfacesIn3dGiveAPlaceOffThem();
    void thePointCanBeDraggedAndTakenBack();
    void escapeDropsThePointThenTheTool();
    void thePointCanBeTyped();
    void playersStartOnTheFloorUnderTheRoof();
    void playersStandWhateverIsSelected();
    void triggersStandOnTheFloor();
    void aLightIsShownWithItsReach();
    void laddersTurnToTheirWall_data();
    void laddersTurnToTheirWall();
    void waterStandsOnTheFloor();
};

namespace
{
struct RoomEditor : TestEditor
{
    explicit RoomEditor(const std::string& id)
    {
        fixture.addBox({-8, -0.25, -8}, {8, 0, 8}, "floor");
        fixture.addBox({-8, 4, -8}, {8, 4.25, 8}, "ceiling");
        activateTool(id);
        tool = dynamic_cast<PlaceTool*>(tools.find(id));
    }

    PlaceTool* tool = nullptr;

    Vec3d placeOfLast()
    {
        return fixture.get<TransformComponent>(document().selection().primary()).position;
    }
};
} // namespace

void TestPlaceTool::clickThenEnterPlacesALight()
{
    RoomEditor editor{"light"};
    for (const auto& at : {Vec3d{-4, 0, -4}, Vec3d{4, 0, -4}, Vec3d{-4, 0, 4}, Vec3d{4, 0, 4}}) {
        const auto count = editor.document().world().count<Light>();
        click(editor, topView(), at);
        QCOMPARE(editor.document().world().count<Light>(), count); // two steps
        QVERIFY(press(editor, topView(), ToolKey::Enter));
        QCOMPARE(editor.document().world().count<Light>(), count + 1);
        QCOMPARE(editor.placeOfLast(), (Vec3d{at.x, 2, at.z}));
    }
    QCOMPARE(editor.activeTool(), std::string{"light"});
    QCOMPARE(editor.document().history().entries().back().label, std::string{"Add light"});
}

void TestPlaceTool::everyKindOfLightHasATool_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("name");
    QTest::newRow("spot") << "light.spot" << static_cast<int>(LightKind::Spot) << "Spot light";
    QTest::newRow("sun") << "light.sun" << static_cast<int>(LightKind::Sun) << "Sun";
    QTest::newRow("area") << "light.area" << static_cast<int>(LightKind::Area) << "Area light";
}

void TestPlaceTool::everyKindOfLightHasATool()
{
    QFETCH(QString, id);
    QFETCH(int, kind);
    QFETCH(QString, name);
    RoomEditor editor{id.toStdString()};
    editor.tool->addAt({1, 2, 3});
    const auto added = editor.document().selection().primary();
    QCOMPARE(static_cast<int>(editor.fixture.get<Light>(added).kind), kind);
    QCOMPARE(QString::fromStdString(editor.fixture.get<Node>(added).name), name);
    // It shines downwards, and one undo takes all of it back.
    const auto& place = editor.fixture.get<TransformComponent>(added);
    QVERIFY(lightDirection(place.rotation).y < -0.5);
    QCOMPARE(place.position, (Vec3d{1, 2, 3}));
    editor.document().undo();
    QVERIFY(!editor.document().world().exists(added));
}

void TestPlaceTool::withoutAClickEnterDoesNothing()
{
    RoomEditor editor{"light"};
    QVERIFY(!press(editor, topView(), ToolKey::Enter));
    QCOMPARE(editor.document().world().count<Light>(), 0U);
}

void TestPlaceTool::depthComesFromTheLevelThenFromTheLastLight()
{
    RoomEditor editor{"light"};
    click(editor, frontView(), {3, 3.5, 0});
    QCOMPARE(*editor.tool->pending(), (Vec3d{3, 3.5, 0}));
    click(editor, topView(), {3, 0, 5}); // the point keeps the height it has
    press(editor, topView(), ToolKey::Enter);
    QCOMPARE(editor.placeOfLast(), (Vec3d{3, 3.5, 5}));
    click(editor, topView(), {1, 0, 1});
    QCOMPARE(*editor.tool->pending(), (Vec3d{1, 3.5, 1}));
}

void TestPlaceTool::lightsAreNotPutIntoWhatIsSelected()
{
    RoomEditor editor{"light"};
    const auto stage = editor.fixture.addBox({4, 0, 4}, {6, 1, 6}, "stage");
    editor.document().selection().set({stage});
    click(editor, topView(), {5, 0, 5}); // in the stage if it were at its middle
    QCOMPARE(*editor.tool->pending(), (Vec3d{5, 2, 5}));
    press(editor, topView(), ToolKey::Escape);
    click(editor, topView(), {0, 0, 0}); // beside it
    QCOMPARE(*editor.tool->pending(), (Vec3d{0, 0.5, 0}));
}

void TestPlaceTool::lightsOfALevelWithoutARoofAreAboveItsFloor()
{
    TestEditor editor;
    const auto floor = editor.fixture.addBox({-8, -0.25, -8}, {8, 0, 8}, "floor");
    editor.document().selection().set({floor});
    editor.activateTool("light");
    click(editor, topView(), {3, 0, 2});
    QCOMPARE(*dynamic_cast<PlaceTool&>(*editor.tools.find("light")).pending(), (Vec3d{3, 0.25, 2}));
}

void TestPlaceTool::lightsStayUnderTheCeilingOverATallBox()
{
    RoomEditor editor{"light"};
    const auto box = editor.fixture.addBox({4, 0, 4}, {6, 3.5, 6}, "cupboard");
    editor.document().selection().set({box});
    click(editor, topView(), {5, 0, 5});
    QCOMPARE(*editor.tool->pending(), (Vec3d{5, 3.75, 5}));
}

void TestPlaceTool::lightsGoBesideWhatReachesTheCeiling()
{
    RoomEditor editor{"light"};
    for (const double top : {4.0, 10.0}) { // or through it
        const auto box = editor.fixture.addBox({4, 0, 4}, {6, top, 6}, "pillar");
        editor.document().selection().set({box});
        click(editor, topView(), {5, 0, 5.5});
        const auto at = *editor.tool->pending();
        QCOMPARE(at.x, 5.0);
        QCOMPARE(at.z, 6.25);
        QVERIFY(at.y > 0 && at.y < 4);
        press(editor, topView(), ToolKey::Escape);
        editor.document().undo();
    }
    // What another light reaches is no solid.
    VERIFY_OK(editor.document().run("Light", [](Transaction& edit) -> Result<void> {
        addLight(edit, {2, 2, 2}, {});
        return {};
    }));
    const auto box = editor.fixture.addBox({4, 0, 4}, {6, 4, 6}, "pillar");
    editor.document().selection().set({box});
    click(editor, topView(), {5, 0, 5.5});
    QCOMPARE(editor.tool->pending()->z, 6.25);
}

void TestPlaceTool::lightsKeepToLowerRoomsUnlessTheyAreAboveAllRoofs()
{
    RoomEditor editor{"light"};
    editor.fixture.addBox({8, -0.25, -2}, {14, 0, 2}, "corridor");
    editor.fixture.addBox({8, 2.5, -2}, {14, 2.75, 2}, "its ceiling");
    click(editor, frontView(), {3, 3.5, 0});
    press(editor, topView(), ToolKey::Enter);
    click(editor, topView(), {11, 0, 0});
    QCOMPARE(*editor.tool->pending(), (Vec3d{11, 2.25, 0}));
    VERIFY_OK(editor.tool->settings()[1].set(6));
    press(editor, topView(), ToolKey::Enter);
    click(editor, topView(), {12, 0, 0});
    QCOMPARE(*editor.tool->pending(), (Vec3d{12, 6, 0}));
}

void TestPlaceTool::surfacesIn3dGiveAPlaceOffThem()
{
    RoomEditor editor{"light"};
    const auto view = perspectiveView({0, 1.7, 6}, {0, 0.5, 0});
    click(editor, view, {1.1, 0, 1.1});
    QVERIFY(glm::length(*editor.tool->pending() - Vec3d{1, 0.25, 1}) < 1e-9);
    const auto upwards = perspectiveView({0, 1.7, 6}, {0, 3.5, 0});
    click(editor, upwards, {0, 4, 2});
    QVERIFY(glm::length(*editor.tool->pending() - Vec3d{0, 3.75, 2}) < 1e-9);
}

void TestPlaceTool::thePointCanBeDraggedAndTakenBack()
{
    RoomEditor editor{"light"};
    click(editor, topView(), {0, 0, 0});
    drag(editor, topView(), {0, 0, 0}, {3, 0, 2});
    QCOMPARE(*editor.tool->pending(), (Vec3d{3, 2, 2}));
    startDrag(editor, topView(), {3, 0, 2}, {-3, 0, 2});
    QVERIFY(press(editor, topView(), ToolKey::Escape));
    QCOMPARE(*editor.tool->pending(), (Vec3d{3, 2, 2}));
}

void TestPlaceTool::escapeDropsThePointThenTheTool()
{
    RoomEditor editor{"light"};
    click(editor, topView(), {0, 0, 0});
    QVERIFY(press(editor, topView(), ToolKey::Escape));
    QVERIFY(!editor.tool->pending());
    QCOMPARE(editor.activeTool(), std::string{"light"});
    click(editor, topView(), {0, 0, 0});
    editor.activateTool("box_brush");
    QVERIFY(!editor.tool->pending());
    QCOMPARE(editor.document().world().count<Light>(), 0U);
}

void TestPlaceTool::thePointCanBeTyped()
{
    RoomEditor editor{"light"};
    QVERIFY(editor.tool->settings().empty());
    click(editor, topView(), {0, 0, 0});
    auto settings = editor.tool->settings();
    QCOMPARE(settings.size(), 3U);
    VERIFY_OK(settings[1].set(3.8));
    QCOMPARE(settings[1].get(), 3.8);
    press(editor, topView(), ToolKey::Enter);
    QCOMPARE(editor.placeOfLast(), (Vec3d{0, 3.8, 0}));
}

void TestPlaceTool::playersStartOnTheFloorUnderTheRoof()
{
    RoomEditor editor{"player_start"};
    click(editor, topView(), {2, 0, 5});
    press(editor, topView(), ToolKey::Enter);
    QCOMPARE(editor.document().world().count<PlayerStart>(), 1U);
    QCOMPARE(editor.placeOfLast(), (Vec3d{2, 0, 5}));
}

void TestPlaceTool::playersStandWhateverIsSelected()
{
    RoomEditor editor{"light"};
    const auto stage = editor.fixture.addBox({4, 0, 4}, {6, 1, 6}, "stage");
    click(editor, topView(), {0, 0, 0});
    press(editor, topView(), ToolKey::Enter);
    QCOMPARE(editor.placeOfLast().y, 2.0); // selected, and in mid-air
    editor.activateTool("player_start");
    click(editor, topView(), {2, 0, 5});
    click(editor, topView(), {5, 0, 5}); // elsewhere after all
    press(editor, topView(), ToolKey::Enter);
    QCOMPARE(editor.placeOfLast(), (Vec3d{5, 1, 5}));
    editor.document().selection().set({stage});
    click(editor, topView(), {-2, 0, -5});
    press(editor, topView(), ToolKey::Enter);
    QCOMPARE(editor.placeOfLast(), (Vec3d{-2, 0, -5}));
}

void TestPlaceTool::triggersStandOnTheFloor()
{
    RoomEditor editor{"trigger"};
    const auto before = editor.document().contentHash();
    click(editor, topView(), {2, 0, 5});
    press(editor, topView(), ToolKey::Enter);
    const auto trigger = editor.document().selection().primary();
    QCOMPARE(editor.placeOfLast(), (Vec3d{2, 1, 5}));
    QVERIFY(editor.fixture.get<Trigger>(trigger) == Trigger{});
    const auto shown = boundsToShow(editor.document().world(), std::array{trigger});
    QVERIFY(shown == (Aabb{{1, 0, 4}, {3, 2, 6}}));
    editor.document().undo();
    QCOMPARE(editor.document().contentHash(), before);
    editor.document().redo();
    QVERIFY(editor.fixture.get<Trigger>(trigger) == Trigger{});
}

/// Handles lie where it ends.
void TestPlaceTool::aLightIsShownWithItsReach()
{
    World world;
    const auto lamp = world.newId();
    Light light;
    light.range = 6;
    const auto set = [&] {
        Edit edit{{swapTo(lamp, Node{"lamp", {}}), swapTo(lamp, light),
                   swapTo(lamp, TransformComponent{.position = {1, 2, 3}})}};
        world.apply(edit);
    };
    set();
    QVERIFY(boundsToShow(world, std::array{lamp}) == (Aabb{{-5, -4, -3}, {7, 8, 9}}));
    light.kind = LightKind::Spot; // shines along -z
    light.cone = 60;
    set();
    const auto spot = boundsToShow(world, std::array{lamp});
    QVERIFY(spot.contains({1, 2, -3}) && spot.contains({1, 2, 3}));
    QVERIFY(spot.contains({3.9, 2, -2}) && !spot.contains({1, 2, 4}));
    light.kind = LightKind::Sun;
    set();
    QVERIFY(boundsToShow(world, std::array{lamp}) == (Aabb{{1, 2, 3}, {1, 2, 3}}));
}

void TestPlaceTool::laddersTurnToTheirWall_data()
{
    QTest::addColumn<Vec3d>("at");
    QTest::addColumn<Vec3d>("ahead");
    QTest::addColumn<double>("away"); // of the place from the middle of the room
    QTest::newRow("right") << Vec3d{4, 0, 1} << Vec3d{1, 0, 0} << 4.6;
    QTest::newRow("left") << Vec3d{-4, 0, 1} << Vec3d{-1, 0, 0} << 4.6;
    QTest::newRow("back") << Vec3d{1, 0, 4} << Vec3d{0, 0, 1} << 4.6;
    QTest::newRow("close") << Vec3d{1, 0, -4.75} << Vec3d{0, 0, -1} << 4.6;
    QTest::newRow("no wall near") << Vec3d{1, 0, 0} << Vec3d{0, 0, -1} << 0.0;
}

void TestPlaceTool::laddersTurnToTheirWall()
{
    QFETCH(Vec3d, at);
    QFETCH(Vec3d, ahead);
    QFETCH(double, away);
    RoomEditor editor{"parts.ladder"};
    editor.fixture.addBox({5, 0, -8}, {8, 4, 8}, "right");
    editor.fixture.addBox({-8, 0, -8}, {-5, 4, 8}, "left");
    editor.fixture.addBox({-5, 0, 5}, {5, 4, 8}, "back");
    editor.fixture.addBox({-5, 0, -8}, {5, 4, -5}, "front");
    click(editor, topView(), at);
    press(editor, topView(), ToolKey::Enter);
    const auto ladder = editor.document().selection().primary();
    QVERIFY(editor.fixture.get<Ladder>(ladder) == Ladder{});
    const auto& place = editor.fixture.get<TransformComponent>(ladder);
    QVERIFY(glm::distance(place.rotation * Vec3d{0, 0, -1}, ahead) < 1e-9);
    QVERIFY2(std::abs(glm::dot(place.position, ahead) - away) < 0.051,
             qPrintable(QString::number(glm::dot(place.position, ahead))));
    QCOMPARE(place.position.y, 1.5);
}

void TestPlaceTool::waterStandsOnTheFloor()
{
    RoomEditor editor{"parts.water"};
    click(editor, topView(), {2, 0, 3});
    press(editor, topView(), ToolKey::Enter);
    const auto water = editor.document().selection().primary();
    QCOMPARE(editor.placeOfLast(), (Vec3d{2, 1, 3}));
    QVERIFY(editor.fixture.get<Water>(water) == Water{});
    const auto shown = boundsToShow(editor.document().world(), std::array{water});
    QVERIFY(shown == (Aabb{{0, 0, 1}, {4, 2, 5}}));
}

PLAIN_TEST(TestPlaceTool)
} // namespace tst_place_tool

#include "tst_place_tool.moc"
