#pragma once

#include "engine_core/assets/images/image.h"

#include <array>

namespace engine
{
/// What a picture looks like from far away.
struct PictureTone
{
    std::array<double, 3> mean{}; ///< of red, green and blue, 0 to 1, as in the file
    double spread = 0;            ///< how far these lie apart in a pixel, on the mean; 0 is grey

    /// Mostly light blue.
    [[nodiscard]] bool isOfNormals() const;
};

/// Of some thousands of pixels all over the picture.
[[nodiscard]] PictureTone toneOf(const Image& image);
} // namespace engine
