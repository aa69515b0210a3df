#include "editor/app/cli/commands.h"
#include "engine_core/base/files/files.h"
#include "tests/benchmarks/bench.h"

#include <dlfcn.h>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>

namespace editor
{
namespace
{
using mapwright::bench::Benchmark;
using mapwright::bench::Row;

nlohmann::json toJson(const Row& row)
{
    return {{"name", row.name},        {"work", row.work},         {"value", row.value},
            {"unit", row.unit},        {"baseline", row.baseline}, {"ratio", row.ratio},
            {"compares", row.compares}};
}

void print(const Row& row)
{
    fmt::print("{:<24} {:>12.3f} {:<8}", row.name, row.value, row.unit);
    if (row.ratio > 0)
        fmt::print(" {:>6.2f} x  ({})", row.ratio, row.compares);
    fmt::print("\n    {}\n", row.work);
}

/// They are a library of their own beside the program, built when they are first asked for.
engine::Result<std::vector<Benchmark>> loadBenchmarks()
{
    std::error_code failed;
    const auto program = engine::fs::read_symlink("/proc/self/exe", failed);
    const auto file = program.parent_path().parent_path() / "lib" / "mapwright_bench.so";
    if (!engine::fs::exists(file, failed))
        return engine::Error{"the benchmarks are not built yet: ./mapwright bench builds them"};
    auto* library =
        ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL); // for as long as the program runs
    auto* symbol =
        library != nullptr ? ::dlsym(library, mapwright::bench::BenchmarksSymbol) : nullptr;
    if (symbol == nullptr)
        return engine::Error{"the benchmarks cannot be loaded: {}", ::dlerror()};
    return *reinterpret_cast<mapwright::bench::FindBenchmarks>(symbol)();
}

std::vector<std::string> mapsBelow(const std::string& folder)
{
    std::vector<std::string> maps;
    std::error_code failed;
    for (engine::fs::directory_iterator at{folder, failed}, end; !failed && at != end;
         at.increment(failed))
        if (at->path().extension() == ".map")
            maps.push_back(at->path().string());
    std::sort(maps.begin(), maps.end());
    return maps;
}
} // namespace

ExitStatus runBench(CliArguments& arguments)
{
    mapwright::bench::Settings settings;
    const auto data = arguments.takeOption("--data");
    const auto kills = arguments.takeOption("--kills");
    const bool json = arguments.takeFlag("--json");
    const auto names = arguments.takeWords();
    if (const auto bad = arguments.complaint(); !bad.empty())
        return complain(ExitStatus::WrongUsage, bad);
    if (!kills.empty())
        settings.kills = std::atoi(kills.c_str());
    if (settings.kills < 1)
        return complain(ExitStatus::WrongUsage, "--kills needs a number from 1 on");
    if (!data.empty())
        settings.maps = mapsBelow(data);

    const auto loaded = loadBenchmarks();
    if (!loaded)
        return complain(ExitStatus::UnreadableInput, loaded.error().message());
    const auto& all = *loaded;
    std::vector<const Benchmark*> chosen;
    for (const auto& name : names) {
        const auto at = std::find_if(all.begin(), all.end(),
                                     [&](const auto& each) { return each.name == name; });
        if (at == all.end())
            return complain(ExitStatus::WrongUsage,
                            fmt::format("there is no benchmark '{}'", name));
        chosen.push_back(&*at);
    }
    if (names.empty())
        for (const auto& each : all)
            chosen.push_back(&each);

    auto rows = nlohmann::json::array();
    for (const auto* benchmark : chosen) {
        if (!json)
            fmt::print("{}: {}\n", benchmark->name, benchmark->summary);
        for (const auto& row : benchmark->run(settings)) {
            if (json)
                rows.push_back(toJson(row));
            else
                print(row);
        }
    }
    if (json)
        fmt::print("{}\n", nlohmann::json{{"rows", std::move(rows)}}.dump(2));
    return ExitStatus::Done;
}
} // namespace editor
