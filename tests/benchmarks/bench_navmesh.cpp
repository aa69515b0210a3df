#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/navigation/mesh/navmesh_system.h"
#include "engine_core/navigation/survey/nav_checks.h"
#include "engine_core/navigation/survey/nav_islands.h"
#include "engine_core/scene/components/brush_component.h"
#include "tests/benchmarks/bare_recast.h"
#include "tests/benchmarks/bench.h"
#include "tests/benchmarks/bench_crowd.h"
#include "tests/benchmarks/bench_nav_survey.h"
#include "tests/benchmarks/window/bench_editor_navmesh.h"
#include "tests/support/fixtures/nav_fixture.h"
#include "tests/support/levels/brush_fuzz.h"

#include <DetourAlloc.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>
#include <fmt/core.h>

#include <array>
#include <cstring>
#include <memory>

namespace mapwright::bench
{
using namespace engine;
using test::Dice;
using test::NavFixture;

namespace
{
struct FreeMesh
{
    void operator()(dtNavMesh* mesh) const { dtFreeNavMesh(mesh); }

    void operator()(dtNavMeshQuery* query) const { dtFreeNavMeshQuery(query); }
};

using DetourMesh = std::unique_ptr<dtNavMesh, FreeMesh>;

DetourMesh emptyDetour(const NavConfig& config)
{
    DetourMesh mesh{dtAllocNavMesh()};
    dtNavMeshParams params{};
    params.tileWidth = params.tileHeight = static_cast<float>(config.tileSize());
    params.maxTiles = 4096;
    params.maxPolys = 1024;
    mesh->init(&params);
    return mesh;
}

void addTile(dtNavMesh& mesh, const std::vector<unsigned char>& data)
{
    if (data.empty())
        return;
    auto* bytes = static_cast<unsigned char*>(dtAlloc(data.size(), DT_ALLOC_PERM));
    std::memcpy(bytes, data.data(), data.size());
    mesh.addTile(bytes, static_cast<int>(data.size()), DT_TILE_FREE_DATA, 0, nullptr);
}

NavMesh built(const NavConfig& config, const NavScene& scene, unsigned threads)
{
    JobControl control;
    auto mesh = buildNavMesh(config, scene, {threads}, control);
    ENGINE_EXPECT(mesh);
    return std::move((*mesh).mesh);
}

Row buildRow(const char* name, std::size_t brushes, int repeats)
{
    NavFixture level;
    if (brushes > 6)
        test::buildLevel(level.world, brushes);
    else
        test::buildRoom(level.world);
    const auto config = level.config();
    const NavScene scene{level.world};
    const auto tiles = *groundTiles(config, scene);
    const BareRecast bare{config, scene};
    NavMesh mesh{config};
    const double ours = medianMilliseconds(repeats, [&] { mesh = built(config, scene, 1); });
    std::size_t polygons = 0;
    const double theirs = medianMilliseconds(repeats, [&] {
        auto detour = emptyDetour(config);
        for (const auto tile : tiles)
            addTile(*detour, bare.buildTile(tile));
        polygons = 0;
        for (int i = 0; i < detour->getMaxTiles(); ++i)
            if (const auto* header = std::as_const(*detour).getTile(i)->header)
                polygons += static_cast<std::size_t>(header->polyCount);
    });
    return {name,
            fmt::format("{} brushes, {} triangles, {} tiles, {} polygons ({} with those inside of "
                        "solids), one thread, hash {}",
                        brushes, bare.triangleCount(), tiles.size(), mesh.polygonCount(), polygons,
                        hashToText(mesh.contentHash())),
            ours,
            "ms",
            theirs,
            ours / theirs,
            "Recast and Detour alone on the same triangles, tiles and settings; value / baseline"};
}

Row threadsRow()
{
    NavFixture level;
    test::buildLevel(level.world, 5000);
    const auto config = level.config();
    const NavScene scene{level.world};
    ContentHash one = 0;
    ContentHash two = 0;
    const double slow = medianMilliseconds(2, [&] { one = built(config, scene, 1).contentHash(); });
    const double fast = medianMilliseconds(2, [&] { two = built(config, scene, 2).contentHash(); });
    ENGINE_EXPECT(one == two);
    return {"threads_1_2",
            fmt::format("5000 brushes, both hash {}", hashToText(one)),
            fast,
            "ms with two threads",
            slow,
            fast / slow,
            "one thread; value / baseline"};
}

Row tileEditRow()
{
    NavFixture level;
    test::buildLevel(level.world, 5000);
    NavmeshSystem system{{}, 1};
    level.world.addSystem(system);
    ENGINE_EXPECT(system.build(""));
    system.finish();
    // Over the corner where four tiles meet, on the floor of a room.
    const auto config = level.config();
    const double size = config.tileSize();
    Vec3d corner{size, 0, size};
    const auto box = [&](double height) {
        return Aabb{corner + Vec3d{-2, 0, -2}, corner + Vec3d{2, height, 2}};
    };
    const auto brush = level.box(box(0.5).min, box(0.5).max);
    system.finish();
    int edits = 0;
    const double ours = medianMilliseconds(31, [&] {
        // Always another height, so that no tile is known from before.
        level.reshape(brush, box(0).min, box(0.5 + 0.013 * ++edits).max);
        system.finish();
    });
    const auto tiles = system.status("walker").lastTiles;
    level.world.removeSystem(system);
    const NavScene scene{level.world};
    const BareRecast bare{config, scene};
    auto detour = emptyDetour(config);
    const auto touched = tilesReachedBy(config, box(1));
    const double theirs = medianMilliseconds(31, [&] {
        for (const auto tile : touched) {
            const auto data = bare.buildTile(tile);
            detour->removeTile(detour->getTileRefAt(tile.x, tile.z, 0), nullptr, nullptr);
            addTile(*detour, data);
        }
    });
    return {"tile_edit",
            fmt::format("a brush of 4 x 4 m on the corner of tiles in a level of 5000 brushes: {} "
                        "tiles built and exchanged, one thread",
                        tiles),
            ours,
            "ms from the edit to the last tile",
            theirs,
            ours / theirs,
            fmt::format("Recast and Detour alone for the same {} tiles; value / baseline",
                        touched.size())};
}

/// Questions within a level of one floor with crates, so that paths are long.
struct Questions
{
    NavFixture level;
    NavMesh mesh;
    std::vector<std::pair<Vec3d, Vec3d>> pairs;

    Questions() : mesh{level.config()}
    {
        Dice dice{5};
        level.box({-180, -1, -180}, {180, 0, 180});
        for (int i = 0; i < 5000; ++i) {
            const Vec3d at{dice.between(-179, 174), 0, dice.between(-179, 174)};
            level.box(at, at + Vec3d{dice.between(0.5, 5), 2, dice.between(0.5, 5)});
        }
        mesh = built(level.config(), NavScene{level.world}, 0);
        const NavQuery query{mesh};
        while (pairs.size() < 300) {
            const Vec3d from{dice.between(-170, 170), 0, dice.between(-170, 170)};
            const Vec3d to = from + Vec3d{dice.between(-60, 60), 0, dice.between(-60, 60)};
            // What Detour takes for near ground may be farther away than what we do.
            const auto start = query.nearest(from);
            const auto goal = query.nearest(to);
            if (start && goal)
                pairs.emplace_back(start->position, goal->position);
        }
    }
};

Row queryRow(const Questions& questions)
{
    const auto& mesh = questions.mesh;
    const NavQuery query{mesh};
    NavPath path;
    std::size_t found = 0;
    double length = 0;
    const auto search = [&] {
        found = 0;
        length = 0;
        for (const auto& [from, to] : questions.pairs) {
            query.findPath(from, to, path);
            found += path.found ? 1U : 0U;
            length += path.length;
        }
    };
    auto detour = emptyDetour(mesh.config());
    for (const auto& [coord, tile] : mesh.tiles())
        addTile(*detour, tile->data);
    constexpr int Nodes = 65535;
    const std::unique_ptr<dtNavMeshQuery, FreeMesh> bare{dtAllocNavMeshQuery()};
    bare->init(detour.get(), Nodes);
    dtQueryFilter filter;
    filter.setIncludeFlags(0x1f);
    filter.setExcludeFlags(0);
    std::vector<dtPolyRef> corridor(Nodes);
    std::vector<float> corners(3 * 4096);
    const std::array<float, 3> reach{0.7F, 1.7F, 0.7F};
    std::size_t theirs = 0;
    const auto bareSearch = [&] {
        theirs = 0;
        for (const auto& [from, to] : questions.pairs) {
            const std::array a{float(from.x), float(from.y), float(from.z)};
            const std::array b{float(to.x), float(to.y), float(to.z)};
            std::array<float, 3> start{};
            std::array<float, 3> end{};
            dtPolyRef startRef = 0;
            dtPolyRef endRef = 0;
            bare->findNearestPoly(a.data(), reach.data(), &filter, &startRef, start.data());
            bare->findNearestPoly(b.data(), reach.data(), &filter, &endRef, end.data());
            int count = 0;
            if (startRef == 0 || endRef == 0)
                continue;
            bare->findPath(startRef, endRef, start.data(), end.data(), &filter, corridor.data(),
                           &count, Nodes);
            int pulled = 0;
            bare->findStraightPath(start.data(), end.data(), corridor.data(), count, corners.data(),
                                   nullptr, nullptr, &pulled, 4096);
            theirs +=
                count > 0 && corridor[static_cast<std::size_t>(count) - 1] == endRef ? 1U : 0U;
        }
    };
    const auto [ours, baseline] = medianMillisecondsInTurn(15, search, bareSearch);
    const auto each = 1000.0 / static_cast<double>(questions.pairs.size());
    return {"query",
            fmt::format("{} paths on {} polygons, {} found (Detour alone {}), {:.1f} km in all",
                        questions.pairs.size(), mesh.polygonCount(), found, theirs, length / 1000),
            ours * each,
            "us a path",
            baseline * each,
            ours / baseline,
            "Detour alone on the same tiles; value / baseline"};
}

Row islandsRow(const Questions& questions)
{
    std::size_t count = 0;
    const double ms =
        medianMilliseconds(15, [&] { count = NavIslands{questions.mesh}.all().size(); });
    Row row;
    row.name = "islands";
    row.work = fmt::format("{} polygons, {} islands", questions.mesh.polygonCount(), count);
    row.value = ms;
    row.unit = "ms";
    return row;
}

Row assertionsRow(Questions& questions)
{
    for (std::size_t i = 0; i < 100; ++i) {
        NavCheck check;
        check.target = questions.pairs[i].second - questions.pairs[i].first;
        questions.level.place(questions.pairs[i].first, check);
    }
    std::size_t hold = 0;
    const double ms = medianMilliseconds(9, [&] {
        hold = 0;
        for (const auto& outcome : runNavChecks(questions.level.world, questions.mesh))
            hold += outcome.holds ? 1U : 0U;
    });
    Row row;
    row.name = "assertions_100";
    row.work =
        fmt::format("100 checks on {} polygons, {} hold", questions.mesh.polygonCount(), hold);
    row.value = ms;
    row.unit = "ms";
    return row;
}

Row whyRow()
{
    NavFixture level;
    test::buildLevel(level.world, 5000);
    level.box({-8, 0, 3}, {8, 0.52, 3.5}, "sill");
    const auto config = level.config();
    const NavScene scene{level.world};
    const auto mesh = built(config, scene, 0);
    NavWhy why;
    const NavQuestion question{{0, 0, -6}, {0, 0, 6}, NavFilter::of(level.agent), 0};
    const double ms =
        medianMilliseconds(7, [&] { why = explainPath(level.world, scene, mesh, question); });
    Row row;
    row.name = "why_not";
    row.work = fmt::format("a sill of 0.52 m in a level of 5000 brushes: {}", why.message);
    row.value = ms;
    row.unit = "ms";
    return row;
}
} // namespace

std::vector<Row> benchNavmesh(const Settings&)
{
    std::vector<Row> rows{buildRow("build_room", 6, 31), buildRow("build_5k", 5000, 3),
                          threadsRow(), tileEditRow()};
    Questions questions;
    rows.push_back(queryRow(questions));
    rows.push_back(islandsRow(questions));
    rows.push_back(whyRow());
    rows.push_back(assertionsRow(questions));
    for (const auto& more : {crowdRows(), navSurveyRows(), editorBuildRows()})
        rows.insert(rows.end(), more.begin(), more.end());
    return rows;
}
} // namespace mapwright::bench
