#include "editor/views/view_layout.h"
#include "tests/editor/app/palette/command_window.h"

#include <QAction>
#include <QClipboard>
#include <QTimer>

namespace tst_command_states
{
using namespace editor;
using mapwright::test::CommandWindow;

/// Which commands can run, who asks them, and what the status bar says of them: in the real window.
class TestCommandStates : public QObject, protected CommandWindow
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { openWindow(); }

    void cleanup() { takeBack(); }

    void everyDisabledCommandHasAReason()
    {
        document().selection().clear();
        actions().refresh();
        for (const auto& entry : actions().entries())
            if (entry.info.isEnabled)
                QVERIFY2(!entry.needs.isEmpty(), entry.info.id.c_str());
    }

    void commandsWithNothingToDoAreGrey()
    {
        const auto isOn = [this](const char* id) {
            return actions().find(id)->isEnabled();
        };
        selectAll();
        QVERIFY(!isOn("view.showAll") && !isOn("view.unlockAll"));
        actions().find("view.hide")->trigger();
        QVERIFY(isOn("view.showAll") && !isOn("view.unlockAll"));
        actions().find("edit.undo")->trigger();
        selectAll();
        actions().find("view.lock")->trigger();
        QVERIFY(!isOn("view.showAll") && isOn("view.unlockAll"));
        actions().find("view.unlockAll")->trigger();
        QVERIFY(!isOn("view.unlockAll"));

        auto* clipboard = QGuiApplication::clipboard();
        clipboard->setText(QStringLiteral("{ curly } words"));
        QTRY_VERIFY(!isOn("edit.paste") && !isOn("edit.pasteInPlace"));
        selectAll();
        actions().find("edit.copy")->trigger();
        QTRY_VERIFY(isOn("edit.paste") && isOn("edit.pasteInPlace"));
        clipboard->setText(QStringLiteral("{ curly } words"));
        QTRY_VERIFY(!isOn("edit.paste"));
        clipboard->setText(QStringLiteral("{ \"classname\" \"worldspawn\" }"));
        QTRY_VERIFY(isOn("edit.paste"));
    }

    void othersAreNotAskedWhatTheyHaveCopied()
    {
        auto* clipboard = QGuiApplication::clipboard();
        const auto* paste = actions().find("edit.paste");
        clipboard->setText(QStringLiteral("{ curly } words"));
        QTRY_VERIFY(!paste->isEnabled());
        clipboard->clear(); // as when another program takes it: it is not ours any more
        QVERIFY(!clipboard->ownsClipboard());
        QTRY_VERIFY(paste->isEnabled());
    }

    void leavingTheWindowAsksNoCommand()
    {
        int asked = 0;
        const auto counter = countQuestions(asked);
        letTheLoopTurn(); // for what came before
        asked = 0;
        Q_EMIT qGuiApp->applicationStateChanged(Qt::ApplicationInactive);
        letTheLoopTurn();
        QCOMPARE(asked, 0);
        Q_EMIT qGuiApp->applicationStateChanged(Qt::ApplicationActive);
        QTRY_VERIFY(asked > 0);
    }

    void aToolsClearingFollowsItsTool()
    {
        const auto* clear = actions().find("measure.clear");
        actions().refresh();
        QVERIFY(!clear->isEnabled());
        QVERIFY(!actions().find("path.clear")->isEnabled());
        m_window->context().activateTool("measure.tape");
        auto* top = m_window->viewLayout().findView(ViewKind::Top);
        const auto middle = top->rect().center();
        QTest::mousePress(top, Qt::LeftButton, {}, middle);
        QTest::mouseMove(top, middle + QPoint{40, 0});
        QTest::mouseMove(top, middle + QPoint{80, 0});
        QTest::mouseRelease(top, Qt::LeftButton, {}, middle + QPoint{80, 0});
        QTRY_VERIFY(clear->isEnabled());
        actions().find("measure.clear")->trigger();
        QVERIFY(!clear->isEnabled());
        m_window->context().activateTool("select");
    }

    void theMouseOverAViewAsksNoCommand()
    {
        int asked = 0;
        auto& context = m_window->context();
        const auto counter = countQuestions(asked);
        QCOMPARE(asked, 1);
        context.activateTool("measure.tape");
        auto* top = m_window->viewLayout().findView(ViewKind::Top);
        letTheLoopTurn(); // for what that has started
        asked = 0;
        for (int i = 0; i < 5; ++i) {
            QTest::mouseMove(top, top->rect().center() + QPoint{10 * i, 0});
            context.updateViews(); // as tools do that show something under the pointer
            letTheLoopTurn();
        }
        QCOMPARE(asked, 0);
        context.commandsChanged();
        QTRY_VERIFY(asked > 0);
        context.activateTool("select");
    }

    void aPathsClearingFollowsIt()
    {
        const auto* clear = actions().find("path.clear");
        m_window->context().activateTool("path.debug");
        auto* top = m_window->viewLayout().findView(ViewKind::Top);
        const auto middle = top->rect().center();
        QTest::mousePress(top, Qt::LeftButton, {}, middle);
        QTest::mouseMove(top, middle + QPoint{40, 0});
        QTest::mouseMove(top, middle + QPoint{80, 0});
        QTest::mouseRelease(top, Qt::LeftButton, {}, middle + QPoint{80, 0});
        QTRY_VERIFY(clear->isEnabled());
        QTest::keyClick(top, Qt::Key_Escape);
        QTRY_VERIFY(!clear->isEnabled());
        m_window->context().activateTool("select");
    }

    void theStatusBarSaysWhatHappened()
    {
        selectAll();
        actions().find("edit.duplicate")->trigger();
        QCOMPARE(status(), QStringLiteral("Done: Duplicate"));
        actions().find("edit.undo")->trigger();
        QCOMPARE(status(), QStringLiteral("Undone: Duplicate"));
        actions().find("edit.redo")->trigger();
        QCOMPARE(status(), QStringLiteral("Redone: Duplicate"));
        actions().find("view.snap")->trigger();
        QCOMPARE(status(), QStringLiteral("Snap to grid: off"));
        actions().find("view.snap")->trigger();
        QCOMPARE(status(), QStringLiteral("Snap to grid: on"));
    }

    void aSwitchThatAnotherCommandTurnsOffIsNoNewsAnyMore()
    {
        const auto on = QStringLiteral("Select surface: on");
        document().selection().clear();
        actions().find("select.faces")->trigger();
        QCOMPARE(status(), on);
        QTest::qWait(50);
        QCOMPARE(status(), on); // as long as it is so
        actions().find("select.all")->trigger();
        QVERIFY(!actions().find("select.faces")->isChecked());
        QTRY_VERIFY2(status() != on, qPrintable(status()));
    }

    void openingAPanelIsToldAsThat()
    {
        auto* open = actions().find("window.panel.navmesh.panel");
        QVERIFY(open != nullptr);
        open->trigger();
        QCOMPARE(status(), QStringLiteral("Opened the Navigation mesh panel"));
        open->trigger();
        QCOMPARE(status(), QStringLiteral("Closed the Navigation mesh panel"));
    }

    void aRefusalIsGoneAfterTheNextStep()
    {
        auto* label = m_window->findChild<StatusMessage*>();
        m_window->context().showMessage(MessageKind::Warning, "This cannot be done");
        QCOMPARE(label->property("tone").toString(), QStringLiteral("warning"));
        selectAll();
        actions().find("brush.group")->trigger();
        QCOMPARE(label->property("tone").toString(), QStringLiteral("plain"));
        QCOMPARE(status(), QStringLiteral("Done: Group"));
    }

    void anotherToolSaysWhatItWants()
    {
        m_window->context().showMessage(MessageKind::Warning, "This cannot be done");
        m_window->context().activateTool("light");
        QVERIFY2(status().startsWith(QStringLiteral("Click where the light")),
                 qPrintable(status()));
        m_window->context().activateTool("select");
        QVERIFY2(!status().contains(QStringLiteral("light")), qPrintable(status()));
    }

    void cleanupTestCase() { m_window.reset(); }

private:
    /// What waits for the next turn of the main loop has happened then.
    static void letTheLoopTurn()
    {
        QTimer last;
        last.setSingleShot(true);
        last.start(0); // after those that were started before
        QTRY_VERIFY(!last.isActive());
    }

    /// A command that counts how often it is asked whether it can run, as long as this is kept.
    [[nodiscard]] Registration countQuestions(int& asked)
    {
        return m_window->context().addAction({.id = "test.counter",
                                              .menu = "",
                                              .label = "Counter",
                                              .tooltip = "Counts who asks.",
                                              .icon = "",
                                              .shortcut = "",
                                              .run = {},
                                              .isEnabled = [&asked] {
                                                  return ++asked > 0;
                                              }});
    }
};

WINDOW_TEST(TestCommandStates)
} // namespace tst_command_states

#include "tst_command_states.moc"
