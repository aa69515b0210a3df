#include "editor/panels/notes/notes_model.h"

#include "editor/app/notes/note_card.h"
#include "editor/app/notes/project_notes.h"
#include "editor/views/theme.h"

#include <QDateTime>
#include <QFont>
#include <QIcon>
#include <QLocale>

namespace editor
{
using namespace engine;

namespace
{
QString fitText(NoteFit fit)
{
    switch (fit) {
    case NoteFit::Changed:
        return NotesModel::tr("What it points at has changed since");
    case NoteFit::Gone:
        return NotesModel::tr("What it points at is no longer there");
    case NoteFit::Fits:
        break;
    }
    return {};
}
} // namespace

QString noteDateText(const std::string& date)
{
    // Numbers in the order of time: lists are compared, not read as prose.
    return QDateTime::fromString(QString::fromStdString(date), Qt::ISODate)
        .toLocalTime()
        .toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

NotesModel::NotesModel(ProjectNotes& notes, QObject* parent)
    : QAbstractTableModel{parent}, m_notes{notes}
{
    reset();
}

const StoredNote& NotesModel::stored(int row) const
{
    return m_shown.at(static_cast<std::size_t>(row));
}

int NotesModel::rowOf(const std::string& file) const
{
    for (std::size_t row = 0; row < m_shown.size(); ++row)
        if (m_shown[row].file == file)
            return static_cast<int>(row);
    return -1;
}

void NotesModel::reset()
{
    beginResetModel();
    m_shown = m_notes.notes();
    endResetModel();
}

void NotesModel::showFits()
{
    if (!m_shown.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int NotesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int NotesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant NotesModel::textOf(const StoredNote& stored, int row, int column) const
{
    const auto& note = stored.note;
    switch (column) {
    case NumberColumn:
        return row + 1;
    case KindColumn:
        return noteKindText(note.kind);
    case TextColumn:
        return note.text.empty() ? tr("(a drawing)") : QString::fromStdString(titleOf(note, 200));
    case StateColumn:
        return noteStateText(note.state);
    case AssigneeColumn:
        return QString::fromStdString(note.assignee);
    case SceneColumn:
        return QString::fromStdString(fs::path{note.scene}.stem().stem().string());
    case AuthorColumn:
        return QString::fromStdString(note.author);
    case DateColumn:
        return noteDateText(note.date);
    default:
        return {};
    }
}

QVariant NotesModel::sortedBy(const StoredNote& stored, int row, int column) const
{
    switch (column) {
    case KindColumn:
        return static_cast<int>(stored.note.kind);
    case StateColumn:
        return static_cast<int>(stored.note.state);
    case DateColumn:
        return QString::fromStdString(stored.note.date);
    default:
        return textOf(stored, row, column);
    }
}

QVariant NotesModel::decorationOf(const StoredNote& stored, int column) const
{
    if (column == KindColumn)
        return noteKindIcon(stored.note.kind);
    if (column == TextColumn && m_notes.fitOf(stored) != NoteFit::Fits)
        return themeIcon(QStringLiteral("warning"), ColorRole::Warning);
    return {};
}

QVariant NotesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const auto& one = stored(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return textOf(one, index.row(), index.column());
    case Qt::EditRole:
        return index.column() == StateColumn ? QVariant{static_cast<int>(one.note.state)}
                                             : textOf(one, index.row(), index.column());
    case Qt::UserRole:
        return sortedBy(one, index.row(), index.column());
    case Qt::DecorationRole:
        return decorationOf(one, index.column());
    case Qt::ToolTipRole: {
        const auto fit = fitText(m_notes.fitOf(one));
        const auto text = QString::fromStdString(one.note.text).toHtmlEscaped();
        return QStringLiteral("<p>%1</p>").arg(fit.isEmpty() ? text : fit + "<br>" + text);
    }
    case Qt::ForegroundRole:
        return one.note.state == NoteState::Open ? QVariant{}
                                                 : QVariant{themeColor(ColorRole::MutedText)};
    default:
        return {};
    }
}

bool NotesModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::EditRole)
        return false;
    const auto file = stored(index.row()).file;
    if (index.column() == StateColumn)
        m_notes.change(file, "State of a note", [&](Note& note) {
            note.state = static_cast<NoteState>(
                qBound(0, value.toInt(), static_cast<int>(noteStateNames().size()) - 1));
        });
    else if (index.column() == AssigneeColumn)
        m_notes.change(file, "Assignee of a note", [&](Note& note) {
            note.assignee = value.toString().trimmed().toStdString();
        });
    else
        return false;
    return true;
}

QVariant NotesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NumberColumn:
        return QStringLiteral("#");
    case KindColumn:
        return tr("Kind");
    case TextColumn:
        return tr("Note");
    case StateColumn:
        return tr("State");
    case AssigneeColumn:
        return tr("Assignee");
    case SceneColumn:
        return tr("Scene");
    case AuthorColumn:
        return tr("Author");
    case DateColumn:
        return tr("Date");
    default:
        return {};
    }
}

Qt::ItemFlags NotesModel::flags(const QModelIndex& index) const
{
    auto flags = QAbstractTableModel::flags(index);
    if (index.column() == StateColumn || index.column() == AssigneeColumn)
        flags |= Qt::ItemIsEditable;
    return flags;
}

NotesFilter::NotesFilter(ProjectNotes& notes, NotesModel& model, QObject* parent)
    : QSortFilterProxyModel{parent}, m_notes{notes}, m_model{model}
{
    setSourceModel(&model);
    setSortRole(Qt::UserRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

void NotesFilter::setWanted(Wanted wanted)
{
    m_wanted = std::move(wanted);
    invalidateFilter();
}

bool NotesFilter::filterAcceptsRow(int row, const QModelIndex& /*parent*/) const
{
    const auto& note = m_model.stored(row).note;
    if ((m_wanted.kind >= 0 && static_cast<int>(note.kind) != m_wanted.kind) ||
        (m_wanted.state >= 0 && static_cast<int>(note.state) != m_wanted.state) ||
        (m_wanted.thisScene && note.scene != m_notes.scene()))
        return false;
    if (m_wanted.text.isEmpty())
        return true;
    auto all = note.text + '\n' + note.author + '\n' + note.assignee + '\n' + note.scene;
    for (const auto& each : note.answers)
        all += '\n' + each.text;
    for (const auto& each : note.objects)
        all += '\n' + each.name;
    return QString::fromStdString(all).contains(m_wanted.text, Qt::CaseInsensitive);
}
} // namespace editor
