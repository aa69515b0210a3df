#include "engine_core/interchange/project_textures.h"

#include "engine_core/assets/material_loader.h"

#include <stb_image.h>

#include <algorithm>

namespace engine
{
namespace
{
constexpr std::string_view Ending = ".material.json";

std::string inSmallLetters(std::string_view text)
{
    std::string small{text};
    for (auto& sign : small)
        if (sign >= 'A' && sign <= 'Z')
            sign = static_cast<char>(sign - 'A' + 'a');
    return small;
}

std::string lastName(const std::string& path)
{
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
}
} // namespace

ProjectTextures::ProjectTextures(const Project& project) : m_assetFolder{project.assetFolder()}
{
    std::error_code failed;
    auto files = fs::recursive_directory_iterator{
        m_assetFolder, fs::directory_options::skip_permission_denied, failed};
    for (; !failed && files != fs::recursive_directory_iterator{}; files.increment(failed)) {
        auto path = files->path().lexically_relative(m_assetFolder).generic_string();
        if (!path.ends_with(Ending))
            continue;
        path.resize(path.size() - Ending.size());
        const auto small = inSmallLetters(path);
        m_byPath.emplace(small, path);
        // Two of the same name: neither is meant.
        if (const auto [at, isNew] = m_byName.emplace(lastName(small), path); !isNew)
            at->second.clear();
    }
}

std::string ProjectTextures::materialOf(std::string_view texture) const
{
    const auto small = inSmallLetters(texture);
    for (const auto& path : {small, "materials/" + small})
        if (const auto at = m_byPath.find(path); at != m_byPath.end())
            return at->second;
    const auto at = m_byName.find(lastName(small));
    return at != m_byName.end() ? at->second : std::string{};
}

Vec2d ProjectTextures::sizeOf(const std::string& material)
{
    const auto [at, isNew] =
        m_sizes.emplace(material, Vec2d{AssumedTextureSize, AssumedTextureSize});
    if (!isNew)
        return at->second;
    const auto text =
        loadMaterialText(m_assetFolder / (material + std::string{Ending}), m_assetFolder);
    int width = 0;
    int height = 0;
    int channels = 0;
    if (text && !text->color.empty() &&
        stbi_info(text->color.c_str(), &width, &height, &channels) != 0 && width > 0 && height > 0)
        at->second = {width, height};
    return at->second;
}

std::optional<MapTexture> ProjectTextures::find(std::string_view texture)
{
    const auto material = materialOf(texture);
    if (material.empty())
        return std::nullopt;
    return MapTexture{Name{material}, sizeOf(material)};
}

std::optional<MapMaterial> ProjectTextures::findMaterial(Name material)
{
    if (!m_byPath.contains(inSmallLetters(material.text())))
        return std::nullopt;
    return MapMaterial{material.text(), sizeOf(material.text())};
}
} // namespace engine
