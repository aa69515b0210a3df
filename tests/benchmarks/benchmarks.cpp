#include "tests/benchmarks/bench.h"
#include "tests/benchmarks/session/bench_playtest.h"

namespace mapwright::bench
{
std::vector<Row> benchBake(const Settings& settings);
std::vector<Row> benchBakeEdits(const Settings& settings);
std::vector<Row> benchBakeLevel(const Settings& settings);
std::vector<Row> benchBrushBuild(const Settings& settings);
std::vector<Row> benchBrushOps(const Settings& settings);
std::vector<Row> benchDecals(const Settings& settings);
std::vector<Row> benchEditBrush(const Settings& settings);
std::vector<Row> benchFoliage(const Settings& settings);
std::vector<Row> benchFrame(const Settings& settings);
std::vector<Row> benchIssues(const Settings& settings);
std::vector<Row> benchKills(const Settings& settings);
std::vector<Row> benchManyObjects(const Settings& settings);
std::vector<Row> benchMaterial(const Settings& settings);
std::vector<Row> benchMapImport(const Settings& settings);
std::vector<Row> benchNavmesh(const Settings& settings);
std::vector<Row> benchNotes(const Settings& settings);
std::vector<Row> benchPhysics(const Settings& settings);
std::vector<Row> benchPlantFrame(const Settings& settings);
std::vector<Row> benchPlay(const Settings& settings);
std::vector<Row> benchPrefabs(const Settings& settings);
std::vector<Row> benchSceneBrowser(const Settings& settings);
std::vector<Row> benchSceneIo(const Settings& settings);
std::vector<Row> benchScript(const Settings& settings);
std::vector<Row> benchScriptWindow(const Settings& settings);
std::vector<Row> benchSession(const Settings& settings);
std::vector<Row> benchShadows(const Settings& settings);
std::vector<Row> benchStart(const Settings& settings);
std::vector<Row> benchUv(const Settings& settings);
std::vector<Row> benchWireArrows(const Settings& settings);

namespace
{
std::vector<Row> allOfSession(const Settings& settings)
{
    auto rows = benchSession(settings);
    for (auto& more : {benchNotes(settings), playtestRows()})
        rows.insert(rows.end(), more.begin(), more.end());
    return rows;
}
} // namespace

const std::vector<Benchmark>& benchmarks()
{
    static const std::vector<Benchmark> all{
        {"brush_build", "solids from planes against a bare clipping loop", benchBrushBuild},
        {"brush_ops", "shaping of brushes: vertex moves, hulls", benchBrushOps},
        {"decals", "pictures with 1,000 decals, cutting them, dragging what they lie on",
         benchDecals},
        {"edit_brush", "from a command to mesh, collision, stale light and journal",
         benchEditBrush},
        {"scene_io", "loading and saving 5,000 brushes and 100,000 objects, also in the window",
         benchSceneIo},
        {"play", "from the play key to the first picture of the game, and back", benchPlay},
        {"bake", "light of a room and of a level against the bare ray tracer", benchBake},
        {"bake_level", "light of 4,000 brushes with open ground, at the settings of new scenes",
         benchBakeLevel},
        {"bake_edits", "light of a level after edits, against a whole bake", benchBakeEdits},
        {"foliage", "planting, following brushes, files and culling of plants", benchFoliage},
        {"frame", "one picture of a level: processor time, draw calls, triangles", benchFrame},
        {"issues", "checks of a level after each edit, and what the window waits for them",
         benchIssues},
        {"kills", "an editor that is killed at any moment: what is lost, what is damaged",
         benchKills},
        {"many_objects", "the longest stall of the window in commands about 20,000 objects",
         benchManyObjects},
        {"map_import", "Quake maps to brushes against parsing and bare clipping", benchMapImport},
        {"material", "2,000 textures in the asset browser: listed, searched, with their pictures",
         benchMaterial},
        {"navmesh", "building, updating and searching navigation meshes", benchNavmesh},
        {"physics", "walking among 20,000 brushes, building and editing them, and rigid bodies",
         benchPhysics},
        {"plant_frame", "pictures of plants against the same triangles in one plain mesh",
         benchPlantFrame},
        {"prefabs", "reading, merging and following a file of 5,000 brushes", benchPrefabs},
        {"scene_browser", "opening, scrolling and searching a list of 20,000 brushes",
         benchSceneBrowser},
        {"script", "calling and reloading scripts against AngelScript alone", benchScript},
        {"script_window", "from saving a script to its window", benchScriptWindow},
        {"session", "recorded games and moments that are past, notes of testers, bots that play",
         allOfSession},
        {"shadows", "pictures with shadows of live lights, and with 200 lights", benchShadows},
        {"start", "from the start of the process to a complete window", benchStart},
        {"uv", "textures of thousands of faces: fitted in one step, dragged", benchUv},
        {"wire_arrows", "arrows of 2,000 wires in a level of 20,000 objects", benchWireArrows},
    };
    return all;
}
} // namespace mapwright::bench

extern "C" const std::vector<mapwright::bench::Benchmark>* mapwrightBenchmarks()
{
    return &mapwright::bench::benchmarks();
}
