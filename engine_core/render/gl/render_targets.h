#pragma once

#include "engine_core/render/gl/gl_device.h"

#include <list>

namespace engine
{
/// The textures that a picture of one size is drawn into, and read from between passes.
struct RenderTarget
{
    int width = 0;
    int height = 0;
    GlTexture light;  ///< linear RGBA16F; alpha 0 where nothing is; made when first wanted
    GlTexture color;  ///< encoded RGBA8
    GlTexture smooth; ///< the same after FXAA; made when first wanted
    GlTexture depth;  ///< 32 bit floats, 1 is near

    [[nodiscard]] GLuint linear();
    [[nodiscard]] GLuint smoothed();
};

/// Targets by size, shared by all views; those of sizes long unused are given up.
class RenderTargets
{
public:
    [[nodiscard]] RenderTarget& get(int width, int height);

private:
    std::list<RenderTarget> m_targets; ///< last used first
};
} // namespace engine
