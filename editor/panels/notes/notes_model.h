#pragma once

#include "engine_core/play/notes/note_folder.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

namespace editor
{
/// A date of a note, to the minute, in the time of whoever looks at it.
[[nodiscard]] QString noteDateText(const std::string& date);

class ProjectNotes;

/// The notes of the project, a row each, by date.
class NotesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        NumberColumn, ///< as marks in the views have it
        KindColumn,
        TextColumn,
        StateColumn,    ///< can be edited
        AssigneeColumn, ///< can be edited
        SceneColumn,
        DateColumn,
        AuthorColumn,
        ColumnCount
    };

    explicit NotesModel(ProjectNotes& notes, QObject* parent = nullptr);

    [[nodiscard]] const engine::StoredNote& stored(int row) const;

    /// -1 if there is none.
    [[nodiscard]] int rowOf(const std::string& file) const;

    void reset();
    void showFits();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    [[nodiscard]] QVariant textOf(const engine::StoredNote& stored, int row, int column) const;
    [[nodiscard]] QVariant sortedBy(const engine::StoredNote& stored, int row, int column) const;
    [[nodiscard]] QVariant decorationOf(const engine::StoredNote& stored, int column) const;

    ProjectNotes& m_notes;
    std::vector<engine::StoredNote> m_shown; ///< until reset(), whatever the project has by now
};

/// Those of a kind, state, scene and text.
class NotesFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit NotesFilter(ProjectNotes& notes, NotesModel& model, QObject* parent = nullptr);

    struct Wanted
    {
        QString text;
        int kind = -1;  ///< all
        int state = -1; ///< all
        bool thisScene = false;
    };

    void setWanted(Wanted wanted);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    ProjectNotes& m_notes;
    NotesModel& m_model;
    Wanted m_wanted;
};
} // namespace editor
