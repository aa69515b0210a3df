#pragma once

#include "engine_core/interchange/textures/shader_scripts.h"

#include <cstddef>
#include <string>
#include <vector>

namespace engine
{
/// Which files of a game's folder or archive are which textures.
struct PictureTree
{
    std::vector<std::string> names; ///< as maps call them, sorted, each once (textureKey)
    std::vector<std::size_t> files; ///< of each name: which of the given paths
};

/// `paths` are relative, with '/'. If some lie in "textures/", those alone count and are named from
/// there; else all pictures count. A shader of that folder without a picture of its own name has
/// the one that it shows.
[[nodiscard]] PictureTree pictureTreeOf(const std::vector<std::string>& paths,
                                        const std::vector<ShaderLook>& shaders);

/// Whether the file is a shader script that pictureTreeOf() should know of.
[[nodiscard]] bool isShaderScript(const std::string& path);

/// Whether it is a picture that a texture can be made of.
[[nodiscard]] bool isTexturePicture(const std::string& path);
} // namespace engine
