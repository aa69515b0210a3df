#include "editor/api/dock_page.h"
#include "editor/api/empty_hint.h"
#include "engine_core/scene/components/node.h"
#include "plugins/navmesh/list_row.h"
#include "plugins/navmesh/navmesh_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

/// The lists of the dock: islands, path checks, tiles.
namespace navmesh
{
namespace
{
constexpr int MostListed = 500; ///< rows; more nobody reads

/// The first `count` by the time that their build took.
std::vector<std::pair<engine::TileCoord, engine::NavTilePtr>>
slowestTiles(const engine::NavMesh& mesh, int count)
{
    std::vector<std::pair<engine::TileCoord, engine::NavTilePtr>> tiles{mesh.tiles().begin(),
                                                                        mesh.tiles().end()};
    const auto end = tiles.begin() + std::min<std::ptrdiff_t>(count, std::ssize(tiles));
    std::partial_sort(tiles.begin(), end, tiles.end(), [](const auto& a, const auto& b) {
        return a.second->seconds > b.second->seconds;
    });
    tiles.erase(end, tiles.end());
    return tiles;
}
} // namespace

void NavmeshPanel::addLists(QVBoxLayout* layout)
{
    layout->addWidget(editor::dockHeading(tr("Islands"), this));
    m_islands = placeList(tr("Islands"), {tr("Area m\u00b2"), tr("Of all"), tr("Polygons")},
                          tr("Ground that hangs together on foot, biggest first, and how much of "
                             "the ground each is. A double click goes there."),
                          m_state->editor(), this);
    editor::setEmptyHint(m_islands, tr("Ground that hangs together appears here.\nChoose Build "
                                       "all to find it."));
    layout->addWidget(m_islands);
    m_badge = editor::dockHeading(tr("Path checks"), this);
    layout->addWidget(m_badge);
    m_checks =
        placeList(tr("Path checks"), {tr("Check"), tr("State")},
                  tr("Objects with a Path check, tested after every build. A double click goes "
                     "there."),
                  m_state->editor(), this);
    m_checks->hide();
    layout->addWidget(m_checks);
    m_noChecks = new QLabel{
        tr("Give an object a Path check to have its way tested after every build."), this};
    m_noChecks->setWordWrap(true);
    m_noChecks->setProperty("muted", true);
    layout->addWidget(m_noChecks);
    layout->addWidget(editor::dockHeading(tr("Tiles"), this));
    m_tiles = placeList(tr("Tiles"), {tr("Tile"), tr("Polygons"), tr("ms")},
                        tr("Tiles with the time that their build took. A double click goes there."),
                        m_state->editor(), this);
    m_tiles->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tiles->setSortingEnabled(true);
    m_tiles->sortByColumn(2, Qt::DescendingOrder);
    editor::setEmptyHint(m_tiles, tr("The squares of which the mesh is made appear here.\nChoose "
                                     "Build all to make them."));
    layout->addWidget(m_tiles);
    m_moreTiles = new QLabel{this};
    m_moreTiles->setWordWrap(true);
    m_moreTiles->setProperty("muted", true);
    m_moreTiles->hide();
    layout->addWidget(m_moreTiles);
    connect(m_tiles, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) {
        if (const auto box = m_state->boxOf(tileOf(*item)); !box.isEmpty())
            m_state->editor().focus(box);
    });
    connect(m_tiles, &QTreeWidget::itemSelectionChanged, this, [this] {
        refreshBuildTiles();
        if (m_state->stage())
            showStage();
    });
    auto* row = new QHBoxLayout;
    row->addWidget(new QLabel{tr("Stage"), this});
    m_stages = new QComboBox{this};
    m_stages->setAccessibleName(tr("Stage of the build"));
    m_stages->setToolTip(tr("Shows what the chosen tiles go through while they are built, instead "
                            "of the mesh. Without a choice the first %1 tiles of the list are "
                            "shown.")
                             .arg(StageView::MostTiles));
    m_stages->addItem(tr("The mesh"));
    for (const auto stage : engine::AllNavStages)
        m_stages->addItem(tr(engine::navStageName(stage)));
    row->addWidget(m_stages, 1);
    layout->addLayout(row);
    connect(m_stages, &QComboBox::activated, this, [this] { showStage(); });
}

void NavmeshPanel::refreshIslands()
{
    m_islands->clear();
    const auto& islands = m_state->survey().islands;
    double all = 0;
    for (const auto& island : islands)
        all += island.area;
    for (std::size_t i = 0; i < islands.size() && i < MostListed; ++i) {
        auto* row = new ListRow{m_islands};
        row->setNumber(0, islands[i].area, 1);
        row->setShare(1, islands[i].area / all);
        row->setNumber(2, static_cast<double>(islands[i].polygons), 0);
        row->setPlace(islands[i].place);
        row->setIcon(0, colorMark(m_state->survey().colors[i]));
    }
}

void NavmeshPanel::refreshTiles()
{
    const bool isSameAgent = m_listedTiles.first == m_state->agent();
    const auto chosen = isSameAgent ? chosenTiles() : std::set<engine::TileCoord>{};
    const QSignalBlocker quiet{m_tiles};
    m_tiles->clear();
    m_moreTiles->hide();
    const auto* mesh = m_state->mesh();
    if (mesh == nullptr)
        return;
    m_tiles->setSortingEnabled(false);
    for (const auto& [coord, tile] : slowestTiles(*mesh, MostListed)) {
        auto* row = new ListRow{m_tiles};
        row->setText(0, QStringLiteral("%1, %2").arg(coord.x).arg(coord.z));
        row->setNumber(1, tile->polygons, 0);
        row->setNumber(2, tile->seconds * 1000, 2);
        row->setTile(coord);
        row->setSelected(chosen.contains(coord));
        if (!tile->problem.empty())
            row->setToolTip(0, QString::fromStdString(tile->problem));
    }
    m_tiles->setSortingEnabled(true);
    const int more = static_cast<int>(mesh->tiles().size()) - m_tiles->topLevelItemCount();
    m_moreTiles->setText(more == 1 ? tr("The slowest are listed, and 1 more is not.")
                                   : tr("The slowest are listed, and %1 more are not.").arg(more));
    m_moreTiles->setVisible(more > 0);
}

void NavmeshPanel::refreshChecks()
{
    m_checks->clear();
    int failed = 0;
    const auto& world = m_state->editor().document().world();
    for (const auto& check : m_state->survey().checks) {
        auto* row = new ListRow{m_checks};
        const auto* node = world.get<engine::Node>(check.entity);
        auto name = node != nullptr ? QString::fromStdString(node->name) : QString{};
        if (check.agent != m_state->agent())
            name = tr("%1 (%2)").arg(name, QString::fromStdString(check.agent));
        row->setText(0, name);
        row->setText(1, check.holds ? tr("holds") : tr("fails"));
        row->setPlace(check.from);
        row->setToolTip(0, QString::fromStdString(check.message));
        row->setToolTip(1, QString::fromStdString(check.message));
        if (!check.holds)
            row->setForeground(1, QColor{0xe0, 0x50, 0x48});
        failed += check.holds ? 0 : 1;
    }
    m_badge->setText(failed == 0 ? tr("Path checks")
                                 : (failed == 1 ? tr("Path checks: %1 of %2 fails")
                                                : tr("Path checks: %1 of %2 fail"))
                                       .arg(failed)
                                       .arg(m_state->survey().checks.size()));
    auto colors = palette();
    if (failed > 0)
        colors.setColor(QPalette::WindowText, QColor{0xe0, 0x50, 0x48});
    m_badge->setPalette(colors);
    m_checks->setVisible(!m_state->survey().checks.empty());
    m_noChecks->setVisible(m_state->survey().checks.empty());
}
} // namespace navmesh
