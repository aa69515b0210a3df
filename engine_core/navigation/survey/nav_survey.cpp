#include "engine_core/navigation/survey/nav_survey.h"

#include "engine_core/navigation/mesh/nav_columns.h"
#include "engine_core/navigation/survey/nav_cut_off.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace engine
{
namespace
{
/// Of the tile and of those around it: what is measured near its border depends on them.
ContentHash hashAround(const NavMesh& mesh, TileCoord tile)
{
    Hasher hasher;
    for (int dz = -1; dz <= 1; ++dz)
        for (int dx = -1; dx <= 1; ++dx)
            if (const auto at = mesh.tiles().find({tile.x + dx, tile.z + dz});
                at != mesh.tiles().end())
                hasher.add(dx).add(dz).add(at->second->hash);
    return hasher.result();
}

/// Every tile of a mesh that has cells in the square of that one of another mesh.
ContentHash hashWithin(const NavMesh& mesh, const Aabb& square)
{
    const double size = mesh.config().tileSize();
    Hasher hasher;
    const auto index = [&](double at) {
        return static_cast<std::int32_t>(std::floor(at / size));
    };
    for (auto z = index(square.min.z) - 1; z <= index(square.max.z) + 1; ++z)
        for (auto x = index(square.min.x) - 1; x <= index(square.max.x) + 1; ++x)
            if (const auto at = mesh.tiles().find({x, z}); at != mesh.tiles().end())
                hasher.add(x).add(z).add(at->second->hash);
    return hasher.result();
}

/// How far beside the ground of an agent that of a wider one ends anyway.
double widthBetween(const NavConfig& one, const NavConfig& other)
{
    const double cell = std::max(one.cellSize, other.cellSize);
    return std::abs(one.radiusCells * one.cellSize - other.radiusCells * other.cellSize) + 2 * cell;
}
} // namespace

NavMeshCopy NavMeshCopy::of(const NavMesh& mesh)
{
    return {mesh.config(), mesh.tileList()};
}

bool NavSurveyor::Mirror::follow(const NavMeshCopy& copy)
{
    if (!mesh || mesh->config().hash() != copy.config.hash() ||
        !(mesh->config().profile.agent == copy.config.profile.agent)) {
        mesh.emplace(copy.config);
        static_cast<void>(
            mesh->setTiles(*copy.tiles)); // as the real one it has what there is room for
        return true;
    }
    bool isChanged = false;
    std::set<TileCoord> there;
    for (const auto& tile : *copy.tiles) {
        there.insert(tile->coord);
        const auto at = mesh->tiles().find(tile->coord);
        if (at != mesh->tiles().end() && at->second == tile)
            continue;
        isChanged = true;
        static_cast<void>(mesh->setTile(tile));
    }
    std::vector<TileCoord> gone;
    for (const auto& [coord, tile] : mesh->tiles())
        if (!there.contains(coord))
            gone.push_back(coord);
    for (const auto coord : gone)
        mesh->removeTile(coord);
    return isChanged || !gone.empty();
}

NavSurvey NavSurveyor::survey(const NavSurveyInput& input, const JobControl& control)
{
    NavSurvey survey;
    if (!input.mesh) {
        check(input, control, survey);
        return survey;
    }
    if (m_mirror.follow(*input.mesh)) {
        m_islands = NavIslands{*m_mirror.mesh};
        m_links.reset();
    }
    listIslands(input, survey);
    survey.isStartTiny = isStartTiny(*input.world, *m_mirror.mesh, m_islands);
    check(input, control, survey);
    drawTiles(input, control, survey);
    compare(input, control, survey);
    if (!m_links) {
        auto links = std::make_shared<DebugDraw>();
        drawNavLinks(*links, *m_mirror.mesh);
        m_links = std::move(links);
    }
    survey.pictures.push_back(m_links);
    return survey;
}

/// All of them, or those that the start reaches; the others are hidden, too.
void NavSurveyor::listIslands(const NavSurveyInput& input, NavSurvey& survey)
{
    auto& mesh = *m_mirror.mesh;
    const auto& all = m_islands.all();
    const auto start = startIsland(*input.world, mesh, m_islands);
    m_home = start.value_or(0);
    std::vector<bool> isListed(all.size(), true);
    if (input.onlyReached && start)
        isListed = reachedIslands(mesh, m_islands, *start);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!isListed[i])
            continue;
        if (i == m_home)
            survey.home = survey.islands.size();
        survey.islands.push_back(all[i]);
        survey.colors.push_back(navIslandColor(i, m_home));
    }
    mesh.hide({});
    std::vector<NavPolygonRef> hidden;
    if (survey.islands.size() < all.size())
        for (const auto& polygon : mesh.polygons())
            if (const auto island = m_islands.of(polygon.ref); island && !isListed[*island])
                hidden.push_back(polygon.ref);
    mesh.hide(std::move(hidden));
}

void NavSurveyor::check(const NavSurveyInput& input, const JobControl& control, NavSurvey& survey)
{
    const auto run = [&](const NavMesh& mesh) {
        if (control.isCancelled())
            return;
        auto outcomes = runNavChecks(*input.world, mesh, &control);
        std::move(outcomes.begin(), outcomes.end(), std::back_inserter(survey.checks));
    };
    if (input.mesh)
        run(*m_mirror.mesh);
    std::map<std::string, Mirror> mirrors;
    for (const auto& copy : input.checked) {
        const auto& name = copy.config.profile.name;
        auto& mirror = mirrors[name] = std::move(m_checked[name]);
        static_cast<void>(mirror.follow(copy));
        run(*mirror.mesh);
    }
    m_checked = std::move(mirrors); // those that are not wanted any more go
}

void NavSurveyor::drawTiles(const NavSurveyInput& input,
                            const JobControl& control,
                            NavSurvey& survey)
{
    const auto& mesh = *m_mirror.mesh;
    std::erase_if(m_tiles, [&](const auto& kept) { return !mesh.tiles().contains(kept.first); });
    const NavTileColors colors{input.coloring, m_islands, m_home,
                               input.others.empty() ? std::nullopt : std::optional{input.color},
                               navSlowest(mesh)};
    survey.slowest = colors.slowest;
    for (const auto& [coord, tile] : mesh.tiles()) {
        if (control.isCancelled())
            return;
        auto& kept = m_tiles[coord];
        Hasher key;
        key.add(hashAround(mesh, coord));
        if (input.coloring == NavColoring::BuildTime)
            key.add(tile->seconds).add(colors.slowest);
        for (const auto& polygon : mesh.polygons(coord)) {
            const auto color = colors.of(polygon);
            key.add(color.r).add(color.g).add(color.b).add(color.a);
            if (input.onlyReached) // which of them are hidden
                key.add(polygon.corners.front().x).add(polygon.corners.front().z);
        }
        key.add(input.coloring).add(input.onlyReached);
        if (!kept.picture || kept.key != key.result()) {
            auto picture = std::make_shared<DebugDraw>();
            drawNavTile(*picture, mesh, coord, colors);
            kept = {key.result(), std::move(picture), 0};
            ++survey.drawnAnew;
        }
        survey.pictures.push_back(kept.picture);
    }
}

double NavSurveyor::drawDifference(const Side& side, const JobControl& control, NavSurvey& survey)
{
    double area = 0;
    auto& kept = m_differences[side.name];
    std::erase_if(kept, [&](const auto& each) { return !side.one.tiles().contains(each.first); });
    for (const auto& [coord, tile] : side.one.tiles()) {
        if (control.isCancelled())
            break;
        const auto key = Hasher{}
                             .add(tile->hash)
                             .add(hashWithin(side.other, tileBounds(side.one.config(), coord)))
                             .add(side.reach)
                             .add(side.color.r)
                             .add(side.color.g)
                             .add(side.color.b)
                             .result();
        auto& here = kept[coord];
        if (!here.picture || here.key != key) {
            const auto strips = navDifference(side.one, side.other, coord, side.reach, side.height);
            auto picture = std::make_shared<DebugDraw>();
            drawNavStrips(*picture, strips, [&](int) { return side.color; });
            here = {key, std::move(picture), strips.area()};
            ++survey.drawnAnew;
        }
        area += here.area;
        survey.pictures.push_back(here.picture);
    }
    return area;
}

void NavSurveyor::compare(const NavSurveyInput& input, const JobControl& control, NavSurvey& survey)
{
    std::set<std::string> compared;
    for (const auto& other : input.others)
        compared.insert(other.mesh.config.profile.name);
    std::erase_if(m_others, [&](const auto& each) { return !compared.contains(each.first); });
    if (compared.empty())
        m_differences.clear();
    const auto& mesh = *m_mirror.mesh;
    for (const auto& [copy, color] : input.others) {
        const auto& name = copy.config.profile.name;
        auto& mirror = m_others[name];
        static_cast<void>(mirror.follow(copy));
        const auto& other = *mirror.mesh;
        const double reach = widthBetween(mesh.config(), other.config());
        const double height = std::max(mesh.config().profile.agent.stepHeight,
                                       other.config().profile.agent.stepHeight);
        const Side here{
            {input.mesh->config.profile.name, name}, mesh, other, input.color, reach, height};
        const Side there{
            {name, input.mesh->config.profile.name}, other, mesh, color, reach, height};
        const double onlyHere = drawDifference(here, control, survey);
        const double onlyThere = drawDifference(there, control, survey);
        survey.comparisons.push_back({name, onlyHere, onlyThere});
        auto outline = std::make_shared<DebugDraw>();
        for (const auto& [coord, tile] : other.tiles())
            drawNavBorders(*outline, other, coord, color);
        survey.pictures.push_back(std::move(outline));
    }
}
} // namespace engine
