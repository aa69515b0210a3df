#pragma once

#include "editor/api/editor_api.h"

#include <QKeySequence>
#include <QObject>
#include <QString>

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
    QAction* add(const ActionInfo& info);

    /// The same, taken back with the registration.
    [[nodiscard]] Registration addTemporary(const ActionInfo& info);

    void addSeparator(const QString& menu);

    /// Null if there is none.
    [[nodiscard]] QAction* find(const std::string& id) const;

    struct Entry
    {
        ActionInfo info;
        QAction* action = nullptr;
    };

    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }

    /// Made if it does not exist; menus come in the fixed order of the menu bar.
    QMenu* menu(const QString& path);

    /// Asks every command again whether it can run.
    void refresh();

    /// Gives another shortcut. An Error names the command that has it already.
    engine::Result<void> setShortcut(const std::string& id, const QKeySequence& keys);

private:
    void remove(const std::string& id);

    QMainWindow& m_window;
    std::vector<Entry> m_entries;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
};

/// "Box brush (B)" and below it the sentence: how all our tooltips read.
[[nodiscard]] QString
tooltipFor(const QString& label, const QString& shortcut, const QString& text);
} // namespace editor
