#include "editor/app/actions/action_registry.h"

#include "editor/views/theme.h"
#include "engine_core/base/log.h"

#include <QAction>
#include <QApplication>
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
        tip += QStringLiteral(" (%1)").arg(shortcut.toHtmlEscaped());
    if (!text.isEmpty())
        tip += QStringLiteral("<br>%1").arg(text.toHtmlEscaped());
    return tip;
}

ActionRegistry::ActionRegistry(QMainWindow& window) : QObject{&window}, m_window{window}
{
    for (const auto* title : MenuOrder)
        m_window.menuBar()->addMenu(tr(title));
    m_later.setSingleShot(true);
    m_later.setInterval(0);
    connect(&m_later, &QTimer::timeout, this, &ActionRegistry::refreshInTurn);
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

std::string ActionRegistry::Entry::panel() const
{
    constexpr std::string_view Panels = "window.panel.";
    return info.id.starts_with(Panels) ? info.id.substr(Panels.size()) : std::string{};
}

QString ActionRegistry::Entry::label() const
{
    if (isPanel()) // its action has the title of the moment, such as with a number
        return tr("%1 panel").arg(QString::fromStdString(info.label));
    return action->text().remove(QLatin1Char{'&'});
}

QString ActionRegistry::Entry::whyDisabled() const
{
    if (info.isEnabled ? info.isEnabled() : action->isEnabled())
        return {};
    return needs.isEmpty() ? tr("It cannot run just now") : needs;
}

QAction* ActionRegistry::add(const ActionInfo& info, const char* needs)
{
    auto* action = new QAction{QString::fromStdString(info.label), this};
    action->setObjectName(QString::fromStdString(info.id));
    if (!info.icon.empty())
        action->setIcon(themeIcon(QString::fromStdString(info.icon)));
    connect(action, &QAction::triggered, this, [this, id = info.id, run = info.run] {
        if (run)
            run();
        refresh();
        Q_EMIT ran(QString::fromStdString(id));
    });
    install(info, *action).needs = tr(needs);
    return action;
}

void ActionRegistry::adopt(const ActionInfo& info, QAction& action)
{
    install(info, action).isAdopted = true;
    connect(&action, &QAction::triggered, this,
            [this, id = info.id] { Q_EMIT ran(QString::fromStdString(id)); });
}

ActionRegistry::Entry& ActionRegistry::install(const ActionInfo& info, QAction& action)
{
    ENGINE_EXPECT(find(info.id) == nullptr);
    action.setShortcutContext(Qt::WindowShortcut);
    action.setStatusTip(QString::fromStdString(info.tooltip));
    m_window.addAction(&action); // shortcuts work when the menu bar is hidden, too
    if (!info.menu.empty()) {
        auto* place = menu(QString::fromStdString(info.menu));
        place->addAction(&action);
        place->menuAction()->setVisible(true); // it may have been empty
    }
    Entry entry{.info = info, .action = &action, .ownKeys = {}, .needs = {}};
    entry.ownKeys = keysFromText(QString::fromStdString(info.shortcut));
    giveKeys(entry);
    return m_entries.emplace_back(std::move(entry));
}

void ActionRegistry::giveKeys(const Entry& entry) const
{
    entry.action->setShortcuts(m_keymap.keysOf(entry.info.id, entry.ownKeys));
    auto label = QString::fromStdString(entry.info.label).remove(QLatin1Char{'&'});
    entry.action->setToolTip(tooltipFor(label.remove(QStringLiteral("...")),
                                        entry.action->shortcut().toString(),
                                        QString::fromStdString(entry.info.tooltip)));
}

void ActionRegistry::changeKeymap(const std::function<void(Keymap&)>& change)
{
    change(m_keymap);
    for (const auto& entry : m_entries)
        giveKeys(entry);
    Q_EMIT keymapChanged();
}

const ActionRegistry::Entry* ActionRegistry::userOf(const QKeySequence& keys,
                                                    const std::string& except) const
{
    if (keys.isEmpty())
        return nullptr;
    for (const auto& entry : m_entries)
        if (entry.info.id != except && entry.action->shortcuts().contains(keys))
            return &entry;
    return nullptr;
}

Registration ActionRegistry::addTemporary(const ActionInfo& info)
{
    auto* action = add(info, info.isEnabled ? "There is nothing for it to do just now" : "");
    // Two commands on the same keys would both be dead.
    auto keys = action->shortcuts();
    keys.removeIf([&](const QKeySequence& each) {
        const auto* user = userOf(each, info.id);
        if (user != nullptr)
            engine::logWarning("editor", "'{}' does not get {}, which is the shortcut of '{}'",
                               info.label, each.toString().toStdString(), user->info.label);
        return user != nullptr;
    });
    if (keys != action->shortcuts())
        action->setShortcuts(keys);
    if (info.isEnabled)
        action->setEnabled(info.isEnabled());
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
    if (m_isSlow && m_isSlow())
        refreshLater();
    else
        refreshNow();
}

void ActionRegistry::refreshLater()
{
    if (!m_later.isActive())
        qApp->installEventFilter(this);
    m_later.start();
}

void ActionRegistry::refreshInTurn()
{
    if (m_share.take())
        refreshNow();
    else
        refreshLater();
}

/// What was put off is done before a key or click that may be for a command.
bool ActionRegistry::eventFilter(QObject* watched, QEvent* event)
{
    if (m_later.isActive() &&
        (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::MouseButtonPress ||
         event->type() == QEvent::MouseButtonDblClick))
        refreshNow();
    return QObject::eventFilter(watched, event);
}

void ActionRegistry::refreshNow()
{
    m_later.stop();
    qApp->removeEventFilter(this);
    for (const auto& entry : m_entries)
        if (entry.info.isEnabled)
            entry.action->setEnabled(entry.info.isEnabled());
}

void ActionRegistry::remove(const std::string& id)
{
    const auto at = std::find_if(m_entries.begin(), m_entries.end(),
                                 [&](const auto& entry) { return entry.info.id == id; });
    if (at == m_entries.end())
        return;
    auto* action = at->action;
    const bool isOurs = !at->isAdopted;
    m_entries.erase(at);
    const auto places = action->associatedObjects();
    if (isOurs)
        delete action;
    for (auto* place : places)
        if (auto* menu = qobject_cast<QMenu*>(place); menu != nullptr && menu->isEmpty())
            menu->menuAction()->setVisible(false);
}
} // namespace editor
