#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/base/ids.h"
#include "engine_core/math/aabb.h"
#include "engine_core/math/transform.h"
#include "engine_core/scene/components/light.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine
{
class Brush;
class MeshShape;
class MeshSource;
class World;

/// What of an entity light depends on.
struct LitPart
{
    std::shared_ptr<const Brush> brush; ///< null unless it is one that stands still
    Transform place;
    std::optional<Light> light; ///< if it is baked
    std::string model;          ///< of one that stands still and throws shadows; else empty
    std::shared_ptr<const MeshShape> patch; ///< the same of a curved patch; else null
    ContentHash modelShape = 0; ///< MeshShape::hash(), for who wants that compared, too

    [[nodiscard]] bool isEmpty() const { return !brush && !light && !patch && model.empty(); }
};

/// Whether the brush of that entity has baked light and casts shadows in it, if it stands still.
[[nodiscard]] bool isInBake(const World& world, EntityId entity, const Brush& brush);

[[nodiscard]] LitPart litPartOf(const World& world, EntityId entity);

/// Whether both throw the same shadows: the same solid or model in the same place, however either
/// came there.
[[nodiscard]] bool sameShape(const LitPart& a, const LitPart& b);

[[nodiscard]] bool sameLight(const LitPart& a, const LitPart& b);

/// Faces whose material differs; both have the same shape.
[[nodiscard]] std::vector<std::uint32_t> repaintedFaces(const LitPart& a, const LitPart& b);

/// Equal for what is the same in the same place, whichever entity it is.
[[nodiscard]] ContentHash bodyOf(const LitPart& part);

/// In the world. Without `models`, of the brush alone.
[[nodiscard]] Aabb boundsOfPart(const LitPart& part, const MeshSource* models);
} // namespace engine
