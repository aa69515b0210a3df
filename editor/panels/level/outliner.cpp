#include "editor/panels/level/outliner.h"

#include "editor/api/empty_hint.h"
#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/panels/assets/prefab_dialog.h"
#include "editor/panels/fields/rename_key.h"
#include "editor/panels/level/outliner_model.h"
#include "editor/panels/level/spawned_list.h"
#include "editor/tools/place/prefab_commands.h"
#include "editor/views/theme.h"
#include "engine_core/scene/components/node.h"

#include <QEvent>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>
#include <unordered_set>
#include <utility>

namespace editor
{
using engine::Node;
using engine::Result;

namespace
{
/// The objects' rows, those that follow each other as one range: a selection of thousands stays
/// quick. `entities` ascend, as the rows of siblings do.
QItemSelection rangesOf(const OutlinerModel& model, const std::vector<EntityId>& entities)
{
    QItemSelection ranges;
    for (std::size_t i = 0; i < entities.size();) {
        const auto first = model.indexOf(entities[i++]);
        if (!first.isValid())
            continue;
        const auto parent = first.parent();
        int last = first.row();
        while (i < entities.size() &&
               model.entityOf(model.index(last + 1, first.column(), parent)) == entities[i]) {
            ++last;
            ++i;
        }
        ranges.append({first, model.index(last, OutlinerModel::LockColumn, parent)});
    }
    return ranges;
}

/// What the filter leaves of the ranges.
QItemSelection inFilter(const QSortFilterProxyModel& filter, const QItemSelection& ranges)
{
    QItemSelection shown;
    const bool showsAll = filter.filterRegularExpression().pattern().isEmpty();
    for (const auto& range : ranges) {
        if (showsAll) {
            shown.append(
                {filter.mapFromSource(range.topLeft()), filter.mapFromSource(range.bottomRight())});
            continue;
        }
        for (int row = range.top(); row <= range.bottom(); ++row) {
            const auto first = filter.mapFromSource(
                range.model()->index(row, OutlinerModel::NameColumn, range.parent()));
            if (first.isValid())
                shown.append({first, first.siblingAtColumn(OutlinerModel::LockColumn)});
        }
    }
    return shown;
}

std::size_t rowsIn(const QItemSelection& ranges)
{
    std::size_t rows = 0;
    for (const auto& range : ranges)
        rows += static_cast<std::size_t>(range.height());
    return rows;
}

/// Tells when a drag of its rows has ended, wherever that was.
class SceneTree : public QTreeView
{
public:
    SceneTree(std::function<void()> dragEnded, QWidget* parent)
        : QTreeView{parent}, m_dragEnded{std::move(dragEnded)}
    {
    }

protected:
    void startDrag(Qt::DropActions actions) override
    {
        QTreeView::startDrag(actions);
        m_dragEnded();
    }

private:
    std::function<void()> m_dragEnded;
};
} // namespace

Outliner::Outliner(EditorApi& editor, QWidget* parent, std::shared_ptr<PlayedChoice> choice)
    : QWidget{parent}, m_editor{editor}
{
    setObjectName(QStringLiteral("outliner"));
    setAccessibleName(tr("Scene browser"));
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_filter = new QLineEdit{this};
    m_filter->setObjectName(QStringLiteral("sceneFilter"));
    m_filter->setPlaceholderText(tr("Filter by name, material, size or class"));
    m_filter->setAccessibleName(tr("Filter of the scene browser"));
    m_filter->setToolTip(
        tr("<b>Filter</b><br>Shows only objects whose rows contain this: their names, and "
           "what tells brushes and map entities apart."));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(themeIcon(QStringLiteral("search"), ColorRole::MutedText),
                        QLineEdit::LeadingPosition);
    auto* filterRow = new QHBoxLayout;
    filterRow->setContentsMargins(8, 6, 8, 6);
    filterRow->addWidget(m_filter);
    layout->addLayout(filterRow);
    m_model = new OutlinerModel{editor, this};
    m_filtered = new QSortFilterProxyModel{this};
    m_filtered->setSourceModel(m_model);
    m_filtered->setRecursiveFilteringEnabled(true);
    m_filtered->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filtered->setFilterKeyColumn(OutlinerModel::NameColumn);
    makeTree();
    layout->addWidget(m_tree, 1);
    layout->addWidget(new SpawnedList{editor, std::move(choice), this});
    new RenameKey{*m_tree, OutlinerModel::NameColumn};
    connectSelection();
    connect(m_filter, &QLineEdit::textChanged, this, &Outliner::setFilter);
    m_later.setSingleShot(true);
    m_later.setInterval(0);
    connect(&m_later, &QTimer::timeout, this, [this] {
        if (m_share.take())
            showSelectionNow();
        else
            m_later.start();
    });
    showSelection();
}

void Outliner::makeTree()
{
    m_tree = new SceneTree{[this] { endDrag(); }, this};
    m_tree->setObjectName(QStringLiteral("sceneTree"));
    m_tree->setAccessibleName(tr("Objects of the scene"));
    m_tree->setModel(m_filtered);
    m_tree->setUniformRowHeights(true);
    m_tree->setHeaderHidden(true);
    m_tree->setIndentation(16);
    m_tree->setIconSize({16, 16});
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_tree->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->setDragEnabled(true);
    m_tree->setAcceptDrops(true);
    m_tree->setDragDropMode(QAbstractItemView::DragDrop);
    m_tree->setDefaultDropAction(Qt::MoveAction);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    auto* header = m_tree->header();
    header->setStretchLastSection(false);
    header->setMinimumSectionSize(20);
    header->setSectionResizeMode(OutlinerModel::NameColumn, QHeaderView::Stretch);
    for (const int column : {OutlinerModel::VisibleColumn, OutlinerModel::LockColumn}) {
        header->setSectionResizeMode(column, QHeaderView::Fixed);
        header->resizeSection(column, 26);
    }
    sayWhatIsMissing();
    m_tree->installEventFilter(this);
    m_tree->viewport()->installEventFilter(this);
    connect(m_tree, &QTreeView::clicked, this, &Outliner::clicked);
    connect(m_tree, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
        if (index.column() == OutlinerModel::NameColumn)
            m_editor.focus(boundsToShow(m_editor.document().world(), chosen()));
    });
    connect(m_tree, &QTreeView::customContextMenuRequested, this, &Outliner::showMenu);
}

void Outliner::connectSelection()
{
    connect(m_model, &OutlinerModel::aboutToFollow, this, [this] { ++m_following; });
    connect(m_model, &OutlinerModel::followed, this, [this] {
        --m_following;
        showSelection();
    });
    connect(m_model, &OutlinerModel::modelAboutToBeReset, this, [this] {
        m_expanded = expandedInTree();
        m_shown.reset(); // the new rows are not selected
    });
    connect(m_filtered, &QAbstractItemModel::modelReset, this, [this] {
        for (const auto entity : std::exchange(m_expanded, {}))
            m_tree->setExpanded(m_filtered->mapFromSource(m_model->indexOf(entity)), true);
    });
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &Outliner::takeSelection);
    m_connections += m_editor.document().selection().changed.connect([this] { showSelection(); });
}

std::vector<EntityId> Outliner::selectedInTree() const
{
    std::vector<EntityId> entities;
    for (const auto& range : m_tree->selectionModel()->selection())
        for (int row = range.top(); row <= range.bottom(); ++row)
            entities.push_back(m_model->entityOf(m_filtered->mapToSource(
                m_filtered->index(row, OutlinerModel::NameColumn, range.parent()))));
    return entities;
}

std::vector<EntityId> Outliner::expandedInTree() const
{
    std::vector<EntityId> expanded;
    std::vector<QModelIndex> above{{}};
    while (!above.empty()) {
        const auto parent = above.back();
        above.pop_back();
        for (int row = 0; row < m_model->rowCount(parent); ++row) {
            const auto index = m_model->index(row, OutlinerModel::NameColumn, parent);
            if (m_model->rowCount(index) == 0)
                continue;
            above.push_back(index);
            if (m_tree->isExpanded(m_filtered->mapFromSource(index)))
                expanded.push_back(m_model->entityOf(index));
        }
    }
    return expanded;
}

void Outliner::takeSelection()
{
    if (m_following > 0 || m_isPressed) // a press may become a drag, which selects nothing
        return;
    const QScopedValueRollback following{m_following, m_following + 1};
    auto& selection = m_editor.document().selection();
    m_later.stop(); // what is chosen here is newer
    const auto inTree = selectedInTree();
    // The order of choosing stays: those that were selected before come first.
    std::unordered_set<EntityId> wanted{inTree.begin(), inTree.end()};
    std::vector<EntityId> entities;
    for (const auto entity : selection.entities())
        if (wanted.erase(entity) > 0)
            entities.push_back(entity);
    for (const auto entity : inTree)
        if (wanted.contains(entity))
            entities.push_back(entity);
    m_shown = entities;
    std::sort(m_shown->begin(), m_shown->end());
    if (selection.mode() == SelectionMode::Faces)
        selection.setMode(SelectionMode::Objects);
    selection.set(std::move(entities));
}

void Outliner::showSelection()
{
    const auto& selection = m_editor.document().selection();
    if (m_following == 0 && selection.entities().size() > ManyObjects)
        m_later.start(); // the tree lays out all its rows to scroll to one
    else
        showSelectionNow();
}

/// What is chosen in the tree by a click or key builds on the rows that are selected there. The row
/// that was pressed stays under the pointer.
bool Outliner::eventFilter(QObject* watched, QEvent* event)
{
    if (m_later.isActive() &&
        (event->type() == QEvent::MouseButtonPress ||
         event->type() == QEvent::MouseButtonDblClick || event->type() == QEvent::KeyPress))
        showSelectionNow(Scroll::No);
    if (watched == m_tree->viewport())
        followPress(*event);
    return QWidget::eventFilter(watched, event);
}

/// Rows are selected at the release: a row can be dragged into a field of the inspector, which goes
/// on showing what is selected.
void Outliner::followPress(const QEvent& event)
{
    const bool isPress = event.type() == QEvent::MouseButtonPress;
    if (!isPress && event.type() != QEvent::MouseButtonRelease)
        return;
    const auto& mouse = static_cast<const QMouseEvent&>(event);
    const bool wasPressed =
        std::exchange(m_isPressed, isPress && mouse.button() == Qt::LeftButton &&
                                       mouse.modifiers() == Qt::NoModifier);
    if (wasPressed && !isPress)
        takeSelection();
}

/// No release comes after a drag, which selects nothing.
void Outliner::endDrag()
{
    m_isPressed = false;
    m_shown.reset();
    showSelectionNow(Scroll::No);
}

void Outliner::showSelectionNow(Scroll scroll)
{
    if (m_following > 0)
        return;
    m_later.stop();
    const QScopedValueRollback following{m_following, m_following + 1};
    const auto& selection = m_editor.document().selection();
    auto wanted = selection.entities();
    for (const auto& face : selection.faces())
        wanted.push_back(face.entity);
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    if (wanted == m_shown)
        return;
    const auto ranges = inFilter(*m_filtered, rangesOf(*m_model, wanted));
    m_tree->selectionModel()->select(ranges, QItemSelectionModel::ClearAndSelect);
    m_shown.reset();
    if (rowsIn(ranges) == wanted.size()) // others come when the filter lets them, or in a moment
        m_shown = std::move(wanted);
    const auto primary = m_filtered->mapFromSource(m_model->indexOf(selection.primary()));
    if (primary.isValid()) {
        const bool scrolls = m_tree->hasAutoScroll();
        m_tree->setAutoScroll(scrolls && scroll == Scroll::ToPrimary); // to what is current
        m_tree->selectionModel()->setCurrentIndex(primary, QItemSelectionModel::NoUpdate);
        m_tree->setAutoScroll(scrolls);
        if (scroll == Scroll::ToPrimary)
            m_tree->scrollTo(primary);
    }
}

void Outliner::sayWhatIsMissing()
{
    setEmptyHint(m_tree, m_filter->text().isEmpty()
                             ? tr("The objects of the scene appear here.\nPress B and drag in a "
                                  "view to make the first box.")
                             : tr("No object matches the filter."));
}

void Outliner::setFilter(const QString& text)
{
    sayWhatIsMissing();
    {
        const QScopedValueRollback following{m_following, m_following + 1};
        m_shown.reset();
        m_filtered->setFilterFixedString(text);
        if (!text.isEmpty())
            m_tree->expandAll();
    }
    showSelection();
}

void Outliner::clicked(const QModelIndex& index)
{
    const auto entity = m_model->entityOf(m_filtered->mapToSource(index));
    const auto* node = m_editor.document().world().get<Node>(entity);
    if (node == nullptr || index.column() == OutlinerModel::NameColumn)
        return;
    const bool eye = index.column() == OutlinerModel::VisibleColumn;
    const bool isOn = eye ? node->hidden : node->locked;
    const auto label = eye ? (isOn ? tr("Show") : tr("Hide")) : (isOn ? tr("Unlock") : tr("Lock"));
    edit(label,
         [&](Transaction& transaction, const std::vector<EntityId>& selected) -> Result<void> {
             // The eye of a selected object stands for the whole selection.
             const bool all = std::find(selected.begin(), selected.end(), entity) != selected.end();
             const auto targets = all ? selected : std::vector{entity};
             if (eye)
                 (isOn ? editor::show : editor::hide)(transaction, targets);
             else
                 (isOn ? editor::unlock : editor::lock)(transaction, targets);
             return {};
         });
}

std::vector<EntityId> Outliner::chosen() const
{
    return m_editor.document().selection().entities();
}

void Outliner::edit(
    const QString& label,
    const std::function<Result<void>(Transaction&, const std::vector<EntityId>&)>& run)
{
    auto& document = m_editor.document();
    if (document.isEditing())
        return;
    const auto entities = chosen();
    auto done = document.run(label.toStdString(),
                             [&](Transaction& transaction) { return run(transaction, entities); });
    if (!done)
        m_editor.showMessage(MessageKind::Error, done.error().message());
}

void Outliner::showMenu(const QPoint& at)
{
    QMenu menu{this};
    const auto add = [&](const QString& icon, const QString& label,
                         const std::function<void()>& run) {
        auto* action = menu.addAction(themeIcon(icon), label);
        action->setEnabled(!chosen().empty());
        connect(action, &QAction::triggered, this, run);
    };
    add(QStringLiteral("focus"), tr("Focus"),
        [this] { m_editor.focus(boundsToShow(m_editor.document().world(), chosen())); });
    for (auto* action : m_tree->actions())
        menu.addAction(action);
    menu.addSeparator();
    add(QStringLiteral("duplicate"), tr("Duplicate"), [this] {
        std::vector<EntityId> copies;
        edit(tr("Duplicate"), [&](Transaction& transaction, const auto& entities) -> Result<void> {
            copies = duplicate(transaction, entities);
            return {};
        });
        if (!copies.empty())
            m_editor.document().selectAfterStep(copies);
    });
    add(QStringLiteral("group"), tr("Group"), [this] {
        EntityId made;
        edit(tr("Group"), [&](Transaction& transaction, const auto& entities) -> Result<void> {
            const auto grouped = group(transaction, entities);
            if (!grouped)
                return grouped.error();
            made = *grouped;
            return {};
        });
        if (!made.isNull())
            m_editor.document().selectAfterStep({made});
    });
    add(QStringLiteral("prefab"), tr("Make prefab..."),
        [this] { makePrefabWithDialog(m_editor, this); });
    if (const auto instances = selectedInstances(m_editor.document()); !instances.empty()) {
        const auto overrides = overridesIn(m_editor.document().world(), instances.front());
        if (!overrides.empty()) {
            add(QStringLiteral("prefab"), tr("Apply all to prefab"),
                [this, overrides] { applyToPrefab(m_editor, overrides); });
            add(QStringLiteral("reset"), tr("Revert all to prefab"),
                [this, overrides] { revertToPrefab(m_editor, overrides); });
        }
        add(QStringLiteral("group"), tr("Unpack prefab"), [this] { unpackSelection(m_editor); });
    }
    add(QStringLiteral("delete"), tr("Delete"), [this] {
        edit(tr("Delete"), [](Transaction& transaction, const auto& entities) -> Result<void> {
            removeObjects(transaction, entities);
            return {};
        });
    });
    menu.addSeparator();
    auto* all = menu.addAction(tr("Expand all"));
    connect(all, &QAction::triggered, m_tree, &QTreeView::expandAll);
    auto* none = menu.addAction(tr("Collapse all"));
    connect(none, &QAction::triggered, m_tree, &QTreeView::collapseAll);
    menu.exec(m_tree->viewport()->mapToGlobal(at));
}
} // namespace editor
