#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/support/pointer.h"
#include "tests/support/verify.h"

#include <QtTest>

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
    press(editor, view, ToolKey::Z);
    QVERIFY(editor.tools.takesText());
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
    drag(editor, topView(), {0, 0, 0}, {2, 0, 0});
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

QTEST_APPLESS_MAIN(TestTransformTool)
#include "tst_transform_tool.moc"
