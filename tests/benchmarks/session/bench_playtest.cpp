#include "tests/benchmarks/session/bench_playtest.h"

#include "engine_core/play/playtest/playtest.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/levels/level_builder.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace mapwright::bench
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr std::size_t Brushes = 1000;
constexpr double LevelSeconds = 20; ///< of game time for each of the 64 bots
constexpr int Cells = 40;           ///< each with a fault
constexpr double Side = 8;          ///< metres of a cell
constexpr double NearFault = 3;     ///< metres between a fault and what tells of it

PlaytestReport playtest(const PlayFixture& level, const PlaytestOptions& options)
{
    JobControl control;
    auto report = playtestLevel(level.world, level.assets.project(), options, control);
    ENGINE_EXPECT(report);
    ENGINE_EXPECT(report->problem.empty());
    return *std::move(report);
}

Row speedRow()
{
    PlayFixture level;
    buildLevel(level.world, Brushes);
    PlaytestOptions options;
    options.bots = 64;
    options.seconds = LevelSeconds;
    options.reduces = false;
    const auto report = playtest(level, options);
    const double game = static_cast<double>(report.ticks) * PlaySession::TickSeconds;
    const double times = game / report.seconds;
    constexpr double Promise = 20;
    return {"bots_64",
            fmt::format("64 bots in {} brushes, {} ticks, state {:016x}", Brushes, report.ticks,
                        report.hash),
            times,
            "x real time",
            Promise,
            Promise / times,
            "what is promised; below 1 is faster"};
}

/// What is wrong with a cell of the level.
struct Fault
{
    enum class Kind
    {
        Gap,    ///< a hole in the floor, over nothing
        Slot,   ///< a narrow pit that one does not get out of
        Door,   ///< a doorway to nothing
        Trigger ///< one that nobody gets to
    };

    Kind kind = Kind::Gap;
    Vec3d place{0};
};

/// The floor of a cell about its middle, with a square hole of that half side in it.
void addHoledFloor(World& world, const Vec3d& middle, double hole)
{
    const double half = Side / 2;
    const auto slab = [&](double x0, double z0, double x1, double z1) {
        addBox(world, middle + Vec3d{x0, -0.5, z0}, middle + Vec3d{x1, 0, z1}, "floor");
    };
    slab(-half, -half, half, -hole);
    slab(-half, hole, half, half);
    slab(-half, -hole, -hole, hole);
    slab(hole, -hole, half, hole);
}

void addSolidFloor(World& world, const Vec3d& middle)
{
    const double half = Side / 2;
    addBox(world, middle + Vec3d{-half, -0.5, -half}, middle + Vec3d{half, 0, half}, "floor");
}

/// A wall on the far side of a cell, with a doorway in its middle if it is open.
void addFarWall(World& world, const Vec3d& middle, double towards, bool isOpen)
{
    const double half = Side / 2;
    const double from = towards > 0 ? half : -half - 0.5;
    const auto wall = [&](double x0, double y0, double x1, double y1) {
        addBox(world, middle + Vec3d{x0, y0, from}, middle + Vec3d{x1, y1, from + 0.5}, "wall");
    };
    if (!isOpen) {
        wall(-half, -0.5, half, 4);
        return;
    }
    wall(-half, -0.5, -0.7, 4);
    wall(0.7, -0.5, half, 4);
    wall(-0.7, 2.4, 0.7, 4);
}

Fault addCell(PlayFixture& level, int index)
{
    const double towards = index % 2 == 0 ? 1 : -1;
    const Vec3d middle{index / 2 * Side, 0, towards * Side / 2};
    const auto kind = static_cast<Fault::Kind>(index % 4 / 2 * 2 + index / 4 % 2);
    auto& world = level.world;
    addFarWall(world, middle, towards, kind == Fault::Kind::Door);
    Fault fault{kind, middle};
    if (kind == Fault::Kind::Gap || kind == Fault::Kind::Slot) {
        addHoledFloor(world, middle, 0.6);
    } else {
        addSolidFloor(world, middle);
    }
    if (kind == Fault::Kind::Slot)
        addBox(world, middle + Vec3d{-0.7, -3, -0.7}, middle + Vec3d{0.7, -2.5, 0.7}, "bottom");
    if (kind == Fault::Kind::Slot)
        for (const auto& [x, z] : {std::pair{1.0, 0.0}, {-1.0, 0.0}, {0.0, 1.0}, {0.0, -1.0}}) {
            const Vec3d at = middle + Vec3d{x * 0.7, 0, z * 0.7};
            const Vec3d size = x != 0 ? Vec3d{0.1, 2.5, 0.8} : Vec3d{0.8, 2.5, 0.1};
            addBox(world, at + Vec3d{-size.x, -2.75, -size.z}, at + Vec3d{size.x, -0.5, size.z},
                   "side");
        }
    if (kind == Fault::Kind::Door)
        fault.place = middle + Vec3d{0, 0, towards * Side / 2};
    if (kind == Fault::Kind::Trigger) {
        addBox(world, middle + Vec3d{-1, 0, -1}, middle + Vec3d{1, 2.5, 1}, "pedestal");
        level.addDoor(middle + Vec3d{-0.4, 2.5, -0.4}, middle + Vec3d{0.4, 3.2, 0.4}, "plate.as");
    }
    return fault;
}

/// Two rows of cells that are open towards each other.
std::vector<Fault> plant(PlayFixture& level)
{
    level.writeScript("plate.as", "class Plate : Node { void onTouch(Entity other) {} }");
    std::vector<Fault> faults;
    for (int i = 0; i < Cells; ++i)
        faults.push_back(addCell(level, i));
    const double from = -Side / 2;
    const double to = Cells / 2 * Side - Side / 2;
    for (const double x : {from - 0.5, to})
        addBox(level.world, {x, -0.5, -Side - 0.5}, {x + 0.5, 4, Side + 0.5}, "end");
    addBox(level.world, {from - 0.5, 4, -Side - 0.5}, {to + 0.5, 4.5, Side + 0.5}, "ceiling");
    addPlayerStart(level.world, {-2, 0, 0});
    return faults;
}

bool tellsOf(const PlaytestFinding& finding, const Fault& fault)
{
    const auto kind = finding.what.kind;
    const auto way = finding.what.place - fault.place;
    if (std::hypot(way.x, way.z) > NearFault)
        return false;
    if (fault.kind == Fault::Kind::Trigger)
        return kind == NavFindingKind::Trigger || kind == NavFindingKind::Unreachable;
    if (fault.kind == Fault::Kind::Slot)
        return kind == NavFindingKind::Stuck || kind == NavFindingKind::Pit;
    return kind == NavFindingKind::Fall;
}

Row foundRow()
{
    PlayFixture level;
    const auto faults = plant(level);
    PlaytestOptions options;
    options.bots = 32;
    options.seconds = 120;
    options.reduces = false;
    const auto report = playtest(level, options);
    const auto found = std::count_if(faults.begin(), faults.end(), [&](const Fault& fault) {
        return std::any_of(report.findings.begin(), report.findings.end(),
                           [&](const auto& finding) { return tellsOf(finding, fault); });
    });
    std::array<int, 4> missed{}; // by kind
    for (const auto& fault : faults)
        if (std::none_of(report.findings.begin(), report.findings.end(),
                         [&](const auto& finding) { return tellsOf(finding, fault); }))
            ++missed[static_cast<std::size_t>(fault.kind)];
    const auto wrong =
        std::count_if(report.findings.begin(), report.findings.end(), [&](const auto& finding) {
            return std::none_of(faults.begin(), faults.end(),
                                [&](const Fault& fault) { return tellsOf(finding, fault); });
        });
    constexpr double Promise = Cells * 0.95;
    return {
        "bots_found",
        fmt::format("{} faults planted (missed: {} gaps, {} slots, {} doorways, {} triggers), {} "
                    "findings, {} of them wrong, {} ticks in {:.1f} s",
                    faults.size(), missed[0], missed[1], missed[2], missed[3],
                    report.findings.size(), wrong, report.ticks, report.seconds),
        static_cast<double>(found),
        "found",
        Promise,
        Promise / std::max(1.0, static_cast<double>(found)),
        "what is promised, with 2 wrong ones at most; below 1 is better"};
}
} // namespace

std::vector<Row> playtestRows()
{
    return {speedRow(), foundRow()};
}
} // namespace mapwright::bench
