#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/palette/command_palette.h"
#include "editor/app/palette/palette_items.h"
#include "editor/app/window/main_window.h"
#include "editor/app/window/status_message.h"

#include <QAction>
#include <QPointer>

#include <algorithm>

namespace editor
{
namespace
{
constexpr int Remembered = 8; ///< commands that the palette offers first
}

CommandPalette& MainWindow::commandPalette()
{
    if (m_palette == nullptr)
        m_palette = new CommandPalette{[this] { return paletteCommands(*this, m_ranLast); },
                                       [this] { return palettePlaces(*this); }, this};
    return *m_palette;
}

void MainWindow::searchCommands()
{
    m_actions->refresh();
    commandPalette().open(CommandPalette::Mode::Commands);
}

void MainWindow::searchPlaces()
{
    commandPalette().open(CommandPalette::Mode::GoTo);
}

void MainWindow::connectActions()
{
    connect(m_actions, &ActionRegistry::ran, this, &MainWindow::commandRan);
    const auto takeKeys = [this] {
        m_viewKeys = m_actions->keymap().viewKeys();
    };
    takeKeys();
    connect(m_actions, &ActionRegistry::keymapChanged, this, takeKeys);
}

void MainWindow::commandRan(const QString& id)
{
    m_ranLast.removeAll(id);
    m_ranLast.prepend(id);
    m_ranLast = m_ranLast.mid(0, Remembered);
    const auto& entries = m_actions->entries();
    const auto at = std::find_if(entries.begin(), entries.end(), [&](const auto& entry) {
        return entry.info.id == id.toStdString();
    });
    if (at == entries.end() || !at->action->isCheckable() || id.startsWith(QStringLiteral("tool.")))
        return;
    const bool isOn = at->action->isChecked();
    const auto text = at->isPanel() ? isOn ? tr("Opened the %1") : tr("Closed the %1")
                      : isOn ? tr("%1: on")
                                    : tr("%1: off");
    // Others may switch it, too, as Select all switches Select surface.
    m_status->sayWhile(text.arg(at->label()), [isOn, action = QPointer<QAction>{at->action}] {
        return action != nullptr && action->isChecked() == isOn;
    });
}

void addSearchActions(MainWindow& window)
{
    auto& actions = window.actions();
    actions.addSeparator(QStringLiteral("View"));
    actions.add({.id = "palette.commands",
                 .menu = "View",
                 .label = "Find command...",
                 .tooltip = "Every command with its keys; type a few letters of its name.",
                 .icon = "search",
                 .shortcut = "Ctrl+Shift+P",
                 .run = [&window] { window.searchCommands(); },
                 .isEnabled = {}});
    actions.add({.id = "palette.places",
                 .menu = "View",
                 .label = "Go to...",
                 .tooltip = "Objects of the scene, assets and scenes of the project, by name.",
                 .icon = "search",
                 .shortcut = "Ctrl+P",
                 .run = [&window] { window.searchPlaces(); },
                 .isEnabled = {}});
}
} // namespace editor
