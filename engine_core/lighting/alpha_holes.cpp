#include "engine_core/lighting/alpha_holes.h"

#include "engine_core/assets/images/picture_holes.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
std::size_t texelAt(float at, std::uint32_t size)
{
    const float within = at - std::floor(at);
    // Written so that what is no number ends up in the first texel.
    const auto texel = within > 0 ? static_cast<std::size_t>(within * static_cast<float>(size)) : 0;
    return std::min<std::size_t>(texel, size - 1);
}
} // namespace

AlphaMask::AlphaMask(const Image& picture, std::uint8_t least)
    : m_width{picture.width}, m_height{picture.height}, m_holes(picture.rgba.size() / 4)
{
    for (std::size_t i = 0; i < m_holes.size(); ++i)
        if (picture.rgba[4 * i + 3] < least)
            m_holes[i] = m_hasHoles = true;
}

bool AlphaMask::isHole(const Vec2f& uv) const
{
    return m_hasHoles && m_holes[texelAt(uv.y, m_height) * m_width + texelAt(uv.x, m_width)];
}

AlphaMasks masksOf(const LeafPictures& pictures)
{
    AlphaMasks masks;
    for (const auto& [material, picture] : pictures)
        if (picture)
            masks.emplace(material, std::make_shared<const AlphaMask>(*picture, LeastDrawnAlpha));
    return masks;
}

AlphaHoles::AlphaHoles(const MeshShape& shape, const AlphaMasks& masks) : m_mesh{shape.mesh()}
{
    for (const auto& face : m_mesh.faces) {
        const auto found = masks.find(face.material);
        if (found == masks.end() || !found->second->hasHoles())
            continue;
        const auto& mask = found->second;
        auto at = std::find(m_masks.begin(), m_masks.end(), mask);
        if (at == m_masks.end())
            at = m_masks.insert(at, mask);
        m_maskOf.resize(shape.triangleCount(), 0);
        std::fill_n(m_maskOf.begin() + face.firstIndex / 3, face.indexCount / 3,
                    static_cast<std::uint32_t>(at - m_masks.begin()) + 1);
    }
}

bool AlphaHoles::isHole(std::uint32_t triangle, float u, float v) const
{
    const auto mask = m_maskOf[triangle];
    if (mask == 0)
        return false;
    const auto uvOf = [&](std::size_t corner) {
        return m_mesh.vertices[m_mesh.indices[std::size_t{triangle} * 3 + corner]].uv;
    };
    return m_masks[mask - 1]->isHole(uvOf(0) * (1 - u - v) + uvOf(1) * u + uvOf(2) * v);
}
} // namespace engine
