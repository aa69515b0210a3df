#include "editor/operations/brush/material_operations.h"
#include "editor/operations/brush/patch_operations.h"
#include "editor/tools/texture/flat_editor.h"
#include "engine_core/geometry/patch_uv.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/test_editor.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <array>

namespace tst_flat_editor
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestFlatEditor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theViewMapsAndZoomsAtThePointer();
    void theViewKeepsTheProportionsOfTheTexture();
    void aDragMovesAsOneStep();
    void escapeRestoresExactly();
    void aMoveSnapsToTilesAndCorners();
    void freeDragsGoWhereThePointerGoes();
    void sidesScaleAndTheOtherSideStays();
    void typedNumbersAreExact();
    void shiftSlantsASide();
    void theRingTurnsWithoutStretching();
    void theRingTurnsAboutAMovedPivot();
    void pickedFacesMoveAlone();
    void facesOfOtherMaterialsFollow();
    void aClickFitsAHotSpot();
    void arrowKeysMove();
    void theSameKeyAgainIsOneStep();
    void aCancelledDragOfThePivotLeavesItInTheMiddle();
    void patchesWhoseTextureSmearsAreNotShown();
    void nothingIsPressedBesideTheFaces();
    void aPatchMovesAndTurns();
};

namespace
{
constexpr auto ShiftKey = static_cast<unsigned>(Modifier::Shift);
constexpr auto CtrlKey = static_cast<unsigned>(Modifier::Ctrl);

/// A box of 4 x 2 x 2 metres whose front is chosen; a repeat is a metre, and 100 pixels.
struct Flat
{
    TestEditor editor;
    EntityId box;
    FlatEditor flat{editor};

    Flat()
    {
        box = editor.fixture.addBox({0, 0, 0}, {4, 2, 2}, "crate");
        flat.divisions = 4;
        choose({face({0, 0, 1})});
    }

    [[nodiscard]] FaceRef face(const Vec3d& normal) const
    {
        return editor.fixture.faceTowards(box, normal);
    }

    void choose(std::vector<FaceRef> faces)
    {
        editor.document().selection().setFaces(std::move(faces));
        read();
    }

    /// The upper left corner of the view is at (-6, -6).
    void read()
    {
        flat.readSelection();
        flat.view = {};
        flat.view.resize({1200, 1200});
        flat.view.zoom(100 / flat.view.pixelsPerRepeat().y, {600, 600});
        flat.view.pan(Vec2d{600, 600} - flat.view.toPixels({0, 0}));
    }

    [[nodiscard]] UvBounds boundsOf(const FaceRef& ref)
    {
        UvBounds bounds;
        bounds.add(*worldFace(editor.document().world(), ref));
        return bounds;
    }

    [[nodiscard]] UvBounds front() { return boundsOf(face({0, 0, 1})); }

    [[nodiscard]] PointerEvent at(const Vec2d& uv, unsigned keys = 0)
    {
        PointerEvent event;
        event.position = flat.view.toPixels(uv);
        event.button = PointerButton::Left;
        event.modifiers = keys;
        event.grid.enabled = (keys & CtrlKey) == 0;
        return event;
    }

    std::unique_ptr<Gesture> start(const Vec2d& from, const Vec2d& to, unsigned keys = 0)
    {
        auto gesture = flat.press(at(from, keys));
        ENGINE_EXPECT(gesture);
        ENGINE_EXPECT(gesture->update(at(to, keys)));
        flat.readShapes();
        return gesture;
    }

    EntityId addPatch()
    {
        EntityId patch;
        [&] {
            VERIFY_OK(editor.fixture.run([&](auto& step) -> Result<void> {
                auto made = createPatch(step, PatchShape::Bevel, {{0, 0, 0}, {2, 2, 2}});
                if (!made)
                    return made.error();
                patch = *made;
                return {};
            }));
        }();
        return patch;
    }

    void drag(const Vec2d& from, const Vec2d& to, unsigned keys = 0)
    {
        start(from, to, keys)->commit();
        flat.readShapes();
    }

    void type(Gesture& gesture, const std::string& number, const Vec2d& now)
    {
        for (const char sign : number) {
            KeyEvent key;
            key.key = ToolKey::Text;
            key.text = sign;
            ENGINE_EXPECT(gesture.key(key));
        }
        ENGINE_EXPECT(gesture.update(at(now)));
        flat.readShapes();
    }
};

bool isNear(const Vec2d& a, const Vec2d& b, double by = 1e-9)
{
    return glm::distance(a, b) < by;
}
} // namespace

void TestFlatEditor::theViewMapsAndZoomsAtThePointer()
{
    FlatView view;
    view.resize({400, 300});
    const Vec2d pixel{37, 211};
    const auto uv = view.toUv(pixel);
    QVERIFY(isNear(view.toPixels(uv), pixel));
    view.zoom(3, pixel);
    QVERIFY(isNear(view.toUv(pixel), uv));
    view.pan({20, -8});
    QVERIFY(isNear(view.toPixels(uv), pixel + Vec2d{20, -8}));
}

void TestFlatEditor::theViewKeepsTheProportionsOfTheTexture()
{
    FlatView view;
    view.resize({400, 300});
    view.setTexels({512, 128});
    QVERIFY(std::abs(view.pixelsPerRepeat().x / view.pixelsPerRepeat().y - 4) < 1e-12);
    UvBounds bounds;
    bounds.add(Vec2d{2, 3});
    bounds.add(Vec2d{4, 9});
    view.show(bounds);
    QVERIFY(isNear(view.toUv({200, 150}), {3, 6}));
    const auto corner = view.toPixels({4, 9});
    QVERIFY(corner.x < 400 && corner.y < 300);
}

void TestFlatEditor::aDragMovesAsOneStep()
{
    Flat flat;
    const auto before = flat.editor.document().contentHash();
    const auto bounds = flat.front();
    flat.drag(bounds.center() + Vec2d{0.9, 0.5}, bounds.center() + Vec2d{1.63, 0.5});
    QVERIFY(isNear(flat.front().least, bounds.least + Vec2d{0.75, 0}));
    QCOMPARE(flat.editor.document().history().entries().back().label, std::string{"Move texture"});
    const auto after = flat.editor.document().contentHash();
    flat.editor.document().undo();
    QCOMPARE(flat.editor.document().contentHash(), before);
    flat.editor.document().redo();
    QCOMPARE(flat.editor.document().contentHash(), after);
}

void TestFlatEditor::escapeRestoresExactly()
{
    Flat flat;
    const auto before = flat.editor.document().contentHash();
    const auto middle = flat.front().center() + Vec2d{0.9, 0.5};
    {
        const auto gesture = flat.start(middle, middle + Vec2d{0.5, 0.25});
        QVERIFY(flat.editor.document().contentHash() != before);
        QVERIFY(!flat.flat.press(flat.at(middle))); // one drag at a time
    }
    QCOMPARE(flat.editor.document().contentHash(), before);
    QVERIFY(!flat.editor.document().history().canUndo() ||
            flat.editor.document().history().entries().back().label != "Move texture");
}

void TestFlatEditor::aMoveSnapsToTilesAndCorners()
{
    Flat flat;
    flat.flat.divisions = 0;
    const auto front = flat.face({0, 0, 1});
    const auto side = flat.face({1, 0, 0});
    const std::array one{front};
    VERIFY_OK(flat.editor.fixture.run([&](auto& step) {
        return remapUv(step, one, movedUv({0.37, 0}));
    }));
    flat.choose({front});
    const auto from = flat.front().least + Vec2d{0.5, 0.5};
    const double toTile = std::ceil(flat.front().least.x) - flat.front().least.x;
    flat.drag(from, from + Vec2d{toTile + 0.05, 0}, ShiftKey);
    const double left = flat.front().least.x;
    QVERIFY(std::abs(left - std::round(left)) < 1e-9);

    // Picked alone it goes to a corner of the other one.
    const std::array other{side};
    VERIFY_OK(flat.editor.fixture.run([&](auto& step) {
        return remapUv(step, other, movedUv({0.21, 5.4}));
    }));
    flat.choose({side, front});
    QVERIFY(flat.flat.click(flat.at(flat.front().least + Vec2d{0.5, 0.5})));
    const double gap = flat.boundsOf(side).least.x - flat.front().least.x;
    const auto grabbed = flat.front().least + Vec2d{0.5, 0.5};
    flat.drag(grabbed, grabbed + Vec2d{gap + 0.04, 0}, ShiftKey);
    QVERIFY(std::abs(flat.boundsOf(side).least.x - flat.front().least.x) < 1e-9);
}

void TestFlatEditor::freeDragsGoWhereThePointerGoes()
{
    Flat flat;
    const auto before = flat.front();
    const auto from = before.least + Vec2d{0.5, 0.5};
    flat.drag(from, from + Vec2d{0.123, -0.456}, CtrlKey);
    QVERIFY(isNear(flat.front().least, before.least + Vec2d{0.123, -0.456}));
}

void TestFlatEditor::sidesScaleAndTheOtherSideStays()
{
    Flat flat;
    const auto before = flat.front();
    const auto right = before.at(1, 0);
    flat.drag(right, right + Vec2d{2.02, 0.7});
    QVERIFY(isNear(flat.front().least, before.least));
    QVERIFY(isNear(flat.front().most, before.most + Vec2d{2, 0}));
    const auto corner = flat.front().at(-1, -1);
    flat.drag(corner, corner + Vec2d{1, 1}, CtrlKey);
    QVERIFY(isNear(flat.front().least, before.least + Vec2d{1, 1}));
    QVERIFY(isNear(flat.front().most, before.most + Vec2d{2, 0}));
}

void TestFlatEditor::typedNumbersAreExact()
{
    Flat flat;
    auto before = flat.front();
    auto from = before.least + Vec2d{0.5, 0.5};
    {
        const auto gesture = flat.start(from, from + Vec2d{0.6, 0});
        flat.type(*gesture, "0.3", from + Vec2d{0.6, 0});
        QCOMPARE(gesture->measure(), std::string{"U 0.3  V 0"});
        gesture->commit();
    }
    QVERIFY(isNear(flat.front().least, before.least + Vec2d{0.3, 0}));
    flat.read();
    before = flat.front();
    from = before.at(0, 1);
    {
        const auto gesture = flat.start(from, from + Vec2d{0, 1});
        flat.type(*gesture, "3", from + Vec2d{0, 1});
        gesture->commit();
    }
    QVERIFY(std::abs(flat.front().size().y - 3) < 1e-9);
    QVERIFY(isNear(flat.front().least, before.least));
}

void TestFlatEditor::shiftSlantsASide()
{
    Flat flat;
    const auto before = flat.front();
    const auto top = before.at(0, -1);
    flat.drag(top, top + Vec2d{1, 0.3}, ShiftKey);
    const auto after = flat.front();
    QVERIFY(std::abs(after.size().x - before.size().x - 1) < 1e-9);
    QVERIFY(std::abs(after.size().y - before.size().y) < 1e-9);
    QVERIFY(std::abs(after.least.x - before.least.x) < 1e-9); // the lower side stays
}

void TestFlatEditor::theRingTurnsWithoutStretching()
{
    Flat flat;
    const auto before = flat.front();
    const double radius = flat.flat.ringRadius() / 100;
    const auto pivot = before.center();
    // In the flat v grows downwards: from the right up to the top is counter-clockwise.
    flat.drag(pivot + Vec2d{radius, 0}, pivot + Vec2d{0.02, -radius});
    const auto after = flat.front();
    QVERIFY(isNear(after.size(), {before.size().y, before.size().x}));
    QVERIFY(isNear(after.center(), before.center()));
    QCOMPARE(flat.editor.document().history().entries().back().label, std::string{"Turn texture"});
    const auto face = *worldFace(flat.editor.document().world(), flat.face({0, 0, 1}));
    QVERIFY(std::abs(face.uv.scale.x - 1) < 1e-9 && std::abs(face.uv.scale.y - 1) < 1e-9);
    // The corner that was on the right at the bottom is on the right at the top.
    for (const auto& corner : face.corners)
        if (corner.x > 3 && corner.y < 1)
            QVERIFY(isNear(face.uv.at(corner), {after.most.x, after.least.y}));
}

void TestFlatEditor::theRingTurnsAboutAMovedPivot()
{
    Flat flat;
    const auto before = flat.front();
    flat.drag(before.center(), before.at(-1, -1) + Vec2d{0.3, 0.04});
    QVERIFY(isNear(flat.flat.pivot(), before.at(-1, -1) + Vec2d{0.25, 0}));
    const auto pivot = flat.flat.pivot();
    const double radius = flat.flat.ringRadius() / 100;
    {
        const auto gesture = flat.start(pivot + Vec2d{radius, 0}, pivot + Vec2d{radius, 0.2});
        flat.type(*gesture, "-90", pivot + Vec2d{radius, 0.2});
        gesture->commit();
    }
    // A clockwise quarter turn takes (x, y) to (-y, x), with y downwards.
    QVERIFY(isNear(flat.front().least, pivot + Vec2d{-before.size().y, -0.25}));
    QVERIFY(isNear(flat.flat.pivot(), pivot));
}

void TestFlatEditor::pickedFacesMoveAlone()
{
    Flat flat;
    const auto front = flat.face({0, 0, 1});
    const auto side = flat.face({1, 0, 0});
    const std::array one{side};
    VERIFY_OK(flat.editor.fixture.run([&](auto& step) {
        return remapUv(step, one, movedUv({0, 5}));
    }));
    flat.choose({front, side});
    QCOMPARE(flat.flat.summary(), std::string{"2 faces"});
    const auto sideBefore = flat.boundsOf(side);
    const auto frontBefore = flat.front();
    QVERIFY(flat.flat.click(flat.at(sideBefore.center())));
    QCOMPARE(flat.flat.summary(), std::string{"1 of 2 faces"});
    const auto from = sideBefore.least + Vec2d{0.2, 0.2};
    flat.drag(from, from + Vec2d{0.5, 0}, CtrlKey);
    QVERIFY(isNear(flat.boundsOf(side).least, sideBefore.least + Vec2d{0.5, 0}));
    QVERIFY(isNear(flat.front().least, frontBefore.least));
    // A drag of the other one picks that.
    flat.drag(frontBefore.least + Vec2d{0.2, 0.2}, frontBefore.least + Vec2d{0.2, 0.7});
    QVERIFY(isNear(flat.boundsOf(side).least, sideBefore.least + Vec2d{0.5, 0}));
    QVERIFY(!isNear(flat.front().least, frontBefore.least));
    QVERIFY(flat.flat.click(flat.at({-5.5, 5.5})));
    QCOMPARE(flat.flat.edited().size(), std::size_t{2});
}

void TestFlatEditor::facesOfOtherMaterialsFollow()
{
    Flat flat;
    const auto front = flat.face({0, 0, 1});
    const auto side = flat.face({1, 0, 0});
    const std::array one{side};
    VERIFY_OK(flat.editor.fixture.run(
        [&](auto& step) { return applyMaterial(step, one, Name{"Dev/grid"}); }));
    flat.choose({side, front});
    QCOMPARE(flat.flat.shapes().size(), std::size_t{1});
    QCOMPARE(flat.flat.summary(),
             std::string{"1 face, and 1 of other materials that is edited, too"});
    const auto before = flat.boundsOf(side);
    const auto from = flat.front().least + Vec2d{0.5, 0.5};
    flat.drag(from, from + Vec2d{0.5, 0}, CtrlKey);
    QVERIFY(isNear(flat.boundsOf(side).least, before.least + Vec2d{0.5, 0}));
    QCOMPARE(flat.editor.document().history().entries().back().label,
             std::string{"Move texture of 2 faces"});
    flat.choose({front, side});
    QCOMPARE(flat.flat.material(), Name{"Dev/grid"});
}

void TestFlatEditor::aClickFitsAHotSpot()
{
    Flat flat;
    HotspotSet set;
    set.spots = {{"beam", {0.25, 5}, {0.5, 0.25}}};
    flat.flat.hotspots = &set;
    QVERIFY(flat.flat.hotspotUnder(flat.flat.view.toPixels({0.5, 5.1})) == set.spots.data());
    QVERIFY(flat.flat.click(flat.at({0.5, 5.1})));
    QVERIFY(isNear(flat.front().least, {0.25, 5}));
    QVERIFY(isNear(flat.front().most, {0.75, 5.25}));
    flat.editor.document().undo();
    QVERIFY(isNear(flat.front().size(), {4, 2}));
}

void TestFlatEditor::arrowKeysMove()
{
    Flat flat;
    const auto before = flat.front();
    KeyEvent key;
    key.key = ToolKey::Right;
    QVERIFY(flat.flat.key(key));
    QVERIFY(isNear(flat.front().least, before.least + Vec2d{0.25, 0}));
    key.key = ToolKey::PageUp;
    QVERIFY(flat.flat.key(key));
    QCOMPARE(flat.editor.document().history().entries().back().label, std::string{"Turn texture"});
    key.key = ToolKey::Enter;
    QVERIFY(!flat.flat.key(key));
}

void TestFlatEditor::theSameKeyAgainIsOneStep()
{
    Flat flat;
    flat.choose({flat.face({0, 0, 1}), flat.face({1, 0, 0})});
    auto& document = flat.editor.document();
    const auto steps = document.history().position();
    const auto before = document.contentHash();
    const auto uvBefore = flat.front();
    KeyEvent key;
    key.key = ToolKey::Right;
    for (int i = 0; i < 3; ++i)
        QVERIFY(flat.flat.key(key));
    QCOMPARE(document.history().position(), steps + 1);
    QCOMPARE(document.history().entries().back().label, std::string{"Move texture of 2 faces"});
    QVERIFY(isNear(flat.front().least, uvBefore.least + Vec2d{0.75, 0}));
    document.undo();
    QCOMPARE(document.contentHash(), before);
    QVERIFY(flat.flat.key(key)); // another one, not a part of the step before
    QCOMPARE(document.history().position(), steps + 1);
    key.key = ToolKey::PageUp;
    QVERIFY(flat.flat.key(key));
    QCOMPARE(document.history().position(), steps + 2);
}

void TestFlatEditor::aCancelledDragOfThePivotLeavesItInTheMiddle()
{
    Flat flat;
    const auto before = flat.front();
    flat.start(before.center(), before.center() + Vec2d{1, 0.5}).reset();
    QVERIFY(isNear(flat.flat.pivot(), before.center(), 1e-6));
    const auto from = before.least + Vec2d{0.4, 0.4};
    flat.drag(from, from + Vec2d{1, 0}, CtrlKey);
    QVERIFY(isNear(flat.flat.pivot(), before.center() + Vec2d{1, 0}, 1e-6));
}

void TestFlatEditor::patchesWhoseTextureSmearsAreNotShown()
{
    Flat flat;
    const auto patch = flat.addPatch();
    const auto grid = patchOf(flat.editor.document().world(), patch)->grid;
    flat.editor.document().selection().set({patch});
    for (const double factor : {0.0, 1.0}) { // a point, and a line
        VERIFY_OK(flat.editor.fixture.run([&](auto& step) -> Result<void> {
            auto smeared = withUv(*grid, [&](const Vec2d& uv) { return Vec2d{uv.x * factor, 0}; });
            if (!smeared)
                return smeared.error();
            setPatchGrid(step, patch, *std::move(smeared));
            return {};
        }));
        flat.read();
        QVERIFY(!flat.flat.isEmpty());
        QVERIFY(flat.flat.shapes().empty());
        QVERIFY(!flat.flat.press(flat.at({0, 0})));
        QVERIFY(!flat.flat.press(flat.at({flat.flat.ringRadius() / 100, 0})));
    }
}

void TestFlatEditor::nothingIsPressedBesideTheFaces()
{
    Flat flat;
    QVERIFY(!flat.flat.press(flat.at({-5.5, 5.5})));
    QCOMPARE(flat.flat.pointer(flat.at({-5.5, 5.5})), PointerShape::Arrow);
    QCOMPARE(flat.flat.pointer(flat.at(flat.front().at(1, 0))), PointerShape::SizeHorizontal);
    flat.editor.document().selection().clear();
    flat.flat.readSelection();
    QVERIFY(flat.flat.isEmpty());
    QVERIFY(!flat.flat.press(flat.at({0, 0})));
}

void TestFlatEditor::aPatchMovesAndTurns()
{
    Flat flat;
    const auto patch = flat.addPatch();
    flat.editor.document().selection().set({patch});
    flat.read();
    QCOMPARE(flat.flat.shapes().size(), std::size_t{1});
    const auto before = flat.flat.box();
    const auto from = before.least + Vec2d{0.4, 0.4};
    flat.drag(from, from + Vec2d{0.5, 0.25}, CtrlKey);
    QVERIFY(isNear(flat.flat.box().least, before.least + Vec2d{0.5, 0.25}, 1e-6));
    QVERIFY(isNear(flat.flat.box().size(), before.size(), 1e-6));
    flat.read();
    const auto right = flat.flat.box().at(1, 0);
    flat.drag(right, right + Vec2d{before.size().x, 0}, CtrlKey);
    QVERIFY(isNear(flat.flat.box().size(), before.size() * Vec2d{2, 1}, 1e-6));
}

PLAIN_TEST(TestFlatEditor)
} // namespace tst_flat_editor

#include "tst_flat_editor.moc"
