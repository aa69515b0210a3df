#pragma once

#include "engine_core/assets/images/image.h"

namespace engine
{
/// What the numbers of an image mean when they are averaged.
enum class Averaging
{
    Linear, ///< as they are: normals, roughness
    Srgb    ///< as light: red, green and blue are sRGB, alpha is linear
};

/// The image at half its size, rounded down, at least one pixel a side: the next mip level. Each
/// pixel is the mean of four.
[[nodiscard]] Image halved(const Image& image, Averaging averaging);
} // namespace engine
