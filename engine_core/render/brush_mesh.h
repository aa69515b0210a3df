#pragma once

#include "engine_core/geometry/brush.h"
#include "engine_core/scene/lightmap.h"

#include <array>
#include <cstdint>
#include <vector>

namespace engine
{
/// A corner of a face as the GPU gets it.
struct GpuVertex
{
    Vec3f position;
    std::uint32_t normal = 0;  ///< GL_INT_2_10_10_10_REV
    std::uint32_t tangent = 0; ///< the same; w is the sign of the bitangent
    Vec2f uv;
    Vec2f luxel;          ///< texels of the atlas with a chart, else metres from the face's corner
    std::int16_t atlas{}; ///< -1 without a chart, -2 for models, which never have one
    std::int16_t unused{};
};

static_assert(sizeof(GpuVertex) == 40);

/// From corner to corner.
struct GpuEdge
{
    Vec3f from, to;
};

/// The triangles of one face.
struct FaceRange
{
    FaceIndex face = 0;
    std::uint32_t firstIndex = 0;
    std::uint32_t indexCount = 0;
    Name material;
};

/// A direction and a sign as GL_INT_2_10_10_10_REV.
[[nodiscard]] std::uint32_t packDirection(const Vec3f& v, float w = 0);

/// A brush or model made ready for the GPU; indices start at its first vertex.
struct BrushMesh
{
    std::vector<GpuVertex> vertices;
    std::vector<std::uint32_t> indices;
    std::vector<FaceRange> faces; ///< sorted by material
    std::vector<GpuEdge> edges;
    Aabb bounds;
};

/// `lightmap` may be null; charts are looked up for `entity`.
[[nodiscard]] BrushMesh
buildBrushMesh(const Brush& brush, const Lightmap* lightmap, EntityId entity);
} // namespace engine
