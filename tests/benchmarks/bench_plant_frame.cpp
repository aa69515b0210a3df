#include "engine_core/scene/foliage/foliage_pose.h"
#include "tests/benchmarks/bench.h"
#include "tests/support/fixtures/foliage_fixture.h"
#include "tests/support/fixtures/gl_fixture.h"
#include "tests/support/fixtures/model_source.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <functional>
#include <random>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr std::size_t Plants = 5'000;
constexpr int Rungs = 16;   ///< squares of a plant, one above the other
constexpr double Side = 80; ///< metres of ground

/// A ladder of squares that look along +Z: no side of it is ever turned away from the view, so that
/// culling makes no difference.
std::vector<Vec3d> plantCorners()
{
    std::vector<Vec3d> corners;
    for (int i = 0; i < Rungs; ++i)
        for (const auto& corner :
             {Vec3d{-0.2, 0, 0}, Vec3d{0.2, 0, 0}, Vec3d{0.2, 0.08, 0}, Vec3d{-0.2, 0.08, 0}})
            corners.push_back(corner + Vec3d{0, 0.1 * i, 0});
    return corners;
}

/// Squares of four corners each as a Wavefront file.
void writeSquares(const fs::path& file, const std::vector<Vec3d>& corners)
{
    std::ofstream out{file};
    for (const auto& p : corners)
        out << fmt::format("v {} {} {}\n", p.x, p.y, p.z);
    out << "vn 0 0 1\n";
    for (std::size_t i = 1; i <= corners.size(); i += 4)
        out << fmt::format("f {0}//1 {1}//1 {2}//1 {3}//1\n", i, i + 1, i + 2, i + 3);
}

ViewRequest viewOf(ViewMode mode)
{
    auto view = test::viewFrom({Side / 2, 6, Side + 20}, {Side / 2, 0, Side / 2});
    view.width = 640;
    view.height = 360;
    view.mode = mode;
    view.quality = ViewQuality::Full;
    return view;
}

struct Measured
{
    double milliseconds = 0;
    RenderStats stats;
};

/// Whole pictures, read back: the drawing counts, wherever it is done.
Measured measure(test::GlFixture& gl, World& world, const ViewRequest& view)
{
    RenderSystem system{gl.resources()};
    system.attach(world);
    world.addSystem(system);
    Measured measured;
    static_cast<void>(renderToImage(system, view, &measured.stats));
    measured.milliseconds = medianMilliseconds(
        11, [&] { static_cast<void>(renderToImage(system, view, &measured.stats)); });
    world.removeSystem(system);
    return measured;
}

std::vector<FoliageInstance> scattered(std::size_t count, double side)
{
    std::mt19937 random{1};
    std::uniform_real_distribution<float> place{0, static_cast<float>(side)};
    std::vector<FoliageInstance> plants(count);
    for (auto& plant : plants) {
        plant.position = {place(random), 0, place(random)};
        plant.normal = packFoliageNormal({0, 1, 0});
        plant.seed = static_cast<std::uint32_t>(random());
    }
    return plants;
}

double milliseconds(const std::function<void()>& work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    return took.count();
}

/// A step that plants a million, as a view takes it: the longest of its slices.
Row uploadRow(test::GlFixture& gl, const FoliageType& type)
{
    constexpr std::size_t Million = 1'000'000;
    constexpr std::size_t Budget = std::size_t{1} << 19U; // as the editor's views have it
    test::FoliageFixture wood;
    wood.addType(type);
    wood.addGround({0, 0}, 300);
    auto plants = scattered(Million, 300);
    for (auto& plant : plants)
        plant.brush = 102;
    const auto all = test::instancesOf(plants);
    const auto none = std::make_shared<const FoliageInstances>();
    RenderSystem system{gl.resources()};
    wood.world.addSystem(system);
    system.update(0);
    wood.set(all);
    const double atOnce = milliseconds([&] { system.update(0); });
    wood.set(none);
    system.update(0);
    system.setUploadBudget(Budget);
    double longest = milliseconds([&] { wood.set(all); });
    int slices = 0;
    do {
        longest = std::max(longest, milliseconds([&] { system.update(0); }));
        ++slices;
    } while (system.isUploading());
    wood.world.removeSystem(system);
    Row row;
    row.name = "upload_1m";
    row.work = fmt::format("the longest of {} slices of a step that plants {}", slices, Million);
    row.value = longest;
    row.unit = "ms";
    row.baseline = atOnce;
    row.ratio = row.value / row.baseline;
    row.compares = "all of them at once; value / baseline";
    return row;
}
} // namespace

/// Plants against the same triangles in one plain mesh: what instances, levels of detail, wind and
/// the holes of leaves cost.
std::vector<Row> benchPlantFrame(const Settings& /*settings*/)
{
    const auto root = fs::temp_directory_path() / "mapwright_bench_plant_frame";
    fs::create_directories(root / "assets");
    const auto corners = plantCorners();
    writeSquares(root / "assets" / "plant.obj", corners);
    FoliageType type;
    type.mesh = {"plant.obj"};
    type.fadeStart = type.cullDistance = 0;
    type.detailDistance = 10'000;
    type.wind = 0.1;
    const auto plants = scattered(Plants, Side);
    std::vector<Vec3d> all;
    for (const auto& plant : plants) {
        const auto pose = foliagePose(type, plant);
        for (const auto& corner : corners)
            all.push_back(pose.turn * corner + pose.place);
    }
    writeSquares(root / "assets" / "plain.obj", all);
    auto gl = test::GlFixture::create(root);
    if (!gl) {
        fmt::print(stderr, "plant_frame: {}\n", gl.error().message());
        return {};
    }
    test::FoliageFixture wood;
    wood.addType(type);
    wood.set(test::instancesOf(plants));
    World plain;
    plain.setMeshes(&(*gl)->assets());
    test::addModel(plain, "plain.obj");
    std::vector<Row> rows;
    for (const auto& [name, mode] :
         {std::pair{"unlit", ViewMode::Unlit}, std::pair{"textured", ViewMode::Textured},
          std::pair{"lit", ViewMode::Lit}}) {
        const auto instanced = measure(**gl, wood.world, viewOf(mode));
        const auto whole = measure(**gl, plain, viewOf(mode));
        Row row;
        row.name = name;
        row.work = fmt::format("{} plants, {} triangles in {} draw calls; plain: {} triangles in "
                               "{} draw calls; 640 x 360",
                               Plants, instanced.stats.triangles, instanced.stats.drawCalls,
                               whole.stats.triangles, whole.stats.drawCalls);
        row.value = instanced.milliseconds;
        row.unit = "ms";
        row.baseline = whole.milliseconds;
        row.ratio = row.value / row.baseline;
        row.compares = "the same triangles in one plain mesh; value / baseline";
        rows.push_back(std::move(row));
    }
    rows.push_back(uploadRow(**gl, type));
    (*gl).reset();
    fs::remove_all(root);
    return rows;
}
} // namespace mapwright::bench
