#pragma once

#include "editor/api/editor_api.h"
#include "engine_core/scene/components/node.h"

#include <QAbstractItemModel>
#include <QIcon>

#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace editor
{
/// The document's objects as a tree. Keeps a mirror of the hierarchy and changes only the rows of
/// what a Final change set names; only very large changes make it start anew. Objects spawned while
/// playing and the scene itself have no row.
class OutlinerModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column
    {
        NameColumn,
        VisibleColumn,
        LockColumn,
        ColumnCount
    };

    explicit OutlinerModel(EditorApi& editor, QObject* parent = nullptr);

    /// The row's object; null for an invalid index.
    [[nodiscard]] EntityId entityOf(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexOf(EntityId entity) const;

    /// Rows added, removed, moved or repainted since the beginning; a fresh start counts every row.
    [[nodiscard]] std::size_t rowsTouched() const { return m_rowsTouched; }

    /// Before and after rows come, go or move: the view's selection must not follow meanwhile.
    Q_SIGNAL void aboutToFollow();
    Q_SIGNAL void followed();

    // QAbstractItemModel
    QModelIndex index(int row, int column, const QModelIndex& parent) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent) const override;
    int columnCount(const QModelIndex& parent) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    Qt::DropActions supportedDropActions() const override;
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
    bool canDropMimeData(const QMimeData* data,
                         Qt::DropAction action,
                         int row,
                         int column,
                         const QModelIndex& parent) const override;
    bool dropMimeData(const QMimeData* data,
                      Qt::DropAction action,
                      int row,
                      int column,
                      const QModelIndex& parent) override;

private:
    /// What an index points to: a view asks for each of thousands of rows several times.
    struct Item
    {
        EntityId entity;
        double place = 0; ///< among its siblings; equal ones by id
        EntityId parent;
        std::vector<const Item*> children; ///< ascending

        friend bool operator<(const Item& a, const Item& b)
        {
            return a.place != b.place ? a.place < b.place : a.entity < b.entity;
        }
    };

    using Items = std::unordered_map<EntityId, Item>;

    void rebuild();
    void follow(const engine::ChangeSet& changes);
    void followParts();
    std::unordered_set<EntityId> putNew(const engine::ChangeSet& changes);
    void putInOrder(EntityId parent, const std::vector<Item>& fresh);
    void takePlace(EntityId entity);
    void put(EntityId entity);
    void takeGone(const engine::ChangeSet& changes);
    void takeRows(EntityId parent, std::vector<const Item*> gone);
    void forget(EntityId entity);
    void touch(EntityId entity);
    [[nodiscard]] EntityId parentOf(EntityId entity) const;
    /// Whether it is cheaper to begin anew than to follow row by row.
    [[nodiscard]] bool isMuch(const engine::ChangeSet& changes) const;
    [[nodiscard]] bool isAbove(EntityId ancestor, EntityId entity) const;
    Item& makeItem(EntityId entity);
    [[nodiscard]] const Item& itemOf(const QModelIndex& index) const;
    [[nodiscard]] int rowOf(const Item& item) const;
    [[nodiscard]] QVariant visibility(EntityId entity, int column, int role) const;
    [[nodiscard]] QString iconOf(EntityId entity) const;
    [[nodiscard]] QString kindOf(EntityId entity) const;
    [[nodiscard]] QIcon pictureOf(EntityId entity, const engine::Node& node) const;
    [[nodiscard]] QString descriptionOf(EntityId entity) const;

    EditorApi& m_editor;
    Items m_items; ///< null: the top level
    /// Whose rows are gone; a view may still hold indexes until it has followed.
    std::vector<Items::node_type> m_gone;
    std::size_t m_rowsTouched = 0;
    bool m_isBehind = false; ///< of a step in parts, which is followed once it is done
    bool m_tangled = false; ///< rows cannot be moved one by one: a parent became its child's child
    engine::Connections m_connections;
};
} // namespace editor
