#include "editor/operations/brush/brush_operations.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_grid_steps
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// The finest and the coarsest grid, 1/64 m and 64 m.
class TestGridSteps : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void brushesAreDrawnOnTheGrid_data() { steps(); }

    void brushesAreDrawnOnTheGrid();

    void objectsAreDraggedOnTheGrid_data() { steps(); }

    void objectsAreDraggedOnTheGrid();

    void arrowKeysMoveByOneCell_data() { steps(); }

    void arrowKeysMoveByOneCell();

    void verticesAreDraggedOnTheGrid_data() { steps(); }

    void verticesAreDraggedOnTheGrid();

private:
    static void steps()
    {
        QTest::addColumn<double>("step");
        QTest::newRow("1/64 m") << 1.0 / 64;
        QTest::newRow("64 m") << 64.0;
    }
};

namespace
{
struct GridEditor : TestEditor
{
    double step;

    explicit GridEditor(double wanted) : step{wanted} { gridSetting.step = wanted; }

    /// 40 cells from top to bottom.
    [[nodiscard]] TestView top() const { return topView(40 * step); }

    [[nodiscard]] TestView front() const { return frontView(40 * step); }

    EntityId addCells(const Vec3d& from, const Vec3d& to)
    {
        const auto box = fixture.addBox(from * step, to * step);
        document().selection().set({box});
        return box;
    }
};
} // namespace

void TestGridSteps::brushesAreDrawnOnTheGrid()
{
    QFETCH(double, step);
    GridEditor editor{step};
    editor.activateTool("box_brush");
    startDrag(editor, editor.top(), Vec3d{-3.2, 0, 1.9} * step, Vec3d{4.3, 0, 5.1} * step);
    type(editor, editor.top(), fmt::format("{}", step));
    editor.tools.release(pointerAt(editor, editor.top(), Vec3d{4.3, 0, 5.1} * step));
    QCOMPARE(editor.fixture.boundsOf(editor.document().selection().primary()),
             (Aabb{Vec3d{-3, 0, 2} * step, Vec3d{4, 1, 5} * step}));
}

void TestGridSteps::objectsAreDraggedOnTheGrid()
{
    QFETCH(double, step);
    GridEditor editor{step};
    const auto box = editor.addCells({0, 0, 0}, {2, 2, 2});
    drag(editor, editor.top(), Vec3d{1, 2, 1} * step, Vec3d{4.2, 2, -1.9} * step);
    QCOMPARE(editor.fixture.boundsOf(box), (Aabb{Vec3d{3, 0, -3} * step, Vec3d{5, 2, -1} * step}));
}

void TestGridSteps::arrowKeysMoveByOneCell()
{
    QFETCH(double, step);
    GridEditor editor{step};
    const auto box = editor.addCells({0, 0, 0}, {1, 1, 1});
    QVERIFY(press(editor, editor.top(), ToolKey::Right));
    QCOMPARE(editor.fixture.boundsOf(box), (Aabb{Vec3d{1, 0, 0} * step, Vec3d{2, 1, 1} * step}));
}

void TestGridSteps::verticesAreDraggedOnTheGrid()
{
    QFETCH(double, step);
    GridEditor editor{step};
    const auto box = editor.addCells({0, 0, 0}, {2, 2, 2});
    editor.activateTool("vertex");
    drag(editor, editor.front(), Vec3d{2, 2, 0} * step, Vec3d{3.8, 2.1, 0} * step);
    QCOMPARE(editor.fixture.boundsOf(box), (Aabb{Vec3d{0}, Vec3d{4, 2, 2} * step}));
}

PLAIN_TEST(TestGridSteps)
} // namespace tst_grid_steps

#include "tst_grid_steps.moc"
