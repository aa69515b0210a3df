#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/material_operations.h"
#include "editor/operations/brush/patch_operations.h"
#include "editor/operations/texture/uv_faces.h"
#include "editor/tools/brush/uv_tool.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/brush_fuzz.h"

#include <QtTest>

namespace tst_uv_tool
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestUvTool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aClickChoosesFaces();
    void aDragMovesTheTextureAlongItsGrid();
    void aDragSnapsABorderToACorner();
    void aDragSnapsToTheSeamOfANeighbour();
    void ctrlDragsFreely();
    void typedNumbersAreExact();
    void sidesScaleAndTheOtherSideStays();
    void aTypedScaleIsTheOneOfTheInspector();
    void shiftSlantsASide();
    void theRingTurns();
    void theRingTurnsAboutAMovedPoint();
    void allChosenFacesFollow();
    void escapeRestoresExactly();
    void altRightClickWraps();
    void altShiftRightClickWrapsAChain();
    void altShiftDragPaints();
    void arrowKeysMoveAndPageKeysTurn();
    void otherViewsAreLeftToTheSelectionTool();
    void thePointerSaysWhatADragWouldDo();
    void aPaintedFaceHasAFrame();
    void aDragMovesTheTextureOfAPatch();
    void chosenFacesStayWhenAPatchCannotJoinThem();
};

namespace
{
/// A crate that the view looks at from its front and right, the UV tool, and the front chosen.
struct Scene
{
    TestEditor editor;
    EntityId box;
    TestView view = perspectiveView({1, 3, 9}, {1, 1, 0});

    Scene()
    {
        box = editor.fixture.addBox({-1, 0, -1}, {3, 2, 1}, "crate");
        editor.activateTool("face.uv");
        choose({0, 0, 1});
    }

    [[nodiscard]] FaceRef face(const Vec3d& normal) const
    {
        return editor.fixture.faceTowards(box, normal);
    }

    void choose(const Vec3d& normal) { editor.document().selection().setFaces({face(normal)}); }

    [[nodiscard]] WorldFace seen(const Vec3d& normal)
    {
        return *worldFace(editor.document().world(), face(normal));
    }

    [[nodiscard]] const UvMapping& uv() const
    {
        return editor.fixture.brushOf(box).faces()[face({0, 0, 1}).face].uv;
    }

    [[nodiscard]] UvTool::Handles handles()
    {
        auto& tool = dynamic_cast<UvTool&>(*editor.tools.find("face.uv"));
        auto shown = tool.handles(pointerAt(editor, view, {1, 1, 1}));
        ENGINE_EXPECT(shown);
        return *shown;
    }

    [[nodiscard]] Vec3d place(const UvHandle& handle)
    {
        const auto shown = handles();
        return shown.frame.at(shown.window.at(handle));
    }

    void change(const UvChange& to)
    {
        const std::vector one{face({0, 0, 1})};
        ENGINE_EXPECT(editor.fixture.run([&](auto& tx) { return changeUv(tx, one, to); }));
    }

    void rightClick(const Vec3d& at, unsigned modifiers)
    {
        auto event = pointerAt(editor, view, at, modifiers);
        event.button = PointerButton::Right;
        QVERIFY(editor.tools.click(event));
    }

    [[nodiscard]] std::vector<FaceRef> chosen() { return editor.document().selection().faces(); }
};

bool isNear(double a, double b, double by = 1e-9)
{
    return std::abs(a - b) < by;
}

double shareOf(double number)
{
    return number - std::floor(number + 1e-9);
}
} // namespace

void TestUvTool::aClickChoosesFaces()
{
    Scene s;
    click(s.editor, s.view, {-0.5, 2, 0});
    QCOMPARE(s.chosen(), std::vector{s.face({0, 1, 0})});
    click(s.editor, s.view, {2.7, 0.3, 1}, Ctrl);
    QCOMPARE(s.chosen().size(), 2U);
    click(s.editor, s.view, {2.7, 0.3, 1}, 0, 2);
    QCOMPARE(s.chosen().size(), 6U);
    // With a brush chosen its faces are dragged without a click before.
    s.editor.document().selection().set({s.box});
    drag(s.editor, s.view, {2.5, 0.5, 1}, {2.9, 0.5, 1});
    QVERIFY(s.uv().offset != Vec2d(0, 0));
}

void TestUvTool::aDragMovesTheTextureAlongItsGrid()
{
    Scene s;
    s.change({.scaleU = 8, .scaleV = 8, .offsetU = 0.3, .offsetV = 0.4}); // no border near a corner
    const auto before = s.uv();
    drag(s.editor, s.view, {2.5, 0.5, 1}, {1.5, 0.99, 1});
    // A metre to the left and half a metre up: an eighth and a sixteenth of a repeat.
    QVERIFY(isNear(s.uv().offset.x - before.offset.x, 0.125));
    QVERIFY(isNear(s.uv().offset.y - before.offset.y, 0.0625));
    QCOMPARE(s.uv().scale, before.scale);
    s.editor.document().undo();
    QCOMPARE(s.uv(), before);
}

void TestUvTool::aDragSnapsABorderToACorner()
{
    Scene s;
    s.change({.scaleU = 3, .scaleV = 3, .offsetU = 0.271, .offsetV = 0.613});
    // The picture's left border is dragged nearly to the left edge, which is at x = -1.
    const double border = -0.271 * 3;
    drag(s.editor, s.view, {2.7, 0.2, 1}, {2.7 + (-1 - border) + 0.02, 0.2, 1});
    QVERIFY(isNear(shareOf(s.uv().at({-1, 0, 1}).x), 0));
}

void TestUvTool::aDragSnapsToTheSeamOfANeighbour()
{
    Scene s;
    const auto other = s.editor.fixture.addBox({3, 0, -1}, {5, 2, 1}, "beside");
    const std::vector beside{s.editor.fixture.faceTowards(other, {0, 0, 1})};
    VERIFY_OK(s.editor.fixture.run([&](auto& tx) {
        return changeUv(tx, beside, {.scaleU = 3, .scaleV = 3, .offsetU = 0.13, .offsetV = 0.2});
    }));
    s.change({.scaleU = 3, .scaleV = 3, .offsetU = 0.43, .offsetV = 0.2});
    // Three tenths of a repeat to the right, and a little more.
    drag(s.editor, s.view, {0.5, 0.6, 1}, {0.5 + 0.9 + 0.015, 0.6, 1});
    const auto& neighbour = s.editor.fixture.brushOf(other).faces()[beside[0].face].uv;
    QVERIFY(isNear(shareOf(s.uv().at({3, 1, 1}).x), shareOf(neighbour.at({3, 1, 1}).x)));
    QVERIFY(isNear(s.uv().offset.y, 0.2));
}

void TestUvTool::ctrlDragsFreely()
{
    Scene s;
    s.editor.gridSetting.enabled = false; // as Ctrl has it
    s.change({.scaleU = 8, .scaleV = 8, .offsetU = 0.3, .offsetV = 0.4});
    const auto before = s.uv();
    drag(s.editor, s.view, {2.5, 0.5, 1}, {1.437, 0.5, 1});
    QVERIFY(isNear((s.uv().offset.x - before.offset.x) * 8, 1.063, 1e-6));
}

void TestUvTool::typedNumbersAreExact()
{
    Scene s;
    s.change({.scaleU = 2, .scaleV = 2});
    startDrag(s.editor, s.view, {2.5, 0.5, 1}, {1.5, 0.6, 1});
    type(s.editor, s.view, "0.3");
    QVERIFY(isNear(s.uv().offset.x, 0.3)); // to the left, as the drag goes
    QVERIFY(isNear(s.uv().offset.y, 0));
    QVERIFY(press(s.editor, s.view, ToolKey::Y));
    QVERIFY(isNear(s.uv().offset.x, 0));
    QVERIFY(isNear(s.uv().offset.y, 0.3));
    QVERIFY(s.editor.tools.measure().find("0.3") != std::string::npos);
    press(s.editor, s.view, ToolKey::Enter);
    QVERIFY(isNear(s.uv().offset.y, 0.3));
}

void TestUvTool::sidesScaleAndTheOtherSideStays()
{
    Scene s;
    s.change({.scaleU = 4, .scaleV = 4}); // the frame shows one repeat
    const auto before = s.seen({0, 0, 1});
    const auto right = s.place({1, 0});
    const auto left = s.place({-1, 0});
    drag(s.editor, s.view, right, right + Vec3d{0.99, 0, 0});
    QVERIFY(isNear(s.uv().scale.x, 5)); // on the grid of the level
    QVERIFY(isNear(s.uv().scale.y, 4));
    QVERIFY(isNear(s.uv().at(left).x, before.uv.at(left).x));
    QVERIFY(isNear(s.uv().at(right + Vec3d{1, 0, 0}).x, before.uv.at(right).x));
    const auto corner = s.place({1, 1});
    drag(s.editor, s.view, corner, corner + Vec3d{1.5, -0.2, 0}, Shift);
    QVERIFY(isNear(s.uv().scale.x / s.uv().scale.y, 1.25)); // in proportion
}

void TestUvTool::aTypedScaleIsTheOneOfTheInspector()
{
    Scene s;
    const auto right = s.place({1, 0});
    startDrag(s.editor, s.view, right, right + Vec3d{0.3, 0, 0});
    type(s.editor, s.view, "4");
    press(s.editor, s.view, ToolKey::Enter);
    QCOMPARE(s.uv().scale.x, 4.0); // a bigger number repeats less
    QCOMPARE(s.uv().scale.y, 1.0);
}

void TestUvTool::shiftSlantsASide()
{
    Scene s;
    s.change({.scaleU = 2, .scaleV = 2});
    const auto before = s.uv();
    const auto top = s.place({0, -1});
    const auto bottom = s.place({0, 1});
    drag(s.editor, s.view, top, top + Vec3d{0.5, 0, 0}, Shift);
    QVERIFY(glm::distance(s.uv().at(bottom), before.at(bottom)) < 1e-9);
    QVERIFY(glm::distance(s.uv().at(top + Vec3d{0.5, 0, 0}), before.at(top)) < 1e-9);
    s.editor.document().undo();
    QCOMPARE(s.uv(), before);
}

void TestUvTool::theRingTurns()
{
    Scene s;
    const auto before = s.uv();
    const auto shown = s.handles();
    drag(s.editor, s.view, UvTool::onRing(shown, 0), UvTool::onRing(shown, 0.5));
    const auto turned = uvRotation(s.uv(), {0, 0, 1});
    QVERIFY2(isNear(turned, radians(30)), qPrintable(QString::number(degrees(turned)))); // 28.6
    QVERIFY(glm::distance(s.uv().at(shown.pivot), before.at(shown.pivot)) < 1e-9);
    startDrag(s.editor, s.view, UvTool::onRing(shown, 0), UvTool::onRing(shown, -1));
    type(s.editor, s.view, "12.5");
    press(s.editor, s.view, ToolKey::Enter);
    QVERIFY(isNear(uvRotation(s.uv(), {0, 0, 1}), radians(17.5)));
}

void TestUvTool::theRingTurnsAboutAMovedPoint()
{
    Scene s;
    drag(s.editor, s.view, s.handles().pivot, {2.98, 0.03, 1});
    const Vec3d corner{3, 0, 1};
    QVERIFY(glm::distance(s.handles().pivot, corner) < 1e-9);
    const auto before = s.uv();
    const auto shown = s.handles();
    drag(s.editor, s.view, UvTool::onRing(shown, 2), UvTool::onRing(shown, 2.5));
    QVERIFY(s.uv() != before);
    QVERIFY(glm::distance(s.uv().at(corner), before.at(corner)) < 1e-9);
    s.choose({0, 1, 0});
    QVERIFY(glm::distance(s.handles().pivot, s.place({0, 0})) < 1e-9); // it was of the other face
}

void TestUvTool::allChosenFacesFollow()
{
    Scene s;
    const std::vector both{s.face({0, 1, 0}), s.face({0, 0, 1})};
    s.editor.document().selection().setFaces(both);
    const auto top = s.seen({0, 1, 0}).uv;
    drag(s.editor, s.view, {2.4, 0.4, 1}, {1.9, 0.4, 1});
    QVERIFY(isNear(s.uv().offset.x, 0.5));
    QVERIFY(isNear(s.seen({0, 1, 0}).uv.offset.x - top.offset.x, 0.5));
    QCOMPARE(s.editor.document().history().position(), 2U); // the box, and the drag
}

void TestUvTool::escapeRestoresExactly()
{
    Scene s;
    const auto before = s.editor.document().contentHash();
    startDrag(s.editor, s.view, {2.4, 0.4, 1}, {1.9, 0.7, 1});
    QVERIFY(s.editor.document().contentHash() != before);
    press(s.editor, s.view, ToolKey::Escape);
    QCOMPARE(s.editor.document().contentHash(), before);
    QCOMPARE(s.editor.activeTool(), std::string{"face.uv"});
}

void TestUvTool::altRightClickWraps()
{
    Scene s;
    s.change({.scaleU = 3, .scaleV = 2, .offsetU = 0.2, .rotation = 0.3});
    s.rightClick({-0.5, 2, 0}, Alt);
    const auto front = s.seen({0, 0, 1});
    const auto top = s.seen({0, 1, 0});
    for (const double x : {-1.0, 3.0})
        QVERIFY(glm::distance(front.uv.at({x, 2, 1}), top.uv.at({x, 2, 1})) < 1e-9);
    QCOMPARE(s.chosen(), std::vector{s.face({0, 1, 0})}); // from there it goes on
    s.editor.document().undo();
    QCOMPARE(s.seen({0, 1, 0}).uv.scale, (Vec2d{1, 1}));
    // With nothing chosen it says what to do.
    s.editor.document().selection().clear();
    s.rightClick({-0.5, 2, 0}, Alt);
    QVERIFY(!s.editor.messages.empty());
    // The button alone is the menu's.
    auto event = pointerAt(s.editor, s.view, {0, 1, 1});
    event.button = PointerButton::Right;
    QVERIFY(!s.editor.tools.click(event));
}

void TestUvTool::altShiftRightClickWrapsAChain()
{
    Scene s;
    s.change({.scaleU = 3, .scaleV = 2, .offsetU = 0.2});
    s.rightClick({-0.5, 2, 0}, Alt | Shift);
    const auto back = s.seen({0, 0, -1});
    const auto below = s.seen({0, -1, 0});
    for (const double x : {-1.0, 3.0})
        QVERIFY(glm::distance(back.uv.at({x, 0, -1}), below.uv.at({x, 0, -1})) < 1e-9);
    QCOMPARE(s.chosen(), std::vector{s.face({0, -1, 0})});
}

void TestUvTool::altShiftDragPaints()
{
    Scene s;
    std::vector<EntityId> row{s.box};
    for (int i = 0; i < 2; ++i)
        row.push_back(s.editor.fixture.addBox({3 + 2 * i, 0, -1}, {5 + 2 * i, 2, 1}));
    s.view = perspectiveView({3, 2, 12}, {3, 1, 0});
    s.change({.scaleU = 3, .scaleV = 2, .offsetU = 0.2, .rotation = 0.4});
    const auto steps = s.editor.document().history().position();
    drag(s.editor, s.view, {2, 1, 1}, {6, 1, 1}, Alt | Shift);
    for (const auto entity : row) {
        const auto ref = s.editor.fixture.faceTowards(entity, {0, 0, 1});
        QCOMPARE(s.editor.fixture.brushOf(entity).faces()[ref.face].uv, s.uv());
    }
    QCOMPARE(s.editor.document().history().position(), steps + 1);
}

void TestUvTool::arrowKeysMoveAndPageKeysTurn()
{
    Scene s;
    QVERIFY(press(s.editor, s.view, ToolKey::Right));
    QVERIFY(isNear(s.uv().offset.x, -0.0625));
    QVERIFY(press(s.editor, s.view, ToolKey::Down));
    QVERIFY(isNear(s.uv().offset.y, -0.0625));
    QVERIFY(press(s.editor, s.view, ToolKey::PageUp));
    QVERIFY(isNear(uvRotation(s.uv(), {0, 0, 1}), radians(15)));
    s.editor.document().selection().clear();
    QVERIFY(!press(s.editor, s.view, ToolKey::Right));
}

void TestUvTool::otherViewsAreLeftToTheSelectionTool()
{
    Scene s;
    const auto before = s.uv();
    s.editor.document().selection().set({s.box});
    drag(s.editor, topView(), {0, 0, 0}, {2, 0, 0});
    QCOMPARE(s.editor.fixture.boundsOf(s.box).min.x, 1.0);
    s.editor.document().undo();
    QCOMPARE(s.uv(), before);
}

void TestUvTool::thePointerSaysWhatADragWouldDo()
{
    Scene s;
    s.change({.scaleU = 2, .scaleV = 2});
    const auto shapeAt = [&](const Vec3d& at, unsigned modifiers = 0) {
        return s.editor.tools.pointer(pointerAt(s.editor, s.view, at, modifiers));
    };
    QCOMPARE(shapeAt({2.6, 0.3, 1}), PointerShape::Move);
    QCOMPARE(shapeAt(s.place({1, 0})), PointerShape::SizeHorizontal);
    QCOMPARE(shapeAt(s.place({1, 0}), Shift), PointerShape::SizeVertical);
    QCOMPARE(shapeAt(UvTool::onRing(s.handles(), 0.8)), PointerShape::Grab);
    QCOMPARE(shapeAt({2.6, 0.3, 1}, Alt | Shift), PointerShape::Cross);
}

void TestUvTool::aPaintedFaceHasAFrame()
{
    Scene scene;
    scene.view = perspectiveView({8, 3, 9}, {2, 1, 0});
    drag(scene.editor, scene.view, {1, 1, 1}, {3, 1, 0}, Alt | Shift);
    const auto painted = scene.face({1, 0, 0});
    QCOMPARE(scene.chosen(), std::vector{painted});
    auto& tool = dynamic_cast<UvTool&>(*scene.editor.tools.find("face.uv"));
    const auto shown = tool.handles(pointerAt(scene.editor, scene.view, {3, 1, 0}));
    QVERIFY(shown && shown->face.ref == painted);
}

void TestUvTool::aDragMovesTheTextureOfAPatch()
{
    Scene scene;
    EntityId patch;
    VERIFY_OK(scene.editor.fixture.run([&](auto& step) -> Result<void> {
        auto made = createPatch(step, PatchShape::Cylinder, {{-1, 4, -1}, {3, 6, 1}});
        if (!made)
            return made.error();
        patch = *made;
        return {};
    }));
    auto& document = scene.editor.document();
    const auto before = patchOf(document.world(), patch)->grid;
    const Vec3d from{1, 5, 1};
    click(scene.editor, scene.view, from);
    QCOMPARE(document.selection().entities(), std::vector{patch});
    auto& tool = dynamic_cast<UvTool&>(*scene.editor.tools.find("face.uv"));
    const auto shown = tool.handles(pointerAt(scene.editor, scene.view, from));
    QVERIFY(shown && shown->face.ref == (FaceRef{patch, 0}));
    QVERIFY(std::abs(shown->face.plane.normal.z - 1) < 0.01); // it touches where it was clicked
    // Between the pivot and the ring, which lie around where it was clicked.
    drag(scene.editor, scene.view, from + Vec3d{0.25, 0.25, 0}, from + Vec3d{0.75, 0.25, 0},
         Ctrl | Shift);
    const auto& after = *patchOf(document.world(), patch)->grid;
    const auto moved = after.points()[0].uv - before->points()[0].uv;
    const auto& uv = shown->face.uv;
    const auto expected = uv.at({0.5, 5, 1}) - uv.at({1, 5, 1});
    QVERIFY(std::abs(moved.x - expected.x) < 0.1 * std::abs(expected.x));
    QVERIFY(std::abs(moved.y) < 1e-6);
    for (std::size_t i = 0; i < after.points().size(); ++i)
        QVERIFY(glm::distance(after.points()[i].uv - before->points()[i].uv, moved) < 1e-6);
    document.undo();
    QVERIFY(*patchOf(document.world(), patch)->grid == *before);
}

void TestUvTool::chosenFacesStayWhenAPatchCannotJoinThem()
{
    Scene scene;
    VERIFY_OK(scene.editor.fixture.run([&](auto& step) -> Result<void> {
        auto made = createPatch(step, PatchShape::Cylinder, {{-1, 4, -1}, {3, 6, 1}});
        if (!made)
            return made.error();
        return {};
    }));
    const auto chosen = scene.chosen();
    const auto before = scene.editor.document().contentHash();
    scene.editor.messages.clear();
    click(scene.editor, scene.view, {1, 5, 1}, Ctrl);
    QCOMPARE(scene.chosen(), chosen);
    QCOMPARE(scene.editor.messages.size(), std::size_t{1});
    drag(scene.editor, scene.view, {1, 5, 1}, {1.5, 5, 1}, Ctrl);
    QCOMPARE(scene.chosen(), chosen);
    QCOMPARE(scene.editor.document().contentHash(), before);
}

PLAIN_TEST(TestUvTool)
} // namespace tst_uv_tool

#include "tst_uv_tool.moc"
