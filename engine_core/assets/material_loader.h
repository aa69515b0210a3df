#pragma once

#include "engine_core/assets/images/image.h"
#include "engine_core/assets/material.h"

#include <memory>
#include <string>
#include <string_view>

namespace engine
{
/// What a .material.json says: {"format": 1, "color": "wall_color.png", "normal": ..., "roughness":
/// ..., "tint": [1, 1, 1], "metallic": 0, "seenInGame": true, "collides": true, "walkable": true,
/// "castsShadow": true}; all but the format may be missing, images are relative to the file.
struct MaterialText
{
    fs::path color; ///< empty if there is none
    fs::path normal;
    fs::path roughness;
    Vec3f tint{1, 1, 1};
    float metallic = 0;
    SurfaceTraits traits;
};

/// Refuses images outside `assetFolder`.
[[nodiscard]] Result<MaterialText> loadMaterialText(const fs::path& file,
                                                    const fs::path& assetFolder);

/// A decoded image with the linear mean of its sRGB colours and the hash of its holes.
struct DecodedImage
{
    std::shared_ptr<const Image> image; ///< null if it could not be read
    Vec3f linearMean{0.5f, 0.5f, 0.5f};
    ContentHash holes = 0;
    std::string problem;
};

/// Runs on any thread.
[[nodiscard]] DecodedImage decodeImage(const fs::path& file);

[[nodiscard]] DecodedImage decodeImage(std::string_view bytes, const std::string& name);

/// Grey with lines along its edges and finer ones at each quarter: what faces without a material
/// show. At a new face's scale, one repeat a metre, it measures them.
[[nodiscard]] std::shared_ptr<const Image> measuringGrid();
} // namespace engine
