#pragma once

#include "engine_core/assets/images/image.h"

#include <memory>

namespace engine
{
/// A small image that lies over a picture: a label, a compass.
struct ViewPicture
{
    int x = 0; ///< pixels of the picture, from its upper left corner
    int y = 0;
    int width = 0; ///< pixels; the image is stretched to it
    int height = 0;
    std::shared_ptr<const Image> image; ///< sRGB, multiplied by its alpha already
};
} // namespace engine
