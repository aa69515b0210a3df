#include "editor/app/window/editor_context.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/panels/level/issues_panel.h"
#include "engine_core/assets/scene_checks.h"
#include "engine_core/base/thread_time.h"
#include "engine_core/scene/checks/level_checks.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/spatial/void_faces.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/benchmarks/bench.h"
#include "tests/benchmarks/offscreen_application.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr std::size_t Brushes = 20'000;
constexpr int Edits = 7;
constexpr double TargetTurn = 4; ///< milliseconds that the main thread may give to one recheck

/// Something of most kinds of trouble, spread over the first rooms.
void addTrouble(World& world)
{
    for (int i = 0; i < 100; ++i) {
        const Vec3d at{(i % 40) * 20.0 - 6, 0, (i / 40) * 20.0 + 5};
        test::addBox(world, at, at + Vec3d{1, 0.002, 1}, "film");
        test::addBox(world, at + Vec3d{2, 0, 0}, at + Vec3d{3, 1, 1}, "twin");
        test::addBox(world, at + Vec3d{2, 0, 0}, at + Vec3d{3, 1, 1}, "twin");
        test::addLight(world, at + Vec3d{2.5, 0.5, 0.5});
        for (int box = 0; box < 3; ++box) {
            const Vec3d corner = at + Vec3d{4 + box * 1.5, 0.01, 0};
            test::addBox(world, corner, corner + Vec3d{1, 1, 1}, "crooked",
                         Name{fmt::format("Materials/none{}", (i + box) % 20)});
        }
    }
}

std::string countsOf(const std::vector<Issue>& issues)
{
    std::map<std::string, std::size_t> counts;
    for (const auto& issue : issues)
        ++counts[issue.rule];
    std::string text;
    for (const auto& [rule, count] : counts)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, rule);
    return text.empty() ? "nothing found" : text;
}

Row row(std::string name, std::string work, double value, double baseline, std::string compares)
{
    return {std::move(name),
            std::move(work),
            value,
            "ms",
            baseline,
            baseline > 0 ? value / baseline : 0,
            std::move(compares)};
}

/// What a worker does after each edit.
void addCheckRows(std::vector<Row>& rows, const World& world, AssetDatabase& assets)
{
    std::vector<AssetUse> uses;
    const double gathering = medianMilliseconds(Edits, [&] { uses = assetUses(world); });
    std::vector<Issue> found;
    const double resolving = medianMilliseconds(Edits, [&] {
        found = checkScene({world, assets, {}}, uses);
    });
    rows.push_back(
        row("scene_checks_20k",
            fmt::format("{} brushes, {} files asked for, {:.2f} ms of it on a worker; {}",
                        world.count<BrushComponent>(), uses.size(), gathering, countsOf(found)),
            gathering + resolving, 0, {}));
    const double level = medianMilliseconds(3, [&] { found = checkLevel(world); });
    rows.push_back(row("level_checks_20k",
                       fmt::format("{} brushes, all of it on a worker; {}",
                                   world.count<BrushComponent>(), countsOf(found)),
                       level, 0, {}));
}

/// A project of its own with the level, and the dock that lists its issues.
class OpenLevel
{
public:
    explicit OpenLevel(const Project& project) : m_editor{project}, m_panel{m_editor}
    {
        const auto opened = m_editor.openProject(project.root, project.root / project.startScene);
        ENGINE_EXPECT(opened);
        m_panel.resize(900, 300);
        m_panel.show();
        m_panel.refreshNow();
        auto& world = m_editor.document().world();
        world.forEach<BrushComponent>(
            [&](EntityId entity, const BrushComponent&) { m_brushes.push_back(entity); });
    }

    /// Moves one brush; the longest that the main thread worked in one turn of the event loop until
    /// the list was right again. Its processor time: what a busy machine does to it is not counted.
    double editAndWait()
    {
        const auto brush = m_brushes[m_next++ * 97 % m_brushes.size()];
        const auto moved = m_editor.document().run("Move", [&](auto& step) {
            return editor::translate(step, std::span{&brush, 1}, {0, m_next % 2 == 0 ? 6 : 7, 0});
        });
        ENGINE_EXPECT(moved);
        double longest = 0;
        while (!m_panel.isUpToDate()) {
            const double before = threadMilliseconds();
            QCoreApplication::processEvents();
            longest = std::max(longest, threadMilliseconds() - before);
        }
        return longest;
    }

    [[nodiscard]] const std::vector<Issue>& issues() const { return m_panel.issues(); }

private:
    editor::EditorContext m_editor;
    editor::IssuesPanel m_panel;
    std::vector<EntityId> m_brushes;
    std::size_t m_next = 0;
};

std::optional<Project> saveAsProject(const World& world, const TypeRegistry& types, fs::path folder)
{
    auto project = createProject(folder / "level", "first_room");
    if (!project || !saveScene(world, types, project->root / project->startScene))
        return std::nullopt;
    return *std::move(project);
}

void addEditRow(std::vector<Row>& rows, const Project& project)
{
    const OffscreenApplication application;
    OpenLevel level{project};
    std::vector<double> turns;
    for (int i = 0; i < Edits; ++i)
        turns.push_back(level.editAndWait());
    std::sort(turns.begin(), turns.end());
    rows.push_back(
        row("edit_recheck_20k",
            fmt::format("the longest turn of the event loop (processor time) while the "
                        "Issues dock follows an edit, median of {} edits (most {:.2f} ms); {}",
                        Edits, turns.back(), countsOf(level.issues())),
            turns[turns.size() / 2], TargetTurn, "the target; value / baseline"));
}

/// A floor of square tiles with a crate on each: all tops lie in one plane.
void buildTiles(World& world, int side)
{
    for (int x = 0; x < side; ++x)
        for (int z = 0; z < side; ++z) {
            const Vec3d at{x * 1.0, 0, z * 1.0};
            test::addBox(world, at, at + Vec3d{1, 0.25, 1}, "tile");
            test::addBox(world, at + Vec3d{0.25, 0.25, 0.25}, at + Vec3d{0.75, 1, 0.75}, "crate");
        }
}

void addCoveredRow(std::vector<Row>& rows)
{
    const auto measure = [](int side, std::size_t& covered) {
        World world;
        buildTiles(world, side);
        return medianMilliseconds(3, [&] { covered = coveredFaces(world).size(); });
    };
    std::size_t ofQuarter = 0;
    std::size_t ofAll = 0;
    const double quarter = measure(50, ofQuarter);
    const double all = measure(100, ofAll);
    rows.push_back(row(
        "covered_coplanar_20k",
        fmt::format("20000 brushes on one floor, {} faces covered ({} of 5000)", ofAll, ofQuarter),
        all, 4 * quarter, "four times a quarter of the floor; value / baseline"));
}

/// Closed rooms in rows, a light in each, of six brushes a room.
void buildClosedRooms(World& world, std::size_t rooms)
{
    constexpr double Wall = 0.25;
    constexpr double Step = 8; // metres from room to room
    constexpr Vec3d Size{6, 3, 6};
    const auto columns = static_cast<std::size_t>(std::sqrt(static_cast<double>(rooms)));
    for (std::size_t i = 0; i < rooms; ++i) {
        const Vec3d min{Step * static_cast<double>(i % columns), 0,
                        Step * static_cast<double>(i / columns)};
        const auto max = min + Size;
        for (int axis = 0; axis < 3; ++axis) {
            Aabb low{min - Wall, max + Wall};
            auto high = low;
            low.max[axis] = min[axis];
            high.min[axis] = max[axis];
            test::addBox(world, low.min, low.max);
            test::addBox(world, high.min, high.max);
        }
        test::addLight(world, min + Size * 0.5);
    }
}

/// The editor looks for outer faces after each edit; the main thread only copies the level.
void addOuterRow(std::vector<Row>& rows, std::size_t rooms)
{
    World world;
    buildClosedRooms(world, rooms);
    std::size_t found = 0;
    std::size_t copied = 0;
    const double search = medianMilliseconds(3, [&] { found = voidFaces(world).size(); });
    const double copy = medianMilliseconds(
        5, [&] { copied = std::make_shared<const World>(world)->entities().size(); });
    rows.push_back(row(fmt::format("outer_faces_{}", 6 * rooms),
                       fmt::format("{} closed rooms of six brushes, {} outer faces; the copy of {} "
                                   "objects for the worker {:.2f} ms",
                                   rooms, found, copied, copy),
                       search, 1000, "a second; value / baseline"));
}
} // namespace

std::vector<Row> benchIssues(const Settings& /*settings*/)
{
    TypeRegistry types;
    registerComponents(types);
    World world;
    test::buildLevel(world, Brushes);
    addTrouble(world);
    const QTemporaryDir folder;
    const auto project = saveAsProject(world, types, folder.path().toStdString());
    if (!project) {
        fmt::print(stderr, "issues: the level could not be written\n");
        return {};
    }
    AssetDatabase assets{*project};
    std::vector<Row> rows;
    addCheckRows(rows, world, assets);
    addEditRow(rows, *project);
    addCoveredRow(rows);
    for (const std::size_t rooms : {30U, 300U, 3'000U})
        addOuterRow(rows, rooms);
    return rows;
}
} // namespace mapwright::bench
