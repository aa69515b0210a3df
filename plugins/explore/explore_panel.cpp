#include "plugins/explore/explore_panel.h"

#include "editor/api/color_legend.h"
#include "editor/api/dock_page.h"
#include "editor/api/empty_hint.h"
#include "editor/api/wheel_guard.h"
#include "plugins/explore/explore_overlay.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QHideEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <utility>

namespace explore
{
namespace
{
constexpr int ProgressEvery = 200; ///< milliseconds
constexpr double Around = 2.5;     ///< metres about a finding that the views show
} // namespace

ExplorePanel::ExplorePanel(std::shared_ptr<ExploreState> state, QWidget* parent)
    : QWidget{parent}, m_state{std::move(state)}
{
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    addButtons(layout);
    addBots(layout);
    m_progress = new QProgressBar{this};
    m_progress->setRange(0, 100);
    m_progress->setFormat(QStringLiteral("%p %"));
    m_progress->setAccessibleName(tr("Progress"));
    layout->addWidget(m_progress);
    m_summary = new QLabel{this};
    m_summary->setObjectName(QStringLiteral("exploreSummary"));
    m_summary->setWordWrap(true);
    layout->addWidget(m_summary);
    addFindings(layout);
    new editor::WheelGuard{this};
    m_timer.setInterval(ProgressEvery);
    connect(&m_timer, &QTimer::timeout, this, &ExplorePanel::refreshProgress);
    m_connection = m_state->changed.connect([this] { refresh(); });
    refresh();
}

void ExplorePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_state->setShown(true);
}

/// Behind another tab a dock is not hidden, nor is it by a window that is put aside.
void ExplorePanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    if (!event->spontaneous())
        m_state->setShown(false);
}

void ExplorePanel::addButtons(QVBoxLayout* layout)
{
    auto* row = new QHBoxLayout;
    const auto button = [&](const QString& text, const QString& tooltip, auto clicked) {
        auto* made = editor::dockButton(text, tooltip, this);
        connect(made, &QPushButton::clicked, this, clicked);
        row->addWidget(made);
        return made;
    };
    m_analyse = button(tr("Analyse"),
                       tr("Finds floors that nobody reaches, pits and triggers that nobody gets "
                          "to, from the player start."),
                       [this] { m_state->start(false); });
    m_run = button(tr("Run bots"),
                   tr("The same, and then bots play the level in the background, faster than real "
                      "time: they find where one gets stuck or falls out."),
                   [this] { m_state->start(true); });
    m_cancel =
        button(tr("Cancel"), tr("Ends the analysis and the bots."), [this] { m_state->cancel(); });
    layout->addLayout(row);
}

void ExplorePanel::addBots(QVBoxLayout* layout)
{
    auto* row = new QHBoxLayout;
    const auto field = [&](const QString& name, const QString& tooltip, int most, int value,
                           auto set) {
        auto* box = new QSpinBox{this};
        box->setRange(1, most);
        box->setValue(value);
        box->setAccessibleName(name);
        box->setToolTip(tooltip);
        connect(box, &QSpinBox::valueChanged, this, set);
        row->addWidget(new QLabel{name, this});
        row->addWidget(box, 1);
        return box;
    };
    auto& bots = m_state->bots;
    field(tr("Bots"), tr("How many. As many as the machine has cores play at once."), 64,
          static_cast<int>(bots.bots),
          [&bots](int value) { bots.bots = static_cast<unsigned>(value); });
    field(tr("Seconds"), tr("Game time of each."), 3600, static_cast<int>(bots.seconds),
          [&bots](int value) { bots.seconds = value; });
    field(tr("Seed"), tr("Equal seeds, equal runs."), 1000000, static_cast<int>(bots.seed),
          [&bots](int value) { bots.seed = static_cast<std::uint64_t>(value); });
    layout->addLayout(row);

    auto* shown = new QHBoxLayout;
    const auto box = [&](const QString& text, const QString& tooltip, bool isOn, auto toggled) {
        auto* made = new QCheckBox{text, this};
        made->setToolTip(tooltip);
        made->setChecked(isOn);
        connect(made, &QCheckBox::toggled, this, toggled);
        shown->addWidget(made);
    };
    box(tr("Markers"), tr("Shows findings in the views."), m_state->showsMarkers, [this](bool on) {
        m_state->showsMarkers = on;
        m_state->show();
    });
    box(tr("Heat map"), tr("Shows where bots were, in the place of other colours of the ground."),
        m_state->showsHeat(), [this](bool on) { m_state->setShowsHeat(on); });
    shown->addStretch(1);
    layout->addLayout(shown);
    m_legend = new editor::ColorLegend{this};
    m_legend->setObjectName(QStringLiteral("exploreLegend"));
    layout->addWidget(m_legend);
}

void ExplorePanel::addFindings(QVBoxLayout* layout)
{
    m_findings = new QTreeWidget{this};
    m_findings->setAccessibleName(tr("Findings"));
    m_findings->setToolTip(tr("What was found. A click goes there."));
    m_findings->setRootIsDecorated(false);
    m_findings->setUniformRowHeights(true);
    m_findings->setHeaderLabels({tr("Finding"), tr("What")});
    m_findings->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_findings->header()->setStretchLastSection(true);
    connect(m_findings, &QTreeWidget::itemClicked, this,
            [this](QTreeWidgetItem* item) { goTo(m_findings->indexOfTopLevelItem(item)); });
    connect(m_findings, &QTreeWidget::itemActivated, this,
            [this](QTreeWidgetItem* item) { goTo(m_findings->indexOfTopLevelItem(item)); });
    layout->addWidget(m_findings, 1);
    m_detail = new QLabel{this};
    m_detail->setObjectName(QStringLiteral("exploreDetail"));
    m_detail->setWordWrap(true);
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(m_detail);
    connect(m_findings, &QTreeWidget::currentItemChanged, this, &ExplorePanel::refreshDetail);
}

void ExplorePanel::refreshDetail()
{
    const auto* report = m_state->report();
    const auto index = m_findings->indexOfTopLevelItem(m_findings->currentItem());
    const bool isChosen = report != nullptr && index >= 0 &&
                          static_cast<std::size_t>(index) < report->findings.size();
    m_detail->setVisible(isChosen);
    if (!isChosen)
        return;
    const auto& finding = report->findings[static_cast<std::size_t>(index)];
    m_detail->setText(QString::fromStdString(finding.message + "\n" + finding.fix));
}

void ExplorePanel::goTo(int index)
{
    const auto* report = m_state->report();
    if (report == nullptr || index < 0 ||
        static_cast<std::size_t>(index) >= report->findings.size())
        return;
    const auto& finding = report->findings[static_cast<std::size_t>(index)];
    auto& editor = m_state->editor();
    if (finding.entity && editor.document().world().exists(finding.entity))
        editor.document().selection().set({finding.entity});
    const engine::Vec3d around{Around};
    editor.focus({finding.place - around, finding.place + around});
}

void ExplorePanel::refresh()
{
    const bool isRunning = m_state->isRunning();
    keepFocus(isRunning);
    const auto atWork = isRunning ? tr("The level is being explored now.") : QString{};
    editor::setUsable(*m_analyse, atWork);
    editor::setUsable(*m_run, atWork);
    editor::setUsable(*m_cancel, isRunning ? QString{} : tr("Nothing is being explored."));
    m_progress->setVisible(isRunning);
    if (isRunning)
        m_timer.start();
    else
        m_timer.stop();
    refreshProgress();
    refreshFindings();
    using editor::heatColor;
    if (m_state->hasGround())
        m_legend->setEntries(
            {{tr("where bots were, seldom to often"),
              {heatColor(0), heatColor(1.0 / 3), heatColor(2.0 / 3), heatColor(1)}}});
    else
        m_legend->setEntries({});
}

/// A button that is switched off while it has the keys hands them to whatever field comes next:
/// here Cancel keeps them meanwhile.
void ExplorePanel::keepFocus(bool isRunning)
{
    if (isRunning && (m_analyse->hasFocus() || m_run->hasFocus())) {
        m_started = m_run->hasFocus() ? m_run : m_analyse;
        m_cancel->setEnabled(true);
        m_cancel->setFocus();
    } else if (!isRunning && m_started != nullptr) {
        const bool isOurs = m_cancel->hasFocus();
        auto* started = std::exchange(m_started, nullptr);
        started->setEnabled(true);
        if (isOurs)
            started->setFocus();
    }
}

void ExplorePanel::refreshProgress()
{
    m_progress->setValue(static_cast<int>(m_state->progress() * 100));
    m_summary->setText(QString::fromStdString(m_state->summary()));
}

void ExplorePanel::refreshFindings()
{
    // Edits only make a report old: who follows its advice still reads it.
    if (std::exchange(m_listed, m_state->reportNumber()) == m_state->reportNumber())
        return;
    m_findings->clear();
    refreshDetail();
    const auto* report = m_state->report();
    editor::setEmptyHint(m_findings, report == nullptr
                                         ? tr("What players cannot reach or get out of appears "
                                              "here.\nChoose Analyse to look for it.")
                                         : tr("Nothing was found."));
    if (report == nullptr)
        return;
    for (const auto& finding : report->findings) {
        const auto sentence = QString::fromStdString(finding.message);
        auto* row = new QTreeWidgetItem{m_findings, {tr(findingTitle(finding.kind)), sentence}};
        const auto color = findingColor(finding.kind);
        row->setForeground(0, QColor::fromRgbF(color.r, color.g, color.b));
        for (const int column : {0, 1})
            row->setToolTip(column,
                            sentence + QLatin1Char{' '} + QString::fromStdString(finding.fix));
    }
}
} // namespace explore
