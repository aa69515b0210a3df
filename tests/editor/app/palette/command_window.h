#pragma once

#include "editor/app/actions/action_registry.h"
#include "editor/app/palette/command_palette.h"
#include "editor/app/run_editor.h"
#include "editor/app/window/main_window.h"
#include "editor/app/window/status_message.h"
#include "editor/tools/select/select_commands.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/repeat_until.h"
#include "tests/support/fixtures/verify.h"

#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

namespace mapwright::test
{
using namespace editor;

/// The real window, its commands and its palette.
class CommandWindow
{
protected:
    void openWindow()
    {
        const auto project = engine::createProject(
            engine::fs::path{m_home.path().toStdString()} / "room", "first_room");
        VERIFY_OK(project);
        auto window = openEditor(project->root);
        VERIFY_OK(window);
        m_window = *std::move(window);
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QApplication::setActiveWindow(m_window.get()); // the test's server has no window manager
        m_before = document().contentHash();
    }

    /// The keys as they come, and nothing done.
    void takeBack()
    {
        actions().changeKeymap([](Keymap& keymap) {
            keymap.resetAll();
            keymap.choose(QStringLiteral("Mapwright"));
        });
        QVERIFY2(repeatUntil([this] { return !document().history().canUndo(); },
                             [this] { document().undo(); }),
                 "There is no end of steps to undo");
        QCOMPARE(document().contentHash(), m_before);
    }

    [[nodiscard]] Document& document() { return m_window->context().document(); }

    [[nodiscard]] ActionRegistry& actions() { return m_window->actions(); }

    [[nodiscard]] CommandPalette& palette() { return *m_window->findChild<CommandPalette*>(); }

    [[nodiscard]] QLineEdit* edit()
    {
        return palette().findChild<QLineEdit*>(QStringLiteral("paletteEdit"));
    }

    [[nodiscard]] QString status() { return m_window->findChild<StatusMessage*>()->text(); }

    void selectAll()
    {
        document().selection().setMode(SelectionMode::Objects);
        document().selection().set(selectableObjects(document()));
        actions().refresh();
    }

    void openPalette(const QString& id, const char* typed)
    {
        QTest::keySequence(m_window.get(), actions().find(id.toStdString())->shortcut());
        QVERIFY(palette().isVisible());
        QVERIFY(edit()->hasFocus());
        QTest::keyClicks(edit(), QString::fromUtf8(typed));
    }

    QTemporaryDir m_home;
    std::unique_ptr<MainWindow> m_window;
    engine::ContentHash m_before{};
};
} // namespace mapwright::test
