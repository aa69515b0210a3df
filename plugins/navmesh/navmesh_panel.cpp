#include "plugins/navmesh/navmesh_panel.h"

#include "editor/api/color_legend.h"
#include "editor/api/component_form.h"
#include "editor/api/dock_page.h"
#include "editor/api/wheel_guard.h"
#include "editor/operations/navigation/navigation_operations.h"
#include "engine_core/base/count_text.h"
#include "engine_core/navigation/mesh/nav_config.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "plugins/navmesh/list_row.h"
#include "plugins/navmesh/mesh_legend.h"
#include "plugins/navmesh/proposed_links.h"

#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace navmesh
{
namespace
{
/// Fields in which 0 means something of its own say it in words.
void nameZero(const QWidget& form, const char* property, const QString& words)
{
    auto* spin = form.findChild<QAbstractSpinBox*>(QLatin1String{property});
    if (spin != nullptr && spin->specialValueText() != words)
        spin->setSpecialValueText(words);
}

QString timeText(double seconds)
{
    return seconds < 1 ? NavmeshPanel::tr("%1 ms").arg(seconds * 1000, 0, 'f', 1)
                       : NavmeshPanel::tr("%1 s").arg(seconds, 0, 'f', 1);
}
} // namespace

NavmeshPanel::NavmeshPanel(std::shared_ptr<NavmeshState> state, QWidget* parent)
    : QWidget{parent}, m_state{std::move(state)}
{
    auto* layout = editor::addDockPage(this);
    addAgents(layout);
    addCompared(layout);
    addBuild(layout);
    addLists(layout);
    m_proposals = new ProposedLinks{m_state, this};
    layout->addWidget(m_proposals);
    addForms(layout);
    layout->addStretch(1);
    new editor::WheelGuard{this};
    m_state->watch();
    m_connection = m_state->changed.connect([this] { refresh(); });
    refresh();
}

void NavmeshPanel::addAgents(QVBoxLayout* layout)
{
    auto* row = new QHBoxLayout;
    m_agents = new QComboBox{this};
    m_agents->setAccessibleName(tr("Agent"));
    m_agents->setToolTip(tr("Whose navigation mesh is built and shown."));
    row->addWidget(m_agents, 1);
    auto* fresh =
        editor::dockButton(tr("New agent"), tr("Adds an agent profile to the scene."), this);
    row->addWidget(fresh);
    layout->addLayout(row);
    connect(m_agents, &QComboBox::activated, this,
            [this] { m_state->setAgent(m_agents->currentText().toStdString()); });
    connect(fresh, &QPushButton::clicked, this, [this] { newAgent(); });
}

void NavmeshPanel::addCompared(QVBoxLayout* layout)
{
    m_compared = placeList(
        tr("Compared agents"), {tr("Compare with"), tr("Only it m\u00b2"), tr("Not it m\u00b2")},
        tr("Ticked agents are shown, too, each in its colour: outlined, and filled "
           "where only one of the two can stand. The numbers are the sizes of that "
           "ground."),
        m_state->editor(), this);
    m_compared->setMaximumHeight(96);
    m_compared->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    layout->addWidget(m_compared);
    connect(m_compared, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item, int column) {
        if (column != 0)
            return;
        // Later: it fills this list anew, whose item is just being told of.
        QMetaObject::invokeMethod(
            this,
            [this, name = item->text(0).toStdString(), on = item->checkState(0) == Qt::Checked] {
                m_state->setCompared(name, on);
            },
            Qt::QueuedConnection);
    });
}

void NavmeshPanel::addBuild(QVBoxLayout* layout)
{
    auto* grid = new QGridLayout;
    grid->setSpacing(4);
    auto* all = editor::dockButton(tr("Build all"),
                                   tr("Builds every tile that does not show the level."), this);
    m_buildTiles = editor::dockButton(tr("Build tiles"),
                                      tr("Builds the tiles that are chosen in the list."), this);
    m_cancel = editor::dockButton(tr("Cancel"), tr("Stops the build, and live mode."), this);
    m_save = editor::dockButton(tr("Save"), tr("Writes the mesh beside the scene."), this);
    grid->addWidget(all, 0, 0);
    grid->addWidget(m_buildTiles, 0, 1);
    grid->addWidget(m_cancel, 1, 0);
    grid->addWidget(m_save, 1, 1);
    layout->addLayout(grid);
    connect(all, &QPushButton::clicked, this, [this] {
        m_state->build();
        m_state->showBuild();
    });
    connect(m_buildTiles, &QPushButton::clicked, this, [this] { buildChosenTiles(); });
    connect(m_cancel, &QPushButton::clicked, this, [this] { m_state->cancel(); });
    connect(m_save, &QPushButton::clicked, this, [this] { m_state->save(); });

    auto* row = new QHBoxLayout;
    m_live = new QCheckBox{tr("Live"), this};
    m_live->setToolTip(tr("Every edit builds its tiles at once, also while playing."));
    m_shown = new QCheckBox{tr("Show"), this};
    m_shown->setToolTip(tr("Draws the mesh in the views (P)."));
    m_coloring = new QComboBox{this};
    m_coloring->setAccessibleName(tr("Colours"));
    m_coloring->setToolTip(tr("What the colours in the views mean."));
    m_coloring->addItems(
        {tr("Islands"), tr("Areas"), tr("Slope"), tr("Clearance"), tr("Build time")});
    row->addWidget(m_live);
    row->addWidget(m_shown);
    row->addWidget(m_coloring, 1);
    layout->addLayout(row);
    m_onlyReached = new QCheckBox{tr("Only what the start reaches"), this};
    m_onlyReached->setToolTip(
        tr("Lists and shows no roofs, no outside and no other ground that the "
           "agent does not get to from the player start, on foot and over "
           "links."));
    layout->addWidget(m_onlyReached);
    connect(m_onlyReached, &QCheckBox::clicked, this,
            [this](bool on) { m_state->setOnlyReached(on); });
    m_legend = new editor::ColorLegend{this};
    m_legend->setObjectName(QStringLiteral("navmeshLegend"));
    layout->addWidget(m_legend);
    connect(m_live, &QCheckBox::clicked, this, [this](bool on) { m_state->setLive(on); });
    connect(m_shown, &QCheckBox::clicked, this, [this](bool on) { m_state->setShown(on); });
    connect(m_coloring, &QComboBox::activated, this,
            [this](int index) { m_state->setColoring(static_cast<Coloring>(index)); });
    m_status = new QLabel{this};
    m_status->setWordWrap(true);
    layout->addWidget(m_status);
    m_problem = new QLabel{this};
    m_problem->setObjectName(QStringLiteral("navmeshProblem"));
    m_problem->setWordWrap(true);
    layout->addWidget(m_problem);
}

void NavmeshPanel::addForms(QVBoxLayout* layout)
{
    layout->addWidget(editor::dockHeading(tr("Agent"), this));
    m_agentForm =
        new editor::ComponentForm{m_state->editor(), engine::typeIdOf<engine::NavAgent>(), this};
    m_agentForm->setWhyLocked(
        tr("This is the agent of scenes that have none; New agent makes one to change."));
    nameZero(*m_agentForm, "jumpDistance", tr("none"));
    nameZero(*m_agentForm, "dropHeight", tr("none"));
    nameZero(*m_agentForm, "ladderHeight", tr("none"));
    layout->addWidget(m_agentForm);
    layout->addWidget(editor::dockHeading(tr("Settings of the scene"), this));
    m_settingsForm =
        new editor::ComponentForm{m_state->editor(), engine::typeIdOf<engine::NavSettings>(), this};
    m_settingsForm->setEntity(engine::SceneEntity);
    nameZero(*m_settingsForm, "maxEdgeLength", tr("not divided"));
    nameZero(*m_settingsForm, "detailDistance", tr("flat"));
    layout->addWidget(m_settingsForm);
}

/// What automatic settings come to for the chosen agent.
void NavmeshPanel::refreshAutomatic()
{
    const auto& world = m_state->editor().document().world();
    const auto profile = engine::findNavProfile(world, m_state->agent());
    const auto config = profile ? engine::makeNavConfig(*profile, engine::navSettingsOf(world))
                                : engine::Result<engine::NavConfig>{profile.error()};
    const auto text = [&](const QString& value) {
        return config ? tr("automatic (%1)").arg(value) : tr("automatic");
    };
    const auto metres = [&](double value) {
        return text(tr("%1 m").arg(QString::number(value, 'g', 3)));
    };
    const auto used = config ? *config : engine::NavConfig{};
    nameZero(*m_settingsForm, "cellSize", metres(used.cellSize));
    nameZero(*m_settingsForm, "cellHeight", metres(used.cellHeight));
    const auto cells = engine::countText(static_cast<std::size_t>(used.tileCells), "cell", "cells");
    nameZero(*m_settingsForm, "tileSize", text(QString::fromStdString(cells)));
}

void NavmeshPanel::refresh()
{
    refreshAgents();
    refreshStatus();
    refreshLegend();
    const auto* mesh = m_state->mesh();
    const auto revision = mesh != nullptr ? mesh->revision() + 1 : 0;
    const bool isBuilt = m_state->status().building == 0 || revision == 0; // lists wait for it
    if (isBuilt && m_listed != m_state->surveyCount()) {
        refreshIslands();
        refreshChecks();
        m_listed = m_state->surveyCount();
    }
    const std::pair tiles{m_state->agent(), revision};
    if (m_listedTiles.first != tiles.first || (isBuilt && m_listedTiles != tiles)) {
        refreshTiles();
        m_listedTiles = tiles;
    }
    refreshBuildTiles();
    m_proposals->refresh();
    refreshCompared();
    if (!m_state->stage())
        m_stages->setCurrentIndex(0);
    m_settingsForm->refresh();
    refreshAutomatic();
}

void NavmeshPanel::refreshAgents()
{
    const auto profiles = engine::navProfiles(m_state->editor().document().world());
    const QSignalBlocker quiet{m_agents};
    m_agents->clear();
    for (const auto& profile : profiles)
        m_agents->addItem(QString::fromStdString(profile.name));
    m_agents->setCurrentText(QString::fromStdString(m_state->agent()));
    const auto chosen = std::find_if(profiles.begin(), profiles.end(), [&](const auto& profile) {
        return profile.name == m_state->agent();
    });
    m_agentForm->setEntity(chosen != profiles.end() ? chosen->entity : engine::EntityId{});
}

void NavmeshPanel::refreshCompared()
{
    const QSignalBlocker quiet{m_compared};
    m_compared->clear();
    for (const auto& profile : engine::navProfiles(m_state->editor().document().world())) {
        if (profile.name == m_state->agent())
            continue;
        auto* row = new ListRow{m_compared};
        row->setText(0, QString::fromStdString(profile.name));
        const bool isShown = m_state->compared().contains(profile.name);
        row->setCheckState(0, isShown ? Qt::Checked : Qt::Unchecked);
        row->setIcon(0, colorMark(m_state->colorOf(profile.name)));
        const auto& all = m_state->survey().comparisons;
        const auto found = std::find_if(
            all.begin(), all.end(), [&](const auto& each) { return each.agent == profile.name; });
        if (!isShown || found == all.end())
            continue;
        row->setNumber(1, found->onlyThere, 1);
        row->setNumber(2, found->onlyHere, 1);
    }
    m_compared->setVisible(m_compared->topLevelItemCount() > 0);
}

void NavmeshPanel::refreshStatus()
{
    const auto status = m_state->status();
    const auto* mesh = m_state->mesh();
    m_live->setChecked(m_state->system().isLive());
    m_shown->setChecked(m_state->isShown());
    m_coloring->setCurrentIndex(static_cast<int>(m_state->coloring()));
    editor::setUsable(*m_coloring,
                      m_state->isShown() ? QString{} : tr("The views show no mesh: tick Show."));
    editor::setUsable(*m_save,
                      mesh != nullptr ? QString{} : tr("There is no mesh yet: choose Build all."));
    const bool isAtWork = status.building > 0 || m_state->isProposing();
    editor::setUsable(*m_cancel, isAtWork ? QString{} : tr("Nothing is being built."));
    const auto counted = [](std::size_t count, const char* one, const char* many) {
        return QString::fromStdString(engine::countText(count, one, many));
    };
    auto text = mesh == nullptr ? tr("No mesh yet: choose Build all.")
                                : QStringLiteral("%1, %2, %3")
                                      .arg(counted(mesh->tiles().size(), "tile", "tiles"),
                                           counted(mesh->polygonCount(), "polygon", "polygons"),
                                           counted(mesh->linkCount(), "link", "links"));
    if (mesh != nullptr && m_state->system().isGathering())
        text += tr("; looking for tiles to build");
    else if (status.dirty > 0)
        text += tr("; %1 to build").arg(counted(status.dirty, "tile", "tiles"));
    else if (status.lastTiles > 0)
        text += tr("; last %1 in %2")
                    .arg(counted(status.lastTiles, "tile", "tiles"), timeText(status.lastSeconds));
    if (status.failed > 0)
        text += tr("; %1 not built").arg(counted(status.failed, "tile", "tiles"));
    m_status->setText(text);
    QStringList problems;
    for (const auto& problem : {status.problem, status.tileProblem})
        if (!problem.empty())
            problems.append(QString::fromStdString(problem));
    m_problem->setText(problems.join(QLatin1Char{'\n'}));
    m_problem->setVisible(!problems.isEmpty());
}

void NavmeshPanel::refreshLegend()
{
    const bool isShown = m_state->isShown() && m_state->mesh() != nullptr;
    if (!isShown || m_state->stage())
        m_legend->setEntries({});
    else if (!m_state->hasGround())
        m_legend->setNote(tr("The ground has other colours now; choose colours here to see those "
                             "of the mesh."));
    else
        m_legend->setEntries(legendOf(*m_state));
}

void NavmeshPanel::newAgent()
{
    auto& editor = m_state->editor();
    const bool looksAtMesh = m_state->isShown() && m_state->mesh() != nullptr;
    std::string name;
    const auto done =
        editor.document().run("New agent", [&](editor::Transaction& edit) -> engine::Result<void> {
            name = edit.world().get<engine::Node>(editor::addNavAgent(edit, "agent"))->name;
            return {};
        });
    if (!done) {
        editor.showMessage(editor::MessageKind::Warning, done.error().message());
        return;
    }
    m_state->setAgent(name);
    if (looksAtMesh)
        m_state->setShown(true); // and builds this agent's, too
}

std::set<engine::TileCoord> NavmeshPanel::chosenTiles() const
{
    std::set<engine::TileCoord> tiles;
    for (const auto* item : m_tiles->selectedItems())
        tiles.insert(tileOf(*item));
    return tiles;
}

void NavmeshPanel::refreshBuildTiles()
{
    editor::setUsable(*m_buildTiles, m_tiles->selectedItems().isEmpty()
                                         ? tr("Choose some in the list of tiles.")
                                         : QString{});
}

void NavmeshPanel::buildChosenTiles()
{
    m_state->buildTiles(chosenTiles());
    m_state->showBuild();
}

void NavmeshPanel::showStage()
{
    if (m_stages->currentIndex() == 0) {
        m_state->setStage(std::nullopt, {});
        return;
    }
    auto tiles = chosenTiles();
    const int most = std::min(m_tiles->topLevelItemCount(), static_cast<int>(StageView::MostTiles));
    if (tiles.empty())
        for (int i = 0; i < most; ++i)
            tiles.insert(tileOf(*m_tiles->topLevelItem(i)));
    const auto index = static_cast<std::size_t>(m_stages->currentIndex() - 1);
    m_state->setStage(engine::AllNavStages[index], std::move(tiles));
    m_state->setShown(true);
}
} // namespace navmesh
