#include "plugins/path_debugger/path_panel.h"

#include "editor/api/dock_page.h"
#include "editor/api/wheel_guard.h"
#include "engine_core/base/count_text.h"
#include "plugins/path_debugger/shown_fields.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QHideEvent>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace path_debugger
{
using engine::AllPathMethods;
using engine::CornerRule;
using engine::PathMethod;

namespace
{
enum Column
{
    Search,
    Length,
    Closed,
    Time,
    Cost,
    Open,
    ColumnCount
};

QLabel* wrapped(QWidget* parent)
{
    auto* label = new QLabel{parent};
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QString number(std::size_t count)
{
    return QString::fromStdString(engine::numberText(count));
}

/// A list that is as high as its rows: the page scrolls, not the list.
void fitHeight(QTreeWidget& list)
{
    const int rows = std::max(list.topLevelItemCount(), 1);
    const int row = std::max(static_cast<QAbstractItemView&>(list).sizeHintForRow(0),
                             list.fontMetrics().height() + 4);
    list.setFixedHeight(list.header()->sizeHint().height() + rows * row + 2 * list.frameWidth());
}

QTreeWidget* makeList(const QStringList& columns, QWidget* parent)
{
    auto* list = new QTreeWidget{parent};
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    list->setHeaderLabels(columns);
    list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->header()->setStretchLastSection(false);
    list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    return list;
}
} // namespace

PathPanel::PathPanel(std::shared_ptr<PathDebugger> debugger, QWidget* parent)
    : QWidget{parent}, m_debugger{std::move(debugger)}
{
    auto* layout = editor::addDockPage(this);
    addAgent(layout);
    m_summary = wrapped(this);
    m_summary->setObjectName(QStringLiteral("pathSummary"));
    layout->addWidget(m_summary);
    m_facts = wrapped(this);
    m_facts->setObjectName(QStringLiteral("pathFacts"));
    layout->addWidget(m_facts);
    addWhy(layout);
    addTable(layout);
    addSteps(layout);
    m_shown = new ShownFields{m_debugger, this};
    layout->addWidget(m_shown);
    addAgentTable(layout);
    layout->addStretch(1);
    new editor::WheelGuard{this};
    m_connection = m_debugger->changed.connect([this] { refresh(); });
    refresh();
}

void PathPanel::addAgent(QVBoxLayout* layout)
{
    auto* row = new QHBoxLayout;
    m_agents = new QComboBox{this};
    m_agents->setMinimumWidth(60);
    m_agents->setAccessibleName(tr("Agent"));
    m_agents->setToolTip(tr("<b>Agent</b><br>Whose path: its size, step and slope decide."));
    connect(m_agents, &QComboBox::activated, this,
            [this] { m_debugger->setAgent(m_agents->currentText().toStdString()); });
    row->addWidget(new QLabel{tr("Agent"), this});
    row->addWidget(m_agents, 1);
    m_tool =
        editor::dockButton(tr("Path tool"), tr("Drag in a view from a start to a goal."), this);
    m_tool->setCheckable(true);
    connect(m_tool, &QPushButton::clicked, this, [this] {
        m_debugger->editor().activateTool("path.debug");
        showTool(); // it may have been active
    });
    m_toolConnection = m_debugger->editor().toolChanged.connect([this] { showTool(); });
    showTool();
    row->addWidget(m_tool);
    layout->addLayout(row);
}

void PathPanel::showTool()
{
    m_tool->setChecked(m_debugger->editor().activeTool() == "path.debug");
}

/// Where a way is missing: the reason, and what can be done.
void PathPanel::addWhy(QVBoxLayout* layout)
{
    m_why = new QWidget{this};
    auto* inside = new QVBoxLayout{m_why};
    inside->setContentsMargins(0, 0, 0, 0);
    m_whyText = wrapped(m_why);
    m_whyText->setObjectName(QStringLiteral("pathWhy"));
    inside->addWidget(m_whyText);
    auto* row = new QHBoxLayout;
    auto* go = editor::dockButton(
        tr("Show place"), tr("Moves the views to where the way ends, and selects what is there."),
        m_why);
    connect(go, &QPushButton::clicked, this, [this] {
        const auto* why = m_debugger->why();
        if (why == nullptr)
            return;
        auto& document = m_debugger->editor().document();
        if (document.world().exists(why->entity))
            document.selection().set({why->entity});
        const engine::Vec3d around{1.5};
        m_debugger->editor().focus({why->place - around, why->place + around});
    });
    m_fix =
        editor::dockButton(tr("Mend"), tr("Does what the sentence says; it can be undone."), m_why);
    m_fix->setObjectName(QStringLiteral("pathMend"));
    connect(m_fix, &QPushButton::clicked, this, [this] {
        if (const auto fixed = m_debugger->fix(); !fixed)
            m_debugger->editor().showMessage(editor::MessageKind::Error, fixed.error().message());
    });
    row->addWidget(go);
    row->addWidget(m_fix);
    row->addStretch(1);
    inside->addLayout(row);
    layout->addWidget(m_why);
}

void PathPanel::refreshWhy()
{
    const auto* why = m_debugger->why();
    m_why->setVisible(why != nullptr);
    if (why == nullptr)
        return;
    m_whyText->setText(QString::fromStdString(why->message + " " + why->fix));
    m_fix->setVisible(m_debugger->canFix());
    m_fix->setText(why->mend ? QString::fromStdString(why->mend.label) : tr("Mend"));
    m_fix->setAccessibleName(m_fix->text());
}

void PathPanel::addTable(QVBoxLayout* layout)
{
    m_table = makeList(
        {tr("Search"), tr("Length"), tr("Looked at"), tr("Time"), tr("Cost"), tr("Waiting")}, this);
    m_table->setAccessibleName(tr("Searches"));
    m_table->setToolTip(tr("Ways to search for the same path. The views show the chosen one."));
    m_table->viewport()->installEventFilter(this);
    for (const auto method : AllPathMethods) {
        auto* item = new QTreeWidgetItem{m_table, {tr(pathMethodName(method))}};
        item->setData(Search, Qt::UserRole, static_cast<int>(method));
        for (int column = Length; column < ColumnCount; ++column)
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    m_table->setCurrentItem(m_table->topLevelItem(0));
    connect(m_table, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (item != nullptr)
            m_debugger->setMethod(
                static_cast<PathMethod>(item->data(Search, Qt::UserRole).toInt()));
    });
    layout->addWidget(m_table);
    auto* row = new QHBoxLayout;
    m_corners = new QComboBox{this};
    m_corners->setMinimumWidth(60);
    m_corners->setAccessibleName(tr("Corners of the grid"));
    m_corners->setToolTip(tr("<b>Corners</b><br>Which diagonal steps past blocked cells the grid "
                             "searches may take."));
    m_corners->addItem(tr("Never cut corners"), static_cast<int>(CornerRule::NoCutting));
    m_corners->addItem(tr("Cut, but do not squeeze"), static_cast<int>(CornerRule::NoSqueeze));
    m_corners->addItem(tr("Cut corners"), static_cast<int>(CornerRule::Cut));
    connect(m_corners, &QComboBox::activated, this, [this] {
        m_debugger->setCorners(static_cast<CornerRule>(m_corners->currentData().toInt()));
    });
    row->addWidget(new QLabel{tr("Grid"), this});
    row->addWidget(m_corners, 1);
    layout->addLayout(row);
}

/// The same path for every agent of the scene, the chosen one first.
void PathPanel::addAgentTable(QVBoxLayout* layout)
{
    m_compareAgents = new QCheckBox{tr("Compare agents"), this};
    m_compareAgents->setToolTip(tr(
        "Shows the way of every agent of the scene between the same places, each in its colour."));
    connect(m_compareAgents, &QCheckBox::toggled, this, [this](bool on) {
        changeShown(*m_debugger, [&](Shown& shown) { shown.agents = on; });
    });
    layout->addWidget(m_compareAgents);
    m_agentTable = makeList({tr("Agent"), tr("Length"), tr("Cost"), tr("Polygons")}, this);
    m_agentTable->setObjectName(QStringLiteral("pathAgents"));
    m_agentTable->setAccessibleName(tr("Agents"));
    m_agentTable->setToolTip(tr("How each agent gets from the start to the goal."));
    layout->addWidget(m_agentTable);
}

void PathPanel::refreshAgentTable()
{
    const bool isShown = m_debugger->shown().agents;
    const QSignalBlocker quiet{m_compareAgents};
    m_compareAgents->setChecked(isShown);
    m_compareAgents->setVisible(m_agents->count() > 1);
    m_agentTable->setVisible(isShown && m_agents->count() > 1);
    m_agentTable->clear();
    const auto add = [this](const std::string& agent, const engine::NavPath& path,
                            bool isBuilding) {
        auto* item = new QTreeWidgetItem{m_agentTable, {QString::fromStdString(agent)}};
        item->setText(1, path.found   ? tr("%1 m").arg(path.length, 0, 'f', 2)
                         : isBuilding ? tr("building")
                                      : tr("no way"));
        if (path.found) {
            item->setText(2, QString::number(path.cost, 'f', 2));
            item->setText(3, number(path.corridor.size()));
        }
        for (int column = 1; column < 4; ++column)
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        return item;
    };
    if (!isShown || !m_debugger->from() || !m_debugger->to())
        return;
    add(m_debugger->agent(), m_debugger->path(), false);
    for (const auto& other : m_debugger->agentPaths()) {
        QPixmap mark{10, 10};
        mark.fill(QColor::fromRgbF(other.color.r, other.color.g, other.color.b));
        add(other.agent, other.path, other.isBuilding)->setIcon(0, mark);
    }
    fitHeight(*m_agentTable);
}

void PathPanel::addSteps(QVBoxLayout* layout)
{
    auto* row = new QHBoxLayout;
    const auto button = [&](const QString& text, const QString& tooltip, int by) {
        auto* made = new QToolButton{this};
        made->setText(text);
        made->setToolTip(tooltip);
        made->setAccessibleName(tooltip);
        made->setAutoRepeat(true);
        connect(made, &QToolButton::clicked, this,
                [this, by] { m_steps->setValue(m_steps->value() + by); });
        return made;
    };
    m_back = button(QStringLiteral("\u2212"), tr("One step of the search back"), -1);
    m_next = button(QStringLiteral("+"), tr("One step of the search on"), 1);
    m_steps = new QSlider{Qt::Horizontal, this};
    m_steps->setAccessibleName(tr("Steps of the search"));
    m_steps->setToolTip(tr("How far the search has come that the views show."));
    connect(m_steps, &QSlider::valueChanged, this, [this](int value) {
        changeShown(*m_debugger,
                    [&](Shown& shown) { shown.steps = value == m_steps->maximum() ? -1 : value; });
    });
    m_stepText = new QLabel{this};
    row->addWidget(m_back);
    row->addWidget(m_steps, 1);
    row->addWidget(m_next);
    row->addWidget(m_stepText);
    layout->addLayout(row);
}

void PathPanel::showEvent(QShowEvent*)
{
    m_debugger->setDockShown(true);
    m_debugger->wake();
    fitHeight(*m_table); // now with the look of the window
    fitHeight(*m_agentTable);
    fitColumns();
}

/// Behind another tab a dock is not hidden, nor is it by a window that is put aside.
void PathPanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    if (!event->spontaneous())
        m_debugger->setDockShown(false);
}

void PathPanel::refresh()
{
    refreshAgents();
    m_summary->setText(QString::fromStdString(m_debugger->summary()));
    m_facts->setText(QString::fromStdString(m_debugger->facts()));
    m_facts->setVisible(!m_facts->text().isEmpty());
    refreshWhy();
    refreshTable();
    refreshAgentTable();
    refreshSteps();
    m_shown->refresh();
}

void PathPanel::refreshAgents()
{
    QStringList names;
    for (const auto& name : m_debugger->agents())
        names.append(QString::fromStdString(name));
    QStringList listed;
    for (int i = 0; i < m_agents->count(); ++i)
        listed.append(m_agents->itemText(i));
    const QSignalBlocker quiet{m_agents};
    if (names != listed) {
        m_agents->clear();
        m_agents->addItems(names);
    }
    m_agents->setCurrentText(QString::fromStdString(m_debugger->agent()));
}

void PathPanel::refreshTable()
{
    for (int i = 0; i < m_table->topLevelItemCount(); ++i) {
        auto* item = m_table->topLevelItem(i);
        const auto method = static_cast<PathMethod>(item->data(Search, Qt::UserRole).toInt());
        const auto* trace = m_debugger->trace(method);
        for (int column = Search; column < ColumnCount; ++column) {
            if (column != Search)
                item->setText(column, {});
            item->setToolTip(column, {});
        }
        if (trace != nullptr)
            showTrace(*item, *trace);
        else if (m_debugger->isComparing())
            item->setText(Length, tr("searching"));
    }
    fitHeight(*m_table);
    fitColumns();
}

void PathPanel::showTrace(QTreeWidgetItem& item, const engine::PathTrace& trace)
{
    QStringList facts;
    const bool hasRun = trace.found() || !trace.closed.empty();
    if (hasRun) {
        item.setText(Closed, number(trace.closed.size()));
        item.setText(Open, number(trace.waiting.size()));
        item.setText(Time, tr("%1 ms").arg(trace.seconds * 1000, 0, 'f', 3));
        facts << tr("Looked at %1, %2 more were waiting").arg(item.text(Closed), item.text(Open))
              << tr("Took %1").arg(item.text(Time));
    }
    if (trace.found()) {
        item.setText(Length, tr("%1 m").arg(trace.length, 0, 'f', 2));
        item.setText(Cost, QString::number(trace.cost, 'f', 2));
        facts.prepend(tr("%1 long, costs %2").arg(item.text(Length), item.text(Cost)));
    } else {
        item.setText(Length, hasRun ? tr("no way") : QStringLiteral("\u2013"));
        facts.prepend(QString::fromStdString(trace.problem));
    }
    for (int column = Search; column < ColumnCount; ++column) {
        if (item.text(column).isEmpty())
            item.setText(column, QStringLiteral("\u2013"));
        item.setToolTip(column, facts.join(QLatin1Char{'\n'}));
    }
}

/// Columns that have no room are hidden, the last ones first; tooltips have what they say.
void PathPanel::fitColumns()
{
    auto* header = m_table->header();
    std::array<int, ColumnCount> widths{};
    int needed = 0;
    for (int column = Search; column < ColumnCount; ++column) {
        header->setSectionHidden(column, false);
        const auto* view = static_cast<const QAbstractItemView*>(m_table);
        widths[static_cast<std::size_t>(column)] =
            std::max(view->sizeHintForColumn(column), header->sectionSizeHint(column));
        needed += widths[static_cast<std::size_t>(column)];
    }
    for (int column = Open; column > Length && needed > m_table->viewport()->width(); --column) {
        header->setSectionHidden(column, true);
        needed -= widths[static_cast<std::size_t>(column)];
    }
}

bool PathPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    return QWidget::eventFilter(watched, event);
}

void PathPanel::refreshSteps()
{
    const auto* trace = m_debugger->trace(m_debugger->method());
    const int count = trace != nullptr ? static_cast<int>(trace->closed.size()) : 0;
    const int steps = m_debugger->shown().steps < 0 ? count : m_debugger->shown().steps;
    const QSignalBlocker quiet{m_steps};
    m_steps->setRange(0, count);
    m_steps->setValue(steps);
    const auto whyNot = count > 0 ? QString{}
                        : trace != nullptr
                            ? tr("The chosen search looked at nothing.")
                            : tr("There is no search yet: drag with the Path tool in a view.");
    for (auto* each : std::initializer_list<QWidget*>{m_steps, m_back, m_next})
        editor::setUsable(*each, whyNot);
    m_stepText->setText(
        tr("%1 of %2")
            .arg(number(static_cast<std::size_t>(steps)), number(static_cast<std::size_t>(count))));
}
} // namespace path_debugger
