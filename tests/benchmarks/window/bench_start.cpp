#include "engine_core/base/files/files.h"
#include "tests/benchmarks/bench.h"
#include "tests/benchmarks/window/editor_words.h"

#include <fmt/core.h>

#include <algorithm>

namespace mapwright::bench
{
namespace
{
struct Start
{
    double milliseconds = 0;
    double megabytes = 0;
    double driver = 0; ///< megabytes of the first
    bool complete = false;
};

/// "complete MILLISECONDS MEGABYTES DRIVER", from the start of the process.
Start startOnce(const QStringList& arguments)
{
    const auto words = editorWords(QStringList{QStringLiteral("--measure-start")} + arguments,
                                   QStringLiteral("complete"), 3);
    if (words.isEmpty())
        return {};
    return {.milliseconds = words[0].toDouble(),
            .megabytes = words[1].toDouble(),
            .driver = words[2].toDouble(),
            .complete = true};
}

/// Memory is compared honestly only if it is said what a graphics card would hold.
std::string onProcessor(const Start& start)
{
    if (start.driver < 20)
        return {};
    return fmt::format(", {:.0f} MB of them the pages of the driver that draws on the processor, "
                       "for which textures and pictures are process memory too",
                       start.driver);
}

Start medianStart(const QStringList& arguments)
{
    std::vector<Start> all;
    for (int i = 0; i < 5; ++i)
        all.push_back(startOnce(arguments));
    std::sort(all.begin(), all.end(),
              [](const Start& a, const Start& b) { return a.milliseconds < b.milliseconds; });
    return all[all.size() / 2];
}
} // namespace

std::vector<Row> benchStart(const Settings&)
{
    const auto projects = engine::installationFolder() / "projects" / "first_room";
    const auto floor = medianStart({QStringLiteral("--floor")});
    std::vector<Row> rows;
    const auto add = [&](const char* name, const QStringList& arguments) {
        const auto start = medianStart(arguments);
        if (!start.complete)
            return; // no display: there is nothing to measure
        rows.push_back(
            {.name = name,
             .work = fmt::format(
                 "5 starts to a complete window, {:.0f} MB resident{} (the empty window {:.0f} MB)",
                 start.megabytes, onProcessor(start), floor.megabytes),
             .value = start.milliseconds,
             .unit = "ms",
             .baseline = floor.milliseconds,
             .ratio = start.milliseconds / floor.milliseconds,
             .compares = "an empty Qt window with a GL view and two docks; value / baseline"});
    };
    add("editor_empty", {QStringLiteral("--empty")});
    add("editor_first_room", {QString::fromStdString(projects.string())});
    return rows;
}
} // namespace mapwright::bench
