#pragma once

#include "plugins/navmesh/navmesh_state.h"

#include <QWidget>

#include <memory>
#include <utility>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QTreeWidget;
class QVBoxLayout;

namespace editor
{
class ColorLegend;
class ComponentForm;
} // namespace editor

namespace navmesh
{
class ProposedLinks;

/// The dock "Navigation mesh": agents, settings, building, islands, tiles and path checks.
class NavmeshPanel final : public QWidget
{
    Q_OBJECT

public:
    NavmeshPanel(std::shared_ptr<NavmeshState> state, QWidget* parent);

private:
    void addAgents(QVBoxLayout* layout);
    void addCompared(QVBoxLayout* layout);
    void addBuild(QVBoxLayout* layout);
    void addLists(QVBoxLayout* layout);
    void addForms(QVBoxLayout* layout);
    void refresh();
    void refreshAgents();
    void refreshCompared();
    void refreshStatus();
    void refreshLegend();
    void refreshAutomatic();
    void refreshIslands();
    void refreshTiles();
    void refreshChecks();
    void newAgent();
    void refreshBuildTiles();
    void buildChosenTiles();
    void showStage();
    [[nodiscard]] std::set<engine::TileCoord> chosenTiles() const;

    std::shared_ptr<NavmeshState> m_state;
    QComboBox* m_agents = nullptr;
    QTreeWidget* m_compared = nullptr; ///< the other agents, ticked where they are shown, too
    QCheckBox* m_live = nullptr;
    QCheckBox* m_shown = nullptr;
    QComboBox* m_coloring = nullptr;
    QCheckBox* m_onlyReached = nullptr;
    editor::ColorLegend* m_legend = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_buildTiles = nullptr;
    QPushButton* m_save = nullptr;
    QLabel* m_status = nullptr;
    QLabel* m_problem = nullptr;
    QLabel* m_badge = nullptr; ///< how many path checks fail
    QTreeWidget* m_islands = nullptr;
    QTreeWidget* m_tiles = nullptr;
    QLabel* m_moreTiles = nullptr; ///< how many are not listed
    QComboBox* m_stages = nullptr;
    QTreeWidget* m_checks = nullptr;
    QLabel* m_noChecks = nullptr; ///< in their place
    ProposedLinks* m_proposals = nullptr;
    editor::ComponentForm* m_agentForm = nullptr;
    editor::ComponentForm* m_settingsForm = nullptr;
    std::uint64_t m_listed = 0;                          ///< survey that the lists show
    std::pair<std::string, std::uint64_t> m_listedTiles; ///< agent and revision of its mesh
    engine::Connection m_connection;
};
} // namespace navmesh
