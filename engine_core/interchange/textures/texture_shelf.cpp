#include "engine_core/interchange/textures/texture_shelf.h"

#include "engine_core/assets/images/image_check.h"
#include "engine_core/base/jobs.h"
#include "engine_core/scene/spatial/surface_table.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

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
        return sign < ' ' || sign > 126 || sign == '#' || sign == ':' || sign == '"' ||
               sign == '\\'; // what no file or map can hold everywhere
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
std::string materialText(const fs::path& picture, std::string_view texture)
{
    using Json = nlohmann::ordered_json;
    Json material{{"format", 1}, {"color", picture.filename().string()}, {"metallic", 0.0}};
    const auto traits = toolTraits(texture);
    if (texture.substr(texture.rfind('/') + 1).starts_with('{'))
        material["opacity"] = "mask"; // a fence
    if (traits && !traits->seen && !traits->castsShadow)
        material.update({{"opacity", "blend"}, {"alpha", 0.5}}); // one sees what it lies around
    if (traits)
        material.update({{"seenInGame", traits->seen},
                         {"collides", traits->collides},
                         {"walkable", traits->walkable},
                         {"castsShadow", traits->castsShadow}});
    return material.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}
} // namespace

TextureShelf::TextureShelf(const Project& project) : m_assetFolder{project.assetFolder()}
{
    const auto root = m_assetFolder / TextureFolder;
    std::error_code failed;
    auto files = fs::recursive_directory_iterator{
        root, fs::directory_options::skip_permission_denied, failed};
    for (; !failed && files != fs::recursive_directory_iterator{}; files.increment(failed)) {
        auto path = files->path().lexically_relative(root).generic_string();
        if (!path.ends_with(MaterialEnding))
            continue;
        path.resize(path.size() - MaterialEnding.size());
        m_known.emplace(textureKey(path), std::string{TextureFolder} + '/' + path);
    }
}

Result<void> TextureShelf::open(const fs::path& place)
{
    auto pack = openTexturePack(place);
    if (!pack)
        return pack.error();
    const auto& names = (*pack)->names();
    for (std::size_t i = 0; i < names.size(); ++i)
        m_places[textureKey(names[i])].push_back({m_packs.size(), i});
    m_packs.push_back(*std::move(pack));
    return {};
}

Result<void> TextureShelf::makeFolder(const fs::path& folder)
{
    std::vector<fs::path> made;
    std::error_code failed;
    for (auto each = folder; each != m_assetFolder.parent_path() && !fs::exists(each, failed);
         each = each.parent_path())
        made.push_back(each);
    if (auto done = makeFolders(folder); !done)
        return done;
    m_written.insert(m_written.end(), made.rbegin(), made.rend());
    return {};
}

Result<void> TextureShelf::writeFiles(const fs::path& material,
                                      const fs::path& picture,
                                      const TextureFile& file,
                                      std::string_view name)
{
    if (auto made = makeFolder(picture.parent_path()); !made)
        return made;
    std::error_code failed;
    const bool isNew = !fs::exists(picture, failed); // else it is somebody's own
    if (isNew)
        if (auto written = m_files.write(picture, file.bytes); !written)
            return written;
    if (auto written = m_files.write(material, materialText(picture, name)); !written) {
        if (isNew)
            fs::remove(picture, failed);
        return written;
    }
    if (isNew)
        m_written.push_back(picture);
    m_written.push_back(material);
    return {};
}

Result<std::string> TextureShelf::write(const Place& place)
{
    auto& pack = *m_packs[place.pack];
    const auto& name = pack.names()[place.which];
    const auto below = placeOf(name);
    if (!below)
        return below.error();
    const auto file = pack.read(place.which);
    if (!file)
        return file.error();
    // Else it would only be found broken when it is drawn.
    if (const auto good = checkImage(file->bytes, name, MostTextureSide); !good)
        return good.error();
    auto path = (fs::path{TextureFolder} / *below).generic_string();
    const auto whole = (m_assetFolder / path).string();
    if (auto written =
            writeFiles(whole + std::string{MaterialEnding}, whole + file->ending, *file, name);
        !written) {
        m_isDiskGood = false;
        return written.error();
    }
    ++m_count;
    return path;
}

std::string TextureShelf::bring(std::string_view texture)
{
    auto key = textureKey(texture);
    if (key.starts_with("textures/")) // as shaders and some editors call it
        key.erase(0, TextureFolder.size() + 1);
    if (const auto known = m_known.find(key); known != m_known.end())
        return m_places.contains(key) ? known->second : std::string{};
    const auto at = m_places.find(key);
    if (at == m_places.end())
        return {};
    for (const auto& place : std::exchange(at->second, {})) {
        auto material = write(place);
        if (material) {
            m_known.emplace(key, *material);
            return *std::move(material);
        }
        m_problems.push_back(
            material.error().withContext("The texture '{}' cannot be used", texture).message());
    }
    m_places.erase(at);
    return {};
}

void TextureShelf::bringAll(JobControl& control)
{
    std::vector<std::string> names;
    for (const auto& pack : m_packs)
        names.insert(names.end(), pack->names().begin(), pack->names().end());
    for (std::size_t i = 0; i < names.size() && !control.isCancelled() && m_isDiskGood; ++i) {
        control.setProgress(static_cast<double>(i) / static_cast<double>(names.size()));
        (void)bring(names[i]);
    }
}

Result<void> TextureShelf::finish()
{
    return m_files.finish();
}

void TextureShelf::takeBack()
{
    std::error_code ignored; // a folder with somebody else's files stays
    std::for_each(m_written.rbegin(), m_written.rend(),
                  [&](const fs::path& file) { fs::remove(file, ignored); });
    m_written.clear();
    m_count = 0;
}
} // namespace engine
