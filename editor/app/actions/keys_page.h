#pragma once

#include "editor/app/actions/keymap.h"

#include <QWidget>

class QComboBox;
class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace editor
{
class ActionRegistry;

/// Preferences > Keys: the keymap, every command and view key with its keys, and below the list
/// what changes the chosen one. Changes hold at once.
class KeysPage : public QWidget
{
    Q_OBJECT

public:
    explicit KeysPage(ActionRegistry& actions, QWidget* parent = nullptr);

    /// Chooses the row of a command, as a click on it does; nothing if there is none.
    void select(const std::string& id);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeTop();
    void makeList();
    void makeEditor();
    void fill();
    void applyFilter();
    void showChosen();
    void typed(const QKeySequence& keys);
    void give(const QKeySequence& keys);
    void takeFromUser();
    void reset();
    void resetAll();
    [[nodiscard]] std::string chosenId() const;
    [[nodiscard]] KeyList keysOf(const std::string& id) const;
    /// Another command or view key that has the keys; empty if there is none.
    [[nodiscard]] std::string userOf(const QKeySequence& keys, const std::string& except) const;
    [[nodiscard]] QString labelOf(const std::string& id) const;

    ActionRegistry& m_actions;
    QComboBox* m_map = nullptr;
    QLineEdit* m_filter = nullptr;
    QTreeWidget* m_tree = nullptr;
    QLabel* m_name = nullptr;
    QKeySequenceEdit* m_edit = nullptr;
    QPushButton* m_clear = nullptr;
    QPushButton* m_reset = nullptr;
    QLabel* m_conflict = nullptr;
    QPushButton* m_take = nullptr;
    QKeySequence m_wanted; ///< that another command has
};
} // namespace editor
