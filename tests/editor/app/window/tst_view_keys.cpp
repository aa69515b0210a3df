#include "tests/editor/app/window/four_views.h"
#include "tests/support/fixtures/repeat_until.h"

#include <QCheckBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPointer>
#include <QToolButton>
#include <QTreeView>

#include <map>

namespace tst_view_keys
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
/// As brushes do: digits and signs are for it.
class KeyTool final : public Tool
{
public:
    explicit KeyTool(std::vector<KeyEvent>& got) : m_got{got} {}

    std::unique_ptr<Gesture> press(const PointerEvent&) override { return nullptr; }

    bool key(const KeyEvent& event) override
    {
        if (event.text == "9")
            return false; // it takes digits, but has no use for this one
        m_got.push_back(event);
        return true;
    }

    [[nodiscard]] bool takesKey(ToolKey key) const override
    {
        return key == ToolKey::Text || key == ToolKey::Down;
    }

    void hover(const PointerEvent& event) override { m_hovered = event; }

    void draw(DebugDraw&, const PointerEvent& event) const override
    {
        m_drawn[event.view] = event.hits.size();
    }

    [[nodiscard]] const PointerEvent& hovered() const { return m_hovered; }

    /// What was under the pointer when that view was painted last.
    [[nodiscard]] std::size_t hitsIn(ViewKind view) const { return m_drawn[view]; }

private:
    std::vector<KeyEvent>& m_got;
    PointerEvent m_hovered;
    mutable std::map<ViewKind, std::size_t> m_drawn;
};
} // namespace

/// Which view is split, closed, maximised, and gets the keys.
class TestViewKeys : public QObject, protected FourViews
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { openWindow(); }

    void cleanupTestCase() { closeWindow(); }

    void init() { showBox(); }

    void viewsAreSplitAndClosed();
    void spaceMaximisesTheViewUnderThePointer();
    void keysAreAboutTheViewUnderThePointer();
    void aToolGetsItsKeysFromDocksToo();
    void toolsFollowHeldKeysAndThePointerOut();
    void thePointerHasTheShapeThatTheToolSays();
    void theGameIsInSightWhileAnotherViewIsMaximised();
    void keysOfDocksGoToTheMaximisedView();
    void keysNeverGoInCirclesWhileTheActiveViewIsHidden();
    void listsLeaveEnterToTheView();

private:
    /// A check box with the keyboard focus, which wants neither Enter nor Esc.
    [[nodiscard]] QCheckBox& focusInDock();

    QPointer<QCheckBox> m_field;
};

QCheckBox& TestViewKeys::focusInDock()
{
    delete m_field;
    m_field = new QCheckBox{m_fixture->window().dock("inspector")};
    m_field->show();
    m_field->setFocus();
    return *m_field;
}

void TestViewKeys::viewsAreSplitAndClosed()
{
    auto& shown = view(ViewKind::Top);
    const int width = shown.width();
    m_fixture->window().viewActivated(&shown);
    m_fixture->command("view.splitAcross");
    QCOMPARE(layout().views().size(), std::size_t{5});
    QTRY_VERIFY(shown.width() < width * 2 / 3);
    std::vector<ViewportWidget*> tops;
    for (auto* each : layout().views())
        if (each->kind() == ViewKind::Top)
            tops.push_back(each);
    QCOMPARE(tops.size(), std::size_t{2});
    QCOMPARE(tops[0]->camera().camera().position, tops[1]->camera().camera().position);
    for (auto* each : tops)
        QTRY_VERIFY(each->isVisible() && each->frameCount() > 0);

    const auto closeLast = [this] {
        m_fixture->window().viewActivated(layout().views().back());
        m_fixture->command("view.close");
    };
    QVERIFY2(repeatUntil([this] { return layout().views().size() <= 1; }, closeLast),
             "A view cannot be closed");
    m_fixture->command("view.close"); // the last one stays
    QCOMPARE(layout().views().size(), std::size_t{1});
    QTRY_VERIFY(layout().views().front()->height() > layout().height() * 9 / 10);
}

void TestViewKeys::spaceMaximisesTheViewUnderThePointer()
{
    auto& shown = view(ViewKind::Side);
    shown.setFocus();
    QTest::mouseMove(&shown, shown.rect().center());
    QTest::keyClick(&shown, Qt::Key_Space);
    QTRY_COMPARE(shown.size(), layout().size());
    QVERIFY(!view(ViewKind::Top).isVisible());
    QTest::keyClick(&shown, Qt::Key_Space);
    QTRY_VERIFY(view(ViewKind::Top).isVisible());
    QTRY_VERIFY(shown.width() < layout().width());
}

void TestViewKeys::keysAreAboutTheViewUnderThePointer()
{
    auto& side = view(ViewKind::Side);
    layout().setActiveView(&view(ViewKind::Top));
    QTest::mouseMove(&side, side.rect().center());
    QTRY_COMPARE(layout().viewForKeys(), &side);
    m_fixture->command("view.maximize");
    QTRY_COMPARE(side.size(), layout().size());
    m_fixture->command("view.maximize");
    QTRY_VERIFY(view(ViewKind::Top).isVisible());

    layout().showPlayAndScene();
    QCoreApplication::processEvents();
    std::vector<ViewportWidget*> both;
    for (auto* each : layout().views())
        if (each->kind() == ViewKind::Perspective)
            both.push_back(each);
    QCOMPARE(both.size(), std::size_t{2});
    for (auto* each : both)
        each->setMode(ViewMode::Textured);
    layout().setActiveView(both[0]);
    QTest::mouseMove(both[1], both[1]->rect().center());
    QTRY_COMPARE(layout().viewForKeys(), both[1]);
    m_fixture->command("view.mode");
    QVERIFY(both[1]->mode() != ViewMode::Textured);
    QCOMPARE(both[0]->mode(), ViewMode::Textured);

    // Over a dock: the active view's.
    auto* dock = m_fixture->window().dock("inspector");
    QTest::mouseMove(dock, dock->rect().center());
    QTRY_COMPARE(layout().viewForKeys(), both[0]);
    m_fixture->command("view.mode");
    QVERIFY(both[0]->mode() != ViewMode::Textured);
}

void TestViewKeys::aToolGetsItsKeysFromDocksToo()
{
    auto& context = m_fixture->window().context();
    std::vector<KeyEvent> got;
    const auto tool = context.addTool({.id = "test.brush",
                                       .label = "Brush",
                                       .tooltip = "",
                                       .icon = "",
                                       .shortcut = "",
                                       .create = [&](EditorApi&) {
                                           return std::make_unique<KeyTool>(got);
                                       }});
    const auto step = context.grid().step;
    auto* window = m_fixture->window().windowHandle();
    auto& top = view(ViewKind::Top);
    layout().setActiveView(&view(ViewKind::Front));
    QTest::mouseMove(&top, top.rect().center());
    QTRY_COMPARE(layout().viewForKeys(), &top);
    context.activateTool("test.brush");
    (void)focusInDock();
    QTest::keyClick(window, Qt::Key_BracketRight, {});
    QCOMPARE(got.size(), std::size_t{1});
    QCOMPARE(got.back().text, std::string{"]"});
    QCOMPARE(got.back().view, ViewKind::Top); // the one under the pointer
    QVERIFY(top.hasFocus());
    QCOMPARE(context.grid().step, step);

    QTest::keyClick(window, Qt::Key_9, {});
    QVERIFY(context.grid().step != step); // what it is without the tool
    QCOMPARE(got.size(), std::size_t{1});
    auto grid = context.grid();
    grid.step = step;
    context.setGrid(grid);

    QListWidget list{m_fixture->window().dock("inspector")};
    list.addItems({QStringLiteral("one"), QStringLiteral("two")});
    list.setCurrentRow(0);
    list.show();
    list.setFocus();
    QTest::keyClick(window, Qt::Key_Down, {}); // lists go by arrows, whatever the tool takes
    QCOMPARE(list.currentRow(), 1);
    QVERIFY(list.hasFocus());
    QCOMPARE(got.size(), std::size_t{1});

    QLineEdit field{m_fixture->window().dock("inspector")};
    field.show();
    field.setFocus();
    QTest::keyClick(window, Qt::Key_5, {});
    QCOMPARE(field.text(), QStringLiteral("5"));
    QCOMPARE(got.size(), std::size_t{1});

    context.activateTool("");
    (void)focusInDock();
    QTest::keyClick(window, Qt::Key_BracketRight, {});
    QCOMPARE(context.grid().step, 2 * step);
    QCOMPARE(got.size(), std::size_t{1});
}

void TestViewKeys::toolsFollowHeldKeysAndThePointerOut()
{
    auto& context = m_fixture->window().context();
    std::vector<KeyEvent> got;
    KeyTool* made = nullptr;
    const auto tool = context.addTool({.id = "test.brush",
                                       .label = "Brush",
                                       .tooltip = "",
                                       .icon = "",
                                       .shortcut = "",
                                       .create = [&](EditorApi&) {
                                           auto brush = std::make_unique<KeyTool>(got);
                                           made = brush.get();
                                           return brush;
                                       }});
    context.activateTool("test.brush");
    auto& top = view(ViewKind::Top);
    const auto at = top.positionOf({0, 0, 0}).toPoint(); // over the box
    QTest::mouseMove(&top, at - QPoint{2, 0});
    QTest::mouseMove(&top, at);
    QTRY_COMPARE(made->hovered().view, ViewKind::Top);
    top.setFocus();
    QTest::keyPress(&top, Qt::Key_Shift);
    QVERIFY(made->hovered().has(Modifier::Shift));
    QCOMPARE(made->hovered().hits.size(), std::size_t{1});
    QTest::keyRelease(&top, Qt::Key_Shift, Qt::ShiftModifier);
    QVERIFY(!made->hovered().has(Modifier::Shift));
    top.paintNow();
    QCOMPARE(made->hitsIn(ViewKind::Top), std::size_t{1});

    auto* dock = m_fixture->window().dock("inspector");
    QTest::mouseMove(dock, dock->rect().center());
    QTRY_VERIFY(!top.underMouse());
    QTRY_COMPARE(made->hitsIn(ViewKind::Top), std::size_t{0}); // it is painted once more
    context.activateTool("");
}

void TestViewKeys::thePointerHasTheShapeThatTheToolSays()
{
    auto& context = m_fixture->window().context();
    const auto box = m_fixture->addBox({{-8, -0.25, -8}, {8, 0, 8}}, "floor");
    auto& top = view(ViewKind::Top);
    const auto at = top.positionOf({0, 0, 0}).toPoint();
    QTest::mouseMove(&top, at - QPoint{2, 0});
    QTest::mouseMove(&top, at);
    QTRY_COMPARE(top.cursor().shape(), Qt::ArrowCursor);
    context.activateTool("box_brush");
    QTRY_COMPARE(top.cursor().shape(), Qt::CrossCursor);
    context.activateTool("");
    QTRY_COMPARE(top.cursor().shape(), Qt::ArrowCursor);
    context.document().selection().set({box}); // under a pointer that rests
    QTRY_COMPARE(top.cursor().shape(), Qt::SizeAllCursor);
    context.document().selection().clear();
    QTRY_COMPARE(top.cursor().shape(), Qt::ArrowCursor);
}

void TestViewKeys::theGameIsInSightWhileAnotherViewIsMaximised()
{
    m_fixture->addBox({{-8, -0.25, -8}, {8, 0, 8}}, "floor");
    auto& top = view(ViewKind::Top);
    auto& game = view(ViewKind::Perspective);
    layout().toggleMaximized(&top);
    QTRY_VERIFY(!game.isVisible());
    m_fixture->command("play.fromCamera");
    QCOMPARE(m_fixture->window().play().view(), &game);
    QVERIFY(game.isVisible() && game.hasFocus() && game.isMouseCaptured());
    QCOMPARE(game.size(), layout().size()); // at once: its middle is where the pointer waits
    QVERIFY(!top.isVisible());
    m_fixture->command("play.stop");
    QVERIFY(top.isVisible() && !game.isVisible());
    QCOMPARE(layout().activeView(), &top);

    // What was changed while playing stays.
    m_fixture->command("play.fromCamera");
    layout().toggleMaximized(&game);
    m_fixture->command("play.stop");
    for (const auto* each : layout().views())
        QVERIFY(each->isVisible());

    // Where all views are in sight, they stay there.
    m_fixture->command("play.fromCamera");
    for (const auto* each : layout().views())
        QVERIFY(each->isVisible());
    m_fixture->command("play.stop");
}

void TestViewKeys::keysOfDocksGoToTheMaximisedView()
{
    layout().setActiveView(&view(ViewKind::Perspective));
    auto& top = view(ViewKind::Top);
    // "Maximise or restore" is the last entry of the header's menu; no pointer enters the view.
    const auto* header = top.findChild<QToolButton*>(QStringLiteral("viewKind"));
    header->menu()->actions().back()->trigger();
    QTRY_VERIFY(!view(ViewKind::Perspective).isVisible());
    QCOMPARE(layout().activeView(), &top);
    auto& field = focusInDock();
    QTest::keyClick(&field, Qt::Key_Return);
    QVERIFY(top.hasFocus());
    m_fixture->document().selection().clear();
    field.setFocus();
    QTest::keyClick(&field, Qt::Key_Escape); // with nothing to leave
    QVERIFY(top.hasFocus());
}

void TestViewKeys::keysNeverGoInCirclesWhileTheActiveViewIsHidden()
{
    auto& hidden = view(ViewKind::Perspective);
    layout().setActiveView(&hidden);
    hidden.hide();
    auto& field = focusInDock();
    QTest::keyClick(&field, Qt::Key_Escape);
    QVERIFY(field.hasFocus());
}

void TestViewKeys::listsLeaveEnterToTheView()
{
    auto* tree = m_fixture->window().dock("outliner")->findChild<QTreeView*>();
    QTRY_VERIFY(tree->model()->rowCount() > 0);
    const auto first = tree->model()->index(0, 0);
    QVERIFY(first.flags() & Qt::ItemIsEditable);
    tree->setFocus();
    tree->setCurrentIndex(first);
    QTest::keyClick(tree, Qt::Key_Return);
    QVERIFY(layout().activeView()->hasFocus());

    tree->setFocus();
    tree->edit(first);
    auto* name = tree->findChild<QLineEdit*>();
    QVERIFY(name != nullptr && name->hasFocus());
    QTest::keyClick(name, Qt::Key_Return);
    QVERIFY(!layout().activeView()->hasFocus());
}

WINDOW_TEST(TestViewKeys)
} // namespace tst_view_keys

#include "tst_view_keys.moc"
