#pragma once

#include "engine_core/foliage/foliage_scatter.h"
#include "engine_core/scene/spatial_index.h"
#include "engine_core/scene/world.h"

namespace mapwright::test
{
/// A world with a foliage layer, and short ways to fill it.
struct FoliageFixture
{
    FoliageFixture();
    ~FoliageFixture();

    engine::World world;
    engine::SpatialIndex index;
    engine::EntityId layer;

    /// A kind of plant below the layer; its slot.
    std::uint8_t addType(engine::FoliageType type);

    /// A box of ground whose top is at y = 0, `size` metres wide, with its corner at the place.
    engine::EntityId addGround(const engine::Vec2d& corner, double size);

    /// Adds a brush as it is.
    engine::EntityId addBrush(engine::Brush brush);

    void set(std::shared_ptr<const engine::FoliageInstances> instances);

    /// What a scatter over these brushes finds, not added.
    engine::FoliagePlanted scatter(std::span<const engine::EntityId> brushes, unsigned threads = 0);
};

/// The least distance between two of them; infinite with fewer than two.
[[nodiscard]] double leastDistance(std::span<const engine::FoliageInstance> plants);

/// All plants in the order of their cells.
[[nodiscard]] std::vector<engine::FoliageInstance> allOf(const engine::FoliageInstances& instances);

/// With these plants and nothing else.
[[nodiscard]] std::shared_ptr<const engine::FoliageInstances>
instancesOf(std::span<const engine::FoliageInstance> plants);
} // namespace mapwright::test
