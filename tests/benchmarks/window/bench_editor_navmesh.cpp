#include "tests/benchmarks/window/bench_editor_navmesh.h"

#include "engine_core/assets/project/project.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/benchmarks/window/editor_words.h"
#include "tests/support/fixtures/nav_fixture.h"

#include <QTemporaryDir>

#include <fmt/core.h>

#include <algorithm>
#include <optional>

namespace mapwright::bench
{
using namespace engine;

namespace
{
struct InEditor
{
    double built = 0; ///< milliseconds, as the program says of its own window
    double stall = 0;
    QString hash;
};

std::optional<InEditor> buildInEditor(const fs::path& project, const fs::path& scene)
{
    const auto words =
        editorWords({QStringLiteral("--measure-navmesh"), QString::fromStdString(scene.string()),
                     QString::fromStdString(project.string())},
                    QStringLiteral("navmesh"), 3, 60'000);
    if (words.isEmpty())
        return std::nullopt; // no display: there is nothing to measure
    return InEditor{words[0].toDouble(), words[1].toDouble(), words[2]};
}
} // namespace

std::vector<Row> editorBuildRows()
{
    constexpr int Starts = 5;
    constexpr std::size_t Brushes = 1700;
    test::NavFixture level;
    test::buildLevel(level.world, Brushes);
    const QTemporaryDir folder;
    const auto project =
        createProject(fs::path{folder.path().toStdString()} / "level", "first_room");
    if (!project)
        return {};
    const auto scene = project->sceneFolder() / "level.scene.json";
    TypeRegistry types;
    registerComponents(types);
    if (!saveScene(level.world, types, scene))
        return {};
    std::vector<InEditor> all;
    std::vector<double> alone;
    std::string hash;
    std::size_t tiles = 0;
    const auto buildAlone = [&] {
        JobControl control;
        const auto built = buildNavMesh(level.config(), NavScene{level.world}, {}, control);
        ENGINE_EXPECT(built);
        hash = hashToText(built->mesh.contentHash());
        tiles = built->mesh.tiles().size();
    };
    for (int i = 0; i < Starts; ++i) { // in turns: what else the machine does slows down both
        auto built = buildInEditor(project->root, scene);
        if (!built)
            continue;
        all.push_back(*std::move(built));
        alone.push_back(medianMilliseconds(1, buildAlone));
    }
    if (all.empty())
        return {};
    for (const auto& each : all)
        ENGINE_EXPECT(each.hash.toStdString() == hash);
    const auto middle = static_cast<std::ptrdiff_t>(all.size() / 2);
    std::nth_element(all.begin(), all.begin() + middle, all.end(),
                     [](const auto& a, const auto& b) { return a.built < b.built; });
    std::nth_element(alone.begin(), alone.begin() + middle, alone.end());
    const auto& median = all[static_cast<std::size_t>(middle)];
    const double bare = alone[static_cast<std::size_t>(middle)];
    return {{"editor_build",
             fmt::format("{} brushes, {} tiles, all threads, hash {}; from the command of the menu "
                         "to the last tile while four views and the dock show it; the longest turn "
                         "of the event loop, with the drawing of all views: {:.0f} ms",
                         Brushes, tiles, hash, median.stall),
             median.built, "ms", bare, median.built / bare,
             "the same work of the command `navmesh`; value / baseline"}};
}
} // namespace mapwright::bench
