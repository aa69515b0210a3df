#include "editor/operations/brush/brush_operations.h"
#include "engine_core/scene/components/brush_component.h"
#include "tests/editor/tools/brush/shape_editor.h"
#include "tests/program/registry.h"

#include <QtTest>

namespace tst_shape_outlines
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// Polygons and hulls, which are drawn corner by corner.
class TestShapeOutlines : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPolygonThatIsDroppedLeavesTheHeight();
    void theHeightCanBeTypedWhileAPolygonIsDrawn();
    void hullsLeaveTheHeight();
    void aPolygonIsClickedCornerByCorner();
    void anOutlineThatTurnsInwardsIsRefused();
    void aPolygonOnAFloorIn3dGetsItsHeight();
    void onASlopePolygonsStandOnTheGridAndHullsOnTheSlope();
    void cornersCanBeDragged();
    void typedNumbersSayHowFarCornersGo();
    void aHullLiesAroundItsPoints();
    void vSnapsCornersToOtherBrushes();
};

void TestShapeOutlines::aPolygonThatIsDroppedLeavesTheHeight()
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

void TestShapeOutlines::theHeightCanBeTypedWhileAPolygonIsDrawn()
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

void TestShapeOutlines::hullsLeaveTheHeight()
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

void TestShapeOutlines::aPolygonIsClickedCornerByCorner()
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

void TestShapeOutlines::anOutlineThatTurnsInwardsIsRefused()
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

void TestShapeOutlines::aPolygonOnAFloorIn3dGetsItsHeight()
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

void TestShapeOutlines::onASlopePolygonsStandOnTheGridAndHullsOnTheSlope()
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

void TestShapeOutlines::cornersCanBeDragged()
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

void TestShapeOutlines::typedNumbersSayHowFarCornersGo()
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

void TestShapeOutlines::aHullLiesAroundItsPoints()
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

void TestShapeOutlines::vSnapsCornersToOtherBrushes()
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

PLAIN_TEST(TestShapeOutlines)
} // namespace tst_shape_outlines

#include "tst_shape_outlines.moc"
