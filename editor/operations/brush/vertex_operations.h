#pragma once

#include "editor/document/transaction.h"
#include "engine_core/geometry/brush_vertices.h"
#include "engine_core/math/grid.h"
#include "engine_core/render/passes/view.h"

#include <span>
#include <vector>

namespace editor
{
using engine::EntityId;
using engine::FaceRef;

/// Corners of several brushes closer than this are one handle and move together. Metres.
inline constexpr double ClumpDistance = 1e-4;

/// A part of brushes that tools take hold of.
enum class HandleKind
{
    Vertex,
    Edge,
    Face
};

/// A vertex (one corner), an edge (two) or a face (all of it, counter-clockwise seen from outside),
/// in the world. It stands for all brushes that have a part there.
struct ShapeHandle
{
    std::vector<engine::Vec3d> corners;

    /// The mean of the corners.
    [[nodiscard]] engine::Vec3d place() const;

    /// The same corners in any order, within ClumpDistance.
    [[nodiscard]] bool matches(const ShapeHandle& other, double within = ClumpDistance) const;
};

/// Every vertex, edge or face of the brushes; those of several brushes at one place once. The
/// control points of curved patches among them are vertices.
[[nodiscard]] std::vector<ShapeHandle>
shapeHandles(const engine::World& world, std::span<const EntityId> brushes, HandleKind kind);

/// A place of the world seen from inside the entity's space, whatever its parents do to it.
[[nodiscard]] engine::Vec3d toLocal(const engine::Transform& place, const engine::Vec3d& world);

// In all of these `brushes` are entities with a brush or a curved patch, handles are found in each
// of them by their places, and `to` maps places of the world. One that cannot follow refuses the
// whole edit, with the reason (see brush_vertices.h for the rules).

engine::Result<void> moveHandles(Transaction& transaction,
                                 std::span<const EntityId> brushes,
                                 HandleKind kind,
                                 std::span<const ShapeHandle> handles,
                                 const engine::PointMap& to,
                                 engine::TextureLock lock = engine::TextureLock::Off);

/// Grows every brush that has the edge or face to the new corner; refused if none can.
engine::Result<void> addVertex(Transaction& transaction,
                               std::span<const EntityId> brushes,
                               const ShapeHandle& on,
                               const engine::Vec3d& place,
                               engine::TextureLock lock = engine::TextureLock::Off);

/// Takes all corners of the handles away; every brush must stay solid.
engine::Result<void> removeHandles(Transaction& transaction,
                                   std::span<const EntityId> brushes,
                                   std::span<const ShapeHandle> handles,
                                   engine::TextureLock lock = engine::TextureLock::Off);

/// Joins the vertices at one place.
engine::Result<void> weldVertices(Transaction& transaction,
                                  std::span<const EntityId> brushes,
                                  std::span<const ShapeHandle> handles,
                                  const engine::Vec3d& place,
                                  engine::TextureLock lock = engine::TextureLock::Off);

/// Puts the corners of the handles (all corners if there are none) on the grid of the world.
/// Brushes that would become flat stay as they are; refused if that leaves nothing to do.
engine::Result<void> snapToGrid(Transaction& transaction,
                                std::span<const EntityId> brushes,
                                std::span<const ShapeHandle> handles,
                                double step,
                                engine::TextureLock lock = engine::TextureLock::Off);
} // namespace editor
