#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/material_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/tools/brush/create_brush_tool.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_create_brush_tool
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestCreateBrushTool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDragInTheTopViewMakesTheTutorialFloor();
    void typedHeightIsRememberedForTheNextBox();
    void cornersGoToTheNearestGridLines();
    void aTinyDragFillsOneCell();
    void depthStartsWhereTheSelectionDoes();
    void theHeightIsThatOfTheSelectedBrushes();
    void theHeightShownIsTheHeightMade();
    void aNewSceneBeginsWithTheFirstHeight();
    void aBoxOnASlopeStartsOnTheGrid();
    void theFirstBoxStandsOnTheFloor();
    void aBoxDrawnOnTheSelectedFloorStandsOnIt();
    void aBoxDrawnOnTheSelectedCeilingStandsInTheRoom();
    void otherViewsDrawInTheirPlane();
    void newBrushesGetTheCurrentMaterial();
    void newBrushesAreToldApartByTheirNames();
    void theLastBoxCanBeResizedByNumbers();
    void shiftDragPullsTheLastBox();
    void boxesIn3dGetABaseThenAHeight();
    void heightIn3dFollowsThePointerAndTypedNumbers();
    void escapeGoesBackStepByStep();
    void shiftDrawsSquaresAndCubes();
    void vSnapsTheDraggedCornerToCornersAndFaces();
    void altOrANumberGiveTheHeightIn3dAtOnce();
    void aRefusedSizeKeepsTheLastGoodBox();
    void theSizeIsWrittenBesideTheBox();
};

namespace
{
struct BrushEditor : TestEditor
{
    BrushEditor() { activateTool("box_brush"); }

    CreateBrushTool& tool() { return dynamic_cast<CreateBrushTool&>(*tools.find("box_brush")); }

    EntityId last() { return document().selection().primary(); }

    ToolSetting setting(const std::string& label)
    {
        for (const auto& each : tool().settings())
            if (each.label == label)
                return each;
        return {};
    }
};

/// Looks down on the floor from a height.
TestView view3d()
{
    return perspectiveView({6, 10, 12}, {0, 0, 0});
}
} // namespace

void TestCreateBrushTool::aDragInTheTopViewMakesTheTutorialFloor()
{
    BrushEditor editor;
    startDrag(editor, topView(), {-8, 0, -8}, {8, 0, 8});
    type(editor, topView(), "0.25");
    QCOMPARE(editor.tools.measure(), std::string{"16 x 0.25 x 16 m"});
    editor.tools.release(pointerAt(editor, topView(), {8, 0, 8}));
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{-8, 0, -8}, {8, 0.25, 8}}));
    QCOMPARE(editor.document().history().entries().size(), 1U);
    QCOMPARE(editor.document().history().entries()[0].label, std::string{"Create brush"});
    QCOMPARE(editor.activeTool(), std::string{"box_brush"});
}

void TestCreateBrushTool::typedHeightIsRememberedForTheNextBox()
{
    BrushEditor editor;
    startDrag(editor, topView(), {0, 0, 0}, {1, 0, 1});
    type(editor, topView(), "4");
    editor.tools.release(pointerAt(editor, topView(), {1, 0, 1}));
    drag(editor, topView(), {3, 0, 3}, {4, 0, 4});
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{3, 0, 3}, {4, 4, 4}}));
    VERIFY_OK(editor.setting("Height").set(0.5));
    drag(editor, topView(), {6, 0, 3}, {7, 0, 4});
    QCOMPARE(editor.fixture.boundsOf(editor.last()).max.y, 0.5);
    QVERIFY(!editor.tool().setHeight(0));
    QVERIFY(!editor.tool().setHeight(std::nan("")));
}

void TestCreateBrushTool::cornersGoToTheNearestGridLines()
{
    BrushEditor editor;
    drag(editor, topView(), {-8.04, 0, -7.97}, {8.02, 0, 7.96});
    const auto bounds = editor.fixture.boundsOf(editor.last());
    QCOMPARE(bounds.min.x, -8.0);
    QCOMPARE(bounds.max.z, 8.0);
}

void TestCreateBrushTool::aTinyDragFillsOneCell()
{
    BrushEditor editor;
    editor.gridSetting.step = 1;
    drag(editor, topView(), {2.1, 0, 2.1}, {1.9, 0, 2.3});
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{1, 0, 2}, {2, 0.25, 3}}));
}

void TestCreateBrushTool::depthStartsWhereTheSelectionDoes()
{
    BrushEditor editor;
    const auto shelf = editor.fixture.addBox({0, 3, 0}, {1, 3.5, 1});
    editor.document().selection().set({shelf});
    drag(editor, topView(), {4, 0, 4}, {5, 0, 5});
    QCOMPARE(editor.fixture.boundsOf(editor.last()).min.y, 3.0);
    QCOMPARE(editor.fixture.boundsOf(editor.last()).max.y, 3.5);
}

void TestCreateBrushTool::theHeightIsThatOfTheSelectedBrushes()
{
    BrushEditor editor;
    const auto wall = editor.fixture.addBox({0, 0.25, 0}, {4, 4, 0.25});
    const auto floor = editor.fixture.addBox({-8, 0, -8}, {8, 0.25, 8});
    const auto light = editor.fixture.addPoint({2, 3, 2});
    const auto draw = [&](std::vector<EntityId> selected, const TestView& view, const Vec3d& from,
                          const Vec3d& to) {
        editor.document().selection().set(std::move(selected));
        drag(editor, view, from, to);
        return editor.fixture.boundsOf(editor.last());
    };
    QCOMPARE(draw({wall}, topView(), {4, 0, 0}, {8, 0, 0.25}), (Aabb{{4, 0.25, 0}, {8, 4, 0.25}}));
    QCOMPARE(draw({wall}, frontView(), {4, 0, 0}, {8, 1, 0}), (Aabb{{4, 0, 0}, {8, 1, 0.25}}));
    // What tells no height leaves that of the last box: a floor that is drawn on, a light.
    VERIFY_OK(editor.setting("Height").set(2));
    QCOMPARE(draw({floor}, topView(), {5, 0, 5}, {6, 0, 6}).max.y, 2.25);
    QCOMPARE(draw({light}, topView(), {5, 0, 5}, {6, 0, 6}).size().y, 2.0);
    // So does a number that was typed after the choice.
    editor.document().selection().set({wall});
    VERIFY_OK(editor.setting("Height").set(1));
    QCOMPARE(draw({wall}, topView(), {4, 0, 0}, {8, 0, 0.25}).size().y, 1.0);
    // The box drawn last passes on the height that was set, not its own.
    VERIFY_OK(editor.setting("Height").set(3));
    drag(editor, topView(), {10, 0, 0}, {11, 0, 1});
    QCOMPARE(editor.fixture.boundsOf(editor.last()).size().y, 3.0);
}

void TestCreateBrushTool::theHeightShownIsTheHeightMade()
{
    BrushEditor editor;
    const auto wall = editor.fixture.addBox({0, 0, 0}, {4, 4, 0.5});
    const auto floor = editor.fixture.addBox({-8, -0.5, -8}, {8, 0, 8});
    const auto shownOver = [&](const TestView& view, const Vec3d& place) {
        editor.tools.hover(pointerAt(editor, view, place));
        return editor.setting("Height").get();
    };
    QCOMPARE(shownOver(topView(), {9, 0, 9}), 0.25);
    editor.document().selection().set({wall});
    QCOMPARE(editor.setting("Height").get(), 4.0); // without another move
    QCOMPARE(shownOver(frontView(), {5, 0, 0}), 0.5);
    QCOMPARE(shownOver(view3d(), {5, 0, 5}), 0.25);
    editor.document().selection().set({floor});
    QCOMPARE(shownOver(topView(), {9, 0, 9}), 0.5);
    QCOMPARE(shownOver(topView(), {6, 0, 6}), 0.25); // stands on the floor
    editor.document().selection().set({wall});
    QCOMPARE(shownOver(topView(), {9, 0, 9}), 4.0);
    VERIFY_OK(editor.fixture.run([&](Transaction& transaction) {
        return resizeBox(transaction, wall, {{0, 0, 0}, {4, 3, 0.5}});
    }));
    QCOMPARE(editor.setting("Height").get(), 3.0);
    VERIFY_OK(editor.setting("Height").set(2));
    QCOMPARE(editor.setting("Height").get(), 2.0);
    QCOMPARE(shownOver(topView(), {9, 0, 8}), 2.0);
    drag(editor, topView(), {9, 0, 8}, {10, 0, 9});
    QCOMPARE(editor.fixture.boundsOf(editor.last()).size().y, 2.0);
}

void TestCreateBrushTool::aNewSceneBeginsWithTheFirstHeight()
{
    BrushEditor editor;
    VERIFY_OK(editor.setting("Height").set(4));
    drag(editor, topView(), {0, 0, 0}, {1, 0, 1});
    QCOMPARE(editor.setting("Height").get(), 4.0);
    editor.document().clear();
    QCOMPARE(editor.setting("Height").get(), 0.25);
    drag(editor, topView(), {0, 0, 0}, {1, 0, 1});
    QCOMPARE(editor.fixture.boundsOf(editor.last()).size().y, 0.25);
}

void TestCreateBrushTool::aBoxOnASlopeStartsOnTheGrid()
{
    BrushEditor editor;
    const auto ramp = editor.fixture.addBox({-4, 0, -4}, {4, 1, 4});
    const auto wedge = makeShape(ShapeKind::Wedge, {{-4, 0, -4}, {4, 1, 4}}, {}, {});
    VERIFY_OK(wedge);
    VERIFY_OK(editor.fixture.run([&](Transaction& transaction) {
        setBrush(transaction, ramp, wedge->front());
        return Result<void>{};
    }));
    const Vec3d from{1.37, (1.37 + 4) / 8, 0}; // 0.67 m up
    drag(editor, view3d(), from, {3, from.y, 2});
    QCOMPARE(editor.tool().pendingBox()->min.y, 0.75);
    QVERIFY(press(editor, view3d(), ToolKey::Enter));
    QCOMPARE(editor.fixture.boundsOf(editor.last()).min.y, 0.75);
    editor.document().undo();
    editor.gridSetting.enabled = false;
    drag(editor, view3d(), from, {3, from.y, 2});
    QVERIFY(std::abs(editor.tool().pendingBox()->min.y - from.y) < 1e-6);
    QVERIFY(press(editor, view3d(), ToolKey::Escape));
    // A level surface off the grid is kept to: a box in the air beside it would be of no use.
    editor.gridSetting.enabled = true;
    editor.document().selection().clear();
    VERIFY_OK(editor.fixture.run([&](Transaction& transaction) {
        transaction.destroy(ramp);
        return Result<void>{};
    }));
    editor.fixture.addBox({-4, 0, -4}, {4, 0.6, 4});
    drag(editor, view3d(), {1, 0.6, 0}, {3, 0.6, 2});
    QCOMPARE(editor.tool().pendingBox()->min.y, 0.6);
}

void TestCreateBrushTool::theFirstBoxStandsOnTheFloor()
{
    BrushEditor editor;
    editor.fixture.addBox({-8, 0, -8}, {8, 0.25, 8});
    editor.fixture.addBox({-8, 4, -8}, {8, 4.25, 8}); // the ceiling
    drag(editor, topView(), {4, 0, 4}, {5, 0, 5});
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{4, 0.25, 4}, {5, 0.5, 5}}));
    editor.document().undo();
    editor.document().selection().clear();
    drag(editor, topView(), {20, 0, 4}, {21, 0, 5}); // beside the level
    QCOMPARE(editor.fixture.boundsOf(editor.last()).min.y, 0.0);
}

/// A click into a room from above chooses its ceiling.
void TestCreateBrushTool::aBoxDrawnOnTheSelectedCeilingStandsInTheRoom()
{
    BrushEditor editor;
    editor.fixture.addBox({-8, 0, -8}, {8, 0.25, 8});
    const auto ceiling = editor.fixture.addBox({-8, 4, -8}, {8, 4.25, 8});
    editor.document().selection().set({ceiling});
    drag(editor, topView(), {4, 0, 4}, {5, 0, 5});
    QCOMPARE(editor.fixture.boundsOf(editor.last()).min.y, 0.25);
}

void TestCreateBrushTool::aBoxDrawnOnTheSelectedFloorStandsOnIt()
{
    BrushEditor editor;
    drag(editor, topView(), {-8, 0, -8}, {8, 0, 8}); // stays selected
    drag(editor, topView(), {4, 0, 4}, {5, 0, 5});
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{4, 0.25, 4}, {5, 0.5, 5}}));
    editor.document().undo();
    drag(editor, topView(), {8.02, 0, -7.9}, {12, 0, 8}); // from its edge: another tile
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{8, 0, -8}, {12, 0.25, 8}}));
    editor.document().undo();
    VERIFY_OK(editor.setting("Height").set(4));
    drag(editor, topView(), {-8, 0, -8.25}, {8, 0, -8}); // a wall beside it
    drag(editor, topView(), {2, 0, -8.2}, {3, 0, -7});   // no floor: level with the wall
    QCOMPARE(editor.fixture.boundsOf(editor.last()).min.y, 0.0);
}

void TestCreateBrushTool::otherViewsDrawInTheirPlane()
{
    BrushEditor editor;
    drag(editor, frontView(), {-8, 0, 0}, {8, 4, 0});
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{-8, 0, 0}, {8, 4, 0.25}}));
    editor.document().selection().clear();
    editor.document().undo();
    drag(editor, sideView(), {0, 0, -8}, {0, 4, 8});
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{0, 0, -8}, {0.25, 4, 8}}));
}

void TestCreateBrushTool::newBrushesAreToldApartByTheirNames()
{
    BrushEditor editor;
    const auto draw = [&](double x) {
        drag(editor, topView(), {x, 0, 3}, {x + 1, 0, 4});
        return editor.document().world().get<Node>(editor.last())->name;
    };
    QCOMPARE(draw(0), std::string{"Box"});
    QCOMPARE(draw(2), std::string{"Box 2"});
    QCOMPARE(draw(4), std::string{"Box 3"});
    editor.document().undo();
    QCOMPARE(draw(6), std::string{"Box 3"});
    const auto& world = editor.document().world();
    QCOMPARE(freeName(world, "Box 3"), std::string{"Box 3 2"});
    QCOMPARE(freeName(world, "Boxer"), std::string{"Boxer"});
}

void TestCreateBrushTool::newBrushesGetTheCurrentMaterial()
{
    BrushEditor editor;
    editor.setCurrentMaterial(Name{"Materials/Spaceship/scififloorb"});
    drag(editor, topView(), {0, 0, 0}, {1, 0, 1});
    for (const auto& face : editor.fixture.brushOf(editor.last()).faces())
        QCOMPARE(face.material.text(), std::string{"Materials/Spaceship/scififloorb"});
}

void TestCreateBrushTool::theLastBoxCanBeResizedByNumbers()
{
    BrushEditor editor;
    drag(editor, topView(), {0, 0, 0}, {1, 0, 1});
    VERIFY_OK(editor.setting("Size X").set(16));
    VERIFY_OK(editor.setting("Size Y").set(0.123));
    VERIFY_OK(editor.setting("Place Z").set(-8));
    const auto bounds = editor.fixture.boundsOf(editor.last());
    QVERIFY(glm::length(bounds.min - Vec3d{0, 0, -8}) < 1e-9);
    QVERIFY(glm::length(bounds.max - Vec3d{16, 0.123, -7}) < 1e-9);
    QVERIFY(!editor.setting("Size X").set(0));
    QVERIFY(!editor.setting("Size X").set(-2));
    editor.document().undo();
    editor.document().undo();
    editor.document().undo();
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{0, 0, 0}, {1, 0.25, 1}}));
    editor.document().selection().clear();
    QVERIFY(!editor.tool().pendingBox());
    QCOMPARE(editor.tool().settings().size(), 1U);
}

void TestCreateBrushTool::shiftDragPullsTheLastBox()
{
    BrushEditor editor;
    drag(editor, topView(), {0, 0, 0}, {1, 0, 1});
    drag(editor, topView(), {0.95, 0, 0.5}, {2.95, 0, 0.5}, Shift);
    QCOMPARE(editor.fixture.boundsOf(editor.last()).max.x, 3.0);
    QCOMPARE(editor.document().world().count<BrushComponent>(), 1U);
}

void TestCreateBrushTool::boxesIn3dGetABaseThenAHeight()
{
    BrushEditor editor;
    editor.fixture.addBox({-8, -1, -8}, {8, 0.5, 8}, "floor");
    drag(editor, view3d(), {0, 0.5, 0}, {2, 0.5, 3});
    QCOMPARE(editor.document().world().count<BrushComponent>(), 1U); // it waits for its height
    QVERIFY(editor.tools.takesText());
    QVERIFY(editor.tool().pendingBox());
    click(editor, view3d(), {2, 2.5, 3});
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{0, 0.5, 0}, {2, 2.5, 3}}));
    QVERIFY(!editor.tools.takesText());
    QCOMPARE(editor.tool().height(), 2.0);
}

void TestCreateBrushTool::heightIn3dFollowsThePointerAndTypedNumbers()
{
    BrushEditor editor;
    drag(editor, view3d(), {0, 0, 0}, {2, 0, 3}); // in the void the floor is y = 0
    editor.tools.hover(pointerAt(editor, view3d(), {2, 1.5, 3}));
    QCOMPARE(editor.tool().pendingBox()->max.y, 1.5);
    type(editor, view3d(), "0.1");
    QCOMPARE(editor.tool().pendingBox()->max.y, 0.1);
    QVERIFY(press(editor, view3d(), ToolKey::Enter));
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{0, 0, 0}, {2, 0.1, 3}}));
}

void TestCreateBrushTool::escapeGoesBackStepByStep()
{
    BrushEditor editor;
    const auto before = editor.document().contentHash();
    startDrag(editor, topView(), {0, 0, 0}, {3, 0, 3});
    QVERIFY(press(editor, topView(), ToolKey::Escape));
    QCOMPARE(editor.document().contentHash(), before);
    drag(editor, view3d(), {0, 0, 0}, {2, 0, 3});
    QVERIFY(editor.tool().pendingBox());
    QVERIFY(press(editor, view3d(), ToolKey::Escape));
    QVERIFY(!editor.tool().pendingBox());
    QCOMPARE(editor.activeTool(), std::string{"box_brush"});
    QVERIFY(press(editor, view3d(), ToolKey::Escape));
    QCOMPARE(editor.activeTool(), std::string{"select"});
    QCOMPARE(editor.document().contentHash(), before);
    QVERIFY(!editor.document().history().canUndo());
}

void TestCreateBrushTool::aRefusedSizeKeepsTheLastGoodBox()
{
    BrushEditor editor;
    startDrag(editor, topView(), {0, 0, 0}, {2, 0, 2});
    type(editor, topView(), "0");
    editor.tools.release(pointerAt(editor, topView(), {2, 0, 2}));
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{0, 0, 0}, {2, 0.25, 2}}));
    QCOMPARE(editor.tool().height(), 0.25);
}

void TestCreateBrushTool::shiftDrawsSquaresAndCubes()
{
    BrushEditor editor;
    drag(editor, topView(), {0, 0, 0}, {-3, 0, 2}, Shift);
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{-3, 0, 0}, {0, 0.25, 3}}));
    editor.document().selection().clear();
    editor.tool().deactivate();
    drag(editor, frontView(), {0, 0, 0}, {2, 1, 0}, Shift | Alt);
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{0, 0, 0}, {2, 2, 2}}));
}

void TestCreateBrushTool::vSnapsTheDraggedCornerToCornersAndFaces()
{
    BrushEditor editor;
    editor.fixture.addBox({3.1, 0, 3.1}, {4, 3, 4});
    startDrag(editor, topView(), {0, 0, 3}, {2, 0, 1});
    QVERIFY(press(editor, topView(), ToolKey::V));
    const auto corner = pointerAt(editor, topView(), {3.07, 0, 3.13});
    VERIFY_OK(editor.tools.move(corner));
    QVERIFY(editor.tools.measure().ends_with("to vertices"));
    editor.tools.release(corner); // thinner than half a cell, since the corner says so
    QVERIFY(glm::length(editor.fixture.boundsOf(editor.last()).size() - Vec3d{3.1, 0.25, 0.1}) <
            1e-9);
    editor.document().undo();
    editor.document().selection().clear();
    startDrag(editor, view3d(), {0, 0, 0}, {1, 0, 1});
    QVERIFY(press(editor, view3d(), ToolKey::V));
    QVERIFY(press(editor, view3d(), ToolKey::V));
    const auto wall = pointerAt(editor, view3d(), {3.5, 0.5, 4}); // seen from the front
    VERIFY_OK(editor.tools.move(wall));
    QVERIFY(editor.tools.measure().ends_with("to faces"));
    editor.tools.release(wall);
    QCOMPARE(editor.tool().pendingBox()->max.z, 4.0);
    QVERIFY(press(editor, view3d(), ToolKey::Escape));
}

void TestCreateBrushTool::altOrANumberGiveTheHeightIn3dAtOnce()
{
    BrushEditor editor;
    editor.gridSetting.step = 0.5;
    startDrag(editor, view3d(), {-1, 0, -1}, {2, 0, 2});
    VERIFY_OK(editor.tools.move(pointerAt(editor, view3d(), {2, 1.5, 2}, Alt)));
    QCOMPARE(editor.tools.measure(), std::string{"3 x 1.5 x 3 m"});
    editor.tools.release(pointerAt(editor, view3d(), {2, 1.5, 2}, Alt));
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{-1, 0, -1}, {2, 1.5, 2}}));
    editor.document().undo();
    startDrag(editor, view3d(), {-1, 0, -1}, {2, 0, 2});
    type(editor, view3d(), "0.75");
    editor.tools.release(pointerAt(editor, view3d(), {2, 0, 2}));
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{-1, 0, -1}, {2, 0.75, 2}}));
    QCOMPARE(editor.document().history().position(), 1U);
}

void TestCreateBrushTool::theSizeIsWrittenBesideTheBox()
{
    BrushEditor editor;
    startDrag(editor, topView(), {-3, 0, -4}, {5, 0, 6});
    const Aabb box{{-3, 0, -4}, {5, 0.25, 6}};
    const auto labelIn = [&](const TestView& view) {
        DebugDraw drawn;
        editor.tools.draw(drawn, pointerAt(editor, view, {0, 0, 0}));
        const auto at = drawn.labels.size() == 1 ? view.camera.project(Vec3d{drawn.labels[0].at},
                                                                       view.size.x, view.size.y)
                                                 : std::nullopt;
        return at.value_or(Vec2d{-1});
    };
    for (const auto& view : {topView(), frontView(), sideView(), view3d()}) {
        double lowest = 0;
        for (const double x : {box.min.x, box.max.x})
            for (const double y : {box.min.y, box.max.y})
                for (const double z : {box.min.z, box.max.z})
                    lowest = std::max(lowest,
                                      view.camera.project({x, y, z}, view.size.x, view.size.y)->y);
        const auto label = labelIn(view);
        QVERIFY2(label.y > lowest + 12 && label.y < lowest + 30,
                 qPrintable(QString::number(label.y)));
        QVERIFY(label.x > 0 && label.x < view.size.x);
    }
    // No room below: above it.
    const auto atTheEdge = topView(40, {0, 0, -13}); // shows z from -33 to 7
    QVERIFY(labelIn(atTheEdge).y < atTheEdge.camera.project({0, 0, -4}, 800, 600)->y - 12);
    // Larger than the view: inside of it.
    const auto near = topView(6);
    QVERIFY(labelIn(near).y > 0 && labelIn(near).y < 600);
}

PLAIN_TEST(TestCreateBrushTool)
} // namespace tst_create_brush_tool

#include "tst_create_brush_tool.moc"
