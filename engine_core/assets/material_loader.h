#pragma once

#include "engine_core/assets/images/image.h"
#include "engine_core/assets/material.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace engine
{
/// What a .material.json says, and what it takes over from its parents. All keys but the format may
/// be missing; resources/schemas/material.schema.json lists them. Images are relative to the file.
struct MaterialText
{
    fs::path color; ///< empty if there is none
    fs::path normal;
    GreyMap roughness;
    Vec3f tint{1, 1, 1};
    float metallic = 0;
    float roughnessValue = 0.784f;
    MaterialFinish finish;
    MaterialTouch touch;
    SurfaceTraits traits;
    Vec3f glowBase{0}; ///< glowColor without its strength
    float glowStrength = 1;
    std::string parent;                ///< as the file itself names it; empty for none
    bool hasParentProblem = false;     ///< the last of `problems` tells of a parent
    std::vector<fs::path> files;       ///< that were read for it, its own first
    std::vector<std::string> problems; ///< a sentence with file and key for each that was left out

    /// All images that it shows, each once.
    [[nodiscard]] std::vector<fs::path> images() const;
};

/// Where the files of materials come from.
struct MaterialFiles
{
    /// The file of the material of a name; an Error that says it is missing. Empty: parents are not
    /// followed.
    std::function<Result<fs::path>(const std::string& name)> find;
    /// The text of a file. Empty: from the disk.
    std::function<Result<std::string>(const fs::path& file)> read;
};

/// The values of the file over those of its parents. Values that cannot be used, images outside
/// `assetFolder` among them, and parents that are missing or lead back to the file are left out and
/// told in `problems`. An Error only if the file itself is no material.
[[nodiscard]] Result<MaterialText>
loadMaterialText(const fs::path& file, const fs::path& assetFolder, const MaterialFiles& from = {});

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
