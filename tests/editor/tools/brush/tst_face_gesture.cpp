#include "editor/operations/brush/array_operations.h"
#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/face_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/prefab/linked_groups.h"
#include "engine_core/geometry/hull/convex_hull.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/brush_promises.h"

#include <QtTest>

namespace tst_face_gesture
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestFaceGesture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ctrlShiftOutwardsContinuesTheShape();
    void ctrlShiftInwardsCutsTheBrush();
    void partsHaveNothingThatThereIsOneOf_data();
    void partsHaveNothingThatThereIsOneOf();
    void theLastTransformIsStillRepeatedAfterwards();
    void splitOfSlantedSidesContinuesThem();
    void splitBeyondTheBrushIsRefused();
    void stampGoesStraightOut();
    void stampInwardsIsRefused();
    void slideSkewsIn2dAndStaysInPlaneIn3d();
    void typedNumbersGoTheWayOfTheDrag();
    void coplanarFacesOfTheSelectionSplitTogether();
    void facesOfAGroupsBrushesArePulled_data();
    void facesOfAGroupsBrushesArePulled();
    void lockedPartsOfAGroupStay();
    void wallsThatBrushesShareMoveTogether();
    void whatOnlyLiesInThePlaneOfASharedWallStays();
    void aWallThatLinkedCopiesShareIsPulledInBoth();
    void wallsOfDifferentPartsOfLinkedCopiesStayShared();
    void backFacesAreTakenByTheOutline();
    void escapeRestoresExactly();
    void lockedTexturesGoWithAPulledSlope_data();
    void lockedTexturesGoWithAPulledSlope();
};

namespace
{
constexpr unsigned CtrlShift = Ctrl | Shift;

struct Scene
{
    TestEditor editor;
    EntityId box;

    Scene()
    {
        box = editor.fixture.addBox({-1, 0, -1}, {1, 2, 1}, "crate");
        editor.document().selection().set({box});
    }

    [[nodiscard]] std::vector<EntityId> chosen()
    {
        return editor.document().selection().entities();
    }
};

/// The box and another one, whose sides lie in one plane, in a group that is selected.
struct GroupScene : Scene
{
    EntityId other;

    GroupScene()
    {
        other = editor.fixture.addBox({0, 0, 2}, {1, 3, 3});
        EntityId whole;
        const auto done = editor.fixture.run([&](Transaction& edit) -> Result<void> {
            const auto made = group(edit, std::vector{box, other}, "pair");
            if (!made)
                return made.error();
            whole = *made;
            return {};
        });
        ENGINE_EXPECT(done);
        editor.document().selection().set({whole});
    }
};

/// The boxes in a linked group, and a linked copy of it beside the first one; both are selected.
std::vector<EntityId> linkBeside(TestEditor& editor, const std::vector<EntityId>& boxes, double by)
{
    std::vector<EntityId> groups;
    const auto done = editor.fixture.run([&](Transaction& edit) -> Result<void> {
        const auto made = group(edit, boxes, "room");
        if (!made)
            return made.error();
        groups = {*made};
        const auto copies = createLinkedDuplicate(edit, groups);
        if (!copies)
            return copies.error();
        groups.push_back(copies->front());
        return translate(edit, *copies, {by, 0, 0});
    });
    ENGINE_EXPECT(done);
    editor.document().selection().set(groups);
    return groups;
}
} // namespace

void TestFaceGesture::ctrlShiftOutwardsContinuesTheShape()
{
    Scene scene;
    drag(scene.editor, topView(), {0.9, 0, 0}, {2.9, 0, 0}, CtrlShift);
    QCOMPARE(scene.chosen().size(), std::size_t{1});
    const auto added = scene.chosen().front();
    QVERIFY(added != scene.box);
    QVERIFY(scene.editor.fixture.boundsOf(added) == (Aabb{{1, 0, -1}, {3, 2, 1}}));
    QVERIFY(scene.editor.fixture.boundsOf(scene.box) == (Aabb{{-1, 0, -1}, {1, 2, 1}}));
    QCOMPARE(scene.editor.fixture.get<Node>(added).name, std::string{"crate"});
    scene.editor.document().undo();
    QVERIFY(!scene.editor.document().world().exists(added));
}

void TestFaceGesture::ctrlShiftInwardsCutsTheBrush()
{
    Scene scene;
    drag(scene.editor, topView(), {0.9, 0, 0}, {0.4, 0, 0}, CtrlShift);
    QCOMPARE(scene.chosen().size(), std::size_t{2});
    const auto part = scene.chosen().front();
    QVERIFY(scene.editor.fixture.boundsOf(part) == (Aabb{{0.5, 0, -1}, {1, 2, 1}}));
    QVERIFY(scene.editor.fixture.boundsOf(scene.box) == (Aabb{{-1, 0, -1}, {0.5, 2, 1}}));
}

void TestFaceGesture::partsHaveNothingThatThereIsOneOf_data()
{
    QTest::addColumn<double>("to");
    QTest::addColumn<unsigned>("keys");
    QTest::newRow("continued") << 2.9 << CtrlShift;
    QTest::newRow("cut") << 0.4 << CtrlShift;
    QTest::newRow("stamped") << 2.9 << (CtrlShift | Alt);
}

void TestFaceGesture::partsHaveNothingThatThereIsOneOf()
{
    QFETCH(double, to);
    QFETCH(unsigned, keys);
    Scene scene;
    auto& level = scene.editor.fixture;
    const auto child = level.addBox({-0.5, 3, -0.5}, {0.5, 4, 0.5}, "child", scene.box);
    VERIFY_OK(level.run([&](Transaction& edit) -> Result<void> {
        edit.set(scene.box, Light{});
        edit.set(scene.box, AudioSource{});
        edit.set(scene.box, PlayerStart{});
        edit.set(scene.box, TransformComponent{});
        return {};
    }));
    const auto& world = scene.editor.document().world();
    drag(scene.editor, topView(), {0.9, 0, 0}, {to, 0, 0}, keys);
    const auto part = scene.chosen().front();
    QVERIFY(part != scene.box);
    QCOMPARE(world.count<Light>() + world.count<AudioSource>() + world.count<PlayerStart>(), 3U);
    QVERIFY(world.get<Light>(scene.box) != nullptr);
    QVERIFY(world.get<TransformComponent>(part) != nullptr);
    QVERIFY(world.children(part).empty());
    QCOMPARE(level.get<Node>(child).parent, scene.box);
    QCOMPARE(level.get<Node>(part).name, std::string{"crate"});
}

void TestFaceGesture::theLastTransformIsStillRepeatedAfterwards()
{
    Scene scene;
    auto& document = scene.editor.document();
    press(scene.editor, topView(), ToolKey::Right);
    const auto step = scene.editor.gridSetting.step;
    drag(scene.editor, topView(), {0.9, 0, 0}, {2.9, 0, 0}, CtrlShift);
    const auto part = scene.chosen().front();
    const auto before = scene.editor.fixture.boundsOf(part);
    const auto boxes = document.world().count<BrushComponent>();
    const auto steps = document.repeatSteps();
    VERIFY_OK(scene.editor.fixture.run([&](Transaction& edit) -> Result<void> {
        const auto again = repeatTransform(edit, steps, scene.chosen());
        return again ? Result<void>{} : again.error();
    }));
    QCOMPARE(document.world().count<BrushComponent>(), boxes);
    QCOMPARE(scene.editor.fixture.boundsOf(part), before.translated({step, 0, 0}));
}

void TestFaceGesture::splitOfSlantedSidesContinuesThem()
{
    Scene scene;
    const std::vector<Vec3d> frustum{{-2, 0, -2}, {2, 0, -2}, {-2, 0, 2}, {2, 0, 2},
                                     {-1, 1, -1}, {1, 1, -1}, {-1, 1, 1}, {1, 1, 1}};
    VERIFY_OK(scene.editor.fixture.run([&](Transaction& transaction) -> Result<void> {
        setBrush(transaction, scene.box, *brushFromPoints(frustum, {}, Name{"stone"}));
        return {};
    }));
    const auto top = scene.editor.fixture.faceTowards(scene.box, {0, 1, 0});
    std::vector<EntityId> made;
    VERIFY_OK(scene.editor.fixture.run([&](Transaction& transaction) -> Result<void> {
        auto split = splitAtFaces(transaction, std::span{&top, 1}, 0.5);
        if (!split)
            return split.error();
        made = *split;
        return {};
    }));
    const auto bounds = scene.editor.fixture.boundsOf(made.front());
    QVERIFY(glm::distance(bounds.min, Vec3d{-1, 1, -1}) < 1e-9);
    QVERIFY(glm::distance(bounds.max, Vec3d{1, 1.5, 1}) < 1e-9);
    QCOMPARE(brokenPromise(scene.editor.fixture.brushOf(made.front())), std::string{});
    for (const auto& face : scene.editor.fixture.brushOf(made.front()).faces())
        QCOMPARE(face.material, Name{"stone"});
    // The sides meet at a height of 2: no shape continues beyond.
    QVERIFY(!scene.editor.fixture.run([&](Transaction& transaction) -> Result<void> {
        auto split = splitAtFaces(transaction, std::span{&top, 1}, 3);
        return split ? Result<void>{} : split.error();
    }));
}

void TestFaceGesture::splitBeyondTheBrushIsRefused()
{
    Scene scene;
    const auto before = scene.editor.document().contentHash();
    startDrag(scene.editor, topView(), {0.9, 0, 0}, {-5, 0, 0}, CtrlShift);
    QVERIFY(!scene.editor.messages.empty());
    QVERIFY(press(scene.editor, topView(), ToolKey::Escape));
    QCOMPARE(scene.editor.document().contentHash(), before);
}

void TestFaceGesture::stampGoesStraightOut()
{
    Scene scene;
    drag(scene.editor, topView(), {0.9, 0, 0}, {2.9, 0, 0}, CtrlShift | Alt);
    QCOMPARE(scene.chosen().size(), std::size_t{1});
    QVERIFY(scene.editor.fixture.boundsOf(scene.chosen().front()) == (Aabb{{1, 0, -1}, {3, 2, 1}}));
}

void TestFaceGesture::stampInwardsIsRefused()
{
    Scene scene;
    startDrag(scene.editor, topView(), {0.9, 0, 0}, {0, 0, 0}, CtrlShift | Alt);
    QVERIFY(!scene.editor.messages.empty());
    QVERIFY(scene.editor.messages.back().find("outwards") != std::string::npos);
}

void TestFaceGesture::slideSkewsIn2dAndStaysInPlaneIn3d()
{
    Scene scene;
    drag(scene.editor, frontView(), {0, 2.1, 0}, {1, 3.1, 0}, Shift | Alt);
    auto bounds = scene.editor.fixture.boundsOf(scene.box);
    QVERIFY(glm::distance(bounds.max, Vec3d{2, 3, 1}) < 1e-9);
    QCOMPARE(bounds.min.x, -1.0);
    const auto view = perspectiveView({1, 9, 8}, {1, 1, 0});
    drag(scene.editor, view, {1, 3, 0}, {2, 3, 0}, Shift | Alt);
    bounds = scene.editor.fixture.boundsOf(scene.box);
    QVERIFY(glm::distance(bounds.max, Vec3d{3, 3, 1}) < 1e-9);
    QCOMPARE(brokenPromise(scene.editor.fixture.brushOf(scene.box)), std::string{});
}

void TestFaceGesture::typedNumbersGoTheWayOfTheDrag()
{
    const auto sideAfter = [](double to, unsigned keys, const char* number) {
        Scene scene;
        startDrag(scene.editor, topView(), {0.9, 0, 0}, {to, 0, 0}, keys);
        type(scene.editor, topView(), number);
        press(scene.editor, topView(), ToolKey::Enter);
        return scene.editor.fixture.boundsOf(scene.box).max.x;
    };
    QCOMPARE(sideAfter(2, Shift, "0.3"), 1.3);
    QCOMPARE(sideAfter(0.2, Shift, "0.3"), 0.7);
    QCOMPARE(sideAfter(0.2, Shift, "-0.3"), 0.7); // a sign is meant as typed
    QCOMPARE(sideAfter(0.2, Shift, "+0.3"), 1.3);
    QCOMPARE(sideAfter(2, Shift, "-0.3"), 0.7);
    QCOMPARE(sideAfter(0.2, CtrlShift, "0.3"), 0.7); // cut there
    QCOMPARE(sideAfter(2, Shift, "2,5"), 3.5);
}

void TestFaceGesture::coplanarFacesOfTheSelectionSplitTogether()
{
    Scene scene;
    const auto other = scene.editor.fixture.addBox({0, 0, 2}, {1, 3, 3});
    scene.editor.document().selection().set({scene.box, other});
    drag(scene.editor, topView(), {0.9, 0, 0}, {1.9, 0, 0}, CtrlShift);
    QCOMPARE(scene.chosen().size(), std::size_t{2});
    for (const auto entity : scene.chosen())
        QCOMPARE(scene.editor.fixture.boundsOf(entity).max.x, 2.0);
}

void TestFaceGesture::facesOfAGroupsBrushesArePulled_data()
{
    QTest::addColumn<int>("way");
    QTest::newRow("2D, the side nearest") << 0;
    QTest::newRow("3D, the face under the pointer") << 1;
    QTest::newRow("3D, the far face by its outline") << 2;
}

void TestFaceGesture::facesOfAGroupsBrushesArePulled()
{
    QFETCH(int, way);
    GroupScene scene;
    auto& editor = scene.editor;
    if (way == 0)
        drag(editor, topView(), {0.9, 0, 0}, {2.9, 0, 0}, Shift);
    else if (way == 1)
        drag(editor, perspectiveView({10, 4, 6}, {0, 1, 0}), {1, 1, 0}, {3, 1, 0}, Shift);
    else
        drag(editor, perspectiveView({-12, 4, 0}, {0, 1, 0}), {1, 2.02, 0}, {3, 2, 0}, Shift);
    QCOMPARE(editor.fixture.boundsOf(scene.box), (Aabb{{-1, 0, -1}, {3, 2, 1}}));
    QCOMPARE(editor.fixture.boundsOf(scene.other).max.x, 3.0); // in one plane with it
    QCOMPARE(editor.fixture.boundsOf(scene.other).min.x, 0.0);
    QCOMPARE(editor.document().history().entries().back().label, std::string{"Extrude face"});
}

void TestFaceGesture::lockedPartsOfAGroupStay()
{
    GroupScene scene;
    auto node = scene.editor.fixture.get<Node>(scene.other);
    node.locked = true;
    VERIFY_OK(scene.editor.fixture.run([&](Transaction& edit) -> Result<void> {
        edit.set(scene.other, node);
        return {};
    }));
    drag(scene.editor, topView(), {0.9, 0, 0}, {2.9, 0, 0}, Shift);
    QCOMPARE(scene.editor.fixture.boundsOf(scene.box).max.x, 3.0);
    QCOMPARE(scene.editor.fixture.boundsOf(scene.other).max.x, 1.0);
}

void TestFaceGesture::wallsThatBrushesShareMoveTogether()
{
    for (const double to : {1.5, 0.5}) {
        Scene scene;
        auto& level = scene.editor.fixture;
        const auto beside = level.addBox({1, 0, -3}, {4, 1, 0});
        const auto before = scene.editor.document().contentHash();
        scene.editor.document().selection().set({scene.box, beside});
        drag(scene.editor, topView(), {1, 0, -0.5}, {to, 0, -0.5}, Shift);
        QCOMPARE(level.boundsOf(scene.box), (Aabb{{-1, 0, -1}, {to, 2, 1}}));
        QCOMPARE(level.boundsOf(beside), (Aabb{{to, 0, -3}, {4, 1, 0}}));
        scene.editor.document().undo();
        QCOMPARE(scene.editor.document().contentHash(), before);
        // Not through either of them.
        drag(scene.editor, topView(), {1, 0, -0.5}, {9, 0, -0.5}, Shift);
        QCOMPARE(level.boundsOf(scene.box).max.x, level.boundsOf(beside).min.x);
        QVERIFY(level.boundsOf(beside).min.x < 4);
    }
}

void TestFaceGesture::whatOnlyLiesInThePlaneOfASharedWallStays()
{
    Scene scene;
    auto& level = scene.editor.fixture;
    const auto atTheEdge = level.addBox({1, 0, 1}, {4, 2, 3});
    const auto away = level.addBox({1, 0, 5}, {4, 2, 6});
    const auto unselected = level.addBox({1, 0, -1}, {4, 2, 1});
    scene.editor.document().selection().set({scene.box, atTheEdge, away});
    drag(scene.editor, topView(), {0.9, 0, 0}, {1.9, 0, 0}, Shift);
    QCOMPARE(level.boundsOf(scene.box).max.x, 2.0);
    for (const auto entity : {atTheEdge, away, unselected})
        QCOMPARE(level.boundsOf(entity).min.x, 1.0);
}

void TestFaceGesture::aWallThatLinkedCopiesShareIsPulledInBoth()
{
    Scene scene;
    const auto groups = linkBeside(scene.editor, {scene.box}, 2);
    const auto before = scene.editor.document().contentHash();
    drag(scene.editor, topView(), {0.9, 0, 0}, {1.9, 0, 0}, Shift);
    QCOMPARE(scene.editor.messages, std::vector<std::string>{});
    const auto& world = scene.editor.document().world();
    QCOMPARE(boundsOfTree(world, groups[0]), (Aabb{{-1, 0, -1}, {2, 2, 1}}));
    QCOMPARE(boundsOfTree(world, groups[1]), (Aabb{{1, 0, -1}, {4, 2, 1}})); // follows
    scene.editor.document().undo();
    QCOMPARE(scene.editor.document().contentHash(), before);
}

void TestFaceGesture::wallsOfDifferentPartsOfLinkedCopiesStayShared()
{
    Scene scene;
    const auto east = scene.editor.fixture.addBox({5, 0, -1}, {7, 2, 1});
    const auto groups = linkBeside(scene.editor, {scene.box, east}, 8);
    drag(scene.editor, topView(), {6.9, 0, 0}, {7.9, 0, 0}, Shift);
    QCOMPARE(scene.editor.messages, std::vector<std::string>{});
    QCOMPARE(scene.editor.fixture.boundsOf(east).max.x, 8.0);
    const auto& world = scene.editor.document().world();
    QCOMPARE(boundsOfTree(world, groups[1]).min.x, 8.0);
}

void TestFaceGesture::backFacesAreTakenByTheOutline()
{
    Scene scene;
    // From the front and above, the far wall shows only its upper edge.
    const auto view = perspectiveView({0, 4, 12}, {0, 1, 0});
    drag(scene.editor, view, {0, 2.02, -1}, {0, 2, -3}, Shift);
    QCOMPARE(scene.editor.fixture.boundsOf(scene.box).min.z, -3.0);
    QCOMPARE(scene.editor.fixture.boundsOf(scene.box).max, (Vec3d{1, 2, 1}));
}

void TestFaceGesture::escapeRestoresExactly()
{
    for (const unsigned keys : {Shift, CtrlShift, Shift | Alt, CtrlShift | Alt}) {
        Scene scene;
        const auto before = scene.editor.document().contentHash();
        startDrag(scene.editor, topView(), {0.9, 0, 0}, {2.9, 0, 0}, keys);
        QVERIFY(press(scene.editor, topView(), ToolKey::Escape));
        QCOMPARE(scene.editor.document().contentHash(), before);
        QCOMPARE(scene.chosen(), std::vector{scene.box});
    }
}

void TestFaceGesture::lockedTexturesGoWithAPulledSlope_data()
{
    QTest::addColumn<bool>("isLocked");
    QTest::newRow("lock on") << true;
    QTest::newRow("lock off") << false;
}

void TestFaceGesture::lockedTexturesGoWithAPulledSlope()
{
    QFETCH(bool, isLocked);
    Scene scene;
    auto& editor = scene.editor;
    const std::vector<Vec3d> corners{{0, 0, 0}, {4, 0, 0}, {0, 4, 0},
                                     {0, 0, 4}, {4, 0, 4}, {0, 4, 4}};
    const auto wedge = brushFromPoints(corners, {});
    VERIFY_OK(wedge);
    VERIFY_OK(editor.fixture.run([&](Transaction& edit) -> Result<void> {
        setBrush(edit, scene.box, *wedge);
        return {};
    }));
    FaceIndex slope = 0;
    while (std::abs(wedge->faces()[slope].plane.normal.x - std::sqrt(0.5)) > 1e-9)
        ++slope;
    editor.setTextureLock(isLocked ? TextureLock::On : TextureLock::Off);
    const auto before = editor.document().contentHash();
    drag(editor, perspectiveView({10, 4, 14}, {2, 2, 2}), {2, 2, 2}, {2.8, 2.8, 2}, Shift);
    const auto& pulled = editor.fixture.brushOf(scene.box).faces()[slope];
    const auto& was = wedge->faces()[slope];
    const double way = pulled.plane.distance - was.plane.distance;
    QVERIFY(way > 0.5);
    const Vec3d place{2, 2, 2};
    const auto expected = was.uv.at(place);
    const auto texel = pulled.uv.at(isLocked ? place + was.plane.normal * way : place);
    QVERIFY(glm::distance(texel, expected) < 1e-9);
    QCOMPARE(pulled.uv == was.uv, !isLocked);
    editor.document().undo();
    QCOMPARE(editor.document().contentHash(), before);
}

PLAIN_TEST(TestFaceGesture)
} // namespace tst_face_gesture

#include "tst_face_gesture.moc"
