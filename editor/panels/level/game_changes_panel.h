#pragma once

#include "editor/panels/level/game_changes_model.h"
#include "engine_core/base/signal.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;
class QTreeView;

namespace editor
{
class EditorContext;

/// What the running or the last game has made of the level: what is ticked becomes the level's, in
/// one step.
class GameChangesPanel : public QWidget
{
    Q_OBJECT

public:
    explicit GameChangesPanel(EditorContext& editor, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeHeader();
    void makeTree();
    void refresh();
    void showCounts();
    void keepTicked();
    void selectObjects();
    void showRowMenu(const QPoint& place);
    void fillRulesMenu();

    EditorContext& m_editor;
    GameChangesModel m_model;
    QTreeView* m_tree = nullptr;
    QLabel* m_empty = nullptr;
    QLineEdit* m_filter = nullptr;
    QToolButton* m_all = nullptr;
    QToolButton* m_rules = nullptr;
    QPushButton* m_keep = nullptr;
    QTimer m_timer; ///< looks again while the game runs
    engine::Connections m_connections;
};
} // namespace editor
