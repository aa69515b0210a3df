#pragma once

#include "engine_core/assets/material.h"
#include "engine_core/base/result.h"

#include <array>
#include <string>
#include <string_view>

namespace engine
{
// Pictures as glTF wants them: PNG or JPEG, roughness in green and metal in blue of one picture.
// Pure functions over files; any thread.

/// A file that glTF can hold: the picture's own bytes if it is PNG or JPEG, else as PNG. `name` is
/// for the Error.
[[nodiscard]] Result<std::string> pictureForGltf(std::string bytes, const std::string& name);

/// A normal map whose green points up, of one whose green points down, or the other way round: PNG.
[[nodiscard]] Result<std::string> withGreenTurned(const fs::path& file);

/// One channel of each map beside the others in red, green and blue, and whole where there is no
/// map: PNG. It is as large as the largest of them; smaller ones are enlarged without smoothing.
[[nodiscard]] Result<std::string> packedPicture(const std::array<GreyMap, 3>& maps);

/// What a glTF file's metallic-roughness picture (green, blue) and its occlusion picture (red) are
/// in one, with their factors in it: PNG. Either may be empty. `strength` is that of the occlusion.
[[nodiscard]] Result<std::string> packedSurface(std::string_view occlusion,
                                                float strength,
                                                std::string_view metalRough,
                                                float roughness,
                                                float metallic);
} // namespace engine
