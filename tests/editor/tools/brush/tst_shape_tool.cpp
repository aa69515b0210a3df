#include "tests/editor/tools/brush/shape_editor.h"
#include "tests/program/registry.h"

#include <QtTest>

namespace tst_shape_tool
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestShapeTool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDragAndEnterMakeACylinder();
    void thePreviewFollowsTheToolOptions();
    void everyShapeCanBeDrawnUndoneAndRedone_data();
    void everyShapeCanBeDrawnUndoneAndRedone();
    void aShapeOfSeveralBrushesIsAGroup();
    void in3dTheHeightComesAfterTheBase();
    void altGivesTheHeightDuringTheDrag();
    void shiftDrawsSquaresAndCubes();
    void aTypedNumberIsTheHeight();
    void theHeightIsThatOfTheSelectedBrushes();
    void typedSidesGiveTheBaseWhileItIsDragged();
    void typedSidesInA3dViewLeaveTheHeightToThePointer();
    void escapeDuringADragBringsTheShapeBeforeBack();
    void refusedSettingsSayWhyAndLeaveTheLevelAlone();
};

void TestShapeTool::aDragAndEnterMakeACylinder()
{
    ShapeEditor editor;
    editor.set("Sides", 12);
    editor.set("Height", 3);
    drag(editor, topView(), {-2, 0, -2}, {2, 0, 2});
    QCOMPARE(editor.steps(), 0U); // shown only
    QCOMPARE(editor.tool().preview().size(), 1U);
    QVERIFY(press(editor, topView(), ToolKey::Enter));
    QCOMPARE(editor.steps(), 1U);
    QCOMPARE(editor.document().history().entries()[0].label, std::string{"Create cylinder"});
    QCOMPARE(editor.nameOf(editor.last()), std::string{"Cylinder"});
    QCOMPARE(editor.fixture.brushOf(editor.last()).faceCount(), 14U);
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{-2, 0, -2}, {2, 3, 2}}));
    QVERIFY(editor.tool().preview().empty());
}

void TestShapeTool::thePreviewFollowsTheToolOptions()
{
    ShapeEditor editor;
    drag(editor, topView(), {-2, 0, -2}, {2, 0, 2});
    editor.set("Sides", 6);
    QCOMPARE(editor.tool().preview()[0].faceCount(), 8U);
    editor.set("Hollow", 1);
    QCOMPARE(editor.tool().preview().size(), 6U);
    editor.set("Shape", 4);
    QCOMPARE(editor.tool().preview()[0].faceCount(), 5U);
    editor.set("Size X", 9);
    QCOMPARE(editor.tool().preview()[0].bounds().max.x, 7.0);
    QCOMPARE(editor.steps(), 0U);
    click(editor, topView(), {15, 0, 15}); // a click makes it as well
    QCOMPARE(editor.nameOf(editor.last()), std::string{"Wedge"});
}

void TestShapeTool::everyShapeCanBeDrawnUndoneAndRedone_data()
{
    QTest::addColumn<int>("kind");
    for (int kind = 0; kind < ShapeTool::Polygon; ++kind)
        QTest::newRow(std::string{shapeName(static_cast<ShapeKind>(kind))}.c_str()) << kind;
}

void TestShapeTool::everyShapeCanBeDrawnUndoneAndRedone()
{
    QFETCH(int, kind);
    ShapeEditor editor;
    auto& document = editor.document();
    const auto empty = document.contentHash();
    editor.set("Shape", kind);
    editor.set("Height", 3);
    for (const auto& view : {topView(), frontView(), sideView()}) {
        const auto from = view.camera.rayThrough(300, 200, 800, 600).origin;
        const auto to = view.camera.rayThrough(420, 380, 800, 600).origin;
        drag(editor, view, from, to);
        QVERIFY(!editor.tool().preview().empty());
        press(editor, view, ToolKey::Enter);
        QCOMPARE(editor.steps(), 1U);
        const auto made = document.contentHash();
        QVERIFY(made != empty);
        document.undo();
        QCOMPARE(document.contentHash(), empty);
        document.redo();
        QCOMPARE(document.contentHash(), made);
        document.undo();
        document.selection().clear();
    }
}

void TestShapeTool::aShapeOfSeveralBrushesIsAGroup()
{
    ShapeEditor editor;
    editor.set("Shape", 5);
    editor.set("Height", 1);
    editor.set("Step height", 0.25);
    drag(editor, topView(), {0, 0, 0}, {4, 0, 2});
    press(editor, topView(), ToolKey::Enter);
    QCOMPARE(editor.steps(), 1U);
    QCOMPARE(editor.nameOf(editor.last()), std::string{"Stairs"});
    QCOMPARE(editor.document().world().children(editor.last()).size(), 4U);
}

void TestShapeTool::in3dTheHeightComesAfterTheBase()
{
    ShapeEditor editor;
    drag(editor, view3d(), {-1, 0, -1}, {2, 0, 2});
    QVERIFY(editor.tools.takesText());
    editor.tools.hover(pointerAt(editor, view3d(), {2, 2.5, 2}));
    click(editor, view3d(), {2, 2.5, 2});
    QCOMPARE(editor.steps(), 0U); // the options can still change it
    QCOMPARE(editor.tool().preview()[0].bounds(), (Aabb{{-1, 0, -1}, {2, 2.5, 2}}));
    press(editor, view3d(), ToolKey::Enter);
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{-1, 0, -1}, {2, 2.5, 2}}));
}

void TestShapeTool::altGivesTheHeightDuringTheDrag()
{
    ShapeEditor editor;
    startDrag(editor, view3d(), {-1, 0, -1}, {2, 0, 2});
    VERIFY_OK(editor.tools.move(pointerAt(editor, view3d(), {2, 1.5, 2}, Alt)));
    editor.tools.release(pointerAt(editor, view3d(), {2, 1.5, 2}, Alt));
    QCOMPARE(editor.tool().preview()[0].bounds(), (Aabb{{-1, 0, -1}, {2, 1.5, 2}}));
    QVERIFY(!editor.tools.takesText());
}

void TestShapeTool::shiftDrawsSquaresAndCubes()
{
    ShapeEditor editor;
    editor.set("Height", 1);
    drag(editor, topView(), {0, 0, 0}, {-3, 0, 2}, Shift);
    QCOMPARE(editor.tool().preview()[0].bounds(), (Aabb{{-3, 0, 0}, {0, 1, 3}}));
    drag(editor, topView(), {0, 0, 0}, {-3, 0, 2}, Shift | Alt);
    QCOMPARE(editor.tool().preview()[0].bounds(), (Aabb{{-3, 0, 0}, {0, 3, 3}}));
    drag(editor, view3d(), {-1, 0, -1}, {1, 0, 0}, Shift | Alt);
    QCOMPARE(editor.tool().preview()[0].bounds(), (Aabb{{-1, 0, -1}, {1, 2, 1}}));
    QCOMPARE(editor.steps(), 0U);
}

void TestShapeTool::aTypedNumberIsTheHeight()
{
    ShapeEditor editor;
    startDrag(editor, topView(), {0, 0, 0}, {2, 0, 2});
    type(editor, topView(), "2.25");
    QCOMPARE(editor.tools.measure(), std::string{"2 x 2.25 x 2 m"});
    editor.tools.release(pointerAt(editor, topView(), {2, 0, 2}));
    press(editor, topView(), ToolKey::Enter);
    QCOMPARE(editor.fixture.boundsOf(editor.last()).max.y, 2.25);
    drag(editor, view3d(), {-2, 0, -2}, {-1, 0, -1});
    type(editor, view3d(), "0.75");
    press(editor, view3d(), ToolKey::Enter);
    QCOMPARE(editor.fixture.boundsOf(editor.last()).max.y, 0.75);
}

void TestShapeTool::theHeightIsThatOfTheSelectedBrushes()
{
    ShapeEditor editor;
    const auto wall = editor.fixture.addBox({0, 0.25, 0}, {4, 4, 0.25});
    editor.document().selection().set({wall});
    drag(editor, topView(), {6, 0, 6}, {8, 0, 8});
    QVERIFY(press(editor, topView(), ToolKey::Enter));
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{6, 0.25, 6}, {8, 4, 8}}));
    editor.set("Shape", ShapeTool::Polygon);
    editor.set("Height", 1);
    editor.document().selection().set({wall});
    for (const auto& corner : {Vec3d{6, 0, 0}, Vec3d{8, 0, 0}, Vec3d{6, 0, 2}})
        click(editor, topView(), corner);
    QVERIFY(press(editor, topView(), ToolKey::Enter));
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{6, 0.25, 0}, {8, 4, 2}}));
}

void TestShapeTool::typedSidesGiveTheBaseWhileItIsDragged()
{
    ShapeEditor editor;
    editor.set("Height", 1);
    startDrag(editor, topView(), {0, 0, 0}, {-2, 0, 2});
    type(editor, topView(), "4.3");
    press(editor, topView(), ToolKey::X);
    type(editor, topView(), "2");
    QCOMPARE(editor.tools.measure(), std::string{"4.3 x 1 x 2 m"});
    press(editor, topView(), ToolKey::X);
    type(editor, topView(), "0.75");
    VERIFY_OK(editor.tools.move(pointerAt(editor, topView(), {-9, 0, 5}))); // the numbers count
    editor.tools.release(pointerAt(editor, topView(), {-9, 0, 5}));
    QVERIFY(press(editor, topView(), ToolKey::Enter));
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{-4.3, 0, 0}, {0, 0.75, 2}}));
    // Backspace walks back through the sides.
    startDrag(editor, topView(), {5, 0, 5}, {7, 0, 7});
    type(editor, topView(), "4");
    press(editor, topView(), ToolKey::X);
    type(editor, topView(), "3");
    for (int i = 0; i < 2; ++i)
        press(editor, topView(), ToolKey::Backspace);
    QCOMPARE(editor.tools.measure(), std::string{"2 x 4 x 2 m"}); // a number alone is the height
    editor.tools.cancelGesture();
}

void TestShapeTool::typedSidesInA3dViewLeaveTheHeightToThePointer()
{
    ShapeEditor editor;
    startDrag(editor, view3d(), {-2, 0, -2}, {-1, 0, -1});
    type(editor, view3d(), "3");
    press(editor, view3d(), ToolKey::X);
    type(editor, view3d(), "1.5");
    editor.tools.release(pointerAt(editor, view3d(), {-1, 0, -1}));
    type(editor, view3d(), "2");
    press(editor, view3d(), ToolKey::Enter);
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{-2, 0, -2}, {1, 2, -0.5}}));
}

void TestShapeTool::escapeDuringADragBringsTheShapeBeforeBack()
{
    ShapeEditor editor;
    editor.set("Height", 1);
    drag(editor, topView(), {0, 0, 0}, {2, 0, 2});
    startDrag(editor, topView(), {5, 0, 5}, {7, 0, 7});
    press(editor, topView(), ToolKey::Escape);
    QCOMPARE(editor.tool().preview()[0].bounds(), (Aabb{{0, 0, 0}, {2, 1, 2}}));
    press(editor, topView(), ToolKey::Escape);
    QVERIFY(editor.tool().preview().empty());
    QCOMPARE(editor.activeTool(), std::string{"shape"});
    press(editor, topView(), ToolKey::Escape);
    QCOMPARE(editor.activeTool(), std::string{"select"});
    QCOMPARE(editor.steps(), 0U);
}

void TestShapeTool::refusedSettingsSayWhyAndLeaveTheLevelAlone()
{
    ShapeEditor editor;
    editor.set("Hollow", 1);
    editor.set("Height", 1);
    drag(editor, topView(), {0, 0, 0}, {2, 0, 2});
    editor.set("Thickness", 5);
    QVERIFY(editor.tool().preview().empty());
    QVERIFY(editor.tool().hint().find("thinner") != std::string::npos);
    press(editor, topView(), ToolKey::Enter);
    QCOMPARE(editor.steps(), 0U);
    QCOMPARE(editor.messages.size(), 1U);
    editor.set("Thickness", 0.25);
    press(editor, topView(), ToolKey::Enter);
    QCOMPARE(editor.steps(), 1U);
}

PLAIN_TEST(TestShapeTool)
} // namespace tst_shape_tool

#include "tst_shape_tool.moc"
