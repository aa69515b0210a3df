#include "tests/program/registry.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <vector>

namespace tst_handle_lasso
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// The loop that chooses vertices, edges and faces.
class TestHandleLasso : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lassoChoosesWhatItGoesAround_data();
    void lassoChoosesWhatItGoesAround();
    void lassoIn3dNeedsNotBeConvex();
    void lassoIsGivenUp();
    void withoutShiftItIsARectangle();
};

namespace
{
/// A box of 2 m with the handles of a tool.
struct Scene
{
    TestEditor editor;
    EntityId box;

    explicit Scene(const std::string& tool)
    {
        box = editor.fixture.addBox({0, 0, 0}, {2, 2, 2});
        editor.document().selection().set({box});
        editor.tools.activate(tool);
    }

    /// Of the middle of what is chosen, as the tool options show it; nothing if nothing is.
    [[nodiscard]] std::optional<Vec3d> middle()
    {
        std::optional<Vec3d> at;
        const std::array<std::string, 3> names{"X", "Y", "Z"};
        for (const auto& each : editor.tools.active()->settings())
            for (int axis = 0; axis < 3; ++axis)
                if (each.label == names[static_cast<std::size_t>(axis)]) {
                    at = at.value_or(Vec3d{0});
                    (*at)[axis] = each.get();
                }
        return at;
    }
};

/// A loop through these places, begun with Shift.
void drawLoop(Scene& scene,
              const TestView& view,
              const std::vector<Vec3d>& places,
              unsigned modifiers = Shift)
{
    startDrag(scene.editor, view, places[0], places[1], modifiers);
    for (std::size_t i = 1; i < places.size(); ++i)
        VERIFY_OK(scene.editor.tools.move(pointerAt(scene.editor, view, places[i], modifiers)));
}
} // namespace

void TestHandleLasso::lassoChoosesWhatItGoesAround_data()
{
    QTest::addColumn<std::string>("tool");
    QTest::addColumn<double>("x");
    QTest::addColumn<double>("y");
    // A triangle around the left and the upper side of the box, and not its lower right corner.
    QTest::newRow("vertex") << std::string{"vertex"} << 2.0 / 3 << 4.0 / 3;
    QTest::newRow("edge") << std::string{"edge"} << 4.0 / 7 << 10.0 / 7;
    QTest::newRow("face") << std::string{"face"} << 0.75 << 1.25;
}

void TestHandleLasso::lassoChoosesWhatItGoesAround()
{
    QFETCH(std::string, tool);
    QFETCH(double, x);
    QFETCH(double, y);
    Scene scene{tool};
    const auto view = frontView();
    const auto steps = scene.editor.document().history().position();
    const std::vector<Vec3d> loop{{-1, -1.2, 0}, {-1, 3, 0}, {3.2, 3, 0}, {-0.9, -1.1, 0}};
    drawLoop(scene, view, loop);
    scene.editor.tools.release(pointerAt(scene.editor, view, loop.back(), Shift));
    QVERIFY(scene.middle());
    QCOMPARE(scene.middle()->x, x);
    QCOMPARE(scene.middle()->y, y);
    QCOMPARE(scene.editor.document().history().position(), steps);
    // Ctrl turns around what was chosen.
    drawLoop(scene, view, loop, Shift | Ctrl);
    scene.editor.tools.release(pointerAt(scene.editor, view, loop.back(), Shift | Ctrl));
    QVERIFY(!scene.middle());
}

void TestHandleLasso::lassoIn3dNeedsNotBeConvex()
{
    Scene scene{"vertex"};
    // The camera looks along -Z from far away: the loop goes around the two upper corners in front
    // and leaves what is between them outside.
    const auto view = perspectiveView({1, 1, 12}, {1, 1, 0});
    drawLoop(scene, view,
             {{-0.8, 2.6, 2},
              {-0.8, 1.5, 2},
              {0.6, 1.5, 2},
              {0.6, 2.4, 2},
              {1.4, 2.4, 2},
              {1.4, 1.5, 2},
              {2.8, 1.5, 2},
              {2.8, 2.6, 2},
              {-0.7, 2.6, 2}});
    scene.editor.tools.release(pointerAt(scene.editor, view, {-0.7, 2.6, 2}, Shift));
    QVERIFY(scene.middle());
    QCOMPARE(scene.middle()->x, 1.0);
    QCOMPARE(scene.middle()->y, 2.0);
}

void TestHandleLasso::lassoIsGivenUp()
{
    Scene scene{"vertex"};
    const auto view = frontView();
    click(scene.editor, view, {2, 2, 0});
    drawLoop(scene, view, {{-1, -1, 0}, {-1, 3, 0}, {3, 3, 0}, {3, -1, 0}});
    scene.editor.tools.cancelGesture();
    QCOMPARE(scene.middle()->x, 2.0);
    QCOMPARE(scene.middle()->y, 2.0);
}

void TestHandleLasso::withoutShiftItIsARectangle()
{
    Scene scene{"vertex"};
    const auto view = frontView();
    drawLoop(scene, view, {{-1, -1.2, 0}, {-1, 3, 0}, {3.2, 3, 0}}, 0);
    scene.editor.tools.release(pointerAt(scene.editor, view, {3.2, 3, 0}));
    QCOMPARE(scene.middle()->x, 1.0); // all of them
}

PLAIN_TEST(TestHandleLasso)
} // namespace tst_handle_lasso

#include "tst_handle_lasso.moc"
