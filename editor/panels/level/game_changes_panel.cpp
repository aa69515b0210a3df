#include "editor/panels/level/game_changes_panel.h"

#include "editor/app/play/keep_rules.h"
#include "editor/app/window/editor_context.h"
#include "editor/panels/panel_helpers.h"
#include "editor/views/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace editor
{
namespace
{
constexpr int LookAgain = 500;        ///< while the game runs. Milliseconds.
constexpr std::size_t MostOpen = 200; ///< changes up to which all rows are opened at once
} // namespace

GameChangesPanel::GameChangesPanel(EditorContext& editor, QWidget* parent)
    : QWidget{parent}, m_editor{editor}
{
    setObjectName(QStringLiteral("gameChanges"));
    setAccessibleName(tr("Changes of the game"));
    auto* column = new QVBoxLayout{this};
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHeader());
    makeTree();
    column->addWidget(m_tree);
    m_empty = new QLabel{this};
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_empty, 1);
    m_timer.setInterval(LookAgain);
    connect(&m_timer, &QTimer::timeout, this, &GameChangesPanel::refresh);
    connect(&m_model, &GameChangesModel::tickedChanged, this, &GameChangesPanel::showCounts);
    m_connections += editor.gameChanges().changed.connect([this] { refresh(); });
    m_connections += editor.document().stateChanged.connect([this] { refresh(); });
    refresh();
}

QWidget* GameChangesPanel::makeHeader()
{
    auto* header = new QWidget{this};
    auto* row = new QHBoxLayout{header};
    row->setContentsMargins(6, 4, 6, 4);
    m_filter = new QLineEdit{header};
    m_filter->setObjectName(QStringLiteral("gameChangesFilter"));
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setAccessibleName(tr("Filter of the changes"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setToolTip(tr("Only objects, components and properties with this in their names"));
    row->addWidget(m_filter, 1);
    m_all = new QToolButton{header};
    m_all->setObjectName(QStringLiteral("gameChangesAll"));
    m_all->setAccessibleName(tr("Tick all or nothing"));
    m_all->setIcon(themeIcon(QStringLiteral("check")));
    m_all->setToolTip(tr("Ticks all that is listed, or nothing"));
    m_all->setAutoRaise(true);
    row->addWidget(m_all);
    m_rules = new QToolButton{header};
    m_rules->setObjectName(QStringLiteral("gameChangesRules"));
    m_rules->setText(tr("Always kept"));
    m_rules->setToolTip(tr("What is kept at the end of every game without being asked. A right "
                           "click on a row adds to it."));
    m_rules->setPopupMode(QToolButton::InstantPopup);
    m_rules->setAutoRaise(true);
    m_rules->setMenu(new QMenu{m_rules});
    row->addWidget(m_rules);
    m_keep = new QPushButton{themeIcon(QStringLiteral("pin")), tr("Keep"), header};
    m_keep->setObjectName(QStringLiteral("gameChangesKeep"));
    m_keep->setToolTip(tr("What is ticked becomes the level's, in one step"));
    row->addWidget(m_keep);
    connect(m_filter, &QLineEdit::textChanged, this, &GameChangesPanel::refresh);
    connect(m_all, &QToolButton::clicked, this,
            [this] { m_model.tickAll(m_model.ticked().size() < m_model.changeCount()); });
    connect(m_rules->menu(), &QMenu::aboutToShow, this, &GameChangesPanel::fillRulesMenu);
    connect(m_keep, &QPushButton::clicked, this, &GameChangesPanel::keepTicked);
    return header;
}

void GameChangesPanel::makeTree()
{
    m_tree = new QTreeView{this};
    m_tree->setObjectName(QStringLiteral("gameChangesTree"));
    m_tree->setAccessibleName(tr("What the game has changed"));
    m_tree->setModel(&m_model);
    m_tree->setUniformRowHeights(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->header()->setStretchLastSection(true);
    m_tree->header()->resizeSection(GameChangesModel::NameColumn, 280);
    m_tree->header()->resizeSection(GameChangesModel::LevelColumn, 180);
    connect(m_tree, &QTreeView::clicked, this, &GameChangesPanel::selectObjects);
    connect(m_tree, &QTreeView::customContextMenuRequested, this, &GameChangesPanel::showRowMenu);
    connect(&m_model, &QAbstractItemModel::modelReset, this, [this] {
        if (m_model.changeCount() <= MostOpen)
            m_tree->expandAll();
    });
}

void GameChangesPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void GameChangesPanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_timer.stop();
}

/// A hidden list is not looked at: it is filled when it is shown.
void GameChangesPanel::refresh()
{
    const auto& changes = m_editor.gameChanges();
    if (!isVisible()) {
        m_timer.stop();
        return;
    }
    if (changes.isPlaying())
        m_timer.start();
    else
        m_timer.stop();
    m_model.show(m_editor.document().world(), changes.list(), m_filter->text());
}

void GameChangesPanel::showCounts()
{
    const bool isEmpty = m_model.changeCount() == 0;
    m_tree->setVisible(!isEmpty);
    m_empty->setVisible(isEmpty);
    m_all->setEnabled(!isEmpty);
    if (isEmpty)
        m_empty->setText(!m_filter->text().isEmpty()
                             ? tr("Nothing with that name")
                             : tr("What a game makes of the level is listed here, to keep some of "
                                  "it: places of fallen things, values that scripts set."));
    const auto ticked = m_model.ticked().size();
    m_keep->setEnabled(ticked > 0);
    m_keep->setText(ticked > 0 ? tr("Keep %1").arg(ticked) : tr("Keep"));
}

void GameChangesPanel::keepTicked()
{
    m_editor.keepPlayed(m_model.ticked());
}

void GameChangesPanel::selectObjects()
{
    std::vector<EntityId> objects;
    for (const auto& index : m_tree->selectionModel()->selectedRows())
        objects.push_back(m_model.entityOf(index));
    if (objects.empty()) // a box was ticked
        return;
    auto& selection = m_editor.document().selection();
    selection.setMode(SelectionMode::Objects);
    selection.set(objects);
}

void GameChangesPanel::showRowMenu(const QPoint& place)
{
    const auto index = m_tree->indexAt(place);
    QMenu menu{this};
    const auto offer = [&](const QString& rule) {
        if (!rule.isEmpty() && !keepRules().contains(rule))
            menu.addAction(tr("Always keep %1").arg(rule),
                           [rule] { setKeepRules(keepRules() << rule); });
    };
    offer(m_model.ruleOf(index));
    offer(m_model.ruleOf(index.parent()));
    if (!menu.isEmpty())
        menu.exec(m_tree->viewport()->mapToGlobal(place));
}

void GameChangesPanel::fillRulesMenu()
{
    auto& menu = *m_rules->menu();
    menu.clear();
    const auto rules = keepRules();
    if (rules.isEmpty())
        menu.addAction(tr("Nothing: a right click on a row adds it"))->setEnabled(false);
    for (const auto& rule : rules)
        menu.addAction(themeIcon(QStringLiteral("close")), tr("No longer keep %1").arg(rule),
                       [rule] {
                           auto left = keepRules();
                           left.removeAll(rule);
                           setKeepRules(left);
                       });
}
} // namespace editor
