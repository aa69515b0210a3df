#include "engine_core/assets/project/project.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/benchmarks/bench.h"
#include "tests/benchmarks/window/editor_words.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr std::size_t Brushes = 20'000;
constexpr std::size_t Starts = 3;
constexpr double TargetStall = 16; ///< milliseconds
constexpr int Timeout = 180'000;   ///< of one editor

/// What the program says of one command: see measureEdits().
struct Step
{
    double longest = 0; ///< milliseconds of processor time that events waited at most
    double whole = 0;   ///< the same with the driver of the graphics card
    double done = 0;    ///< milliseconds until nothing more came of it
    std::size_t entities = 0;
    std::size_t selected = 0;
    std::size_t copied = 0;
    std::string hash;
};

using Steps = std::vector<std::pair<std::string, Step>>;

Steps stepsInWindow(const fs::path& project)
{
    const auto output = editorOutput(
        {QStringLiteral("--measure-edits"), QString::fromStdString(project.string())}, Timeout);
    Steps steps;
    for (const auto& line : output.split(u'\n')) {
        const auto words = line.simplified().split(u' ');
        if (words.size() == 9 && words[0] == QStringLiteral("step"))
            steps.emplace_back(words[1].toStdString(),
                               Step{words[2].toDouble(), words[3].toDouble(), words[4].toDouble(),
                                    words[5].toULong(), words[6].toULong(), words[7].toULong(),
                                    words[8].toStdString()});
    }
    return steps;
}

/// Of commands that were given more than once, with the state after the last one.
Steps worstOf(const Steps& steps)
{
    Steps worst;
    for (const auto& [name, step] : steps) {
        const auto known = std::find_if(worst.begin(), worst.end(),
                                        [&](const auto& each) { return each.first == name; });
        if (known == worst.end()) {
            worst.emplace_back(name, step);
            continue;
        }
        auto merged = step;
        merged.longest = std::max(merged.longest, known->second.longest);
        merged.whole = std::max(merged.whole, known->second.whole);
        merged.done = std::max(merged.done, known->second.done);
        known->second = merged;
    }
    return worst;
}
} // namespace

std::vector<Row> benchManyObjects(const Settings& /*settings*/)
{
    TypeRegistry types;
    registerComponents(types);
    World level;
    test::buildLevel(level, Brushes);
    const QTemporaryDir folder;
    const auto project = createProject(fs::path{folder.path().toStdString()} / "level", "empty");
    ENGINE_EXPECT(project && saveScene(level, types, project->root / project->startScene));
    std::vector<std::string> order;
    std::map<std::string, std::vector<Step>> known;
    for (std::size_t i = 0; i < Starts; ++i)
        for (const auto& [name, step] : worstOf(stepsInWindow(project->root))) {
            if (known[name].empty())
                order.push_back(name);
            known[name].push_back(step);
        }
    std::vector<Row> rows;
    for (const auto& name : order) {
        auto& steps = known[name];
        ENGINE_EXPECT(steps.size() == Starts);
        // No hashes: each run gives what it adds ids of its own.
        ENGINE_EXPECT(std::all_of(steps.begin(), steps.end(), [&](const Step& step) {
            return step.entities == steps.front().entities &&
                   step.selected == steps.front().selected;
        }));
        std::sort(steps.begin(), steps.end(),
                  [](const Step& a, const Step& b) { return a.longest < b.longest; });
        const auto& median = steps[Starts / 2];
        rows.push_back(
            {name + "_20k",
             fmt::format("{} objects then, {} selected, hash {}; done after {:.0f} ms, "
                         "{:.1f} ms at most with the driver",
                         median.entities, median.selected, median.hash, median.done, median.whole),
             median.longest, "ms", TargetStall, median.longest / TargetStall,
             "the most that an event may wait; value / baseline"});
    }
    return rows;
}
} // namespace mapwright::bench
