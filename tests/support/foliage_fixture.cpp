#include "tests/support/foliage_fixture.h"

#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "tests/support/level_builder.h"

#include <algorithm>
#include <limits>

namespace mapwright::test
{
using namespace engine;

FoliageFixture::FoliageFixture()
{
    world.addSystem(index);
    world.setNextId(100);
    layer = world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(layer, Node{.name = "Plants", .parent = {}}));
    edit.swaps.push_back(swapTo(layer, FoliageLayer{}));
    world.apply(edit);
    set(std::make_shared<const FoliageInstances>());
}

FoliageFixture::~FoliageFixture()
{
    world.removeSystem(index);
}

std::uint8_t FoliageFixture::addType(FoliageType type)
{
    type.slot = static_cast<std::int64_t>(foliageTypes(world, layer).size());
    const auto entity = world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(entity, Node{.name = "Kind", .parent = layer}));
    edit.swaps.push_back(swapTo(entity, type));
    world.apply(edit);
    return static_cast<std::uint8_t>(type.slot);
}

EntityId FoliageFixture::addGround(const Vec2d& corner, double size)
{
    return addBox(world, {corner.x, -1, corner.y}, {corner.x + size, 0, corner.y + size});
}

EntityId FoliageFixture::addBrush(Brush brush)
{
    const auto entity = world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(entity, Node{.name = "Brush", .parent = {}}));
    edit.swaps.push_back(
        swapTo(entity, BrushComponent{std::make_shared<const Brush>(std::move(brush))}));
    world.apply(edit);
    return entity;
}

void FoliageFixture::set(std::shared_ptr<const FoliageInstances> instances)
{
    Edit edit;
    edit.swaps.push_back(swapTo(layer, FoliagePlacement{.instances = std::move(instances)}));
    world.apply(edit);
}

FoliagePlanted FoliageFixture::scatter(std::span<const EntityId> brushes, unsigned threads)
{
    auto scatter = collectScatter(world, index, layer, brushes);
    scatter.threads = threads;
    JobControl control;
    return scatterFoliage(std::move(scatter), control);
}

double leastDistance(std::span<const FoliageInstance> plants)
{
    // Sorted along x only those near by have to be compared.
    std::vector<Vec3d> points;
    for (const auto& plant : plants)
        points.emplace_back(plant.position);
    std::sort(points.begin(), points.end(),
              [](const Vec3d& a, const Vec3d& b) { return a.x < b.x; });
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < points.size(); ++i)
        for (auto j = i + 1; j < points.size() && points[j].x - points[i].x < least; ++j)
            least = std::min(least, glm::length(points[j] - points[i]));
    return least;
}

std::vector<FoliageInstance> allOf(const FoliageInstances& instances)
{
    std::vector<FoliageInstance> all;
    for (const auto& cell : instances.cells())
        all.insert(all.end(), cell.chunk->instances.begin(), cell.chunk->instances.end());
    return all;
}

std::shared_ptr<const FoliageInstances> instancesOf(std::span<const FoliageInstance> plants)
{
    FoliageEdit edit{nullptr};
    for (const auto& plant : plants)
        edit.add(plant);
    return edit.finish();
}
} // namespace mapwright::test
