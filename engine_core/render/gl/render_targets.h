#pragma once

#include "engine_core/render/gl/gl_device.h"

#include <array>
#include <list>
#include <vector>

namespace engine
{
/// The textures that a picture of one size is drawn into, and read from between passes.
struct RenderTarget
{
    int width = 0;
    int height = 0;
    GlTexture light;  ///< linear RGBA16F; alpha 0 where nothing is; made when first wanted
    GlTexture around; ///< of that the ambient part, where no bake is; made when first wanted
    GlTexture occlusion; ///< R8, the share of it that arrives; made with it
    GlTexture color;  ///< encoded RGBA8
    GlTexture smooth; ///< the same after FXAA; made when first wanted
    GlTexture depth;  ///< 32 bit floats, 1 is near

    /// Linear RGBA16F, each of half the sides of the one before, the first of half of the target's.
    std::vector<GlTexture> scattered;
    GlTexture meter;                  ///< RG32F of MeterSide, with mip levels
    std::array<GlTexture, 2> adapted; ///< R32F of one pixel, the last one and the one before
    double adaptedAt = -1;            ///< seconds of what was drawn; below 0: never
    const void* adaptedTo = nullptr;  ///< what that was

    static constexpr int MeterSide = 64; ///< as meter.frag has it

    [[nodiscard]] GLuint linear();
    [[nodiscard]] GLuint smoothed();
    void makeAround();    ///< that and the occlusion, if they are not there
    void releaseAround(); ///< gives their memory back
    void makeScattered(); ///< those and the others, if they are not there
    void makeMeter();
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
