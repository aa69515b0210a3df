#include "engine_core/interchange/textures/texture_shelf.h"

#include "engine_core/assets/images/image_check.h"
#include "engine_core/base/jobs.h"
#include "engine_core/scene/spatial/surface_table.h"

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

std::string_view lastName(std::string_view texture)
{
    return texture.substr(texture.rfind('/') + 1);
}

/// "+0name" to "+9name" of Quake and Half-Life show one after the other.
bool isFrame(std::string_view texture)
{
    const auto name = lastName(texture);
    return name.size() > 2 && name[0] == '+' && name[1] >= '0' && name[1] <= '9';
}

/// Water, lava and the like of Quake and Half-Life.
bool isLiquid(std::string_view texture)
{
    const auto name = lastName(texture);
    return name.starts_with('*') || name.starts_with('!');
}

/// What the material's file says. Several pictures are shown in turn.
std::string materialText(const std::vector<fs::path>& pictures, std::string_view texture)
{
    using Json = nlohmann::ordered_json;
    constexpr double LiquidWaves = 0.08; // repeats
    Json material{
        {"format", 1}, {"color", pictures.front().filename().string()}, {"metallic", 0.0}};
    for (std::size_t i = 1; i < pictures.size(); ++i)
        material["frames"].push_back(pictures[i].filename().string());
    const auto traits = toolTraits(texture);
    if (lastName(texture).starts_with('{'))
        material["opacity"] = "mask"; // a fence
    if (isLiquid(texture))
        material["warp"] = LiquidWaves;
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

Result<void> TextureShelf::writeNew(const fs::path& file, std::string_view bytes)
{
    if (auto made = makeFolder(file.parent_path()); !made)
        return made;
    if (auto written = m_files.write(file, bytes); !written) {
        m_isDiskGood = false;
        return written;
    }
    m_written.push_back(file);
    return {};
}

Result<fs::path> TextureShelf::writePicture(const Place& place)
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
    const fs::path picture = (m_assetFolder / TextureFolder / *below).string() + file->ending;
    std::error_code failed;
    if (!fs::exists(picture, failed)) // else it is somebody's own
        if (auto written = writeNew(picture, file->bytes); !written)
            return written.error();
    return picture;
}

Result<std::vector<fs::path>> TextureShelf::writePictures(const Place& place)
{
    const auto& name = m_packs[place.pack]->names()[place.which];
    auto own = writePicture(place);
    if (!own)
        return own.error();
    if (!isFrame(name))
        return std::vector{*std::move(own)};
    // All materials of one animation show the same picture at a time, as in the games.
    std::vector<fs::path> pictures;
    auto key = textureKey(name);
    auto& digit = key[key.rfind('/') + 2]; // behind "+"; npos + 2 is the second letter
    const char ownDigit = digit;
    for (digit = '0'; digit <= '9'; ++digit) {
        if (digit == ownDigit) {
            pictures.push_back(*own);
            continue;
        }
        const auto at = m_places.find(key);
        if (at == m_places.end())
            continue;
        for (const auto& frame : at->second)
            if (frame.pack == place.pack)
                if (auto picture = writePicture(frame)) // a broken one is told as a texture
                    pictures.push_back(*std::move(picture));
    }
    return pictures;
}

Result<std::string> TextureShelf::write(const Place& place)
{
    const auto& name = m_packs[place.pack]->names()[place.which];
    const auto pictures = writePictures(place);
    if (!pictures)
        return pictures.error();
    auto path = (fs::path{TextureFolder} / *placeOf(name)).generic_string();
    const auto material = (m_assetFolder / path).string() + std::string{MaterialEnding};
    if (auto written = writeNew(material, materialText(*pictures, name)); !written)
        return written.error();
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
    const auto places = at->second;
    for (const auto& place : places) {
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
