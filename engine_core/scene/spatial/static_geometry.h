#pragma once

#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/world/world.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace engine
{
/// One brush that stands still, with all that a job needs to work on it without the world.
struct StaticBrush
{
    EntityId entity;
    std::shared_ptr<const Brush> brush;
    Transform place; ///< identity for nearly all
};

/// Every brush that no script moves, by ascending id: what is baked, walked on and collided with.
[[nodiscard]] std::vector<StaticBrush> staticBrushes(const World& world);

/// One model or curved patch that stands still.
struct StaticMesh
{
    EntityId entity;
    std::shared_ptr<const MeshShape> mesh;
    Transform place;
    bool isPatch = false; ///< has a front and no inside
};

/// Every model and curved patch that no script moves, by ascending id. On the thread of the source.
[[nodiscard]] std::vector<StaticMesh> staticMeshes(const World& world, const MeshSource& source);

/// What systems hear when the files of models changed, or are read (MeshSource::shown()):
/// everything that shows them as an unchanged MeshInstance or FoliageType.
[[nodiscard]] ChangeSet changesOfMeshes(const World& world, std::span<const std::string> paths);

/// The same when the materials said something else of their faces before: all brushes that show
/// them. `materials` are sorted.
[[nodiscard]] ChangeSet changesOfSurfaces(const World& world, std::span<const Name> materials);

/// The brush in world space: the stored one itself where it has no transform.
[[nodiscard]] std::shared_ptr<const Brush> brushInWorld(const World& world, EntityId entity);

/// The same for a brush whose place is known.
[[nodiscard]] std::shared_ptr<const Brush> brushAt(const std::shared_ptr<const Brush>& brush,
                                                   const Transform& place);
} // namespace engine
