#include "editor/operations/brush/patch_operations.h"
#include "editor/tools/gestures/handle_tool.h"
#include "engine_core/scene/components/brush_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/brush_promises.h"

#include <QtTest>

namespace tst_vertex_tool
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestVertexTool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void dragIn3dMovesAVertexOnItsHeight();
    void pointsOfCurvedPatchesAreDragged();
    void altLiftsAVertex();
    void shiftKeepsToTheMajorAxis();
    void dragIn2dTakesAllVerticesBehindEachOther();
    void clickAndCtrlChooseAndTheVoidClears();
    void rectangleChoosesAndCtrlTurnsAround();
    void sharedVerticesMoveTogether();
    void typedNumberIsTheExactWay();
    void gridSnapsTheWayNotThePlace();
    void vSnapsVerticesToCornersAndFaces();
    void vSnapsFacesToFacesAndNewVerticesToCorners();
    void vDoesNotSnapASwallowedVertexToItsOwnBrush();
    void arrowKeysMoveTheChosen();
    void deleteTakesTheChosenNotTheBrush();
    void escapeGoesOneStepBack();
    void vertexPushedInsideVanishes();
    void refusalKeepsTheLastShape();
    void shiftDragOnAnEdgeAddsAVertex();
    void shiftDragOnAFaceAddsAVertex();
    void shiftAltClickJoinsVertices();
    void edgesAreTakenAlongTheirLength();
    void edgeThatWouldVanishStays();
    void facesAreTakenAnywhereIn3d();
    void facesAreTakenByTheirMiddleIn2d();
    void fieldsMoveTheChosen();
    void snapButtonUsesTheGrid();
    void clickBesideSelectsAnotherBrush();
    void hiddenObjectsInFrontDoNotLoseTheChoice();
    void undoBringsTheShapeBack();
    void drawsHandlesOfTheSelectionOnly();
    void rotateTurnsTheChosenVertices();
    void scaleStretchesTheChosenFace();
    void moveGoesAlongAnAxisWithTheChosenEdges();
    void whatCannotBeStretchedStaysChosenAndAsItIs();
    void chosenHandlesAreForgottenForWholeObjects_data();
    void chosenHandlesAreForgottenForWholeObjects();
};

namespace
{
const Vec3d Eye{6, 8, 14};

struct Scene
{
    TestEditor editor;
    EntityId box;
    TestView view = perspectiveView(Eye, {1, 1, 1});

    explicit Scene(const char* tool)
    {
        box = editor.fixture.addBox({0, 0, 0}, {2, 2, 2});
        editor.document().selection().set({box});
        editor.tools.activate(tool);
    }

    [[nodiscard]] bool has(const Vec3d& place) const { return has(box, place); }

    [[nodiscard]] bool has(EntityId entity, const Vec3d& place) const
    {
        for (const auto& vertex : editor.fixture.brushOf(entity).vertices())
            if (glm::distance(vertex, place) < 1e-6)
                return true;
        return false;
    }

    [[nodiscard]] std::size_t vertexCount() const
    {
        return editor.fixture.brushOf(box).vertices().size();
    }

    [[nodiscard]] ToolSetting setting(const std::string& label)
    {
        for (auto& each : editor.tools.active()->settings())
            if (each.label == label)
                return each;
        return {};
    }
};
} // namespace

void TestVertexTool::dragIn3dMovesAVertexOnItsHeight()
{
    Scene scene{"vertex"};
    drag(scene.editor, scene.view, {2, 2, 2}, {3, 2, 2.5});
    QVERIFY(scene.has({3, 2, 2.5}));
    QCOMPARE(scene.vertexCount(), std::size_t{8});
    QCOMPARE(brokenPromise(scene.editor.fixture.brushOf(scene.box)), std::string{});
}

void TestVertexTool::pointsOfCurvedPatchesAreDragged()
{
    Scene scene{"vertex"};
    EntityId patch;
    VERIFY_OK(scene.editor.fixture.run([&](Transaction& edit) -> Result<void> {
        auto made = createPatch(edit, PatchShape::Flat, {{0, 0, 0}, {2, 0, 2}});
        if (!made)
            return made.error();
        patch = *made;
        return {};
    }));
    auto& document = scene.editor.document();
    document.selection().set({patch});
    const auto before = document.contentHash();
    const auto point = [&](int column, int row) {
        return scene.editor.fixture.get<CurvedPatch>(patch).grid->at(column, row).position;
    };
    drag(scene.editor, scene.view, {1, 0, 1}, {1.5, 0, 1});
    QCOMPARE(point(1, 1), (Vec3d{1.5, 0, 1}));
    QCOMPARE(point(0, 0), (Vec3d{0, 0, 2}));
    QVERIFY(press(scene.editor, scene.view, ToolKey::Delete));
    QCOMPARE(point(1, 1), (Vec3d{1.5, 0, 1})); // it can only be moved
    document.undo();
    QCOMPARE(document.contentHash(), before);
    scene.editor.tools.activate("edge");
    DebugDraw draw;
    scene.editor.tools.draw(draw, pointerAt(scene.editor, scene.view, {9, 9, 0}));
    QVERIFY(draw.points.empty()); // a patch has no edges to take
}

void TestVertexTool::altLiftsAVertex()
{
    Scene scene{"vertex"};
    startDrag(scene.editor, scene.view, {2, 2, 2}, {2, 2, 2});
    const auto up = pointerAt(scene.editor, scene.view, {2, 3, 2}, Alt);
    VERIFY_OK(scene.editor.tools.move(up));
    scene.editor.tools.release(up);
    QVERIFY(scene.has({2, 3, 2}));
}

void TestVertexTool::shiftKeepsToTheMajorAxis()
{
    Scene scene{"vertex"};
    startDrag(scene.editor, scene.view, {2, 2, 2}, {2, 2, 2});
    const auto aside = pointerAt(scene.editor, scene.view, {3.5, 2, 2.5}, Shift);
    VERIFY_OK(scene.editor.tools.move(aside));
    scene.editor.tools.release(aside);
    QVERIFY(scene.has({3.5, 2, 2}));
}

void TestVertexTool::dragIn2dTakesAllVerticesBehindEachOther()
{
    Scene scene{"vertex"};
    drag(scene.editor, frontView(), {2, 2, 0}, {3, 2.5, 0});
    QVERIFY(scene.has({3, 2.5, 0}) && scene.has({3, 2.5, 2}));
    QCOMPARE(scene.vertexCount(), std::size_t{8});
}

void TestVertexTool::clickAndCtrlChooseAndTheVoidClears()
{
    Scene scene{"vertex"};
    click(scene.editor, scene.view, {2, 2, 2});
    click(scene.editor, scene.view, {0, 2, 2}, Ctrl);
    QCOMPARE(scene.setting("X").get(), 1.0);
    click(scene.editor, scene.view, {0, 2, 2}, Ctrl);
    QCOMPARE(scene.setting("X").get(), 2.0);
    click(scene.editor, scene.view, {9, 0, 0});
    QVERIFY(!scene.setting("X").get);
    QCOMPARE(scene.editor.document().selection().entities(), std::vector{scene.box});
}

void TestVertexTool::rectangleChoosesAndCtrlTurnsAround()
{
    Scene scene{"vertex"};
    const auto view = frontView();
    drag(scene.editor, view, {-1, 1.5, 0}, {3, 2.5, 0}); // the upper four
    QCOMPARE(scene.setting("Y").get(), 2.0);
    drag(scene.editor, view, {1.5, 1.5, 0}, {3, 2.5, 0}, Ctrl); // without the right two
    QCOMPARE(scene.setting("X").get(), 0.0);
}

void TestVertexTool::sharedVerticesMoveTogether()
{
    Scene scene{"vertex"};
    const auto other = scene.editor.fixture.addBox({2, 0, 0}, {4, 2, 2});
    scene.editor.document().selection().set({scene.box, other});
    drag(scene.editor, frontView(), {2, 2, 0}, {2, 3, 0});
    for (const auto entity : {scene.box, other})
        QVERIFY(scene.has(entity, {2, 3, 0}) && scene.has(entity, {2, 3, 2}));
}

void TestVertexTool::typedNumberIsTheExactWay()
{
    Scene scene{"vertex"};
    const auto view = frontView();
    startDrag(scene.editor, view, {2, 2, 0}, {2.4, 2.1, 0});
    type(scene.editor, view, "2.5");
    QVERIFY(press(scene.editor, view, ToolKey::Enter));
    QVERIFY(scene.has({4.5, 2, 0}));
}

void TestVertexTool::gridSnapsTheWayNotThePlace()
{
    Scene scene{"vertex"};
    scene.editor.gridSetting = {.step = 1, .enabled = true};
    const auto off = scene.editor.fixture.addBox({5.1, 0, 0}, {7.1, 2, 2});
    scene.editor.document().selection().set({off});
    drag(scene.editor, frontView(), {7.1, 2, 0}, {8.9, 2, 0});
    QVERIFY(scene.has(off, {9.1, 2, 0}));
}

void TestVertexTool::vSnapsVerticesToCornersAndFaces()
{
    Scene scene{"vertex"};
    auto& tools = scene.editor.tools;
    scene.editor.fixture.addBox({4.1, 0, 1.1}, {5, 1.3, 2.1});
    startDrag(scene.editor, scene.view, {2, 2, 2}, {3, 2, 2});
    QVERIFY(press(scene.editor, scene.view, ToolKey::V));
    const auto corner = pointerAt(scene.editor, scene.view, {4.13, 1.3, 2.07});
    VERIFY_OK(tools.move(corner));
    QVERIFY(scene.has({4.1, 1.3, 2.1})); // in the height as well
    QVERIFY(tools.measure().find("to vertices") != std::string::npos);
    QVERIFY(press(scene.editor, scene.view, ToolKey::V));
    VERIFY_OK(tools.move(corner)); // on top of the other
    const auto vertices = scene.editor.fixture.brushOf(scene.box).vertices();
    QVERIFY(std::any_of(vertices.begin(), vertices.end(),
                        [](const Vec3d& vertex) { return std::abs(vertex.y - 1.3) < 1e-9; }));
    QVERIFY(tools.measure().find("to faces") != std::string::npos);
    QVERIFY(press(scene.editor, scene.view, ToolKey::V)); // the grid again
    VERIFY_OK(tools.move(pointerAt(scene.editor, scene.view, {3, 2, 2.5})));
    tools.release(pointerAt(scene.editor, scene.view, {3, 2, 2.5}));
    QVERIFY(scene.has({3, 2, 2.5}));
    QCOMPARE(scene.editor.document().history().entries().size(), std::size_t{3});
}

void TestVertexTool::vSnapsFacesToFacesAndNewVerticesToCorners()
{
    Scene scene{"face"};
    auto& tools = scene.editor.tools;
    const auto other = scene.editor.fixture.addBox({4.1, 0, 1.1}, {5, 3.3, 2.1});
    scene.editor.document().selection().set({scene.box, other}); // what stays is snapped to as well
    startDrag(scene.editor, frontView(), {2, 1, 0}, {3, 1, 0});
    QVERIFY(press(scene.editor, frontView(), ToolKey::V));
    QVERIFY(press(scene.editor, frontView(), ToolKey::V));
    const auto side = pointerAt(scene.editor, frontView(), {4.05, 1, 0});
    VERIFY_OK(tools.move(side));
    tools.release(side);
    QCOMPARE(scene.editor.fixture.boundsOf(scene.box), (Aabb{{0, 0, 0}, {4.1, 2, 2}}));
    tools.activate("vertex");
    startDrag(scene.editor, topView(), {2, 0, 0}, {2, 0, -1}, Shift); // the middle of an edge
    QVERIFY(press(scene.editor, topView(), ToolKey::V));
    const auto corner = pointerAt(scene.editor, topView(), {4.98, 0, 1.12}, Shift);
    VERIFY_OK(tools.move(corner));
    tools.release(corner);
    QVERIFY(scene.has({5, 2, 1.1}) || scene.has({5, 0, 1.1}));
}

void TestVertexTool::vDoesNotSnapASwallowedVertexToItsOwnBrush()
{
    Scene scene{"vertex"};
    auto& tools = scene.editor.tools;
    startDrag(scene.editor, scene.view, {2, 2, 2}, {0.5, 2, 0.5}); // pushed inside
    QCOMPARE(scene.vertexCount(), std::size_t{7});
    QVERIFY(press(scene.editor, scene.view, ToolKey::V));
    const auto besideACorner = pointerAt(scene.editor, scene.view, {1.75, 2, 0.25});
    VERIFY_OK(tools.move(besideACorner));
    QVERIFY2(tools.measure().starts_with("X -0.25  Z -1.75 m"), tools.measure().c_str());
    tools.release(besideACorner);
}

void TestVertexTool::arrowKeysMoveTheChosen()
{
    Scene scene{"vertex"};
    const auto view = frontView();
    click(scene.editor, view, {2, 2, 0});
    QVERIFY(press(scene.editor, view, ToolKey::Right));
    QVERIFY(press(scene.editor, view, ToolKey::Up));
    QVERIFY(scene.has({2.25, 2.25, 0}) && scene.has({2.25, 2.25, 2}));
}

void TestVertexTool::deleteTakesTheChosenNotTheBrush()
{
    Scene scene{"vertex"};
    QVERIFY(!scene.editor.tools.takesKey(ToolKey::Delete));
    click(scene.editor, scene.view, {2, 2, 2});
    QVERIFY(scene.editor.tools.takesKey(ToolKey::Delete));
    QVERIFY(press(scene.editor, scene.view, ToolKey::Delete));
    QCOMPARE(scene.vertexCount(), std::size_t{7});
}

void TestVertexTool::escapeGoesOneStepBack()
{
    Scene scene{"vertex"};
    const auto before = scene.editor.document().contentHash();
    startDrag(scene.editor, scene.view, {2, 2, 2}, {3, 2, 2});
    QVERIFY(press(scene.editor, scene.view, ToolKey::Escape)); // the drag
    QCOMPARE(scene.editor.document().contentHash(), before);
    QCOMPARE(scene.setting("X").get(), 2.0);                   // still chosen, where it was
    QVERIFY(press(scene.editor, scene.view, ToolKey::Escape)); // the choice
    QVERIFY(!scene.setting("X").get);
    QCOMPARE(scene.editor.tools.activeId(), std::string{"vertex"});
    QVERIFY(press(scene.editor, scene.view, ToolKey::Escape)); // the tool
    QCOMPARE(scene.editor.tools.activeId(), std::string{SelectToolId});
    QVERIFY(!scene.editor.document().selection().isEmpty());
}

void TestVertexTool::vertexPushedInsideVanishes()
{
    Scene scene{"vertex"};
    startDrag(scene.editor, scene.view, {2, 2, 2}, {1, 2, 0.75});
    QVERIFY(scene.editor.tools.measure().find("vanishes") != std::string::npos);
    scene.editor.tools.release(pointerAt(scene.editor, scene.view, {1, 2, 0.75}));
    QCOMPARE(scene.vertexCount(), std::size_t{7});
    QVERIFY(!scene.setting("X").get); // nothing is chosen any more
}

void TestVertexTool::refusalKeepsTheLastShape()
{
    Scene scene{"vertex"};
    const auto view = topView();
    // All four corners of one side through the opposite one, beyond it.
    startDrag(scene.editor, view, {2, 0, 2}, {2.5, 0, 2.5});
    const auto far = pointerAt(scene.editor, view, {-9, 0, -9});
    const auto refused = scene.editor.tools.move(far);
    QVERIFY(!refused);
    scene.editor.tools.release(far);
    QVERIFY(scene.has({2.5, 2, 2.5}));
}

void TestVertexTool::shiftDragOnAnEdgeAddsAVertex()
{
    Scene scene{"vertex"};
    drag(scene.editor, frontView(), {1, 2, 0}, {1, 3, 0}, Shift);
    QCOMPARE(scene.vertexCount(), std::size_t{9});
    QCOMPARE(scene.setting("Y").get(), 3.0); // and it is the chosen one
    drag(scene.editor, frontView(), {1.5, 2.5, 0}, {1.5, 0.5, 0}, Shift);
    QCOMPARE(scene.editor.messages.empty(), false); // inwards is refused
    QCOMPARE(scene.vertexCount(), std::size_t{9});
}

void TestVertexTool::shiftDragOnAFaceAddsAVertex()
{
    Scene scene{"vertex"};
    drag(scene.editor, scene.view, {1.5, 1, 2}, {1.5, 1, 3}, Shift);
    QCOMPARE(scene.vertexCount(), std::size_t{9});
    QVERIFY(scene.has({1.5, 1, 3}));
}

void TestVertexTool::shiftAltClickJoinsVertices()
{
    Scene scene{"vertex"};
    click(scene.editor, scene.view, {2, 2, 2});
    click(scene.editor, scene.view, {0, 2, 2}, Shift | Alt);
    QCOMPARE(scene.vertexCount(), std::size_t{7});
    QVERIFY(scene.has({0, 2, 2}) && !scene.has({2, 2, 2}));
}

void TestVertexTool::edgesAreTakenAlongTheirLength()
{
    Scene scene{"edge"};
    startDrag(scene.editor, scene.view, {0.5, 2, 2}, {0.5, 2, 2});
    const auto up = pointerAt(scene.editor, scene.view, {0.5, 3, 2}, Alt);
    VERIFY_OK(scene.editor.tools.move(up));
    scene.editor.tools.release(up);
    QVERIFY(scene.has({0, 3, 2}) && scene.has({2, 3, 2}));
    QCOMPARE(scene.vertexCount(), std::size_t{8});
}

void TestVertexTool::edgeThatWouldVanishStays()
{
    Scene scene{"edge"};
    startDrag(scene.editor, scene.view, {1, 2, 2}, {1, 2, 2.5});
    const auto refused = scene.editor.tools.move(pointerAt(scene.editor, scene.view, {1, 2, 0}));
    QVERIFY(!refused);
    QVERIFY(refused.error().message().find("vanish") != std::string::npos);
    QVERIFY(scene.has({0, 2, 2.5}));
}

void TestVertexTool::facesAreTakenAnywhereIn3d()
{
    Scene scene{"face"};
    drag(scene.editor, scene.view, {0.4, 2, 0.4}, {1.4, 2, 0.4}); // the top, sideways
    QVERIFY(scene.has({3, 2, 0}) && scene.has({1, 2, 2}));
    QCOMPARE(scene.editor.fixture.brushOf(scene.box).faceCount(), std::size_t{6});
}

void TestVertexTool::facesAreTakenByTheirMiddleIn2d()
{
    Scene scene{"face"};
    drag(scene.editor, frontView(), {1, 2, 0}, {1.5, 3, 0});
    QVERIFY(scene.has({0.5, 3, 0}) && scene.has({2.5, 3, 2}));
}

void TestVertexTool::fieldsMoveTheChosen()
{
    Scene scene{"vertex"};
    click(scene.editor, scene.view, {2, 2, 2});
    VERIFY_OK(scene.setting("X").set(2.4));
    VERIFY_OK(scene.setting("Y").set(2.2));
    QVERIFY(scene.has({2.4, 2.2, 2}));
    VERIFY_OK(scene.setting("Y").set(1e9)); // refused with a message
    QVERIFY(!scene.editor.messages.empty());
    QVERIFY(scene.has({2.4, 2.2, 2}));
}

void TestVertexTool::snapButtonUsesTheGrid()
{
    Scene scene{"vertex"};
    click(scene.editor, scene.view, {2, 2, 2});
    VERIFY_OK(scene.setting("X").set(2.4));
    VERIFY_OK(scene.setting("Snap to grid").press());
    QVERIFY(scene.has({2.5, 2, 2}));
    press(scene.editor, scene.view, ToolKey::Escape);
    scene.editor.gridSetting.step = 1;
    VERIFY_OK(scene.setting("Snap all to grid").press());
    QVERIFY(scene.has({3, 2, 2}) || scene.has({2, 2, 2}));
}

void TestVertexTool::clickBesideSelectsAnotherBrush()
{
    Scene scene{"vertex"};
    const auto other = scene.editor.fixture.addBox({5, 0, 0}, {7, 2, 2});
    scene.editor.document().selection().set({scene.box});
    click(scene.editor, scene.view, {6, 1, 2});
    QCOMPARE(scene.editor.document().selection().entities(), std::vector{other});
}

void TestVertexTool::hiddenObjectsInFrontDoNotLoseTheChoice()
{
    Scene scene{"vertex"};
    click(scene.editor, scene.view, {2, 2, 2});
    scene.editor.fixture.addBox({5, 0, 0}, {7, 2, 2}); // the level changes elsewhere
    QCOMPARE(scene.setting("X").get(), 2.0);
}

void TestVertexTool::undoBringsTheShapeBack()
{
    Scene scene{"vertex"};
    const auto before = scene.editor.document().contentHash();
    drag(scene.editor, scene.view, {2, 2, 2}, {3, 2, 2.5});
    const auto after = scene.editor.document().contentHash();
    scene.editor.document().undo();
    QCOMPARE(scene.editor.document().contentHash(), before);
    scene.editor.document().redo();
    QCOMPARE(scene.editor.document().contentHash(), after);
}

void TestVertexTool::drawsHandlesOfTheSelectionOnly()
{
    Scene scene{"vertex"};
    scene.editor.fixture.addBox({5, 0, 0}, {7, 2, 2});
    scene.editor.document().selection().set({scene.box});
    DebugDraw draw;
    scene.editor.tools.draw(draw, pointerAt(scene.editor, scene.view, {9, 9, 0}));
    QCOMPARE(draw.points.size(), std::size_t{8});
    for (const auto& point : draw.points)
        QCOMPARE(point.size, 7.0F);
}

namespace
{
/// The four at the top, two and two behind each other in the front view.
void chooseTop(Scene& scene)
{
    click(scene.editor, frontView(), {0, 2, 0});
    click(scene.editor, frontView(), {2, 2, 0}, Ctrl);
}
} // namespace

void TestVertexTool::rotateTurnsTheChosenVertices()
{
    Scene scene{"vertex"};
    auto& document = scene.editor.document();
    chooseTop(scene);
    const auto before = document.contentHash();
    scene.editor.tools.activate("rotate");
    press(scene.editor, scene.view, ToolKey::Y);
    type(scene.editor, scene.view, "45");
    QVERIFY(press(scene.editor, scene.view, ToolKey::Enter));
    const double far = std::sqrt(2.0);
    QVERIFY(scene.has({1 + far, 2, 1}) && scene.has({1, 2, 1 - far}));
    QVERIFY(scene.has({0, 0, 0}) && scene.has({2, 0, 2})); // the floor stays
    QCOMPARE(scene.vertexCount(), std::size_t{8});
    QCOMPARE(brokenPromise(scene.editor.fixture.brushOf(scene.box)), std::string{});
    const auto after = document.contentHash();
    document.undo();
    QCOMPARE(document.contentHash(), before);
    document.redo();
    QCOMPARE(document.contentHash(), after);
    // They are still chosen, here and back in the vertex tool.
    press(scene.editor, scene.view, ToolKey::Y);
    type(scene.editor, scene.view, "45");
    press(scene.editor, scene.view, ToolKey::Enter);
    QVERIFY(scene.has({0, 2, 0}) && scene.has({2, 2, 2}));
    scene.editor.tools.activate("vertex");
    QVERIFY(scene.setting("X").get);
    QVERIFY(std::abs(scene.setting("Y").get() - 2) < 1e-9);
}

void TestVertexTool::scaleStretchesTheChosenFace()
{
    Scene scene{"face"};
    click(scene.editor, scene.view, {1, 2, 1});
    const auto before = scene.editor.document().contentHash();
    scene.editor.tools.activate("scale");
    startDrag(scene.editor, topView(), {2, 2, 1}, {4, 2, 1});
    QVERIFY(scene.has({4, 2, 0}));
    press(scene.editor, topView(), ToolKey::Escape);
    QCOMPARE(scene.editor.document().contentHash(), before);
    drag(scene.editor, topView(), {2, 2, 1}, {3, 2, 1});
    QVERIFY(scene.has({3, 2, 0}) && scene.has({3, 2, 2}) && scene.has({0, 2, 0}));
    QVERIFY(scene.has({2, 0, 0}) && !scene.has({3, 0, 0}));
    QCOMPARE(scene.editor.document().history().entries().back().label, std::string{"Scale 1 face"});
    scene.editor.document().undo();
    QCOMPARE(scene.editor.document().contentHash(), before);
}

void TestVertexTool::moveGoesAlongAnAxisWithTheChosenEdges()
{
    Scene scene{"edge"};
    click(scene.editor, scene.view, {2, 2, 1});
    scene.editor.tools.activate("move");
    press(scene.editor, scene.view, ToolKey::X);
    type(scene.editor, scene.view, "0.75");
    press(scene.editor, scene.view, ToolKey::Enter);
    QVERIFY(scene.has({2.75, 2, 0}) && scene.has({2.75, 2, 2}) && scene.has({2, 0, 0}));
}

void TestVertexTool::whatCannotBeStretchedStaysChosenAndAsItIs()
{
    Scene scene{"vertex"};
    chooseTop(scene);
    const auto before = scene.editor.document().contentHash();
    scene.editor.tools.activate("move");
    press(scene.editor, scene.view, ToolKey::Y);
    type(scene.editor, scene.view, "-2"); // onto the floor: flat
    press(scene.editor, scene.view, ToolKey::Enter);
    QCOMPARE(scene.editor.document().contentHash(), before);
    QVERIFY(!scene.editor.messages.empty());
    press(scene.editor, scene.view, ToolKey::Y);
    type(scene.editor, scene.view, "1");
    press(scene.editor, scene.view, ToolKey::Enter);
    QVERIFY(scene.has({0, 3, 0}) && scene.has({2, 3, 2}));
}

void TestVertexTool::chosenHandlesAreForgottenForWholeObjects_data()
{
    QTest::addColumn<QString>("how");
    QTest::newRow("another selection") << QStringLiteral("select");
    QTest::newRow("the selection tool") << QStringLiteral("tool");
    QTest::newRow("Esc") << QStringLiteral("escape");
}

void TestVertexTool::chosenHandlesAreForgottenForWholeObjects()
{
    QFETCH(QString, how);
    Scene scene{"vertex"};
    chooseTop(scene);
    if (how == QStringLiteral("tool"))
        scene.editor.tools.activate("select");
    scene.editor.tools.activate("move");
    if (how == QStringLiteral("select")) {
        scene.editor.document().selection().clear();
        scene.editor.document().selection().set({scene.box});
    }
    if (how == QStringLiteral("escape")) {
        QVERIFY(press(scene.editor, scene.view, ToolKey::Escape));
        QCOMPARE(scene.editor.activeTool(), std::string{"move"});
    }
    press(scene.editor, scene.view, ToolKey::Y);
    type(scene.editor, scene.view, "1");
    press(scene.editor, scene.view, ToolKey::Enter);
    QVERIFY(scene.editor.fixture.boundsOf(scene.box) == (Aabb{{0, 1, 0}, {2, 3, 2}}));
}

PLAIN_TEST(TestVertexTool)
} // namespace tst_vertex_tool

#include "tst_vertex_tool.moc"
