#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/base/hash.h"
#include "engine_core/base/name.h"
#include "engine_core/math/types.h"
#include "engine_core/scene/spatial/surface_table.h"

namespace engine
{
/// How a face looks. Images are named by their files and empty where the material has none; then
/// the constants count alone. AssetDatabase::image() has the pixels: whoever needs them asks, and
/// nobody keeps them in memory once the GPU has them.
struct Material
{
    Name name;           ///< as brush faces name it: below assets/, without ".material.json"
    fs::path color;      ///< sRGB
    fs::path normal;     ///< tangent space, +Y up
    fs::path roughness;  ///< grey, linear
    Vec3f tint{1, 1, 1}; ///< linear, multiplies the colour
    float metallic = 0;
    Vec3f meanAlbedo{0.5f, 0.5f,
                     0.5f}; ///< linear mean of colour times tint; what light bounces off
    ContentHash holes = 0;  ///< of where its alpha lets light through (holesHash()); 0 for nowhere
    SurfaceTraits traits;   ///< of its faces, besides their look
    bool missing = false;   ///< the file was not there: placeholderPicture() stands in
};
} // namespace engine
