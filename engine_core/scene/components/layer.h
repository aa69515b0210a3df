#pragma once

#include "engine_core/reflect/type_builder.h"

namespace engine
{
class World;

/// An entity of the top level with this is a layer: what is below it belongs to it. Hidden and
/// locked are those of its Node. Objects without a layer belong to the default one, which is no
/// entity.
struct Layer
{
    static constexpr std::string_view TypeName = "layer";

    Color color{0.3f, 0.6f, 0.9f}; ///< linear; of its mark in lists
    int order = 0;                 ///< place in lists, lower first; equal ones by id
    bool omit = false;             ///< left out of play, lightmaps and exports
    friend bool operator==(const Layer&, const Layer&) = default;
};

void describe(TypeBuilder<Layer>& layer);

/// The layer that the entity is, or is below of; null: the default layer.
[[nodiscard]] EntityId layerOf(const World& world, EntityId entity);

/// Whether a layer with `omit` keeps it out of play and lightmaps.
[[nodiscard]] bool isLeftOut(const World& world, EntityId entity);

/// Layers by order, then id.
[[nodiscard]] std::vector<EntityId> layers(const World& world);
} // namespace engine
