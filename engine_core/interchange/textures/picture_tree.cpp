#include "engine_core/interchange/textures/picture_tree.h"

#include "engine_core/base/small_letters.h"
#include "engine_core/interchange/textures/texture_pack.h"

#include <algorithm>
#include <array>
#include <map>

namespace engine
{
namespace
{
constexpr std::string_view Textures = "textures/";
// The better picture first, where there are several of one name.
constexpr std::array<std::string_view, 7> Endings{".png",  ".tga", ".bmp", ".jpg",
                                                  ".jpeg", ".pcx", ".dds"};

/// As many as Endings if it is none.
std::size_t endingOf(const std::string& path)
{
    const auto name = inSmallLetters(path);
    const auto at = std::find_if(Endings.begin(), Endings.end(),
                                 [&](std::string_view ending) { return name.ends_with(ending); });
    return static_cast<std::size_t>(at - Endings.begin());
}

std::string withoutEnding(const std::string& path)
{
    const auto kind = endingOf(path);
    return kind < Endings.size() ? path.substr(0, path.size() - Endings[kind].size()) : path;
}

struct Found
{
    std::string name;
    std::size_t file = 0;
    std::size_t ending = 0;
};
} // namespace

std::string textureKey(std::string_view name)
{
    auto key = withoutEnding(inSmallLetters(name));
    std::replace(key.begin(), key.end(), '\\', '/');
    std::replace(key.begin(), key.end(), '#', '*'); // what files are called whose texture has a '*'
    return key;
}

bool isShaderScript(const std::string& path)
{
    const auto name = inSmallLetters(path);
    return (name.starts_with("scripts/") && name.ends_with(".shader")) ||
           (name.starts_with("materials/") && name.ends_with(".mtr"));
}

bool isTexturePicture(const std::string& path)
{
    return endingOf(path) < Endings.size();
}

PictureTree pictureTreeOf(const std::vector<std::string>& paths,
                          const std::vector<ShaderLook>& shaders)
{
    const auto isTexture = [](const std::string& path) {
        return inSmallLetters(path).starts_with(Textures);
    };
    const bool hasFolder = std::any_of(paths.begin(), paths.end(), [&](const auto& path) {
        return isTexturePicture(path) && isTexture(path);
    });
    std::map<std::string, Found> found;
    std::map<std::string, std::size_t> all; // pictures by their keys, wherever they lie
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const auto ending = endingOf(paths[i]);
        if (ending == Endings.size())
            continue;
        all.emplace(textureKey(paths[i]), i);
        if (hasFolder && !isTexture(paths[i]))
            continue;
        auto name = withoutEnding(hasFolder ? paths[i].substr(Textures.size()) : paths[i]);
        std::replace(name.begin(), name.end(), '#', '*');
        Found picture{std::move(name), i, ending};
        const auto [at, isNew] = found.emplace(textureKey(picture.name), picture);
        if (!isNew && ending < at->second.ending)
            at->second = std::move(picture);
    }
    for (const auto& shader : shaders) {
        if (!isTexture(shader.name))
            continue;
        const auto picture = all.find(textureKey(shader.picture));
        const auto name = shader.name.substr(Textures.size());
        if (picture != all.end() && !name.empty())
            found.emplace(textureKey(name), Found{name, picture->second, 0});
    }
    PictureTree tree;
    for (auto& [key, picture] : found) {
        tree.names.push_back(std::move(picture.name));
        tree.files.push_back(picture.file);
    }
    return tree;
}
} // namespace engine
