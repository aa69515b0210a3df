#include "tests/benchmarks/bench_nav_survey.h"

#include "engine_core/navigation/mesh/navmesh_system.h"
#include "engine_core/navigation/survey/nav_survey.h"
#include "tests/support/fixtures/nav_fixture.h"
#include "tests/support/levels/brush_fuzz.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>

namespace mapwright::bench
{
using namespace engine;
using test::Dice;
using test::NavFixture;

namespace
{
using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// A floor of 360 m with crates: about a thousand tiles.
struct BigLevel
{
    NavFixture level;
    NavmeshSystem system{{}, 1};
    EntityId crate;

    BigLevel()
    {
        Dice dice{5};
        level.box({-180, -1, -180}, {180, 0, 180});
        for (int i = 0; i < 5000; ++i) {
            const Vec3d at{dice.between(-179, 174), 0, dice.between(-179, 174)};
            level.box(at, at + Vec3d{dice.between(0.5, 5), 2, dice.between(0.5, 5)});
        }
        for (int i = 0; i < 100; ++i) {
            NavCheck check;
            check.target = {dice.between(-40, 40), 0, dice.between(-40, 40)};
            level.place({dice.between(-130, 130), 0, dice.between(-130, 130)}, check);
        }
        crate = level.box({-2, 0, -2}, {2, 1, 2});
        level.world.addSystem(system);
        ENGINE_EXPECT(system.build(""));
        system.finish();
    }

    ~BigLevel() { level.world.removeSystem(system); }

    [[nodiscard]] NavSurveyInput input() const
    {
        return {NavMeshCopy::of(*system.mesh("walker")),
                std::make_shared<const World>(level.world),
                NavColoring::Islands,
                {},
                {},
                {}};
    }
};

Row plainRow(const char* name, std::string work, double milliseconds)
{
    Row row;
    row.name = name;
    row.work = std::move(work);
    row.value = milliseconds;
    row.unit = "ms";
    return row;
}
} // namespace

std::vector<Row> navSurveyRows()
{
    BigLevel big;
    NavSurveyor surveyor;
    static_cast<void>(surveyor.survey(big.input(), JobControl{}));
    NavSurvey survey;
    double worst = 0;
    std::vector<double> worker;
    for (int i = 0; i < 21; ++i) {
        big.level.reshape(big.crate, {-2, 0, -2}, {2, 1.01 + 0.013 * i, 2 + 0.1 * i});
        auto start = Clock::now();
        big.system.update(0); // takes in what changed, and begins
        worst = std::max(worst, millisecondsSince(start));
        big.system.finish();
        start = Clock::now();
        const auto input = big.input();
        worst = std::max(worst, millisecondsSince(start));
        start = Clock::now();
        survey = surveyor.survey(input, JobControl{});
        worker.push_back(millisecondsSince(start));
    }
    std::nth_element(worker.begin(), worker.begin() + 10, worker.end());
    const auto polygons = big.system.mesh("walker")->polygonCount();
    const auto tiles = big.system.mesh("walker")->tiles().size();
    std::vector<Row> rows;
    rows.push_back(plainRow(
        "edit_main_thread",
        fmt::format("the longest of 21 edits of a brush, {} polygons, {} tiles", polygons, tiles),
        worst));
    rows.push_back(
        plainRow("edit_survey",
                 fmt::format("on a worker: islands, {} checks, {} of {} pictures",
                             survey.checks.size(), survey.drawnAnew, survey.pictures.size()),
                 worker[10]));
    std::size_t triangles = 0;
    const double drawn = medianMilliseconds(15, [&] {
        DebugDraw draw;
        for (const auto& picture : survey.pictures) {
            draw.triangles.insert(draw.triangles.end(), picture->triangles.begin(),
                                  picture->triangles.end());
            draw.lines.insert(draw.lines.end(), picture->lines.begin(), picture->lines.end());
        }
        triangles = draw.triangles.size();
    });
    rows.push_back(plainRow("overlay_frame", fmt::format("{} triangles", triangles), drawn));
    const World copy{big.level.world};
    const double warm = medianMilliseconds(9, [&] {
        World played{copy};
        NavmeshSystem second{{}, 1};
        played.addSystem(second);
        second.startFrom(big.system);
        ENGINE_EXPECT(second.status("walker").dirty == 0);
        played.removeSystem(second);
    });
    rows.push_back(plainRow("play_takes_mesh", fmt::format("{} tiles", tiles), warm));
    return rows;
}
} // namespace mapwright::bench
