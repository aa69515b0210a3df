#include "editor/tools/tool_box.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/pointer.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QtTest>

namespace tst_tool_box
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestToolBox : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void builtinToolsComeAndGoWithTheirRegistrations();
    void theSelectionToolIsThereFirst();
    void everyChangeOfToolIsTold();
    void anotherToolTakesTheDragBack();
    void openingAnotherSceneDropsWhatIsHalfDone();
    void everyToolHasAHint();
    void thePointerSaysWhatAPressWouldDo();
    void everyGestureDrawsAndMeasures();
    void refusedDragsSayWhyUntilTheyGoAgain_data();
    void refusedDragsSayWhyUntilTheyGoAgain();
};

void TestToolBox::builtinToolsComeAndGoWithTheirRegistrations()
{
    TestEditor editor;
    QCOMPARE(editor.toolIds.size(), 22U);
    auto registration =
        editor.addTool({"mine", "Mine", "", "", "", [&](EditorApi&) -> std::unique_ptr<Tool> {
                            class Mine final : public Tool
                            {
                                std::unique_ptr<Gesture> press(const PointerEvent&) override
                                {
                                    return nullptr;
                                }
                            };
                            return std::make_unique<Mine>();
                        }});
    editor.activateTool("mine");
    QCOMPARE(editor.activeTool(), std::string{"mine"});
    registration.release();
    QCOMPARE(editor.activeTool(), std::string{"select"});
    QVERIFY(editor.tools.find("mine") == nullptr);
}

void TestToolBox::theSelectionToolIsThereFirst()
{
    TestEditor editor;
    QCOMPARE(editor.activeTool(), std::string{"select"});
    editor.activateTool("no such tool");
    QCOMPARE(editor.activeTool(), std::string{"select"});
    editor.activateTool("box_brush");
    editor.activateTool("");
    QCOMPARE(editor.activeTool(), std::string{"select"});
}

void TestToolBox::everyChangeOfToolIsTold()
{
    TestEditor editor;
    std::vector<std::string> told;
    editor.tools.activeChanged = [&] {
        told.push_back(editor.activeTool());
    };
    editor.activateTool("box_brush");
    editor.activateTool("box_brush");
    press(editor, topView(), ToolKey::Escape);
    QCOMPARE(told, (std::vector<std::string>{"box_brush", "select"}));
}

void TestToolBox::anotherToolTakesTheDragBack()
{
    TestEditor editor;
    const auto box = editor.fixture.addBox({0, 0, 0}, {1, 1, 1});
    const auto before = editor.document().contentHash();
    editor.document().selection().set({box});
    startDrag(editor, topView(), {0.5, 0, 0.5}, {5, 0, 5});
    editor.document().undo(); // has to wait for the drag
    editor.activateTool("light");
    QCOMPARE(editor.document().contentHash(), before);
    QVERIFY(!editor.tools.isDragging());
    editor.tools.release(pointerAt(editor, topView(), {5, 0, 5})); // nothing to release any more
    QCOMPARE(editor.document().contentHash(), before);
}

void TestToolBox::openingAnotherSceneDropsWhatIsHalfDone()
{
    const QTemporaryDir folder;
    const auto file = fs::path{folder.path().toStdString()} / "a.scene.json";
    TestEditor editor;
    VERIFY_OK(editor.document().save(file));
    editor.activateTool("box_brush");
    const auto view = perspectiveView({6, 10, 12}, {0, 0, 0});
    startDrag(editor, topView(), {0, 0, 0}, {2, 0, 3});
    QVERIFY(!editor.document().open(file)); // one sentence instead of a lost drag
    editor.tools.cancelGesture();
    drag(editor, view, {0, 0, 0}, {2, 0, 3});
    QVERIFY(editor.tools.takesText());
    VERIFY_OK(editor.document().open(file));
    QVERIFY(!editor.tools.takesText());
    QCOMPARE(editor.document().world().entityCount(), 1U);
}

void TestToolBox::everyToolHasAHint()
{
    TestEditor editor;
    for (const auto& id : editor.toolIds) {
        editor.activateTool(id);
        QVERIFY(!editor.tools.hint().empty());
    }
}

void TestToolBox::thePointerSaysWhatAPressWouldDo()
{
    TestEditor editor;
    const auto box = editor.fixture.addBox({-1, 0, -1}, {1, 2, 1});
    const auto at = [&](const Vec3d& place, unsigned keys = 0) {
        return editor.tools.pointer(pointerAt(editor, topView(), place, keys));
    };
    const Vec3d middle{0, 0, 0};
    const Vec3d side{1, 0, 0};
    const Vec3d corner{1, 0, -1}; // the upper right one on the screen
    const Vec3d beside{8, 0, 0};
    QCOMPARE(at(middle), PointerShape::Arrow);
    for (const auto* id : {"box_brush", "shape", "light", "player_start"}) {
        editor.activateTool(id);
        QCOMPARE(at(middle), PointerShape::Cross);
        QCOMPARE(at(beside), PointerShape::Cross);
    }
    editor.activateTool("clip");
    QCOMPARE(at(middle), PointerShape::Arrow); // nothing to cut is selected
    editor.document().selection().set({box});
    QCOMPARE(at(middle), PointerShape::Cross);
    editor.activateTool("select");
    QCOMPARE(at(middle), PointerShape::Move);
    QCOMPARE(at(beside), PointerShape::Arrow);
    QCOMPARE(at(side, Shift), PointerShape::SizeHorizontal);
    editor.activateTool("scale");
    QCOMPARE(at(side), PointerShape::SizeHorizontal);
    QCOMPARE(at({0, 0, 1}), PointerShape::SizeVertical);
    QCOMPARE(at(corner), PointerShape::SizeRising);
    QCOMPARE(at({1, 0, 1}), PointerShape::SizeFalling);
    QCOMPARE(at({0.5, 0, 0.5}), PointerShape::Move); // not a handle: the selection tool's
    editor.activateTool("vertex");
    QCOMPARE(at(corner), PointerShape::Move);
    QCOMPARE(at(beside), PointerShape::Arrow);

    // A drag keeps the one that it began with, wherever it goes.
    editor.activateTool("scale");
    startDrag(editor, topView(), side, beside);
    QCOMPARE(at(middle), PointerShape::SizeHorizontal);
    editor.tools.cancelGesture();
    QCOMPARE(at(beside), PointerShape::Arrow);
}

void TestToolBox::everyGestureDrawsAndMeasures()
{
    TestEditor editor;
    const auto box = editor.fixture.addBox({-1, 0, -1}, {1, 2, 1});
    for (const auto& id : editor.toolIds) {
        editor.activateTool(id);
        editor.document().selection().set({box});
        startDrag(editor, topView(), {1, 0, 0}, {4, 0, 3});
        QVERIFY2(!editor.tools.measure().empty(), id.c_str());
        DebugDraw draw;
        editor.tools.draw(draw, pointerAt(editor, topView(), {4, 0, 3}));
        QVERIFY2(!draw.lines.empty() || !draw.points.empty(), id.c_str());
        editor.tools.cancelAll();
    }
}

void TestToolBox::refusedDragsSayWhyUntilTheyGoAgain_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<Vec3d>("from");
    QTest::addColumn<Vec3d>("to");
    QTest::addColumn<unsigned>("modifiers");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("why");
    const Vec3d side{1, 1, 0};
    const Vec3d corner{1, 2, 1};
    const Vec3d farBeyond{-9, 1, 0};
    QTest::newRow("face") << "select" << side << farBeyond << Shift << ""
                          << "pushed through";
    QTest::newRow("face, typed") << "select" << side << Vec3d{2, 1, 0} << Shift << "-9"
                                 << "pushed through";
    QTest::newRow("stamp") << "select" << side << Vec3d{0, 1, 0} << (Shift | Ctrl | Alt) << ""
                           << "outwards";
    QTest::newRow("move") << "select" << Vec3d{0, 1, 0} << Vec3d{1, 1, 0} << 0U << "99999"
                          << "world";
    QTest::newRow("vertex") << "vertex" << corner << Vec3d{2, 2, 1} << 0U << "99999"
                            << "world";
    QTest::newRow("edge") << "edge" << Vec3d{1, 2, 0} << Vec3d{2, 2, 0} << 0U << "99999"
                          << "world";
    QTest::newRow("brush face") << "face" << side << farBeyond << 0U << ""
                                << "pushed through";
    QTest::newRow("scale") << "scale" << side << Vec3d{2, 1, 0} << 0U << "0"
                           << "to nothing";
    QTest::newRow("shear") << "shear" << side << Vec3d{1, 2, 0} << 0U << "99999"
                           << "slanted";
    QTest::newRow("clip") << "clip" << side << Vec3d{2, 1, 0} << 0U << "0"
                          << "point already";
}

void TestToolBox::refusedDragsSayWhyUntilTheyGoAgain()
{
    QFETCH(QString, tool);
    QFETCH(Vec3d, from);
    QFETCH(Vec3d, to);
    QFETCH(unsigned, modifiers);
    QFETCH(QString, typed);
    QFETCH(QString, why);
    TestEditor editor;
    const auto box = editor.fixture.addBox({-1, 0, -1}, {1, 2, 1});
    editor.document().selection().set({box});
    editor.activateTool(tool.toStdString());
    if (tool != QLatin1String{"select"} && tool != QLatin1String{"clip"})
        click(editor, frontView(), from);
    startDrag(editor, frontView(), from, to, modifiers);
    type(editor, frontView(), typed.toStdString());
    const auto said = QString::fromStdString(editor.tools.refusal());
    QVERIFY2(said.contains(why), qPrintable(said));
    editor.messages.clear();
    editor.tools.release(pointerAt(editor, frontView(), to, modifiers));
    QCOMPARE(editor.messages, std::vector{said.toStdString()});
    QVERIFY(editor.tools.refusal().empty());
    editor.document().undo();

    startDrag(editor, frontView(), from, to, modifiers);
    type(editor, frontView(), typed.toStdString());
    for (int i = 0; i < typed.size(); ++i)
        press(editor, frontView(), ToolKey::Backspace);
    VERIFY_OK(editor.tools.move(pointerAt(editor, frontView(), from + Vec3d{1, 1, 0}, modifiers)));
    QVERIFY(editor.tools.refusal().empty());
    editor.tools.cancelGesture();
}

PLAIN_TEST(TestToolBox)
} // namespace tst_tool_box

#include "tst_tool_box.moc"
