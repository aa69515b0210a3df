#include "plugins/navmesh/mesh_legend.h"

#include "plugins/navmesh/navmesh_state.h"

#include <QCoreApplication>

namespace navmesh
{
namespace
{
using Entries = std::vector<editor::ColorLegend::Entry>;

QString tr(const char* text)
{
    return QCoreApplication::translate("MeshLegend", text);
}

/// From green over yellow to red.
Entries scale(const QString& text)
{
    return {{text, {engine::navHeat(0), engine::navHeat(0.5), engine::navHeat(1)}}};
}

Entries islandEntries(const engine::NavSurvey& survey)
{
    constexpr std::size_t Others = 4;
    Entries entries{{tr("where the player starts"), {engine::navIslandColor(0, 0)}}};
    std::vector<engine::DrawColor> others;
    for (std::size_t i = 1; i < survey.islands.size() && others.size() < Others; ++i)
        others.push_back(engine::navIslandColor(i, 0));
    if (!others.empty())
        entries.push_back({tr("other islands"), others});
    return entries;
}

Entries areaEntries()
{
    Entries entries;
    for (std::size_t i = 0; i < engine::NavAreaCount; ++i)
        if (const auto area = static_cast<engine::NavArea>(i); area != engine::NavArea::Blocked)
            entries.push_back(
                {QLatin1String{engine::navAreaNames()[i]}, {engine::navAreaColor(area)}});
    return entries;
}

/// All ground of the agent has its colour, that of others where it has none.
Entries agentEntries(const NavmeshState& state)
{
    Entries entries{{QString::fromStdString(state.agent()), {state.colorOf(state.agent())}}};
    for (const auto& name : state.compared())
        if (name != state.agent())
            entries.push_back(
                {tr("only %1").arg(QString::fromStdString(name)), {state.colorOf(name)}});
    return entries;
}
} // namespace

Entries legendOf(const NavmeshState& state)
{
    if (!state.compared().empty())
        return agentEntries(state);
    switch (state.coloring()) {
    case Coloring::Islands:
        return islandEntries(state.survey());
    case Coloring::Areas:
        return areaEntries();
    case Coloring::Slope: {
        const auto* mesh = state.mesh();
        const double steepest = mesh != nullptr ? mesh->config().profile.agent.maxSlope : 0;
        return scale(tr("level to %1°").arg(steepest, 0, 'f', 0));
    }
    case Coloring::Clearance:
        return scale(tr("4 m from the border to at it"));
    case Coloring::BuildTime:
        break;
    }
    const double slowest = state.survey().slowest;
    if (slowest == 0)
        return {}; // the mesh has not been looked at yet
    return scale(tr("built in 0.5 ms to %1 ms").arg(slowest * 1000, 0, 'f', 1));
}
} // namespace navmesh
