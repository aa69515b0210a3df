#include "engine_core/render/passes/overlay.h"

#include <algorithm>

namespace engine
{
namespace
{
std::uint32_t toByte(float value)
{
    return static_cast<std::uint32_t>(std::lround(std::clamp(value, 0.F, 1.F) * 255.F));
}
} // namespace

PackedColor pack(const DrawColor& color)
{
    return toByte(color.r) | (toByte(color.g) << 8U) | (toByte(color.b) << 16U) |
           (toByte(color.a) << 24U);
}

PackedColor pack(std::uint32_t rgb, float alpha)
{
    return ((rgb >> 16U) & 0xffU) | (rgb & 0xff00U) | ((rgb & 0xffU) << 16U) |
           (toByte(alpha) << 24U);
}

DrawColor toDrawColor(std::uint32_t rgb, float alpha)
{
    return {static_cast<float>((rgb >> 16U) & 0xffU) / 255.F,
            static_cast<float>((rgb >> 8U) & 0xffU) / 255.F,
            static_cast<float>(rgb & 0xffU) / 255.F, alpha};
}

void Overlay::add(const DebugDraw& draw)
{
    for (const auto& line : draw.lines)
        layer(line.depth).lines.push_back({line.from, line.width, line.to, pack(line.color)});
    for (const auto& point : draw.points)
        layer(point.depth)
            .sprites.push_back({point.at, point.size, pack(point.color), Sprite::Square});
    for (const auto& triangle : draw.triangles) {
        auto& corners = layer(triangle.depth).triangles;
        const auto color = pack(triangle.color);
        corners.push_back({triangle.a, color});
        corners.push_back({triangle.b, color});
        corners.push_back({triangle.c, color});
    }
}

void Overlay::clear()
{
    for (auto& layer : m_layers) {
        layer.lines.clear();
        layer.triangles.clear();
        layer.sprites.clear();
    }
}
} // namespace engine
