#pragma once

#include "engine_core/foliage/foliage_growth.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/support/foliage_fixture.h"

namespace mapwright::test
{
/// That grows on faces of any slope.
inline engine::FoliageType plainType(double density, double spacing)
{
    engine::FoliageType type;
    type.density = density;
    type.spacing = spacing;
    type.slopeMax = 180;
    return type;
}

/// Ground with a layer that grows by rule.
struct Meadow : FoliageFixture
{
    Meadow()
    {
        engine::Edit edit;
        edit.swaps.push_back(
            engine::swapTo(layer, engine::FoliageLayer{.byRule = true, .ground = {}}));
        world.apply(edit);
    }

    engine::FoliageSurvey survey;

    engine::FoliageGrown grow(const engine::Aabb& dirty = engine::wholeFoliage(),
                              unsigned threads = 0)
    {
        auto growth = engine::collectGrowth(world, index, layer, dirty, survey);
        growth.scatter.threads = threads;
        engine::JobControl control;
        auto grown = engine::growFoliage(std::move(growth), control);
        set(grown.instances);
        return grown;
    }

    [[nodiscard]] std::shared_ptr<const engine::FoliageInstances> plants() const
    {
        return engine::foliageOf(world, layer);
    }

    /// What a fresh start would give: the plants that no rule grew, and all that grows among them.
    [[nodiscard]] engine::ContentHash hashFromScratch()
    {
        const auto now = plants();
        engine::FoliageEdit edit{now};
        for (std::size_t c = 0; c < now->cells().size(); ++c)
            for (std::size_t i = 0; i < now->cells()[c].chunk->instances.size(); ++i)
                if (now->cells()[c].chunk->instances[i].isByRule())
                    edit.remove(c, i);
        set(edit.finish());
        const auto hash = grow().instances->hash();
        set(now);
        return hash;
    }

    void setBrush(engine::EntityId entity, engine::Brush brush)
    {
        engine::Edit edit;
        edit.swaps.push_back(engine::swapTo(
            entity,
            engine::BrushComponent{std::make_shared<const engine::Brush>(std::move(brush))}));
        world.apply(edit);
    }

    engine::EntityId addLight(const engine::Vec3d& at)
    {
        const auto entity = world.newId();
        engine::Edit edit;
        edit.swaps.push_back(engine::swapTo(entity, engine::Node{.name = "Light", .parent = {}}));
        edit.swaps.push_back(engine::swapTo(entity, engine::TransformComponent{.position = at}));
        edit.swaps.push_back(engine::swapTo(entity, engine::Light{}));
        world.apply(edit);
        return entity;
    }
};

/// From the middle of its foot to the point, metres.
inline double distanceTo(const engine::FoliageInstance& plant, const engine::Vec3d& point)
{
    return glm::length(engine::Vec3d{plant.position} - point);
}
} // namespace mapwright::test
