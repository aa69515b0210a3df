#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/tools/gestures/number_input.h"
#include "editor/tools/select/box_select_gesture.h"
#include "editor/tools/select/select_tool.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_select_tool
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestSelectTool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void clickIn3dSelectsTheFrontmost();
    void clickIn2dSelectsTheSmallestFace();
    void clickIn2dForgivesAFewPixels();
    void clickIn2dTakesAThinWallFromBeside();
    void ctrlTogglesAndTheVoidClears();
    void shiftClickSelectsAFace();
    void doubleClickOnAFaceSelectsTheWholeBrush();
    void clickSelectsTheGroupAndDoubleClickOpensIt();
    void iconsAreSelectedByTheirIcon();
    void dragMovesOnTheGridRelatively();
    void dragIn3dStaysOnItsHeightAndAltLifts();
    void shiftKeepsToTheMajorAxis();
    void ctrlDragLeavesTheOriginal();
    void typedNumberIsTheExactWay();
    void aTypedSignIsMeantAsItIs_data();
    void aTypedSignIsMeantAsItIs();
    void axisKeyRestrictsTheMove();
    void shiftDragPullsAFace_data();
    void shiftDragPullsAFace();
    void aFaceStopsBeforeItsBrushVanishes();
    void facesInOnePlaneMoveTogether();
    void selectedFacesAreDraggedDirectly();
    void rectangleToTheRightTakesWhatIsInside();
    void rectangleToTheLeftTakesWhatItTouches();
    void rectanglesGoByTheShapeNotByItsBox();
    void rectanglesIn3dTakeTheRoomAroundTheCamera();
    void arrowKeysMoveByOneStep_data();
    void arrowKeysMoveByOneStep();
    void ctrlArrowDuplicates();
    void deleteRemovesAndUndoBringsBack();
    void escapeRestoresExactly();
    void drillGoesThroughTheStack();
};

namespace
{
constexpr Vec3d High{0, 12, 14};
} // namespace

void TestSelectTool::clickIn3dSelectsTheFrontmost()
{
    TestEditor editor;
    const auto far = editor.fixture.addBox({-1, 0, -6}, {1, 2, -4});
    const auto near = editor.fixture.addBox({-1, 0, -2}, {1, 2, 0});
    const auto view = perspectiveView({0, 1, 10}, {0, 1, 0});
    click(editor, view, {0, 1, 0});
    QCOMPARE(editor.document().selection().entities(), std::vector{near});
    click(editor, view, {5, 1, 0});
    QVERIFY(editor.document().selection().isEmpty());
    QVERIFY(far != near);
}

void TestSelectTool::clickIn2dSelectsTheSmallestFace()
{
    TestEditor editor;
    editor.fixture.addBox({-8, 3, -8}, {8, 4, 8}, "ceiling");
    const auto crate = editor.fixture.addBox({0, 0, 0}, {1, 1, 1}, "crate");
    click(editor, topView(), {0.5, 0, 0.5});
    QCOMPARE(editor.document().selection().entities(), std::vector{crate});
}

void TestSelectTool::clickIn2dForgivesAFewPixels()
{
    TestEditor editor;
    const auto crate = editor.fixture.addBox({0, 0, 0}, {1, 1, 1}, "crate");
    const auto view = topView();
    const double pixel = view.camera.metresPerPixel({}, view.size.y);
    click(editor, view, {1 + 3 * pixel, 0, 0.5});
    QCOMPARE(editor.document().selection().entities(), std::vector{crate});
    click(editor, view, {1 + 6 * pixel, 0, 0.5});
    QVERIFY(editor.document().selection().isEmpty());
}

void TestSelectTool::clickIn2dTakesAThinWallFromBeside()
{
    TestEditor editor;
    const auto view = topView();
    const double pixel = view.camera.metresPerPixel({}, view.size.y);
    const auto floor = editor.fixture.addBox({-4, -1, -4}, {4, 0, 4}, "floor");
    const auto wall = editor.fixture.addBox({1, 0, -4}, {1 + 2 * pixel, 2, 4}, "wall");
    const auto crate = editor.fixture.addBox({-2, 0, -2}, {-1, 1, -1}, "crate");
    click(editor, view, {1 - 3 * pixel, 0, 0});
    QCOMPARE(editor.document().selection().entities(), std::vector{wall});
    click(editor, view, {-1 + 3 * pixel, 0, -1.5}); // big enough to be hit itself
    QCOMPARE(editor.document().selection().entities(), std::vector{floor});
    click(editor, view, {-1.5, 0, -1.5});
    QCOMPARE(editor.document().selection().entities(), std::vector{crate});
}

void TestSelectTool::ctrlTogglesAndTheVoidClears()
{
    TestEditor editor;
    const auto a = editor.fixture.addBox({0, 0, 0}, {1, 1, 1});
    const auto b = editor.fixture.addBox({4, 0, 0}, {5, 1, 1});
    const auto view = topView();
    auto& selection = editor.document().selection();
    click(editor, view, {0.5, 0, 0.5});
    click(editor, view, {4.5, 0, 0.5}, Ctrl);
    QCOMPARE(selection.entities(), (std::vector{a, b}));
    click(editor, view, {0.5, 0, 0.5}, Ctrl);
    QCOMPARE(selection.entities(), std::vector{b});
    click(editor, view, {-5, 0, -5}, Ctrl);
    QCOMPARE(selection.entities(), std::vector{b});
    click(editor, view, {-5, 0, -5});
    QVERIFY(selection.isEmpty());
}

void TestSelectTool::shiftClickSelectsAFace()
{
    TestEditor editor;
    const auto box = editor.fixture.addBox({-1, 0, -1}, {1, 2, 1});
    const auto view = perspectiveView({0, 1, 10}, {0, 1, 0});
    click(editor, view, {0, 1, 1}, Shift);
    const auto front = editor.fixture.faceTowards(box, {0, 0, 1});
    QCOMPARE(editor.document().selection().faces(), std::vector{front});
    editor.document().selection().clear();
    editor.document().selection().setMode(SelectionMode::Faces);
    click(editor, view, {0, 1, 1});
    QCOMPARE(editor.document().selection().faces(), std::vector{front});
    click(editor, view, {0, 1, 1}, Ctrl);
    QVERIFY(editor.document().selection().isEmpty());
}

void TestSelectTool::doubleClickOnAFaceSelectsTheWholeBrush()
{
    TestEditor editor;
    editor.fixture.addBox({-1, 0, -1}, {1, 2, 1});
    click(editor, perspectiveView({0, 1, 10}, {0, 1, 0}), {0, 1, 1}, Shift, 2);
    QCOMPARE(editor.document().selection().faces().size(), 6U);
}

void TestSelectTool::clickSelectsTheGroupAndDoubleClickOpensIt()
{
    TestEditor editor;
    const auto a = editor.fixture.addBox({0, 0, 0}, {1, 1, 1});
    const auto b = editor.fixture.addBox({4, 0, 0}, {5, 1, 1});
    EntityId made;
    VERIFY_OK(editor.fixture.run([&](Transaction& transaction) -> Result<void> {
        auto id = group(transaction, std::vector{a, b});
        made = id ? *id : EntityId{};
        return {};
    }));
    const auto view = topView();
    auto& selection = editor.document().selection();
    click(editor, view, {0.5, 0, 0.5});
    QCOMPARE(selection.entities(), std::vector{made});
    click(editor, view, {0.5, 0, 0.5}, 0, 2);
    QCOMPARE(selection.entities(), std::vector{a});
    click(editor, view, {4.5, 0, 0.5}); // the group is open now
    QCOMPARE(selection.entities(), std::vector{b});
}

void TestSelectTool::iconsAreSelectedByTheirIcon()
{
    TestEditor editor;
    editor.fixture.addBox({-8, 0, -8}, {8, 1, 8});
    const auto point = editor.fixture.addPoint({2, 3, 2});
    click(editor, topView(), {2, 0, 2});
    QCOMPARE(editor.document().selection().entities(), std::vector{point});
    drag(editor, topView(), {2, 0, 2}, {3, 0, 2});
    QCOMPARE(editor.fixture.get<TransformComponent>(point).position, (Vec3d{3, 3, 2}));
}

void TestSelectTool::dragMovesOnTheGridRelatively()
{
    TestEditor editor;
    const auto box = editor.fixture.addBox({0.1, 0, 0}, {1.1, 1, 1}); // off the grid: stays so
    editor.document().selection().set({box});
    drag(editor, topView(), {0.5, 0, 0.5}, {2.6, 0, 3.45});
    const auto bounds = editor.fixture.boundsOf(box);
    QVERIFY(glm::length(bounds.min - Vec3d{2.1, 0, 3}) < 1e-9);
    QCOMPARE(editor.document().history().entries().size(), 2U);
    QCOMPARE(editor.document().history().entries().back().label, std::string{"Move 1 object"});
}

void TestSelectTool::dragIn3dStaysOnItsHeightAndAltLifts()
{
    TestEditor editor;
    const auto box = editor.fixture.addBox({-1, 0, -1}, {1, 1, 1});
    editor.document().selection().set({box});
    const auto view = perspectiveView(High, {0, 0, 0});
    drag(editor, view, {0, 1, 0}, {2, 1, -3});
    QVERIFY(glm::length(editor.fixture.boundsOf(box).min - Vec3d{1, 0, -4}) < 1e-9);
    drag(editor, view, {2, 1, -3}, {2, 3, -3}, Alt);
    QVERIFY(glm::length(editor.fixture.boundsOf(box).min - Vec3d{1, 2, -4}) < 1e-9);
}

void TestSelectTool::shiftKeepsToTheMajorAxis()
{
    TestEditor editor;
    const auto point = editor.fixture.addPoint({0, 0, 0});
    editor.document().selection().set({point});
    drag(editor, topView(), {0, 0, 0}, {5, 0, 2}, Shift);
    QCOMPARE(editor.fixture.get<TransformComponent>(point).position, (Vec3d{5, 0, 0}));
}

void TestSelectTool::ctrlDragLeavesTheOriginal()
{
    TestEditor editor;
    const auto box = editor.fixture.addBox({0, 0, 0}, {1, 1, 1});
    editor.document().selection().set({box});
    drag(editor, topView(), {0.5, 0, 0.5}, {4.5, 0, 0.5}, Ctrl);
    QCOMPARE(editor.document().world().entityCount(), 3U);
    const auto copy = editor.document().selection().primary();
    QVERIFY(copy != box);
    QCOMPARE(editor.fixture.boundsOf(box).min.x, 0.0);
    QCOMPARE(editor.fixture.boundsOf(copy).min.x, 4.0);
    editor.document().undo();
    QCOMPARE(editor.document().world().entityCount(), 2U);
}

void TestSelectTool::typedNumberIsTheExactWay()
{
    TestEditor editor;
    const auto point = editor.fixture.addPoint({0, 0, 0});
    editor.document().selection().set({point});
    const auto view = topView();
    startDrag(editor, view, {0, 0, 0}, {-3, 0, 0.5});
    type(editor, view, "2.57");
    QCOMPARE(editor.tools.measure(), std::string{"X -2.57 m"});
    QVERIFY(press(editor, view, ToolKey::Enter));
    QVERIFY(!editor.tools.isDragging());
    QCOMPARE(editor.fixture.get<TransformComponent>(point).position, (Vec3d{-2.57, 0, 0}));
}

void TestSelectTool::aTypedSignIsMeantAsItIs_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("dragged");
    QTest::addColumn<double>("moved");
    QTest::newRow("along") << "3.75" << -1.5 << -3.75;
    QTest::newRow("minus in a drag to the left") << "-3.75" << -1.5 << -3.75;
    QTest::newRow("minus in a drag to the right") << "-3.75" << 1.5 << -3.75;
    QTest::newRow("plus in a drag to the left") << "+3.75" << -1.5 << 3.75;
    QTest::newRow("minus behind the digits") << "3.75-" << 1.5 << -3.75;
    QTest::newRow("minus twice") << "-3.75-" << 1.5 << 3.75;
    QTest::newRow("plus over minus") << "-3.75+" << -1.5 << 3.75;
}

void TestSelectTool::aTypedSignIsMeantAsItIs()
{
    QFETCH(QString, typed);
    QFETCH(double, dragged);
    QFETCH(double, moved);
    TestEditor editor;
    const auto point = editor.fixture.addPoint({0, 0, 0});
    editor.document().selection().set({point});
    const auto view = topView();
    startDrag(editor, view, {0, 0, 0}, {dragged, 0, 0});
    type(editor, view, typed.toStdString());
    QCOMPARE(editor.tools.measure(), "X " + metresText(moved) + " m"); // what is shown is done
    QVERIFY(press(editor, view, ToolKey::Enter));
    QCOMPARE(editor.fixture.get<TransformComponent>(point).position, (Vec3d{moved, 0, 0}));
}

void TestSelectTool::axisKeyRestrictsTheMove()
{
    TestEditor editor;
    const auto point = editor.fixture.addPoint({0, 0, 0});
    editor.document().selection().set({point});
    const auto view = topView();
    startDrag(editor, view, {0, 0, 0}, {5, 0, 2});
    press(editor, view, ToolKey::Z);
    editor.tools.release(pointerAt(editor, view, {5, 0, 2}));
    QCOMPARE(editor.fixture.get<TransformComponent>(point).position, (Vec3d{0, 0, 2}));
}

void TestSelectTool::shiftDragPullsAFace_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("top, near the right edge") << 0;
    QTest::newRow("front, outside of the right edge") << 1;
    QTest::newRow("perspective, on the face") << 2;
}

void TestSelectTool::shiftDragPullsAFace()
{
    QFETCH(int, kind);
    TestEditor editor;
    const auto box = editor.fixture.addBox({-1, 0, -1}, {1, 2, 1});
    editor.document().selection().set({box});
    if (kind == 0)
        drag(editor, topView(), {0.9, 0, 0}, {2.9, 0, 0.3}, Shift);
    else if (kind == 1)
        drag(editor, frontView(), {1.1, 1, 0}, {3.1, 1, 0}, Shift);
    else
        drag(editor, perspectiveView({10, 4, 6}, {0, 1, 0}), {1, 1, 0}, {3, 1, 0}, Shift);
    QCOMPARE(editor.fixture.boundsOf(box).max, (Vec3d{3, 2, 1}));
    QCOMPARE(editor.fixture.boundsOf(box).min, (Vec3d{-1, 0, -1}));
}

void TestSelectTool::aFaceStopsBeforeItsBrushVanishes()
{
    TestEditor editor;
    const auto box = editor.fixture.addBox({-1, 0, -1}, {1, 2, 1});
    editor.document().selection().set({box});
    startDrag(editor, topView(), {0.9, 0, 0}, {-5, 0, 0}, Shift);
    QVERIFY(!editor.messages.empty());
    editor.tools.release(pointerAt(editor, topView(), {-5, 0, 0}, Shift));
    const auto size = editor.fixture.boundsOf(box).size();
    QVERIFY(size.x > 0 && size.x <= 2);
}

void TestSelectTool::facesInOnePlaneMoveTogether()
{
    TestEditor editor;
    const auto a = editor.fixture.addBox({0, 0, 0}, {1, 1, 1});
    const auto b = editor.fixture.addBox({0, 0, 2}, {1, 3, 3});
    const auto other = editor.fixture.addBox({0, 0, 4}, {1.5, 1, 5});
    editor.document().selection().set({a, b, other});
    drag(editor, topView(), {0.95, 0, 0.5}, {1.95, 0, 0.5}, Shift);
    QCOMPARE(editor.fixture.boundsOf(a).max.x, 2.0);
    QCOMPARE(editor.fixture.boundsOf(b).max.x, 2.0);
    QCOMPARE(editor.fixture.boundsOf(other).max.x, 1.5);
}

void TestSelectTool::selectedFacesAreDraggedDirectly()
{
    TestEditor editor;
    const auto box = editor.fixture.addBox({-1, 0, -1}, {1, 2, 1});
    editor.document().selection().setFaces({editor.fixture.faceTowards(box, {0, 1, 0})});
    drag(editor, perspectiveView({6, 8, 8}, {0, 1, 0}), {0, 2, 0}, {0, 3.5, 0});
    QCOMPARE(editor.fixture.boundsOf(box).max.y, 3.5);
}

void TestSelectTool::rectangleToTheRightTakesWhatIsInside()
{
    TestEditor editor;
    editor.fixture.addBox({-8, 0, -8}, {8, 0.5, 8}, "floor");
    const auto crate = editor.fixture.addBox({2, 1, 2}, {3, 2, 3});
    const auto light = editor.fixture.addPoint({4, 3, 4});
    drag(editor, topView(), {1, 0, 1}, {5, 0, 5});
    QCOMPARE(editor.document().selection().entities(), (std::vector{crate, light}));
    drag(editor, topView(), {-15, 0, -15}, {-14, 0, -14});
    QVERIFY(editor.document().selection().isEmpty());
}

void TestSelectTool::rectangleToTheLeftTakesWhatItTouches()
{
    TestEditor editor;
    const auto floor = editor.fixture.addBox({-8, 0, -8}, {8, 0.5, 8}, "floor");
    const auto crate = editor.fixture.addBox({2, 1, 2}, {3, 2, 3});
    drag(editor, topView(), {10, 0, 10}, {2.5, 0, 2.5});
    QCOMPARE(editor.document().selection().entities(), (std::vector{floor, crate}));
}

void TestSelectTool::rectanglesGoByTheShapeNotByItsBox()
{
    TestEditor editor;
    const auto wall = editor.fixture.addBox({-4, 0, -0.25}, {4, 3, 0.25});
    const std::vector<EntityId> all{wall};
    VERIFY_OK(editor.fixture.run([&](Transaction& transaction) {
        return rotate(transaction, all, {0, 0, 0}, {0, 1, 0}, Pi / 4);
    }));
    const auto caught = [&](const Vec3d& from, const Vec3d& to) {
        drag(editor, topView(), from, to);
        return editor.document().selection().contains(wall);
    };
    // From (-2.8, 2.8) to (2.8, -2.8): the other two corners of its box are empty.
    QVERIFY(!caught({6, 0, 6}, {1.5, 0, 1.5}));
    QVERIFY(!caught({-1.5, 0, -1.5}, {-6, 0, -6}));
    QVERIFY(caught({6, 0, -1.5}, {1.5, 0, -6}));
    QVERIFY(caught({1, 0, 1}, {-1, 0, -1})); // no corner of it is inside, nor is one of these
    QVERIFY(caught({-4, 0, -4}, {4, 0, 4})); // wholly inside
    QVERIFY(!caught({-4, 0, -4}, {2, 0, 4}));
}

void TestSelectTool::rectanglesIn3dTakeTheRoomAroundTheCamera()
{
    TestEditor editor;
    const auto floor = editor.fixture.addBox({-8, -0.25, -8}, {8, 0, 8}, "floor");
    const auto left = editor.fixture.addBox({-8.25, 0, -8}, {-8, 4, 8}, "left");
    const auto behind = editor.fixture.addBox({-8, 0, 8}, {8, 4, 8.25}, "behind");
    const auto crate = editor.fixture.addBox({-1, 0, -5}, {1, 1, -4}, "crate");
    const auto view = perspectiveView({0, 1.7, 6}, {0, 1.7, 0});
    const auto caught = [&](const Vec2d& from, const Vec2d& to) {
        const auto at = [&](const Vec2d& pixel) {
            return view.camera.rayThrough(pixel.x, pixel.y, 800, 600).at(1);
        };
        editor.document().selection().clear();
        BoxSelectGesture gesture{editor, pointerAt(editor, view, at(from))};
        static_cast<void>(gesture.update(pointerAt(editor, view, at(to))));
        gesture.commit();
        return editor.document().selection().entities();
    };
    QCOMPARE(caught({790, 590}, {10, 10}), (std::vector{floor, left, crate}));
    QCOMPARE(caught({60, 590}, {10, 10}), (std::vector{floor, left}));
    // What reaches behind the camera is never wholly inside, nor is what is behind it.
    QCOMPARE(caught({10, 10}, {790, 590}), (std::vector{crate}));
    QVERIFY(!editor.document().selection().contains(behind));
}

void TestSelectTool::arrowKeysMoveByOneStep_data()
{
    QTest::addColumn<int>("view");
    QTest::addColumn<int>("key");
    QTest::addColumn<double>("x");
    QTest::addColumn<double>("y");
    QTest::addColumn<double>("z");
    const auto row = [](const char* name, int view, ToolKey key, double x, double y, double z) {
        QTest::newRow(name) << view << static_cast<int>(key) << x << y << z;
    };
    row("top right", 0, ToolKey::Right, 1, 0, 0);
    row("top up", 0, ToolKey::Up, 0, 0, -1);
    row("top page up", 0, ToolKey::PageUp, 0, 1, 0);
    row("front up", 1, ToolKey::Up, 0, 1, 0);
    row("front page down", 1, ToolKey::PageDown, 0, 0, -1);
    row("side left", 2, ToolKey::Left, 0, 0, 1);
    row("3D up goes away", 3, ToolKey::Up, 0, 0, -1);
    row("3D right", 3, ToolKey::Right, 1, 0, 0);
    row("3D page up", 3, ToolKey::PageUp, 0, 1, 0);
    row("3D from the side, up", 4, ToolKey::Up, -1, 0, 0);
    row("3D from the side, left", 4, ToolKey::Left, 0, 0, 1);
}

void TestSelectTool::arrowKeysMoveByOneStep()
{
    QFETCH(int, view);
    QFETCH(int, key);
    QFETCH(double, x);
    QFETCH(double, y);
    QFETCH(double, z);
    const std::array views{topView(), frontView(), sideView(), perspectiveView(High, {0, 0, 0}),
                           perspectiveView({14, 12, 0}, {0, 0, 0})};
    TestEditor editor;
    editor.gridSetting.step = 0.5;
    const auto point = editor.fixture.addPoint({0, 0, 0});
    editor.document().selection().set({point});
    QVERIFY(press(editor, views[static_cast<std::size_t>(view)], static_cast<ToolKey>(key)));
    QCOMPARE(editor.fixture.get<TransformComponent>(point).position, (Vec3d{x, y, z} * 0.5));
}

void TestSelectTool::ctrlArrowDuplicates()
{
    TestEditor editor;
    const auto point = editor.fixture.addPoint({0, 0, 0});
    editor.document().selection().set({point});
    press(editor, topView(), ToolKey::Right, Ctrl);
    QCOMPARE(editor.document().world().entityCount(), 3U);
    QVERIFY(editor.document().selection().primary() != point);
}

void TestSelectTool::deleteRemovesAndUndoBringsBack()
{
    TestEditor editor;
    const auto box = editor.fixture.addBox({0, 0, 0}, {1, 1, 1});
    const auto before = editor.document().contentHash();
    editor.document().selection().set({box});
    QVERIFY(press(editor, topView(), ToolKey::Delete));
    QVERIFY(!editor.document().world().exists(box));
    QVERIFY(editor.document().selection().isEmpty());
    editor.document().undo();
    QCOMPARE(editor.document().contentHash(), before);
    QCOMPARE(editor.document().selection().entities(), std::vector{box});
}

void TestSelectTool::escapeRestoresExactly()
{
    TestEditor editor;
    const auto box = editor.fixture.addBox({0, 0, 0}, {1, 1, 1});
    editor.document().selection().set({box});
    const auto before = editor.document().contentHash();
    startDrag(editor, topView(), {0.5, 0, 0.5}, {4.5, 0, 7.5});
    QVERIFY(editor.document().contentHash() != before);
    QVERIFY(press(editor, topView(), ToolKey::Escape));
    QCOMPARE(editor.document().contentHash(), before);
    QCOMPARE(editor.document().history().entries().size(), 1U);
    QVERIFY(press(editor, topView(), ToolKey::Escape)); // the selection goes
    QVERIFY(editor.document().selection().isEmpty());
    QVERIFY(!press(editor, topView(), ToolKey::Escape));
}

void TestSelectTool::drillGoesThroughTheStack()
{
    TestEditor editor;
    const auto far = editor.fixture.addBox({-1, 0, -6}, {1, 2, -4});
    const auto near = editor.fixture.addBox({-1, 0, -2}, {1, 2, 0});
    const auto event = pointerAt(editor, perspectiveView({0, 1, 10}, {0, 1, 0}), {0, 1, 0});
    auto& document = editor.document();
    drillSelection(document, event, 1);
    QCOMPARE(document.selection().entities(), std::vector{near});
    drillSelection(document, event, 1);
    QCOMPARE(document.selection().entities(), std::vector{far});
    drillSelection(document, event, -1);
    QCOMPARE(document.selection().entities(), std::vector{near});
}

PLAIN_TEST(TestSelectTool)
} // namespace tst_select_tool

#include "tst_select_tool.moc"
