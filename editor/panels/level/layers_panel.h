#pragma once

#include "editor/api/editor_api.h"
#include "engine_core/scene/components/node.h"

#include <QTimer>
#include <QWidget>

#include <span>
#include <unordered_set>

class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace editor
{
/// The layers of the scene: which one new objects go to, how many objects each has, and eye, lock
/// and "left out of play" of each. The first row is the default layer, which has all objects that
/// belong to no other.
class LayersPanel : public QWidget
{
    Q_OBJECT

public:
    enum Column
    {
        NameColumn,
        CountColumn,
        VisibleColumn,
        LockColumn,
        PlayColumn,
        ColumnCount
    };

    explicit LayersPanel(EditorApi& editor, QWidget* parent = nullptr);

    /// Shows now what waits to be shown.
    void refreshNow();

private:
    void makeButtons();
    void makeTree();
    void showMenu(const QPoint& at);
    void clicked(QTreeWidgetItem* item, int column);
    void renamed(QTreeWidgetItem* item, int column);
    void addLayer();
    void makeCurrent(EntityId layer);
    void isolate(EntityId layer);

    /// Objects of the default layer that its eye or lock has turned, and not they themselves.
    using Turned = std::unordered_set<EntityId>;

    /// What a click on eye or lock changes: the layer, or the objects of the default one. Those
    /// that were hidden or locked by themselves before it was stay so after it is shown or freed.
    std::vector<EntityId> turned(EntityId layer, bool engine::Node::*flag, Turned& before);
    void remember(std::span<const EntityId> nodes, bool engine::Node::*flag, Turned& before);
    void forgetTurnedBack(); ///< what was shown or freed otherwise
    void chooseColor(EntityId layer);
    void fill(QTreeWidgetItem& item, EntityId layer);
    void edit(const QString& label, const std::function<engine::Result<void>(Transaction&)>& run);
    [[nodiscard]] EntityId chosenLayer() const;
    /// Those that do something to the chosen layer are grey where they cannot.
    void updateButtons();

    EditorApi& m_editor;
    QToolButton* m_up = nullptr;
    QToolButton* m_down = nullptr;
    QToolButton* m_remove = nullptr;
    QTreeWidget* m_tree = nullptr;
    QTimer m_later;
    bool m_filling = false;
    Turned m_hidden;
    Turned m_locked;
    engine::Connections m_connections;
};
} // namespace editor
