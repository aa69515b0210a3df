#pragma once

#include "engine_core/geometry/brush.h"
#include "engine_core/math/transform.h"
#include "engine_core/scene/world/world.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace editor
{
using engine::EntityId;

/// What `isWanted` is true of among the entities and below them, each once, in the order of the
/// entities. Hidden and locked parts, and what is below them, are left out: what works on shapes
/// must not cut what nobody sees. The entities themselves count in any case.
[[nodiscard]] std::vector<EntityId> openAmong(const engine::World& world,
                                              std::span<const EntityId> entities,
                                              const std::function<bool(EntityId)>& isWanted);

/// The brushes of openAmong().
[[nodiscard]] std::vector<EntityId> brushesAmong(const engine::World& world,
                                                 std::span<const EntityId> entities);

/// Null if the entity is no brush.
[[nodiscard]] std::shared_ptr<const engine::Brush> brushOf(const engine::World& world,
                                                           EntityId entity);

/// Neither it nor anything above it is hidden or locked, and it is below the open group if there is
/// one.
[[nodiscard]] bool
isOpenToEdits(const engine::World& world, EntityId entity, EntityId openGroup = {});

/// The plane as the space `space` sees it, which is given from where it is to the world. Exact for
/// every transform without a scale of 0, uneven and mirroring ones too.
[[nodiscard]] engine::Plane planeInSpace(const engine::Plane& ofWorld,
                                         const engine::Transform& space);

/// The same for a whole face: every texel stays on its point.
[[nodiscard]] engine::BrushFace faceInSpace(engine::BrushFace ofWorld,
                                            const engine::Transform& space);

/// A brush of the space `from` as the space `to` sees it, with textures on their points.
[[nodiscard]] engine::Result<engine::Brush> brushBetweenSpaces(const engine::Brush& brush,
                                                               const engine::Transform& from,
                                                               const engine::Transform& to);
} // namespace editor
