#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/base/hash.h"
#include "engine_core/base/name.h"
#include "engine_core/math/types.h"
#include "engine_core/scene/spatial/surface_table.h"

#include <cstdint>
#include <string>
#include <vector>

namespace engine
{
/// How much of what lies behind a face is seen through it.
enum class Opacity : std::uint8_t
{
    Opaque,
    Mask, ///< nothing where alpha is below the cutoff, all else whole
    Blend ///< as much as alpha says; drawn after what is opaque
};

/// One channel of an image, read as a grey picture; so one image may hold several.
struct GreyMap
{
    fs::path file;
    std::uint8_t channel = 0; ///< 0 to 3: red, green, blue, alpha
    friend bool operator==(const GreyMap&, const GreyMap&) = default;
};

/// What changes where and when a texture shows, besides how faces lay it.
struct MaterialLayers
{
    float triplanar = 0;   ///< metres of a repeat that lies in space, along its axes; 0: on faces
    fs::path detail;       ///< sRGB; its uneven brightness and hue multiply the colour
    float detailScale = 8; ///< its repeats to one of the colour
    float detailStrength = 1;     ///< 0 to 1
    std::vector<fs::path> frames; ///< sRGB, that follow `color`, over and over
    float frameRate = 5;          ///< frames a second
    float warp = 0;               ///< how far waves push the texture, in repeats
    friend bool operator==(const MaterialLayers&, const MaterialLayers&) = default;
};

/// What is drawn besides colour and bumps. Plain materials, which have none of it, cost nothing.
struct MaterialFinish
{
    GreyMap metallic;   ///< takes the place of the number where it is not empty
    GreyMap occlusion;  ///< how much of the light from all around arrives
    fs::path glow;      ///< sRGB, multiplies glowColor
    Vec3f glowColor{0}; ///< linear, with its strength: what the face gives off by itself
    Opacity opacity = Opacity::Opaque;
    float cutoff = 0.5f;    ///< 0 to 1, of Mask
    float alpha = 1;        ///< 0 to 1, of Blend; multiplies that of the image
    bool twoSided = false;  ///< seen from behind, too
    bool greenDown = false; ///< the normal map is -Y up
    Vec2f scroll{0};        ///< repeats a second along u and v
    MaterialLayers layers;
    friend bool operator==(const MaterialFinish&, const MaterialFinish&) = default;
};

/// What a material is to walk on and to run into.
struct MaterialTouch
{
    std::string surface;      ///< kind of surface, such as "wood", as scripts are told
    float friction = 0.5f;    ///< 0 to 1, as contact_mix.h mixes it
    float restitution = 0.5f; ///< 0 to 1
    friend bool operator==(const MaterialTouch&, const MaterialTouch&) = default;
};

/// How a face looks. Images are named by their files and empty where the material has none; then
/// the constants count alone. AssetDatabase::image() has the pixels: whoever needs them asks, and
/// nobody keeps them in memory once the GPU has them.
struct Material
{
    Name name;           ///< as brush faces name it: below assets/, without ".material.json"
    fs::path color;      ///< sRGB
    fs::path normal;     ///< tangent space, +Y up unless `finish` says otherwise
    GreyMap roughness;   ///< linear
    Vec3f tint{1, 1, 1}; ///< linear, multiplies the colour
    float metallic = 0;
    float roughnessValue = 0.784f; ///< 0 to 1, where there is no map
    MaterialFinish finish;
    MaterialTouch touch;
    Vec3f meanAlbedo{0.5f, 0.5f,
                     0.5f}; ///< linear mean of colour times tint; what light bounces off
    ContentHash holes = 0;  ///< of where its alpha lets light through (holesHash()); 0 for nowhere
    SurfaceTraits traits;   ///< of its faces, besides their look
    bool missing = false;   ///< the file was not there: placeholderPicture() stands in
};
} // namespace engine
