#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace engine
{
/// What a shader script of Quake III says that counts in a level.
struct ShaderLook
{
    std::string name;    ///< "textures/base_floor/diamond2c"
    std::string picture; ///< what an editor shows, else the first map of its stages; may be empty
};

/// All shaders of a script (scripts/*.shader, materials of Doom 3). Comments are passed over; a
/// shader that is cut off ends with the text. At most 10,000.
[[nodiscard]] std::vector<ShaderLook> readShaderScript(std::string_view text);
} // namespace engine
