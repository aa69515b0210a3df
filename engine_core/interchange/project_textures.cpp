#include "engine_core/interchange/project_textures.h"

#include "engine_core/assets/material_loader.h"
#include "engine_core/scene/spatial/surface_table.h"

#include <stb_image.h>

#include <algorithm>

namespace engine
{
namespace
{
constexpr std::string_view Ending = ".material.json";

std::string lastName(const std::string& path)
{
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
}
} // namespace

ProjectTextures::ProjectTextures(const Project& project, TextureShelf* shelf)
    : m_shelf{shelf}, m_assetFolder{project.assetFolder()}
{
    std::error_code failed;
    auto files = fs::recursive_directory_iterator{
        m_assetFolder, fs::directory_options::skip_permission_denied, failed};
    for (; !failed && files != fs::recursive_directory_iterator{}; files.increment(failed)) {
        auto path = files->path().lexically_relative(m_assetFolder).generic_string();
        if (!path.ends_with(Ending))
            continue;
        path.resize(path.size() - Ending.size());
        add(path);
    }
}

void ProjectTextures::add(const std::string& path)
{
    const auto key = textureKey(path);
    if (!m_byPath.emplace(key, path).second)
        return;
    // Two of the same name: neither is meant. What the project has itself goes before games'.
    auto& names = key.starts_with("textures/") ? m_ofGames : m_byName;
    if (const auto [at, isNew] = names.emplace(lastName(key), path); !isNew)
        at->second.clear();
}

std::string ProjectTextures::exactly(std::string_view texture) const
{
    const auto key = textureKey(texture);
    for (const auto& path : {key, "materials/" + key, "textures/" + key})
        if (const auto at = m_byPath.find(path); at != m_byPath.end())
            return at->second;
    return {};
}

std::string ProjectTextures::byLastName(std::string_view texture) const
{
    const auto name = lastName(textureKey(texture));
    for (const auto* names : {&m_byName, &m_ofGames})
        if (const auto at = names->find(name); at != names->end())
            return at->second;
    return {};
}

Vec2d ProjectTextures::sizeOf(const std::string& material)
{
    const auto [at, isNew] =
        m_sizes.emplace(material, Vec2d{AssumedTextureSize, AssumedTextureSize});
    if (!isNew)
        return at->second;
    const auto fileOf = [this](const std::string& name) {
        return resolveInside(m_assetFolder, name + std::string{Ending});
    };
    const auto text = loadMaterialText(m_assetFolder / (material + std::string{Ending}),
                                       m_assetFolder, {fileOf, {}});
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
    auto material = exactly(texture);
    if (material.empty() && m_shelf != nullptr)
        if (material = m_shelf->bring(texture); !material.empty())
            add(material);
    if (material.empty())
        material = byLastName(texture);
    const auto tool = toolTraits(texture);
    if (!material.empty())
        m_found.emplace(texture);
    else if (!tool || tool->seen) // nobody misses the picture of what the game does not show
        m_missing.emplace(texture);
    if (material.empty())
        return std::nullopt;
    return MapTexture{Name{material}, sizeOf(material)};
}

std::optional<MapTexture> ProjectTextures::findExactly(std::string_view texture)
{
    const auto material = exactly(texture);
    return material.empty() ? std::nullopt
                            : std::optional{MapTexture{Name{material}, sizeOf(material)}};
}

bool ProjectTextures::has(Name material) const
{
    const auto at = m_byPath.find(textureKey(material.text()));
    return at != m_byPath.end() && at->second == material.text();
}

std::optional<MapMaterial> ProjectTextures::findMaterial(Name material)
{
    const auto at = m_byPath.find(textureKey(material.text()));
    if (at == m_byPath.end())
        return std::nullopt;
    auto texture = material.text();
    if (at->first.starts_with("textures/"))
        if (auto inside = texture.substr(TextureFolder.size() + 1); exactly(inside) == at->second)
            texture = std::move(inside);
    return MapMaterial{std::move(texture), sizeOf(at->second)};
}
} // namespace engine
