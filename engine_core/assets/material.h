#pragma once

#include "engine_core/assets/image.h"
#include "engine_core/base/name.h"
#include "engine_core/math/types.h"

#include <memory>

namespace engine
{
/// How a face looks. Images are null where the material has none; then the constants count alone.
struct Material
{
    Name name; ///< as brush faces name it: below assets/, without ".material.json"
    std::shared_ptr<const Image> color;     ///< sRGB
    std::shared_ptr<const Image> normal;    ///< tangent space, +Y up
    std::shared_ptr<const Image> roughness; ///< grey, linear
    Vec3f tint{1, 1, 1};                    ///< linear, multiplies the colour
    float metallic = 0;
    Vec3f meanAlbedo{0.5f, 0.5f,
                     0.5f}; ///< linear mean of colour times tint; what light bounces off
    bool missing = false;   ///< the file was not there: a checkerboard stands in
};
} // namespace engine
