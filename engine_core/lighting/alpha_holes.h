#pragma once

#include "engine_core/assets/images/image.h"
#include "engine_core/geometry/mesh/mesh_shape.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace engine
{
/// The pictures of materials whose alpha cuts holes into plants, by material; others are missing or
/// null.
using LeafPictures = std::map<Name, std::shared_ptr<const Image>>;

/// Where a picture lets light through: one bit for each texel. Immutable, any thread.
class AlphaMask
{
public:
    /// Texels whose alpha is below `least` (of 255) are holes.
    AlphaMask(const Image& picture, std::uint8_t least);

    [[nodiscard]] bool hasHoles() const { return m_hasHoles; }

    /// Pictures repeat; (0, 0) is their upper left corner.
    [[nodiscard]] bool isHole(const Vec2f& uv) const;

private:
    std::uint32_t m_width;
    std::uint32_t m_height;
    std::vector<bool> m_holes;
    bool m_hasHoles = false;
};

/// By material.
using AlphaMasks = std::map<Name, std::shared_ptr<const AlphaMask>>;

/// The masks of plants' pictures: where alpha is below one half, as plants are drawn
/// (resources/shaders/surface.frag).
[[nodiscard]] AlphaMasks masksOf(const LeafPictures& pictures);

/// The holes of one model, as a ray that meets it asks for them. Immutable, any thread.
class AlphaHoles
{
public:
    /// `shape` outlives it.
    AlphaHoles(const MeshShape& shape, const AlphaMasks& masks);

    /// No triangle has a hole.
    [[nodiscard]] bool isEmpty() const { return m_masks.empty(); }

    /// Whether there is a hole at corner0 + u * (corner1 - corner0) + v * (corner2 - corner0).
    [[nodiscard]] bool isHole(std::uint32_t triangle, float u, float v) const;

private:
    const Mesh& m_mesh;
    std::vector<std::shared_ptr<const AlphaMask>> m_masks;
    std::vector<std::uint32_t> m_maskOf; ///< by triangle: 1 + its index, 0 for none
};
} // namespace engine
