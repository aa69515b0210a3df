#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_transform_tool
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestTransformTool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anArrowMovesAlongItsAxisOnly_data();
    void anArrowMovesAlongItsAxisOnly();
    void aRingTurnsInStepsOfFifteenDegrees();
    void moreThanHalfATurnCounts();
    void typedAnglesAreExact();
    void aSideHandleStretchesFromTheOppositeSide();
    void shiftKeepsProportionsAndAltTheMiddle();
    void cornersIn3dKeepProportions();
    void scalingStopsAtOneCell();
    void axisNumberEnterNeedsNoDrag();
    void lightsMoveButKeepTheirSize();
    void otherPressesGoToTheSelectionTool();
    void escapeStepsBack();
    void thePivotCanBeDraggedAndTyped();
    void anotherSelectionPutsThePivotBack();
    void aSideSlidesAndTheOppositeStays();
    void uprightSidesSlideAlongTheFloorIn3dAndUpWithAlt();
    void typedShearsAreExact();
    void aMoveSnapsToCornersOfOthers();
    void aMoveSnapsAfterOneThatWasRefused();
    void aMoveIn3dPutsThingsAgainstFaces();
    void aScaledSideSnapsToCornersAndFacesOfOthers();
    void textureLockOffLeavesTexturesInTheWorld();
    void sizesCanBeTyped();
};

namespace
{
struct BoxEditor : TestEditor
{
    explicit BoxEditor(const std::string& tool)
    {
        box = fixture.addBox({-1, 0, -2}, {1, 2, 2});
        document().selection().set({box});
        activateTool(tool);
    }

    [[nodiscard]] Aabb bounds() const { return fixture.boundsOf(box); }

    EntityId box;
};

/// So many pixels from `center` as the view shows it.
Vec3d beside(const TestView& view, const Vec3d& center, double right, double up)
{
    const double metre = view.camera.metresPerPixel(center, view.size.y);
    return center + view.camera.right() * (right * metre) + view.camera.up() * (up * metre);
}

void fuzzyCompare(const Aabb& a, const Aabb& b)
{
    QVERIFY2(
        glm::length(a.min - b.min) < 1e-9 && glm::length(a.max - b.max) < 1e-9,
        fmt::format("{} {} {} .. {} {} {}", a.min.x, a.min.y, a.min.z, a.max.x, a.max.y, a.max.z)
            .c_str());
}
} // namespace

void TestTransformTool::anArrowMovesAlongItsAxisOnly_data()
{
    QTest::addColumn<bool>("flat");
    QTest::newRow("top") << true;
    QTest::newRow("perspective") << false;
}

void TestTransformTool::anArrowMovesAlongItsAxisOnly()
{
    QFETCH(bool, flat);
    BoxEditor editor{"move"};
    const auto view = flat ? topView() : perspectiveView({3, 9, 14}, {0, 1, 0});
    const double metre = view.camera.metresPerPixel({0, 1, 0}, view.size.y);
    const Vec3d grab{metre * 40, 1, 0};
    drag(editor, view, grab, grab + Vec3d{3, 0, 0});
    fuzzyCompare(editor.bounds(), {{2, 0, -2}, {4, 2, 2}});
}

void TestTransformTool::aRingTurnsInStepsOfFifteenDegrees()
{
    BoxEditor editor{"rotate"};
    const auto view = topView();
    // From the right of the ring to the top of the screen is a quarter turn counter-clockwise.
    drag(editor, view, beside(view, {0, 1, 0}, 64, 0), beside(view, {0, 1, 0}, 3, 64));
    fuzzyCompare(editor.bounds(), {{-2, 0, -1}, {2, 2, 1}});
    QCOMPARE(editor.document().history().entries().back().label, std::string{"Rotate 1 object"});
}

void TestTransformTool::moreThanHalfATurnCounts()
{
    BoxEditor editor{"rotate"};
    const auto view = topView();
    const auto at = [&](double degree) {
        const double turn = radians(degree);
        return pointerAt(editor, view,
                         beside(view, {0, 1, 0}, 64 * std::cos(turn), 64 * std::sin(turn)));
    };
    editor.tools.press(at(0));
    for (const double degree : {90.0, 180.0, 270.0, 355.0, 405.0})
        VERIFY_OK(editor.tools.move(at(degree)));
    QVERIFY(editor.tools.measure().starts_with("405"));
    editor.tools.cancelGesture();
}

void TestTransformTool::typedAnglesAreExact()
{
    BoxEditor editor{"rotate"};
    const auto before = editor.document().contentHash();
    const auto view = topView();
    for (int i = 0; i < 4; ++i) {
        startDrag(editor, view, beside(view, {0, 1, 0}, 64, 0), beside(view, {0, 1, 0}, 60, 20));
        type(editor, view, "90");
        press(editor, view, ToolKey::Enter);
    }
    QCOMPARE(editor.document().contentHash(), before); // four quarter turns
}

void TestTransformTool::aSideHandleStretchesFromTheOppositeSide()
{
    BoxEditor editor{"scale"};
    drag(editor, topView(), {1, 0, 0}, {3.04, 0, 0.9});
    fuzzyCompare(editor.bounds(), {{-1, 0, -2}, {3, 2, 2}});
}

void TestTransformTool::shiftKeepsProportionsAndAltTheMiddle()
{
    BoxEditor editor{"scale"};
    drag(editor, topView(), {1, 0, 0}, {3, 0, 0}, Shift);
    // Anchored in the middle of the opposite side: twice as big along every axis.
    fuzzyCompare(editor.bounds(), {{-1, -1, -4}, {3, 3, 4}});
    editor.document().undo();
    drag(editor, topView(), {1, 0, 0}, {2, 0, 0}, Alt);
    fuzzyCompare(editor.bounds(), {{-2, 0, -2}, {2, 2, 2}});
}

void TestTransformTool::cornersIn3dKeepProportions()
{
    BoxEditor editor{"scale"};
    const auto view = perspectiveView({8, 9, 12}, {0, 1, 0});
    drag(editor, view, {1, 2, 2}, {2, 3, 4});
    fuzzyCompare(editor.bounds(), {{-1, 0, -2}, {2, 3, 4}});
}

void TestTransformTool::scalingStopsAtOneCell()
{
    BoxEditor editor{"scale"};
    drag(editor, topView(), {1, 0, 0}, {-6, 0, 0});
    fuzzyCompare(editor.bounds(), {{-1, 0, -2}, {-0.75, 2, 2}});
}

void TestTransformTool::axisNumberEnterNeedsNoDrag()
{
    BoxEditor editor{"move"};
    const auto view = topView();
    QVERIFY(editor.tools.takesKey(ToolKey::Text)); // no grid sizes while something is selected
    QVERIFY(!editor.tools.takesKey(ToolKey::V));
    press(editor, view, ToolKey::Z);
    type(editor, view, "-2.5");
    press(editor, view, ToolKey::Enter);
    fuzzyCompare(editor.bounds(), {{-1, 0, -4.5}, {1, 2, -0.5}});
    QVERIFY(!editor.tools.takesText());
    editor.document().undo();
    editor.activateTool("scale");
    press(editor, view, ToolKey::Y);
    type(editor, view, "0.5");
    press(editor, view, ToolKey::Enter);
    fuzzyCompare(editor.bounds(), {{-1, 0.5, -2}, {1, 1.5, 2}});
    editor.document().undo();
    editor.activateTool("rotate");
    type(editor, view, "90");
    press(editor, view, ToolKey::Enter);
    fuzzyCompare(editor.bounds(), {{-2, 0, -1}, {2, 2, 1}});
}

void TestTransformTool::lightsMoveButKeepTheirSize()
{
    BoxEditor editor{"scale"};
    const auto light = editor.fixture.addPoint({1, 2, 2}, "light");
    VERIFY_OK(editor.fixture.run([&](Transaction& transaction) -> Result<void> {
        transaction.set(light, Light{.color = {}, .range = 30});
        return {};
    }));
    editor.document().selection().set({editor.box, light});
    drag(editor, topView(), {1, 0, 0}, {3, 0, 0});
    fuzzyCompare(editor.bounds(), {{-1, 0, -2}, {3, 2, 2}});
    const auto& place = editor.fixture.get<TransformComponent>(light);
    QCOMPARE(place.position, (Vec3d{3, 2, 2}));
    QCOMPARE(place.scale, (Vec3d{1, 1, 1}));
}

void TestTransformTool::otherPressesGoToTheSelectionTool()
{
    BoxEditor editor{"rotate"};
    drag(editor, topView(), {0, 0, 1.5}, {2, 0, 1.5});
    fuzzyCompare(editor.bounds(), {{1, 0, -2}, {3, 2, 2}});
    click(editor, topView(), {-8, 0, -8});
    QVERIFY(editor.document().selection().isEmpty());
    QCOMPARE(editor.activeTool(), std::string{"rotate"});
}

void TestTransformTool::escapeStepsBack()
{
    BoxEditor editor{"rotate"};
    const auto before = editor.document().contentHash();
    const auto view = topView();
    press(editor, view, ToolKey::X);
    QVERIFY(press(editor, view, ToolKey::Escape)); // the axis
    QVERIFY(!editor.tools.takesText());
    QCOMPARE(editor.activeTool(), std::string{"rotate"});
    startDrag(editor, view, beside(view, {0, 1, 0}, 64, 0), beside(view, {0, 1, 0}, 3, 64));
    QVERIFY(editor.document().contentHash() != before);
    QVERIFY(press(editor, view, ToolKey::Escape)); // the drag
    QCOMPARE(editor.document().contentHash(), before);
    QVERIFY(press(editor, view, ToolKey::Escape)); // the tool
    QCOMPARE(editor.activeTool(), std::string{"select"});
    QVERIFY(!editor.document().selection().isEmpty());
    QVERIFY(press(editor, view, ToolKey::Escape)); // the selection
    QVERIFY(editor.document().selection().isEmpty());
}

void TestTransformTool::thePivotCanBeDraggedAndTyped()
{
    BoxEditor editor{"rotate"};
    const auto view = topView();
    drag(editor, view, {0, 0, 0}, {4.1, 0, 0});
    QCOMPARE(editor.document().history().position(), 1U); // the box only
    press(editor, view, ToolKey::Y);
    type(editor, view, "180");
    press(editor, view, ToolKey::Enter);
    fuzzyCompare(editor.bounds(), {{7, 0, -2}, {9, 2, 2}});
    auto settings = editor.tools.active()->settings();
    QCOMPARE(settings.size(), 3U);
    QCOMPARE(settings[0].get(), 4.0);
    VERIFY_OK(settings[0].set(0));
    VERIFY_OK(settings[2].set(0));
    type(editor, view, "180");
    press(editor, view, ToolKey::Enter);
    fuzzyCompare(editor.bounds(), {{-9, 0, -2}, {-7, 2, 2}});
    startDrag(editor, view, {0, 0, 0}, {3, 0, 3});
    press(editor, view, ToolKey::Escape);
    QCOMPARE(settings[0].get(), 0.0);
    startDrag(editor, view, {0, 0, 0}, {-3, 0, 1});
    type(editor, view, "2.3");
    press(editor, view, ToolKey::Enter);
    QCOMPARE(settings[0].get(), -2.3);
    QCOMPARE(settings[2].get(), 0.0);
}

void TestTransformTool::anotherSelectionPutsThePivotBack()
{
    BoxEditor editor{"rotate"};
    const auto corner = editor.fixture.addBox({5, 0, 5}, {6, 1, 6});
    editor.document().selection().set({editor.box});
    startDrag(editor, topView(), {0, 0, 0}, {4, 0, 4});
    QVERIFY(editor.tools.key(keyEvent(editor, topView(), ToolKey::V)));
    editor.tools.release(pointerAt(editor, topView(), {5.1, 0, 5.1}));
    auto settings = editor.tools.active()->settings();
    QCOMPARE(settings[0].get(), 5.0);
    QCOMPARE(settings[2].get(), 5.0);
    editor.document().selection().set({corner});
    QCOMPARE(settings[0].get(), 5.5);
    editor.document().selection().set({editor.box});
    QCOMPARE(settings[0].get(), 0.0);
}

void TestTransformTool::aSideSlidesAndTheOppositeStays()
{
    BoxEditor editor{"shear"};
    const auto before = editor.document().contentHash();
    drag(editor, frontView(), {0, 2, 0}, {1, 3, 0}); // the top goes right
    const auto& brush = editor.fixture.brushOf(editor.box);
    QCOMPARE(editor.bounds(), (Aabb{{-1, 0, -2}, {2, 2, 2}}));
    QVERIFY(brush.contains({1.9, 1.99, 0}));
    QVERIFY(!brush.contains({1.9, 0.01, 0}));
    QVERIFY(std::abs(volume(brush) - 16) < 1e-9);
    const auto after = editor.document().contentHash();
    editor.document().undo();
    QCOMPARE(editor.document().contentHash(), before);
    editor.document().redo();
    QCOMPARE(editor.document().contentHash(), after);
    startDrag(editor, topView(), {2, 0, 0}, {2, 0, 3});
    type(editor, topView(), "1.5");
    QVERIFY(editor.tools.measure().find("Z 1.5 m") == 0);
    press(editor, topView(), ToolKey::Escape);
    QCOMPARE(editor.document().contentHash(), after);
}

void TestTransformTool::uprightSidesSlideAlongTheFloorIn3dAndUpWithAlt()
{
    BoxEditor editor{"shear"};
    const auto view = perspectiveView({9, 7, 10}, {0, 1, 0});
    drag(editor, view, {1, 1, 0}, {1, 1, 1});
    fuzzyCompare(editor.bounds(), {{-1, 0, -2}, {1, 2, 3}});
    editor.document().undo();
    startDrag(editor, view, {1, 1, 0}, {1, 1.5, 0}, 0);
    VERIFY_OK(editor.tools.move(pointerAt(editor, view, {1, 2, 0}, Alt)));
    editor.tools.release(pointerAt(editor, view, {1, 2, 0}, Alt));
    fuzzyCompare(editor.bounds(), {{-1, 0, -2}, {1, 3, 2}});
    editor.document().undo();
    drag(editor, view, {0, 2, 0}, {1, 2, 0.5}); // the top goes anywhere
    fuzzyCompare(editor.bounds(), {{-1, 0, -2}, {2, 2, 2.5}});
}

void TestTransformTool::typedShearsAreExact()
{
    BoxEditor editor{"shear"};
    press(editor, topView(), ToolKey::X);
    type(editor, topView(), "0.5");
    press(editor, topView(), ToolKey::Enter);
    QCOMPARE(editor.bounds(), (Aabb{{-1, 0, -2}, {1.5, 2, 2}}));
}

void TestTransformTool::aMoveSnapsToCornersOfOthers()
{
    BoxEditor editor{"select"};
    static_cast<void>(editor.fixture.addBox({5.1, 0, 3.3}, {6, 1, 6}));
    editor.document().selection().set({editor.box});
    startDrag(editor, topView(), {0.9, 0, 1.9}, {4, 0, 3});
    QVERIFY(editor.tools.key(keyEvent(editor, topView(), ToolKey::V)));
    VERIFY_OK(editor.tools.move(pointerAt(editor, topView(), {5.2, 0, 3.2})));
    QVERIFY(editor.tools.measure().find("to vertices") != std::string::npos);
    editor.tools.release(pointerAt(editor, topView(), {5.2, 0, 3.2}));
    fuzzyCompare(editor.bounds(), {{3.1, 0, -0.7}, {5.1, 2, 3.3}});
    startDrag(editor, topView(), {4, 0, 1}, {4.5, 0, 1});
    editor.tools.key(keyEvent(editor, topView(), ToolKey::V));
    editor.tools.key(keyEvent(editor, topView(), ToolKey::V));
    VERIFY_OK(editor.tools.move(pointerAt(editor, topView(), {6.1, 0, 4})));
    editor.tools.release(pointerAt(editor, topView(), {6.1, 0, 4}));
    QCOMPARE(editor.bounds().min.x, 6.0); // against the other one's side
}

void TestTransformTool::aScaledSideSnapsToCornersAndFacesOfOthers()
{
    BoxEditor editor{"scale"};
    static_cast<void>(editor.fixture.addBox({5.1, 0, 3.3}, {6.2, 1, 6}));
    editor.document().selection().set({editor.box});
    startDrag(editor, topView(), {1, 0, 0}, {3, 0, 0});
    QVERIFY(editor.tools.key(keyEvent(editor, topView(), ToolKey::V)));
    const auto corner = pointerAt(editor, topView(), {5.13, 0, 3.27});
    VERIFY_OK(editor.tools.move(corner));
    QVERIFY(editor.tools.measure().find("to vertices") != std::string::npos);
    fuzzyCompare(editor.bounds(), {{-1, 0, -2}, {5.1, 2, 2}}); // no other side moves
    editor.tools.key(keyEvent(editor, topView(), ToolKey::V));
    const auto side = pointerAt(editor, topView(), {6.17, 0, 4.6});
    VERIFY_OK(editor.tools.move(side));
    QVERIFY(editor.tools.measure().find("to faces") != std::string::npos);
    fuzzyCompare(editor.bounds(), {{-1, 0, -2}, {6.2, 2, 2}});
    editor.tools.key(keyEvent(editor, topView(), ToolKey::V)); // the grid again
    VERIFY_OK(editor.tools.move(pointerAt(editor, topView(), {3.04, 0, 0.9})));
    editor.tools.release(pointerAt(editor, topView(), {3.04, 0, 0.9}));
    fuzzyCompare(editor.bounds(), {{-1, 0, -2}, {3, 2, 2}});
}

void TestTransformTool::aMoveSnapsAfterOneThatWasRefused()
{
    BoxEditor editor{"select"};
    static_cast<void>(editor.fixture.addBox({5.1, 0, 3.3}, {6, 1, 6}));
    editor.document().selection().set({editor.box});
    startDrag(editor, topView(), {0.9, 0, 1.9}, {4, 0, 3});
    const auto refused = editor.tools.move(pointerAt(editor, topView(), {2 * WorldLimit, 0, 3}));
    QVERIFY(!refused); // out of the world: the box stays where it was
    editor.tools.key(keyEvent(editor, topView(), ToolKey::V));
    VERIFY_OK(editor.tools.move(pointerAt(editor, topView(), {5.2, 0, 3.2})));
    fuzzyCompare(editor.bounds(), {{3.1, 0, -0.7}, {5.1, 2, 3.3}});
    editor.tools.release(pointerAt(editor, topView(), {5.2, 0, 3.2}));
}

void TestTransformTool::aMoveIn3dPutsThingsAgainstFaces()
{
    BoxEditor editor{"select"};
    static_cast<void>(editor.fixture.addBox({5, 0, -3}, {9, 0.7, 3}));
    editor.document().selection().set({editor.box});
    const auto view = perspectiveView({6, 12, 14}, {3, 0, 0});
    startDrag(editor, view, {0, 2, 0}, {3, 2, 0});
    editor.tools.key(keyEvent(editor, view, ToolKey::V));
    editor.tools.key(keyEvent(editor, view, ToolKey::V));
    VERIFY_OK(editor.tools.move(pointerAt(editor, view, {7, 0.7, 0})));
    QVERIFY(editor.tools.measure().find("to faces") != std::string::npos);
    editor.tools.release(pointerAt(editor, view, {7, 0.7, 0}));
    QVERIFY(std::abs(editor.bounds().min.y - 0.7) < 1e-9);
}

void TestTransformTool::textureLockOffLeavesTexturesInTheWorld()
{
    BoxEditor editor{"move"};
    const auto uvOf = [&] {
        return editor.fixture.brushOf(editor.box).faces()[2].uv;
    };
    const auto before = uvOf();
    editor.setTextureLock(TextureLock::Off);
    press(editor, topView(), ToolKey::X);
    type(editor, topView(), "0.3");
    press(editor, topView(), ToolKey::Enter);
    QCOMPARE(uvOf(), before);
    editor.setTextureLock(TextureLock::On);
    press(editor, topView(), ToolKey::X);
    type(editor, topView(), "0.3");
    press(editor, topView(), ToolKey::Enter);
    QVERIFY(uvOf() != before);
}

void TestTransformTool::sizesCanBeTyped()
{
    BoxEditor editor{"scale"};
    auto settings = editor.tools.active()->settings();
    QCOMPARE(settings[0].get(), 2.0);
    VERIFY_OK(settings[0].set(3));
    fuzzyCompare(editor.bounds(), {{-1, 0, -2}, {2, 2, 2}});
}

PLAIN_TEST(TestTransformTool)
} // namespace tst_transform_tool

#include "tst_transform_tool.moc"
