#pragma once

#include "engine_core/assets/images/image.h"
#include "engine_core/math/types.h"

#include <vector>

namespace editor
{
/// A picture that repeats over faces, small and in steps of half the size each, for pictures drawn
/// by the processor. Linear colours. Takes the same short time to make however large the image is.
class PictureTexture
{
public:
    explicit PictureTexture(const engine::Image& image);

    /// The colour there, v downwards, as a pixel sees it that covers `footprint` of the texture's
    /// width or height.
    [[nodiscard]] engine::Vec3f at(const engine::Vec2d& uv, double footprint) const;

private:
    struct Level
    {
        int side = 1;
        std::vector<engine::Vec3f> texels;

        [[nodiscard]] const engine::Vec3f& texel(int x, int y) const;
    };

    std::vector<Level> m_levels; ///< finest first, the last is one texel
};
} // namespace editor
