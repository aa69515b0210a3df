#include "editor/tools/tool_box.h"
#include "tests/support/pointer.h"
#include "tests/support/verify.h"

#include <QTemporaryDir>
#include <QtTest>

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
};

void TestToolBox::builtinToolsComeAndGoWithTheirRegistrations()
{
    TestEditor editor;
    QCOMPARE(editor.toolIds.size(), 13U);
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

QTEST_APPLESS_MAIN(TestToolBox)
#include "tst_tool_box.moc"
