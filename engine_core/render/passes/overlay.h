#pragma once

#include "engine_core/render/gl/gl_device.h"
#include "engine_core/scene/debug_draw.h"

#include <array>
#include <cstdint>
#include <vector>

namespace engine
{
/// Red in the lowest byte.
using PackedColor = std::uint32_t;

[[nodiscard]] PackedColor pack(const DrawColor& color);

/// From a web colour (0xrrggbb) and an opacity.
[[nodiscard]] PackedColor pack(std::uint32_t rgb, float alpha);

[[nodiscard]] DrawColor toDrawColor(std::uint32_t rgb, float alpha = 1.0F);

struct OverlayLine
{
    Vec3f from;
    float width = 1; ///< pixels
    Vec3f to;
    PackedColor color = 0;
};

struct OverlayVertex
{
    Vec3f at;
    PackedColor color = 0;
};

/// The pictures that sprite.frag draws.
enum class Sprite : std::uint32_t
{
    Square,
    Bulb,
    Speaker,
    Diamond
};

struct OverlaySprite
{
    Vec3f at;
    float size = 7; ///< pixels
    PackedColor color = 0;
    Sprite sprite = Sprite::Square;
};

/// What is drawn over the level, sorted by how it is hidden.
class Overlay
{
public:
    struct Layer
    {
        std::vector<OverlayLine> lines;
        std::vector<OverlayVertex> triangles; ///< three a triangle
        std::vector<OverlaySprite> sprites;
    };

    [[nodiscard]] Layer& layer(DebugDraw::Depth depth)
    {
        return m_layers[static_cast<std::size_t>(depth)];
    }

    void add(const DebugDraw& draw);

    void clear();

private:
    std::array<Layer, 3> m_layers;
};
} // namespace engine
