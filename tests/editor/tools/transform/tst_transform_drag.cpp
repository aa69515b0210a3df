#include "editor/operations/entity/entity_operations.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_transform_drag
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestTransformDrag : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thousandsAreOutlinedDuringADragAndMovedAtItsEnd();
    void outlinesShowWhatTheStepDoes_data();
    void outlinesShowWhatTheStepDoes();
    void escapeTakesTheOutlinesAway();
    void aWayBackToTheStartIsNoStep();
    void copiesOfThousandsAreSelected();
    void largeGroupsMoveByWhatIsInThem();
    void nobodyElseEditsMeanwhile();
    void fewFollowThePointerThemselves();
};

namespace
{
constexpr int Side = 24; ///< boxes along x and along z

/// 576 boxes of 1 m, 2 m apart, around the origin.
struct ManyBoxes : TestEditor
{
    explicit ManyBoxes(const std::string& tool)
    {
        for (int x = 0; x < Side; ++x)
            for (int z = 0; z < Side; ++z) {
                const Vec3d low{2.0 * x - Side, 0, 2.0 * z - Side};
                boxes.push_back(fixture.addBox(low, low + Vec3d{1}));
            }
        document().selection().set(boxes);
        activateTool(tool);
        before = document().contentHash();
        for (const auto box : boxes)
            bounds.push_back(fixture.boundsOf(box));
    }

    /// Whether each box is where the matrix brings it, as its own box goes there.
    [[nodiscard]] bool areMovedBy(const Mat4d& by) const
    {
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            Aabb wanted;
            for (int corner = 0; corner < 8; ++corner) {
                Vec3d place;
                for (int axis = 0; axis < 3; ++axis)
                    place[axis] =
                        (corner >> axis & 1) != 0 ? bounds[i].max[axis] : bounds[i].min[axis];
                wanted.add(Vec3d{by * Vec4d{place, 1}});
            }
            const auto is = fixture.boundsOf(boxes[i]);
            if (glm::length(is.min - wanted.min) > 1e-9 || glm::length(is.max - wanted.max) > 1e-9)
                return false;
        }
        return true;
    }

    std::vector<EntityId> boxes;
    std::vector<Aabb> bounds;
    ContentHash before;
};

/// All boxes and the places of the handles around them.
TestView wholeView()
{
    return topView(80);
}
} // namespace

void TestTransformDrag::thousandsAreOutlinedDuringADragAndMovedAtItsEnd()
{
    ManyBoxes editor{""};
    const auto& history = editor.document().history();
    const auto steps = history.entries().size();
    startDrag(editor, wholeView(), {0.5, 1, 0.5}, {5.5, 1, -2.5});
    QCOMPARE(editor.document().contentHash(), editor.before);
    const auto by = glm::translate(Mat4d{1}, Vec3d{5, 0, -3});
    QVERIFY(editor.selectionMoved == by);
    editor.tools.release(pointerAt(editor, wholeView(), {5.5, 1, -2.5}));
    QVERIFY(!editor.selectionMoved);
    QVERIFY(editor.areMovedBy(by));
    QCOMPARE(history.entries().size(), steps + 1);
    QCOMPARE(history.entries().back().label, std::string{"Move 576 objects"});
    editor.document().undo();
    QCOMPARE(editor.document().contentHash(), editor.before);
}

void TestTransformDrag::outlinesShowWhatTheStepDoes_data()
{
    QTest::addColumn<std::string>("tool");
    QTest::addColumn<Vec3d>("from");
    QTest::addColumn<Vec3d>("to");
    // The box around all goes from -24 to 23; its pivot is in the middle.
    const auto metre = wholeView().camera.metresPerPixel({0, 0, 0}, wholeView().size.y);
    QTest::newRow("rotate") << std::string{"rotate"} << Vec3d{-0.5 + 64 * metre, 0, -0.5}
                            << Vec3d{-0.5, 0, -0.5 - 64 * metre};
    QTest::newRow("scale") << std::string{"scale"} << Vec3d{23, 0, -0.5} << Vec3d{70, 0, -0.5};
    QTest::newRow("shear") << std::string{"shear"} << Vec3d{23, 0, -0.5} << Vec3d{23, 0, 9.5};
}

void TestTransformDrag::outlinesShowWhatTheStepDoes()
{
    QFETCH(std::string, tool);
    QFETCH(Vec3d, from);
    QFETCH(Vec3d, to);
    ManyBoxes editor{tool};
    startDrag(editor, wholeView(), from, to);
    QVERIFY(editor.selectionMoved.has_value());
    const auto by = *editor.selectionMoved;
    QVERIFY(by != Mat4d{1});
    QCOMPARE(editor.document().contentHash(), editor.before);
    editor.tools.release(pointerAt(editor, wholeView(), to));
    QVERIFY(editor.document().contentHash() != editor.before);
    QVERIFY(editor.areMovedBy(by));
}

void TestTransformDrag::escapeTakesTheOutlinesAway()
{
    ManyBoxes editor{""};
    startDrag(editor, wholeView(), {0.5, 1, 0.5}, {5.5, 1, -2.5});
    QVERIFY(editor.selectionMoved.has_value());
    editor.tools.cancelGesture();
    QVERIFY(!editor.selectionMoved);
    QCOMPARE(editor.document().contentHash(), editor.before);
    QVERIFY(!editor.document().isEditing());
}

void TestTransformDrag::aWayBackToTheStartIsNoStep()
{
    ManyBoxes editor{""};
    const auto steps = editor.document().history().entries().size();
    startDrag(editor, wholeView(), {0.5, 1, 0.5}, {5.5, 1, -2.5});
    VERIFY_OK(editor.tools.move(pointerAt(editor, wholeView(), {0.5, 1, 0.5})));
    editor.tools.release(pointerAt(editor, wholeView(), {0.5, 1, 0.5}));
    QVERIFY(!editor.selectionMoved);
    QCOMPARE(editor.document().history().entries().size(), steps);
    QCOMPARE(editor.document().contentHash(), editor.before);
}

void TestTransformDrag::copiesOfThousandsAreSelected()
{
    ManyBoxes editor{""};
    drag(editor, wholeView(), {0.5, 1, 0.5}, {0.5, 1, 60.5}, Ctrl);
    QVERIFY(editor.areMovedBy(Mat4d{1})); // the originals stay
    const auto copies = editor.document().selection().entities();
    QCOMPARE(copies.size(), editor.boxes.size());
    Aabb around;
    for (const auto copy : copies)
        around.add(editor.fixture.boundsOf(copy));
    QCOMPARE(around.min.z, -24.0 + 60);
    QCOMPARE(editor.document().history().entries().back().label,
             std::string{"Duplicate 576 objects"});
}

void TestTransformDrag::largeGroupsMoveByWhatIsInThem()
{
    ManyBoxes editor{""};
    EntityId grouped;
    VERIFY_OK(editor.document().run("Group", [&](Transaction& edit) -> Result<void> {
        auto made = group(edit, editor.boxes);
        if (!made)
            return made.error();
        grouped = *made;
        return {};
    }));
    editor.document().selection().set({grouped});
    drag(editor, wholeView(), {0.5, 1, 0.5}, {5.5, 1, -2.5});
    QVERIFY(editor.areMovedBy(glm::translate(Mat4d{1}, Vec3d{5, 0, -3})));
    QCOMPARE(editor.document().history().entries().back().label, std::string{"Move 1 object"});
    QVERIFY(editor.document().selection().contains(grouped));
}

void TestTransformDrag::nobodyElseEditsMeanwhile()
{
    ManyBoxes editor{""};
    startDrag(editor, wholeView(), {0.5, 1, 0.5}, {5.5, 1, -2.5});
    QVERIFY(editor.document().isEditing());
    editor.document().undo();
    QCOMPARE(editor.document().contentHash(), editor.before);
    editor.tools.cancelGesture();
}

void TestTransformDrag::fewFollowThePointerThemselves()
{
    ManyBoxes editor{""};
    editor.document().selection().set({editor.boxes.front()});
    const auto at = editor.bounds.front().center();
    startDrag(editor, wholeView(), at, at + Vec3d{-5, 0, 0});
    QVERIFY(!editor.selectionMoved);
    QCOMPARE(editor.fixture.boundsOf(editor.boxes.front()).min.x, editor.bounds.front().min.x - 5);
    editor.tools.cancelGesture();
}

PLAIN_TEST(TestTransformDrag)
} // namespace tst_transform_drag

#include "tst_transform_drag.moc"
