#pragma once

#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/render/scene/brush_mesh.h"
#include "engine_core/scene/decals/decal.h"
#include "engine_core/scene/spatial/surface_table.h"

#include <span>

namespace engine
{
/// A corner of a decal as the GPU gets it.
struct DecalVertex
{
    Vec3f position;          ///< in the space of what it lies on, as that is drawn
    std::uint32_t frame = 0; ///< see packFrame(); the tangent is along the decal's picture
    Vec2f uv;
    GpuLuxel luxel;          ///< of the surface
    std::uint32_t shade = 0; ///< bytes: square roots of the linear tint, and the opacity
};

static_assert(sizeof(DecalVertex) == 40);

/// A decal and where it is, in the space in which the places of what it lies on are told.
struct DecalStamp
{
    Decal decal;
    Transform place;
    bool isMirrored = false; ///< whether that space is, in the world
};

/// What of a decal lies on one face of a brush, or on one material of a model.
struct DecalPatch
{
    FaceIndex face = 0; ///< NoFace (spatial_index.h) on a model
    Name surface;       ///< the material beneath
    std::uint32_t firstIndex = 0;
    std::uint32_t indexCount = 0;
};

/// The triangles of a decal on one brush or model; indices count from the first vertex.
struct DecalMesh
{
    std::vector<DecalVertex> vertices;
    std::vector<std::uint32_t> indices;
    std::vector<DecalPatch> patches;
};

/// What a decal is cut out of.
struct DecalSurface
{
    Transform place; ///< from its vertices to the space of the stamp
    const SurfaceTable& surfaces;
};

/// The decal on a brush as it is drawn; its charts are those of `owner` (Lightmap::chartsOf()),
/// `lightmap` may be null.
[[nodiscard]] DecalMesh decalOnBrush(const DecalStamp& stamp,
                                     const Brush& brush,
                                     const DecalSurface& on,
                                     const Lightmap* lightmap,
                                     EntityId owner);

/// The decal on a model or patch.
[[nodiscard]] DecalMesh
decalOnMesh(const DecalStamp& stamp, const MeshShape& shape, const DecalSurface& on);
} // namespace engine
