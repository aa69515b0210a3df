#include "editor/operations/brush/brush_space.h"
#include "editor/tools/brush/clip_tool.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_clip_tool
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestClipTool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void twoClicksIn2dCutStraightIntoTheView();
    void dragSetsTwoPointsAtOnce();
    void pointsSnapToTheGrid();
    void vSnapsPointsToCornersAndFaces();
    void pointsIn3dStickToTheFace();
    void twoPointsOnAFaceCutStraightIntoIt();
    void threePointsMakeASlantedCut();
    void pointsCanBeDragged();
    void escapeDuringADragPutsThePointBack();
    void doubleClickTakesTheFacesPlane();
    void ctrlEnterCyclesTheSides();
    void enterCutsAllSelectedBrushesAsOneStep();
    void enterWithoutAPlaneDoesNothing();
    void cutBesideTheBrushesIsRefused();
    void deleteDropsTheLastPoint();
    void escapeGoesBackStepByStep();
    void pointsInOnePlaceAreRefused();
    void threePointsInALineAreRefused();
    void typedNumberIsTheWayFromThePointBefore();
    void coordinatesCanBeTyped();
    void brushesInTurnedGroupsAreCutWhereTheyAre();
    void nothingSelectedLeavesTheClickToTheSelection();
    void previewShowsWhatStays();
    void leavingTheToolDropsThePoints();

private:
    std::unique_ptr<TestEditor> m_editor;
    EntityId m_box;

    ClipTool& tool() { return *dynamic_cast<ClipTool*>(m_editor->tools.find("clip")); }

    Aabb bounds() { return m_editor->fixture.boundsOf(m_box); }
};

void TestClipTool::init()
{
    m_editor = std::make_unique<TestEditor>();
    m_box = m_editor->fixture.addBox({-4, -4, -4}, {4, 4, 4});
    m_editor->document().selection().set({m_box});
    m_editor->activateTool("clip");
}

void TestClipTool::twoClicksIn2dCutStraightIntoTheView()
{
    click(*m_editor, topView(), {1, 0, -6});
    click(*m_editor, topView(), {1, 0, 6});
    QCOMPARE(tool().points().size(), std::size_t{2});
    const auto plane = tool().plane();
    QVERIFY(plane);
    QCOMPARE(std::abs(plane->normal.x), 1.0);
    QCOMPARE(plane->distance * plane->normal.x, 1.0);
    QVERIFY(press(*m_editor, topView(), ToolKey::Enter));
    const auto size = bounds().size();
    QVERIFY(size.x == 5 || size.x == 3);
    QCOMPARE(size.y, 8.0);
}

void TestClipTool::dragSetsTwoPointsAtOnce()
{
    drag(*m_editor, frontView(), {-6, 1, 0}, {6, 1, 0});
    QCOMPARE(tool().points().size(), std::size_t{2});
    QCOMPARE(tool().points()[0].at.x, -6.0);
    QCOMPARE(tool().points()[1].at.x, 6.0);
    QCOMPARE(std::abs(tool().plane()->normal.y), 1.0);
    // Another drag adds the third.
    drag(*m_editor, frontView(), {0, 3, 0}, {0, 5, 0});
    QCOMPARE(tool().points().size(), std::size_t{3});
    QCOMPARE(tool().points()[2].at.y, 5.0);
    // And with three a drag beside them does nothing.
    const auto points = tool().points();
    drag(*m_editor, frontView(), {2, -3, 0}, {2, -5, 0});
    QCOMPARE(tool().points(), points);
    QCOMPARE(bounds(), (Aabb{Vec3d{-4}, Vec3d{4}}));
}

void TestClipTool::pointsSnapToTheGrid()
{
    m_editor->gridSetting.step = 0.5;
    click(*m_editor, topView(), {1.13, 0, -6.2});
    QCOMPARE(tool().points()[0].at, (Vec3d{1, 0, -6}));
}

void TestClipTool::vSnapsPointsToCornersAndFaces()
{
    m_editor->fixture.addBox({1.1, 5, 1.1}, {1.3, 6, 1.3});
    startDrag(*m_editor, topView(), {-6, 0, 1}, {2, 0, 1});
    QVERIFY(press(*m_editor, topView(), ToolKey::V));
    VERIFY_OK(m_editor->tools.move(pointerAt(*m_editor, topView(), {1.33, 0, 1.07})));
    QCOMPARE(tool().points()[1].at, (Vec3d{1.3, 0, 1.1})); // as deep as the point before
    QVERIFY(m_editor->tools.measure().find("to vertices") != std::string::npos);
    QVERIFY(press(*m_editor, topView(), ToolKey::V));
    VERIFY_OK(m_editor->tools.move(pointerAt(*m_editor, topView(), {1.33, 0, 0.6})));
    QCOMPARE(tool().points()[1].at, (Vec3d{1.3, 0, 0.5}));
    QVERIFY(m_editor->tools.measure().find("to faces") != std::string::npos);
    m_editor->tools.release(pointerAt(*m_editor, topView(), {1.33, 0, 0.6}));
    QCOMPARE(tool().points()[0].at, (Vec3d{-6, 0, 1}));

    VERIFY_OK(tool().setPoints({}));
    m_editor->gridSetting.step = 0.75;
    const auto view = perspectiveView({9, 12, 14}, {0, 0, 0});
    startDrag(*m_editor, view, {-1, 4, 2}, {1, 4, 2});
    QVERIFY(press(*m_editor, view, ToolKey::V));
    const auto corner = pointerAt(*m_editor, view, {3.95, 4, 3.95}); // of what is cut
    VERIFY_OK(m_editor->tools.move(corner));
    m_editor->tools.release(corner);
    QCOMPARE(tool().points()[1].at, (Vec3d{4, 4, 4}));
}

void TestClipTool::pointsIn3dStickToTheFace()
{
    const auto view = perspectiveView({9, 12, 14}, {0, 0, 0});
    click(*m_editor, view, {1.1, 4, 2.2});
    QCOMPARE(tool().points().size(), std::size_t{1});
    QCOMPARE(tool().points()[0].at, (Vec3d{1, 4, 2.25}));
    // In the void there is no face to be put on.
    click(*m_editor, view, {-20, 0, 9});
    QCOMPARE(tool().points().size(), std::size_t{1});
}

void TestClipTool::twoPointsOnAFaceCutStraightIntoIt()
{
    const auto view = perspectiveView({9, 12, 14}, {0, 0, 0});
    click(*m_editor, view, {1, 4, 3});
    click(*m_editor, view, {1, 4, -3});
    QVERIFY(press(*m_editor, view, ToolKey::Enter));
    QCOMPARE(bounds().size().y, 8.0);
    QVERIFY(bounds().max.x == 1 || bounds().min.x == 1);
}

void TestClipTool::threePointsMakeASlantedCut()
{
    const auto view = perspectiveView({9, 12, 14}, {0, 0, 0});
    click(*m_editor, view, {0, 4, 4});
    click(*m_editor, view, {4, 4, 0});
    click(*m_editor, view, {4, 0, 4});
    QVERIFY(press(*m_editor, view, ToolKey::Enter));
    const auto& brush = m_editor->fixture.brushOf(m_box);
    const double corner = 64.0 / 6;
    const double left = volume(brush);
    QVERIFY(std::abs(left - corner) < 1e-9 || std::abs(left - (512 - corner)) < 1e-9);
}

void TestClipTool::pointsCanBeDragged()
{
    click(*m_editor, topView(), {1, 0, -6});
    click(*m_editor, topView(), {1, 0, 6});
    drag(*m_editor, topView(), {1, 0, 6}, {3, 0, 6});
    QCOMPARE(tool().points().size(), std::size_t{2});
    QCOMPARE(tool().points()[1].at, (Vec3d{3, 0, 6}));
    // In another view the depth stays that of the points.
    drag(*m_editor, frontView(), {3, 0, 6}, {3, 2, 6});
    QCOMPARE(tool().points()[1].at.y, 2.0);
}

void TestClipTool::escapeDuringADragPutsThePointBack()
{
    click(*m_editor, topView(), {1, 0, -6});
    click(*m_editor, topView(), {1, 0, 6});
    const auto points = tool().points();
    startDrag(*m_editor, topView(), {1, 0, 6}, {3, 0, 6});
    QVERIFY(tool().points() != points);
    QVERIFY(press(*m_editor, topView(), ToolKey::Escape));
    QCOMPARE(tool().points(), points);
}

void TestClipTool::doubleClickTakesTheFacesPlane()
{
    const auto other = m_editor->fixture.addBox({-9, -9, 5}, {9, 1, 9});
    m_editor->document().selection().set({m_box});
    const auto view = perspectiveView({9, 12, 14}, {0, 0, 0});
    click(*m_editor, view, {2, 1, 7});
    click(*m_editor, view, {2, 1, 7}, 0, 2); // the top of the other box
    QCOMPARE(tool().points().size(), std::size_t{3});
    QCOMPARE(tool().plane()->normal, (Vec3d{0, 1, 0}));
    QCOMPARE(tool().plane()->distance, 1.0);
    QVERIFY(press(*m_editor, view, ToolKey::Enter));
    QCOMPARE(bounds().max.y, 1.0);
    QCOMPARE(m_editor->fixture.boundsOf(other).max.y, 1.0);
}

void TestClipTool::ctrlEnterCyclesTheSides()
{
    const auto view = topView();
    QCOMPARE(tool().keep(), ClipKeep::Behind);
    for (const auto expected : {ClipKeep::Front, ClipKeep::Both, ClipKeep::Behind}) {
        QVERIFY(press(*m_editor, view, ToolKey::Enter, Ctrl));
        QCOMPARE(tool().keep(), expected);
    }
    for (const auto keep : {ClipKeep::Front, ClipKeep::Both, ClipKeep::Behind}) {
        init();
        tool().setKeep(keep);
        click(*m_editor, view, {1, 0, -6});
        click(*m_editor, view, {1, 0, 6});
        QVERIFY(press(*m_editor, view, ToolKey::Enter));
        const auto left =
            brushesAmong(m_editor->document().world(), m_editor->document().world().children({}));
        QCOMPARE(left.size(), keep == ClipKeep::Both ? std::size_t{2} : std::size_t{1});
    }
}

void TestClipTool::enterCutsAllSelectedBrushesAsOneStep()
{
    const auto second = m_editor->fixture.addBox({-4, 5, -4}, {4, 6, 4});
    const auto unselected = m_editor->fixture.addBox({-4, 7, -4}, {4, 8, 4});
    m_editor->document().selection().set({m_box, second});
    const auto before = m_editor->document().contentHash();
    const auto steps = m_editor->document().history().position();
    tool().setKeep(ClipKeep::Both);
    click(*m_editor, topView(), {1, 0, -6});
    click(*m_editor, topView(), {1, 0, 6});
    QVERIFY(press(*m_editor, topView(), ToolKey::Enter));
    QCOMPARE(m_editor->document().history().position(), steps + 1);
    QCOMPARE(m_editor->document().selection().entities().size(), std::size_t{4});
    QCOMPARE(m_editor->fixture.boundsOf(unselected).size().x, 8.0);
    QVERIFY(tool().points().empty());
    QCOMPARE(m_editor->messages.back(), std::string{"Clip: 2 brushes became 4"});
    m_editor->document().undo();
    QCOMPARE(m_editor->document().contentHash(), before);
}

void TestClipTool::enterWithoutAPlaneDoesNothing()
{
    const auto steps = m_editor->document().history().position();
    press(*m_editor, topView(), ToolKey::Enter);
    click(*m_editor, topView(), {1, 0, -6});
    press(*m_editor, topView(), ToolKey::Enter);
    QCOMPARE(m_editor->document().history().position(), steps);
}

void TestClipTool::cutBesideTheBrushesIsRefused()
{
    const auto before = m_editor->document().contentHash();
    click(*m_editor, topView(), {7, 0, -6});
    click(*m_editor, topView(), {7, 0, 6});
    QVERIFY(press(*m_editor, topView(), ToolKey::Enter));
    QCOMPARE(m_editor->document().contentHash(), before);
    QVERIFY(m_editor->messages.back().find("does not go through") != std::string::npos);
    QCOMPARE(tool().points().size(), std::size_t{2});
}

void TestClipTool::deleteDropsTheLastPoint()
{
    QVERIFY(!tool().takesKey(ToolKey::Delete));
    click(*m_editor, topView(), {1, 0, -6});
    click(*m_editor, topView(), {1, 0, 6});
    QVERIFY(tool().takesKey(ToolKey::Delete));
    QVERIFY(press(*m_editor, topView(), ToolKey::Delete));
    QCOMPARE(tool().points().size(), std::size_t{1});
    QVERIFY(press(*m_editor, topView(), ToolKey::Backspace));
    QVERIFY(tool().points().empty());
    QVERIFY(!tool().takesKey(ToolKey::Delete)); // it deletes the selection again
}

void TestClipTool::escapeGoesBackStepByStep()
{
    click(*m_editor, topView(), {1, 0, -6});
    click(*m_editor, topView(), {1, 0, 6});
    for (const std::size_t left : {1U, 0U}) {
        QVERIFY(press(*m_editor, topView(), ToolKey::Escape));
        QCOMPARE(tool().points().size(), left);
        QCOMPARE(m_editor->activeTool(), std::string{"clip"});
    }
    QVERIFY(press(*m_editor, topView(), ToolKey::Escape));
    QCOMPARE(m_editor->activeTool(), std::string{"select"});
    QVERIFY(!m_editor->document().selection().isEmpty());
}

void TestClipTool::pointsInOnePlaceAreRefused()
{
    click(*m_editor, topView(), {1, 0, -6});
    auto points = tool().points();
    points.push_back(points.front());
    QVERIFY(!tool().setPoints(points));
    // Dragging one onto another leaves it where it could be last.
    click(*m_editor, topView(), {1, 0, 6});
    drag(*m_editor, topView(), {1, 0, 6}, {1, 0, -6});
    QVERIFY(tool().points()[0].at != tool().points()[1].at);
}

void TestClipTool::threePointsInALineAreRefused()
{
    click(*m_editor, topView(), {1, 0, -6});
    click(*m_editor, topView(), {1, 0, 6});
    click(*m_editor, topView(), {1, 0, 0});
    QCOMPARE(tool().points().size(), std::size_t{2});
    QVERIFY(m_editor->messages.back().find("in a line") != std::string::npos);
}

void TestClipTool::typedNumberIsTheWayFromThePointBefore()
{
    startDrag(*m_editor, topView(), {-6, 0, 1}, {6, 0, 1});
    type(*m_editor, topView(), "2.5");
    QVERIFY(press(*m_editor, topView(), ToolKey::Enter));
    QCOMPARE(tool().points()[1].at, (Vec3d{-3.5, 0, 1}));
}

void TestClipTool::coordinatesCanBeTyped()
{
    QCOMPARE(tool().settings().size(), std::size_t{1}); // which side stays
    click(*m_editor, topView(), {1, 0, -6});
    click(*m_editor, topView(), {1, 0, 6});
    auto settings = tool().settings();
    QCOMPARE(settings.size(), std::size_t{7});
    QCOMPARE(settings[4].label, std::string{"Point 2 X"});
    QCOMPARE(settings[4].get(), 1.0);
    VERIFY_OK(settings[4].set(3.125));
    QCOMPARE(tool().points()[1].at.x, 3.125);
    VERIFY_OK(settings[0].set(2));
    QCOMPARE(tool().keep(), ClipKeep::Both);
}

void TestClipTool::brushesInTurnedGroupsAreCutWhereTheyAre()
{
    auto& fixture = m_editor->fixture;
    const auto group = fixture.addPoint({0, 0, 0}, "group");
    const auto inner = fixture.addBox(Vec3d{-1}, Vec3d{1}, "inner", group);
    VERIFY_OK(fixture.run([&](Transaction& tx) -> Result<void> {
        tx.set(group, TransformComponent{.position = {10, 0, 0},
                                         .rotation = glm::angleAxis(0.5, Vec3d{0, 1, 0}),
                                         .scale = Vec3d{2}});
        return {};
    }));
    m_editor->document().selection().set({group});
    tool().setKeep(ClipKeep::Both);
    click(*m_editor, frontView(), {10, -6, 0});
    click(*m_editor, frontView(), {10, 6, 0});
    QVERIFY(press(*m_editor, frontView(), ToolKey::Enter));
    const auto parts = brushesAmong(m_editor->document().world(), std::vector{group});
    QCOMPARE(parts.size(), std::size_t{2});
    for (const auto part : parts)
        QVERIFY(std::abs(volume(fixture.brushOf(part)) - 4) < 1e-9);
    QVERIFY(m_editor->document().world().exists(inner));
}

void TestClipTool::nothingSelectedLeavesTheClickToTheSelection()
{
    m_editor->document().selection().clear();
    click(*m_editor, perspectiveView({9, 12, 14}, {0, 0, 0}), {1, 4, 2});
    QVERIFY(tool().points().empty());
    QVERIFY(m_editor->document().selection().contains(m_box));
}

void TestClipTool::previewShowsWhatStays()
{
    const auto drawn = [&] {
        DebugDraw draw;
        tool().draw(draw, pointerAt(*m_editor, topView(), {0, 0, 0}));
        return draw;
    };
    QVERIFY(drawn().lines.empty());
    click(*m_editor, topView(), {1, 0, -6});
    click(*m_editor, topView(), {1, 0, 6});
    // Two boxes of twelve edges, the line between the points, and the cut in two triangles.
    QCOMPARE(drawn().lines.size(), std::size_t{25});
    QCOMPARE(drawn().triangles.size(), std::size_t{2});
    QCOMPARE(drawn().points.size(), std::size_t{2});
    // The preview follows what happens to the brush.
    m_editor->document().undo();
    QCOMPARE(drawn().triangles.size(), std::size_t{0});
}

void TestClipTool::leavingTheToolDropsThePoints()
{
    click(*m_editor, topView(), {1, 0, -6});
    m_editor->activateTool("select");
    QVERIFY(tool().points().empty());
}

PLAIN_TEST(TestClipTool)
} // namespace tst_clip_tool

#include "tst_clip_tool.moc"
