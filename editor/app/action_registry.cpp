#include "editor/app/action_registry.h"

#include "editor/views/theme.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>
#include <array>

namespace editor
{
namespace
{
constexpr std::array MenuOrder{"File",  "Edit",   "View", "Select", "Brush",
                               "Tools", "Window", "Play", "Help"};

QMenu* childMenu(const QList<QAction*>& actions, const QString& title)
{
    for (auto* action : actions)
        if (action->menu() != nullptr && action->menu()->title() == title)
            return action->menu();
    return nullptr;
}
} // namespace

QString tooltipFor(const QString& label, const QString& shortcut, const QString& text)
{
    auto tip = QStringLiteral("<b>%1</b>").arg(label.toHtmlEscaped());
    if (!shortcut.isEmpty())
        tip += QStringLiteral(" <span style='color:%2'>%1</span>")
                   .arg(shortcut.toHtmlEscaped(), themeColor(ColorRole::MutedText).name());
    if (!text.isEmpty())
        tip += QStringLiteral("<br>%1").arg(text.toHtmlEscaped());
    return tip;
}

ActionRegistry::ActionRegistry(QMainWindow& window) : QObject{&window}, m_window{window}
{
    for (const auto* title : MenuOrder)
        m_window.menuBar()->addMenu(tr(title));
}

ActionRegistry::~ActionRegistry() = default;

QMenu* ActionRegistry::menu(const QString& path)
{
    const auto parts = path.split(QLatin1Char{'/'}, Qt::SkipEmptyParts);
    QMenu* current = nullptr;
    for (const auto& part : parts) {
        const auto siblings =
            current != nullptr ? current->actions() : m_window.menuBar()->actions();
        auto* next = childMenu(siblings, part);
        if (next == nullptr)
            next = current != nullptr ? current->addMenu(part) : m_window.menuBar()->addMenu(part);
        current = next;
    }
    return current;
}

QAction* ActionRegistry::add(const ActionInfo& info)
{
    ENGINE_EXPECT(find(info.id) == nullptr);
    const auto label = QString::fromStdString(info.label);
    auto* action = new QAction{label, this};
    action->setObjectName(QString::fromStdString(info.id));
    action->setShortcut(QKeySequence{QString::fromStdString(info.shortcut)});
    action->setShortcutContext(Qt::WindowShortcut);
    if (!info.icon.empty())
        action->setIcon(themeIcon(QString::fromStdString(info.icon)));
    auto plain = label;
    plain.remove(QLatin1Char{'&'});
    action->setToolTip(tooltipFor(plain.remove(QStringLiteral("...")),
                                  action->shortcut().toString(),
                                  QString::fromStdString(info.tooltip)));
    action->setStatusTip(QString::fromStdString(info.tooltip));
    connect(action, &QAction::triggered, this, [this, run = info.run] {
        if (run)
            run();
        refresh();
    });
    m_window.addAction(action); // shortcuts work when the menu bar is hidden, too
    if (!info.menu.empty())
        menu(QString::fromStdString(info.menu))->addAction(action);
    m_entries.push_back({info, action});
    return action;
}

Registration ActionRegistry::addTemporary(const ActionInfo& info)
{
    add(info);
    return Registration{[this, id = info.id, alive = std::weak_ptr<bool>{m_alive}] {
        if (alive.lock())
            remove(id);
    }};
}

void ActionRegistry::addSeparator(const QString& path)
{
    menu(path)->addSeparator();
}

QAction* ActionRegistry::find(const std::string& id) const
{
    const auto at = std::find_if(m_entries.begin(), m_entries.end(),
                                 [&](const auto& entry) { return entry.info.id == id; });
    return at == m_entries.end() ? nullptr : at->action;
}

void ActionRegistry::refresh()
{
    for (const auto& entry : m_entries)
        if (entry.info.isEnabled)
            entry.action->setEnabled(entry.info.isEnabled());
}

engine::Result<void> ActionRegistry::setShortcut(const std::string& id, const QKeySequence& keys)
{
    auto* action = find(id);
    ENGINE_EXPECT(action != nullptr);
    for (const auto& entry : m_entries)
        if (entry.action != action && !keys.isEmpty() && entry.action->shortcut() == keys)
            return engine::Error{"{} is the shortcut of '{}' already",
                                 keys.toString().toStdString(), entry.info.label};
    action->setShortcut(keys);
    return {};
}

void ActionRegistry::remove(const std::string& id)
{
    const auto at = std::find_if(m_entries.begin(), m_entries.end(),
                                 [&](const auto& entry) { return entry.info.id == id; });
    if (at == m_entries.end())
        return;
    delete at->action;
    m_entries.erase(at);
}
} // namespace editor
