#include "editor/app/cli/commands.h"
#include "editor/app/welcome/tour.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace editor
{
namespace
{
std::string tourJson(const TourReport& report)
{
    auto steps = nlohmann::json::array();
    for (const auto& step : report.steps)
        steps.push_back({{"name", step.name},
                         {"seconds", step.seconds},
                         {"ok", step.ok},
                         {"message", step.message},
                         {"image", step.image.string()}});
    return nlohmann::json{{"steps", std::move(steps)}, {"ok", report.ok}}.dump(2);
}
} // namespace

ExitStatus runTourCommand(CliArguments& arguments)
{
    const engine::fs::path out = arguments.takeOption("--out", "mapwright_tour");
    const bool json = arguments.takeFlag("--json");
    const bool quiet = arguments.takeFlag("--quiet");
    if (const auto bad = arguments.complaint(); !bad.empty())
        return complain(ExitStatus::WrongUsage, bad);
    const auto report = runTour(out, [&](const TourStage& step) {
        if (!quiet)
            fmt::print(stderr, "{:<20} {:>7.2f} s  {}{}\n", step.name, step.seconds,
                       step.ok ? "" : "FAILED: ", step.message);
    });
    if (json)
        fmt::print("{}\n", tourJson(report));
    else
        fmt::print("{} steps, pictures in {}\n", report.steps.size(), out.string());
    return report.ok ? ExitStatus::Done : ExitStatus::ProblemsFound;
}
} // namespace editor
