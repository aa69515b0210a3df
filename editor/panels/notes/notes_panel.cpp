#include "editor/panels/notes/notes_panel.h"

#include "editor/api/empty_hint.h"
#include "editor/app/dialogs/file_dialog.h"
#include "editor/app/notes/note_card.h"
#include "editor/app/notes/project_notes.h"
#include "editor/app/window/editor_context.h"
#include "editor/panels/notes/note_detail.h"
#include "editor/panels/panel_helpers.h"
#include "editor/views/theme.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace editor
{
using namespace engine;

namespace
{
/// The states in the list, to be chosen from.
class StateDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget* createEditor(QWidget* parent,
                          const QStyleOptionViewItem& /*option*/,
                          const QModelIndex& /*index*/) const override
    {
        auto* box = new QComboBox{parent};
        for (int i = 0; i < static_cast<int>(noteStateNames().size()); ++i)
            box->addItem(noteStateText(static_cast<NoteState>(i)));
        // Who leaves an editor has its value taken.
        connect(box, &QComboBox::activated, box, [box] { box->clearFocus(); });
        return box;
    }

    void setEditorData(QWidget* box, const QModelIndex& index) const override
    {
        static_cast<QComboBox*>(box)->setCurrentIndex(index.data(Qt::EditRole).toInt());
    }

    void
    setModelData(QWidget* box, QAbstractItemModel* model, const QModelIndex& index) const override
    {
        model->setData(index, static_cast<QComboBox*>(box)->currentIndex());
    }
};
} // namespace

NotesPanel::NotesPanel(EditorContext& editor, QWidget* parent)
    : QWidget{parent}, m_editor{editor}, m_notes{editor.notes()}
{
    setObjectName(QStringLiteral("notesPanel"));
    setAccessibleName(tr("Notes"));
    m_model = new NotesModel{m_notes, this};
    m_filter = new NotesFilter{m_notes, *m_model, this};
    auto* column = new QVBoxLayout{this};
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHeader());
    auto* parts = new QSplitter{Qt::Horizontal, this};
    makeList();
    parts->addWidget(m_list);
    m_detail = new NoteDetail{m_notes, [this] { return m_editor.assets().project().root; }, parts};
    parts->addWidget(m_detail);
    parts->setSizes({1000, 1000}); // alike
    column->addWidget(parts, 1);
    connect(m_detail, &NoteDetail::visitWanted, this, &NotesPanel::visit);
    m_connections += m_notes.changed.connect([this] { showNotes(); });
    m_connections += m_notes.fitsChanged.connect([this] {
        applyFilter(); // another scene may be open
        m_model->showFits();
        m_detail->refresh();
    });
    m_connections += m_notes.currentChanged.connect([this] { showCurrent(); });
    showNotes();
}

QComboBox* NotesPanel::choice(const QString& name, const QString& all, QWidget* parent)
{
    auto* box = new QComboBox{parent};
    box->setObjectName(name);
    box->addItem(all, -1);
    connect(box, &QComboBox::currentIndexChanged, this, &NotesPanel::applyFilter);
    return box;
}

QWidget* NotesPanel::makeHeader()
{
    auto* header = new QWidget{this};
    auto* row = new QHBoxLayout{header};
    row->setContentsMargins(6, 4, 6, 4);
    m_text = new QLineEdit{header};
    m_text->setObjectName(QStringLiteral("notesFilter"));
    m_text->setAccessibleName(tr("Filter of the notes"));
    m_text->setPlaceholderText(tr("Filter"));
    m_text->setToolTip(tr("Only notes with this in their text, answers, names or objects"));
    m_text->setClearButtonEnabled(true);
    connect(m_text, &QLineEdit::textChanged, this, &NotesPanel::applyFilter);
    row->addWidget(m_text, 1);
    m_kind = choice(QStringLiteral("notesKind"), tr("All kinds"), header);
    m_kind->setAccessibleName(tr("Kind of notes"));
    m_kind->setToolTip(tr("Only notes of this kind"));
    for (int i = 0; i < static_cast<int>(noteKindNames().size()); ++i)
        m_kind->addItem(noteKindIcon(static_cast<NoteKind>(i)),
                        noteKindText(static_cast<NoteKind>(i)), i);
    row->addWidget(m_kind);
    m_state = choice(QStringLiteral("notesState"), tr("All states"), header);
    m_state->setAccessibleName(tr("State of notes"));
    m_state->setToolTip(tr("Only notes in this state"));
    for (int i = 0; i < static_cast<int>(noteStateNames().size()); ++i)
        m_state->addItem(noteStateText(static_cast<NoteState>(i)), i);
    row->addWidget(m_state);
    m_scene = choice(QStringLiteral("notesScene"), tr("All scenes"), header);
    m_scene->setAccessibleName(tr("Scene of notes"));
    m_scene->setToolTip(tr("Only notes about the open scene"));
    m_scene->addItem(tr("This scene"), 1);
    row->addWidget(m_scene);
    row->addWidget(makeMenu(header));
    return header;
}

QToolButton* NotesPanel::makeMenu(QWidget* parent)
{
    auto* button = new QToolButton{parent};
    button->setObjectName(QStringLiteral("notesMenu"));
    button->setText(tr("Exchange"));
    button->setToolTip(tr("Takes over notes of other testers, or writes the listed ones for "
                          "others"));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setAutoRaise(true);
    auto* menu = new QMenu{button};
    menu->addAction(themeIcon(QStringLiteral("import")), tr("Import notes…"), this,
                    &NotesPanel::importNotes);
    menu->addSeparator();
    menu->addAction(tr("Export as web page…"), this, &NotesPanel::exportSite);
    menu->addAction(tr("Export as Markdown…"), this,
                    [this] { exportNotes(tr("Markdown (*.md)"), QStringLiteral("notes.md")); });
    menu->addAction(tr("Export as table…"), this,
                    [this] { exportNotes(tr("Tables (*.csv)"), QStringLiteral("notes.csv")); });
    button->setMenu(menu);
    return button;
}

void NotesPanel::makeList()
{
    m_list = new QTreeView{this};
    m_list->setObjectName(QStringLiteral("notesList"));
    m_list->setAccessibleName(tr("Notes"));
    m_list->setModel(m_filter);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setSortingEnabled(true);
    m_list->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
    m_list->setItemDelegateForColumn(NotesModel::StateColumn, new StateDelegate{m_list});
    m_list->sortByColumn(NotesModel::DateColumn, Qt::DescendingOrder);
    auto* head = m_list->header();
    head->setStretchLastSection(false);
    for (const auto& [each, width] : {std::pair{NotesModel::NumberColumn, 28},
                                      {NotesModel::KindColumn, 68},
                                      {NotesModel::TextColumn, 200},
                                      {NotesModel::StateColumn, 64},
                                      {NotesModel::AssigneeColumn, 80},
                                      {NotesModel::SceneColumn, 76},
                                      {NotesModel::DateColumn, 124},
                                      {NotesModel::AuthorColumn, 80}})
        head->resizeSection(each, width);
    setEmptyHint(m_list, tr("No notes. Press N while you play, or F6, to write one."));
    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& now) {
                if (const auto at = m_filter->mapToSource(now); at.isValid())
                    m_notes.setCurrent(m_model->stored(at.row()).file);
            });
    connect(m_list, &QTreeView::doubleClicked, this, &NotesPanel::visit);
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto* go = new QAction{themeIcon(QStringLiteral("focus")), tr("Go there"), m_list};
    connect(go, &QAction::triggered, this, &NotesPanel::visit);
    m_list->addAction(go);
    auto* remove = new QAction{themeIcon(QStringLiteral("delete")), tr("Delete note"), m_list};
    remove->setObjectName(QStringLiteral("notesDelete"));
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    connect(remove, &QAction::triggered, this, [this] { m_notes.remove(m_notes.current()); });
    m_list->addAction(remove);
}

void NotesPanel::applyFilter()
{
    m_filter->setWanted({m_text->text(), m_kind->currentData().toInt(),
                         m_state->currentData().toInt(), m_scene->currentIndex() == 1});
}

void NotesPanel::showNotes()
{
    m_model->reset();
    const auto open =
        std::count_if(m_notes.notes().begin(), m_notes.notes().end(),
                      [](const auto& each) { return each.note.state == NoteState::Open; });
    setDockTitle(this, open > 0 ? tr("Notes (%1)").arg(open) : tr("Notes"));
    if (m_told != m_notes.problems())
        for (const auto& each : m_told = m_notes.problems())
            m_editor.showMessage(MessageKind::Warning, each);
    showCurrent();
}

void NotesPanel::showCurrent()
{
    const int row = m_model->rowOf(m_notes.current());
    const auto at = row < 0 ? QModelIndex{} : m_filter->mapFromSource(m_model->index(row, 0));
    if (at.isValid() && at.row() != m_list->currentIndex().row()) {
        m_list->setCurrentIndex(at);
        m_list->scrollTo(at);
    }
    m_detail->refresh();
}

void NotesPanel::visit()
{
    if (const auto* stored = m_notes.find(m_notes.current()))
        m_notes.visitWanted(stored->note);
}

std::vector<StoredNote> NotesPanel::listed() const
{
    std::vector<StoredNote> notes;
    for (int row = 0; row < m_filter->rowCount(); ++row)
        notes.push_back(m_model->stored(m_filter->mapToSource(m_filter->index(row, 0)).row()));
    return notes;
}

void NotesPanel::importNotes()
{
    const auto from =
        askForFolder(this, {tr("Notes of another tester: a project or its folder of notes"),
                            {},
                            QStringLiteral("notes/import"),
                            m_editor.assets().project().root.parent_path(),
                            {}});
    if (!from.empty())
        m_notes.import(from);
}

void NotesPanel::exportNotes(const QString& filter, const QString& name)
{
    auto to = askForFileToWrite(this,
                                {tr("Export the listed notes"),
                                 filter,
                                 QStringLiteral("notes/export"),
                                 m_editor.assets().project().root.parent_path(),
                                 {}},
                                name);
    if (to.empty())
        return;
    const auto ending = engine::fs::path{name.toStdString()}.extension();
    std::error_code failed;
    if (to.extension() != ending) { // without it a folder with a web page would be made
        to += ending;
        if (engine::fs::exists(to, failed)) // nobody was asked about that name
            return m_editor.showMessage(MessageKind::Error,
                                        "'" + to.string() + "' is there already");
    }
    m_notes.exportTo(to, listed());
}

void NotesPanel::exportSite()
{
    const auto to = askForFolder(this, {tr("An empty folder for the web page"),
                                        {},
                                        QStringLiteral("notes/export"),
                                        m_editor.assets().project().root.parent_path(),
                                        {}});
    if (!to.empty())
        m_notes.exportTo(to, listed());
}
} // namespace editor
