#pragma once

#include "engine_core/math/transform.h"
#include "engine_core/reflect/type_builder.h"

namespace engine
{
/// Where an entity is, seen from its parent. Brushes without one have their planes in the parent's
/// space already.
struct TransformComponent
{
    static constexpr std::string_view TypeName = "transform";

    Vec3d position{0};
    Quatd rotation{1, 0, 0, 0};
    Vec3d scale{1};

    [[nodiscard]] Transform transform() const { return {position, rotation, scale}; }

    friend bool operator==(const TransformComponent&, const TransformComponent&) = default;
};

void describe(TypeBuilder<TransformComponent>& transform);
} // namespace engine
