#pragma once

#include "editor/api/editor_api.h"
#include "editor/api/turn_share.h"
#include "editor/app/actions/keymap.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

class QAction;
class QMainWindow;
class QMenu;

namespace editor
{
/// Every command of the editor in one list: menus, tool bars, shortcuts and the palette are made
/// from it, and plugins add to it. Lives as long as the window.
class ActionRegistry : public QObject
{
    Q_OBJECT

public:
    explicit ActionRegistry(QMainWindow& window);
    ~ActionRegistry() override;

    /// Adds the command to its menu ("Tools" or "View/Overlays"; "" keeps it out of the menus).
    /// Several shortcuts are separated by "; ". `needs` says what must be so for it to run:
    /// "Select an object first".
    QAction* add(const ActionInfo& info, const char* needs = "");

    /// The same, taken back with the registration.
    [[nodiscard]] Registration addTemporary(const ActionInfo& info);

    /// For an action that something else owns and switches, such as a dock's; remove it before it
    /// goes. info.run is not used.
    void adopt(const ActionInfo& info, QAction& action);
    void remove(const std::string& id);

    void addSeparator(const QString& menu);

    /// Null if there is none.
    [[nodiscard]] QAction* find(const std::string& id) const;

    struct Entry
    {
        ActionInfo info;
        QAction* action = nullptr;
        KeyList ownKeys; ///< that it was registered with
        QString needs;
        bool isAdopted = false;

        /// "Select touching", without the marks of menus; of a panel "Navigation mesh panel", so
        /// that it differs from commands of that name.
        [[nodiscard]] QString label() const;

        /// The id of the panel that it shows or hides; empty for all other commands.
        [[nodiscard]] std::string panel() const;

        [[nodiscard]] bool isPanel() const { return !panel().empty(); }

        /// Why it cannot run now; empty if it can.
        [[nodiscard]] QString whyDisabled() const;
    };

    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }

    /// Made if it does not exist; menus come in the fixed order of the menu bar.
    QMenu* menu(const QString& path);

    /// Asks every command again whether it can run.
    void refreshNow();

    /// The same, where that is slow in a turn of its own, or before the user's next key or click.
    void refresh();

    /// Whether asking all takes so long that it is put off to a turn of its own.
    void setSlow(std::function<bool()> isSlow) { m_isSlow = std::move(isSlow); }

    [[nodiscard]] const Keymap& keymap() const { return m_keymap; }

    /// Lets the function change the keymap, then gives every command its keys.
    void changeKeymap(const std::function<void(Keymap&)>& change);

    /// The other command that has the keys; null if there is none.
    [[nodiscard]] const Entry* userOf(const QKeySequence& keys, const std::string& except) const;

Q_SIGNALS:
    /// A command has run.
    void ran(const QString& id);
    void keymapChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refreshLater();
    void refreshInTurn();
    Entry& install(const ActionInfo& info, QAction& action);
    void giveKeys(const Entry& entry) const;

    QMainWindow& m_window;
    std::vector<Entry> m_entries;
    Keymap m_keymap = Keymap::load();
    std::function<bool()> m_isSlow;
    QTimer m_later;
    TurnShare m_share;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
};

/// "Box brush (B)" and below it the sentence: how all our tooltips read.
[[nodiscard]] QString
tooltipFor(const QString& label, const QString& shortcut, const QString& text);
} // namespace editor
