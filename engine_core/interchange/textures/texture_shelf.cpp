#include "engine_core/interchange/textures/texture_shelf.h"

#include "engine_core/assets/images/image.h"
#include "engine_core/base/jobs.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace engine
{
namespace
{
constexpr std::string_view MaterialEnding = ".material.json";
constexpr std::size_t MostNameLetters = 200;
constexpr std::uint32_t MostTextureSide = 8192;

/// Below the folder of textures, without an ending. Refuses what is no name of files.
Result<fs::path> placeOf(const std::string& texture)
{
    const auto isBad = [](unsigned char sign) {
        return sign < ' ' || sign == '#' || sign == ':' || sign == '\\' || sign == 127;
    };
    if (texture.empty() || texture.size() > MostNameLetters ||
        std::any_of(texture.begin(), texture.end(), isBad))
        return Error{"the name is none for a file"};
    const fs::path place{texture};
    const bool climbs = std::any_of(place.begin(), place.end(), [](const fs::path& part) {
        return part.empty() || part == "." || part == "..";
    });
    if (place.is_absolute() || climbs)
        return Error{"the name leads out of the folder"};
    return place;
}

/// What the material's file says.
std::string materialText(const fs::path& picture)
{
    using Json = nlohmann::ordered_json;
    const Json material{{"format", 1}, {"color", picture.filename().string()}, {"metallic", 0.0}};
    return material.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Refuses what would only be found broken when it is drawn.
Result<void> check(const TextureFile& file, const std::string& name)
{
    const auto image = parseImage(file.bytes, name, MostTextureSide);
    return image ? Result<void>{} : image.error();
}
} // namespace

TextureShelf::TextureShelf(const Project& project) : m_assetFolder{project.assetFolder()} {}

Result<void> TextureShelf::open(const fs::path& place)
{
    auto pack = openTexturePack(place);
    if (!pack)
        return pack.error();
    const auto& names = (*pack)->names();
    for (std::size_t i = 0; i < names.size(); ++i)
        m_places.emplace(textureKey(names[i]), Place{m_packs.size(), i});
    m_packs.push_back(*std::move(pack));
    return {};
}

Result<std::string> TextureShelf::write(const Place& place)
{
    auto& pack = *m_packs[place.pack];
    const auto& name = pack.names()[place.which];
    const auto below = placeOf(name);
    if (!below)
        return below.error();
    const auto path = fs::path{TextureFolder} / *below;
    auto material = m_assetFolder / path;
    material += MaterialEnding;
    std::error_code failed;
    if (fs::exists(material, failed))
        return path.generic_string();
    const auto file = pack.read(place.which);
    if (!file)
        return file.error();
    if (const auto good = check(*file, name); !good)
        return good.error();
    auto picture = m_assetFolder / path;
    picture += file->ending;
    if (auto made = makeFolders(picture.parent_path()); !made)
        return made.error();
    if (!fs::exists(picture, failed)) { // else it is somebody's own
        if (auto written = writeFileAtomically(picture, file->bytes); !written)
            return written.error();
        m_written.push_back(picture);
    }
    if (auto written = writeFileAtomically(material, materialText(picture)); !written)
        return written.error();
    m_written.push_back(material);
    ++m_count;
    return path.generic_string();
}

std::string TextureShelf::bring(std::string_view texture)
{
    const auto at = m_places.find(textureKey(texture));
    if (at == m_places.end())
        return {};
    auto material = write(at->second);
    if (material)
        return *std::move(material);
    m_problems.push_back(
        material.error().withContext("The texture '{}' cannot be used", texture).message());
    m_places.erase(at);
    return {};
}

void TextureShelf::bringAll(JobControl& control)
{
    std::vector<std::string> names;
    for (const auto& pack : m_packs)
        names.insert(names.end(), pack->names().begin(), pack->names().end());
    for (std::size_t i = 0; i < names.size() && !control.isCancelled(); ++i) {
        control.setProgress(static_cast<double>(i) / static_cast<double>(names.size()));
        (void)bring(names[i]);
    }
}

void TextureShelf::takeBack()
{
    std::error_code ignored;
    for (const auto& file : m_written)
        fs::remove(file, ignored);
    m_written.clear();
    m_count = 0;
}
} // namespace engine
