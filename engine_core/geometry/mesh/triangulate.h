#pragma once

#include "engine_core/geometry/brush.h"

#include <cstdint>
#include <vector>

namespace engine
{
struct MeshVertex
{
    Vec3f position;
    Vec3f normal;
    Vec4f tangent; ///< xyz along +u; cross(normal, xyz) * w points up the texture, against v
    Vec2f uv;
    Vec2f lightmapUv; ///< in texels of the atlas divided by its size; 0 where there is no lightmap
};

/// The triangles of one face: a fan over its corners, three indices each.
struct FaceMesh
{
    FaceIndex face = 0;
    Name material;
    std::uint32_t firstIndex = 0;
    std::uint32_t indexCount = 0;
};

struct Mesh
{
    std::vector<MeshVertex> vertices;
    std::vector<std::uint32_t> indices;
    std::vector<FaceMesh> faces;
};

/// Vertices are not shared between faces, so that every face has its own normal and mapping.
[[nodiscard]] Mesh triangulate(const Brush& brush);
} // namespace engine
