#include "editor/operations/brush/brush_operations.h"
#include "editor/tools/brush/shape_tool.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"

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
    void aPolygonThatIsDroppedLeavesTheHeight();
    void theHeightCanBeTypedWhileAPolygonIsDrawn();
    void hullsLeaveTheHeight();
    void typedSidesGiveTheBaseWhileItIsDragged();
    void typedSidesInA3dViewLeaveTheHeightToThePointer();
    void escapeDuringADragBringsTheShapeBeforeBack();
    void aPolygonIsClickedCornerByCorner();
    void anOutlineThatTurnsInwardsIsRefused();
    void aPolygonOnAFloorIn3dGetsItsHeight();
    void onASlopePolygonsStandOnTheGridAndHullsOnTheSlope();
    void cornersCanBeDragged();
    void typedNumbersSayHowFarCornersGo();
    void aHullLiesAroundItsPoints();
    void vSnapsCornersToOtherBrushes();
    void refusedSettingsSayWhyAndLeaveTheLevelAlone();
};

namespace
{
struct ShapeEditor : TestEditor
{
    ShapeEditor()
    {
        activateTool("shape");
        gridSetting.step = 0.5;
    }

    ShapeTool& tool() { return dynamic_cast<ShapeTool&>(*tools.find("shape")); }

    EntityId last() { return document().selection().primary(); }

    ToolSetting setting(const std::string& label)
    {
        for (const auto& each : tool().settings())
            if (each.label == label)
                return each;
        return {};
    }

    void set(const std::string& label, double value)
    {
        auto found = setting(label);
        QVERIFY2(found.set, label.c_str());
        VERIFY_OK(found.set(value));
    }

    std::size_t steps() { return document().history().entries().size(); }

    std::string nameOf(EntityId entity) { return fixture.get<Node>(entity).name; }
};

TestView view3d()
{
    return perspectiveView({6, 10, 12}, {0, 0, 0});
}
} // namespace

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

void TestShapeTool::aPolygonThatIsDroppedLeavesTheHeight()
{
    ShapeEditor editor;
    const auto wall = editor.fixture.addBox({-4, 0.25, 0}, {4, 4, 1});
    editor.set("Shape", ShapeTool::Polygon);
    editor.set("Height", 1);
    editor.document().selection().set({wall});
    click(editor, topView(), {6, 0, 0});
    QCOMPARE(editor.setting("Height").get(), 3.75); // that of the wall
    QVERIFY(press(editor, topView(), ToolKey::Escape));
    editor.document().selection().clear();
    QCOMPARE(editor.setting("Height").get(), 1.0);
    editor.document().selection().set({wall});
    startDrag(editor, topView(), {6, 0, 0}, {7, 0, 0});
    QVERIFY(press(editor, topView(), ToolKey::Escape));
    QCOMPARE(editor.setting("Height").get(), 3.75); // the next one's, too
    editor.document().selection().clear();
    QCOMPARE(editor.setting("Height").get(), 1.0);
    editor.document().selection().set({wall});
    editor.set("Height", 2); // counts for what is selected now, until something is drawn
    click(editor, topView(), {6, 0, 0});
    QVERIFY(press(editor, topView(), ToolKey::Escape));
    for (const auto& corner : {Vec3d{6, 0, 0}, Vec3d{8, 0, 0}, Vec3d{6, 0, 2}})
        click(editor, topView(), corner);
    QVERIFY(press(editor, topView(), ToolKey::Enter));
    QCOMPARE(editor.fixture.boundsOf(editor.last()).size().y, 2.0);
}

void TestShapeTool::theHeightCanBeTypedWhileAPolygonIsDrawn()
{
    ShapeEditor editor;
    const auto wall = editor.fixture.addBox({-4, 0.25, 0}, {4, 4, 1});
    editor.set("Shape", ShapeTool::Polygon);
    editor.document().selection().set({wall});
    for (const auto& corner : {Vec3d{6, 0, 0}, Vec3d{8, 0, 0}, Vec3d{6, 0, 2}})
        click(editor, topView(), corner);
    editor.set("Height", 0.5);
    QCOMPARE(editor.tool().preview()[0].bounds().size().y, 0.5);
    QVERIFY(press(editor, topView(), ToolKey::Enter));
    QCOMPARE(editor.fixture.boundsOf(editor.last()).size().y, 0.5);
    QCOMPARE(editor.setting("Height").get(), 0.5);
}

void TestShapeTool::hullsLeaveTheHeight()
{
    ShapeEditor editor;
    const auto wall = editor.fixture.addBox({-4, 0.25, 0}, {4, 4, 1});
    editor.set("Height", 1);
    editor.document().selection().set({wall});
    editor.set("Shape", ShapeTool::Hull);
    click(editor, topView(), {6, 0, 0});
    editor.set("Shape", 0);
    editor.document().selection().clear();
    QCOMPARE(editor.setting("Height").get(), 1.0);
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

void TestShapeTool::aPolygonIsClickedCornerByCorner()
{
    ShapeEditor editor;
    editor.set("Shape", ShapeTool::Polygon);
    editor.set("Height", 2);
    for (const auto& corner : {Vec3d{0, 0, 0}, Vec3d{4.1, 0, 0}, Vec3d{4, 0, 2.9}, Vec3d{2, 0, 5}})
        click(editor, topView(), corner);
    QCOMPARE(editor.tool().preview().size(), 1U);
    press(editor, topView(), ToolKey::Backspace);
    click(editor, topView(), {1, 0, 4});
    click(editor, topView(), {0, 0, 0}); // closes it
    QCOMPARE(editor.nameOf(editor.last()), std::string{"Polygon"});
    QCOMPARE(editor.fixture.brushOf(editor.last()).faceCount(), 6U);
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{0, 0, 0}, {4, 2, 4}}));
    QCOMPARE(editor.steps(), 1U);
}

void TestShapeTool::anOutlineThatTurnsInwardsIsRefused()
{
    ShapeEditor editor;
    editor.set("Shape", ShapeTool::Polygon);
    for (const auto& corner : {Vec3d{0, 0, 0}, Vec3d{4, 0, 0}, Vec3d{4, 0, 4}})
        click(editor, topView(), corner);
    click(editor, topView(), {3, 0, 1});
    QCOMPARE(editor.messages.size(), 1U);
    QVERIFY(editor.messages[0].find("convex") != std::string::npos);
    click(editor, topView(), {0, 0, 4});
    press(editor, topView(), ToolKey::Enter);
    QCOMPARE(editor.fixture.brushOf(editor.last()).faceCount(), 6U);
}

void TestShapeTool::aPolygonOnAFloorIn3dGetsItsHeight()
{
    ShapeEditor editor;
    editor.set("Shape", ShapeTool::Polygon);
    for (const auto& corner : {Vec3d{0, 0, 0}, Vec3d{2, 0, 0}, Vec3d{0, 0, 2}})
        click(editor, view3d(), corner);
    press(editor, view3d(), ToolKey::Enter);
    QCOMPARE(editor.steps(), 0U);
    type(editor, view3d(), "1.5");
    press(editor, view3d(), ToolKey::Enter);
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{0, 0, 0}, {2, 1.5, 2}}));
}

void TestShapeTool::onASlopePolygonsStandOnTheGridAndHullsOnTheSlope()
{
    ShapeEditor editor;
    const auto ramp = editor.fixture.addBox({-4, 0, -4}, {4, 1, 4});
    const auto wedge = makeShape(ShapeKind::Wedge, {{-4, 0, -4}, {4, 1, 4}}, {}, {});
    VERIFY_OK(wedge);
    VERIFY_OK(editor.fixture.run([&](Transaction& transaction) {
        setBrush(transaction, ramp, wedge->front());
        return Result<void>{};
    }));
    const auto foot = [&](int kind) {
        editor.set("Shape", kind);
        for (const auto& corner : {Vec3d{1, 0.625, 0}, Vec3d{1, 0.625, 2}, Vec3d{3, 0.875, 0}})
            click(editor, view3d(), corner);
        if (kind == ShapeTool::Hull)
            click(editor, topView(), {3, 0, 2}); // as low as the last corner
        else
            press(editor, view3d(), ToolKey::Enter);
        press(editor, view3d(), ToolKey::Enter);
        return editor.fixture.boundsOf(editor.last()).min.y;
    };
    QCOMPARE(foot(ShapeTool::Polygon), 0.5);
    QCOMPARE(foot(ShapeTool::Hull), 0.625);
}

void TestShapeTool::cornersCanBeDragged()
{
    ShapeEditor editor;
    editor.set("Shape", ShapeTool::Polygon);
    editor.set("Height", 1);
    for (const auto& corner : {Vec3d{0, 0, 0}, Vec3d{4, 0, 0}, Vec3d{4, 0, 4}})
        click(editor, topView(), corner);
    drag(editor, topView(), {4, 0, 4}, {6, 0, 6});
    QCOMPARE(editor.tool().preview()[0].bounds().max.x, 6.0);
    startDrag(editor, topView(), {6, 0, 6}, {9, 0, 9});
    press(editor, topView(), ToolKey::Escape);
    QCOMPARE(editor.tool().preview()[0].bounds().max.x, 6.0);
}

void TestShapeTool::typedNumbersSayHowFarCornersGo()
{
    ShapeEditor editor;
    editor.set("Shape", ShapeTool::Polygon);
    click(editor, topView(), {0, 0, 0});
    click(editor, topView(), {4, 0, 0});
    startDrag(editor, topView(), {4, 0, 2}, {4, 0, 3});
    type(editor, topView(), "2.3"); // a new corner: from the one before
    QVERIFY(editor.tools.measure().find("2.3 m from the corner before") != std::string::npos);
    editor.tools.release(pointerAt(editor, topView(), {4, 0, 3}));
    QCOMPARE(editor.tool().preview()[0].bounds().max, (Vec3d{4, 1, 2.3}));
    startDrag(editor, topView(), {4, 0, 2.3}, {5, 0, 2.5});
    type(editor, topView(), "0.7"); // an old one: along the axis it went most
    press(editor, topView(), ToolKey::Enter);
    QCOMPARE(editor.tool().preview()[0].bounds().max, (Vec3d{4.7, 1, 2.3}));
}

void TestShapeTool::aHullLiesAroundItsPoints()
{
    ShapeEditor editor;
    editor.set("Shape", ShapeTool::Hull);
    for (const auto& corner : {Vec3d{0, 0, 0}, Vec3d{4, 0, 0}, Vec3d{0, 0, 4}})
        click(editor, topView(), corner);
    click(editor, frontView(), {1, 3, 0});
    press(editor, frontView(), ToolKey::Enter);
    QCOMPARE(editor.nameOf(editor.last()), std::string{"Hull"});
    QCOMPARE(editor.fixture.brushOf(editor.last()).faceCount(), 4U);
    QCOMPARE(editor.fixture.boundsOf(editor.last()), (Aabb{{0, 0, 0}, {4, 3, 4}}));
}

void TestShapeTool::vSnapsCornersToOtherBrushes()
{
    for (const int kind : {ShapeTool::Polygon, ShapeTool::Hull}) {
        ShapeEditor editor;
        static_cast<void>(editor.fixture.addBox({6.1, 0, 6.3}, {8, 0.7, 8}));
        editor.set("Shape", kind);
        for (const auto& corner : {Vec3d{0, 0, 0}, Vec3d{4, 0, 0}, Vec3d{4, 0, 4}})
            click(editor, topView(), corner);
        startDrag(editor, topView(), {4, 0, 4}, {5, 0, 5});
        QVERIFY(press(editor, topView(), ToolKey::V));
        const auto corner = pointerAt(editor, topView(), {6.12, 0, 6.27});
        VERIFY_OK(editor.tools.move(corner));
        const auto measured = QString::fromStdString(editor.tools.measure());
        QVERIFY2(measured.startsWith("6.1, 0, 6.3") && measured.endsWith("to vertices"),
                 qPrintable(measured));
        QVERIFY(press(editor, topView(), ToolKey::V));
        const auto beside = pointerAt(editor, topView(), {6.12, 0, 7});
        VERIFY_OK(editor.tools.move(beside));
        const auto said = QString::fromStdString(editor.tools.measure());
        QVERIFY2(said.startsWith("6.1, 0, 7;") && said.endsWith("to faces"), qPrintable(said));
        editor.tools.release(beside);
    }
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
