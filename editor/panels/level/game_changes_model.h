#pragma once

#include "editor/operations/entity/keep_played.h"

#include <QAbstractItemModel>

#include <optional>
#include <vector>

namespace editor
{
/// Objects, their components and the properties that the game has changed, with a box to tick at
/// each. What is ticked stays ticked while the list is shown anew.
class GameChangesModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column
    {
        NameColumn,
        LevelColumn,
        GameColumn,
        ColumnCount
    };

    explicit GameChangesModel(QObject* parent = nullptr);

    /// In ascending order of ids, the properties of a component together. `level` names objects and
    /// is only read now. Rows whose object, component or property has none of `filter` are left out
    /// (and not ticked); capitals do not count.
    void show(const engine::World& level,
              const std::vector<PlayedChange>& changes,
              const QString& filter);

    [[nodiscard]] std::vector<PlayedChange> ticked() const;
    void tickAll(bool ticked);

    [[nodiscard]] std::size_t changeCount() const { return m_changes.size(); }

    /// Of the row; null for an invalid one.
    [[nodiscard]] engine::EntityId entityOf(const QModelIndex& index) const;

    /// What a rule for the row is about: "light.intensity", "light.*"; empty for an object.
    [[nodiscard]] QString ruleOf(const QModelIndex& index) const;

    Q_SIGNAL void tickedChanged();

    // QAbstractItemModel
    QModelIndex index(int row, int column, const QModelIndex& parent) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent) const override;
    int columnCount(const QModelIndex& parent) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    /// A change and the texts of its row.
    struct Row
    {
        PlayedChange change;
        QString before;
        QString after;
        bool isTicked = false;
    };

    /// Rows from `begin` to before `end`.
    struct Span
    {
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    struct Object
    {
        QString name;
        Span rows;
        std::vector<Span> components;
    };

    /// Where an index stands: its object, and the component if it is one or below one.
    struct Place
    {
        std::size_t object = 0;
        std::optional<std::size_t> component;
        bool isProperty = false;
    };

    [[nodiscard]] std::vector<Row> rowsOf(const engine::World& level,
                                          const std::vector<PlayedChange>& changes,
                                          const QString& filter) const;
    void tellOf(std::size_t object);
    [[nodiscard]] static Place placeOf(const QModelIndex& index);
    [[nodiscard]] Span spanOf(const QModelIndex& index) const;
    [[nodiscard]] QString nameOf(const QModelIndex& index) const;
    [[nodiscard]] Qt::CheckState stateOf(Span span) const;
    void group(const engine::World& level);

    std::vector<Row> m_changes;
    std::vector<Object> m_objects;
};
} // namespace editor
