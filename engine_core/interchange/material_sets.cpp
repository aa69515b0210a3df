#include "engine_core/interchange/material_sets.h"

#include "engine_core/assets/images/picture_tone.h"
#include "engine_core/base/json_writer.h"
#include "engine_core/interchange/gltf_parts.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

namespace engine
{
namespace
{
struct Ending
{
    std::string_view text; ///< lower case, without separators
    MapUse use;
};

// Longer ones first where one is the end of another.
constexpr std::array Endings{
    Ending{"occlusionroughnessmetallic", MapUse::Packed},
    Ending{"aoroughnessmetallic", MapUse::Packed},
    Ending{"orm", MapUse::Packed},
    Ending{"arm", MapUse::Packed},
    Ending{"basecolour", MapUse::Color},
    Ending{"basecolor", MapUse::Color},
    Ending{"albedo", MapUse::Color},
    Ending{"diffuse", MapUse::Color},
    Ending{"colour", MapUse::Color},
    Ending{"color", MapUse::Color},
    Ending{"diff", MapUse::Color},
    Ending{"alb", MapUse::Color},
    Ending{"col", MapUse::Color},
    Ending{"normaldirectx", MapUse::NormalDown},
    Ending{"normaldx", MapUse::NormalDown},
    Ending{"nordx", MapUse::NormalDown},
    Ending{"normalopengl", MapUse::Normal},
    Ending{"normalgl", MapUse::Normal},
    Ending{"norgl", MapUse::Normal},
    Ending{"normals", MapUse::Normal},
    Ending{"normal", MapUse::Normal},
    Ending{"norm", MapUse::Normal},
    Ending{"nrm", MapUse::Normal},
    Ending{"nor", MapUse::Normal},
    Ending{"roughness", MapUse::Roughness},
    Ending{"rough", MapUse::Roughness},
    Ending{"rgh", MapUse::Roughness},
    Ending{"metallic", MapUse::Metallic},
    Ending{"metalness", MapUse::Metallic},
    Ending{"metal", MapUse::Metallic},
    Ending{"met", MapUse::Metallic},
    Ending{"mtl", MapUse::Metallic},
    Ending{"ambientocclusion", MapUse::Occlusion},
    Ending{"occlusion", MapUse::Occlusion},
    Ending{"occ", MapUse::Occlusion},
    Ending{"ao", MapUse::Occlusion},
    Ending{"emissive", MapUse::Glow},
    Ending{"emission", MapUse::Glow},
    Ending{"emit", MapUse::Glow},
    Ending{"glow", MapUse::Glow},
    Ending{"displacement", MapUse::Other},
    Ending{"height", MapUse::Other},
    Ending{"disp", MapUse::Other},
    Ending{"bump", MapUse::Other},
    Ending{"gloss", MapUse::Other},
    Ending{"glossiness", MapUse::Other},
    Ending{"specular", MapUse::Other},
    Ending{"opacity", MapUse::Other},
    Ending{"mask", MapUse::Other},
    // Single letters may be a part of the name: they count in company alone.
    Ending{"d", MapUse::Color},
    Ending{"c", MapUse::Color},
    Ending{"n", MapUse::Normal},
    Ending{"r", MapUse::Roughness},
    Ending{"m", MapUse::Metallic},
    Ending{"e", MapUse::Glow},
    Ending{"h", MapUse::Other},
};

constexpr std::array Words{"colour",     "normal map", "normal map (green down)",
                           "roughness",  "metallic",   "occlusion",
                           "packed map", "glow",       "other"};

std::string lower(std::string_view text)
{
    std::string result{text};
    std::ranges::transform(result, result.begin(), [](unsigned char sign) {
        return static_cast<char>(std::tolower(sign));
    });
    return result;
}

bool isSeparator(char sign)
{
    return sign == '_' || sign == '-' || sign == '.' || sign == ' ';
}

/// Words of a name and where each begins; a capital after a small letter begins one, too.
std::vector<std::size_t> wordsOf(std::string_view name)
{
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto isUpper = [&](std::size_t at) {
            return std::isupper(static_cast<unsigned char>(name[at])) != 0;
        };
        if (!isSeparator(name[i]) &&
            (i == 0 || isSeparator(name[i - 1]) || (isUpper(i) && !isUpper(i - 1))))
            starts.push_back(i);
    }
    return starts;
}

/// "1k", "2K", "4096", "2048x2048": how large a picture is, not what.
bool isSize(std::string_view word)
{
    const auto text = lower(word);
    const bool digits = std::ranges::all_of(text, [](unsigned char sign) {
        return std::isdigit(sign) != 0 || sign == 'x' || sign == 'k';
    });
    return digits && std::isdigit(static_cast<unsigned char>(text.front())) != 0 &&
           (text.back() == 'k' || text.size() >= 3);
}

/// Words that also name what a picture shows: a rusty metal, a gas mask.
bool isEveryday(std::string_view word)
{
    constexpr std::array Everyday{"metal", "glow", "mask", "bump", "height", "gloss", "col"};
    return std::find(Everyday.begin(), Everyday.end(), word) != Everyday.end();
}

struct Named
{
    std::string set;
    MapUse use = MapUse::Color;
    bool isVague = false; ///< a letter or an everyday word told it: in company alone
};

std::string withoutSeparators(std::string_view text)
{
    auto result = lower(text);
    std::erase_if(result, isSeparator);
    return result;
}

Named nameOf(const fs::path& picture)
{
    std::string name = picture.stem().string();
    auto words = wordsOf(name);
    const auto cut = [&](std::size_t at) {
        while (at > 0 && isSeparator(name[at - 1]))
            --at;
        name.resize(at);
    };
    while (words.size() > 1 && isSize(std::string_view{name}.substr(words.back()))) {
        cut(words.back());
        words.pop_back();
    }
    constexpr std::size_t MostWords = 3; // of an ending, such as Base-Color or Normal_DX
    for (auto count = std::min(MostWords, words.size() - std::min<std::size_t>(words.size(), 1));
         count > 0; --count) {
        const auto at = words[words.size() - count];
        const auto end = withoutSeparators(std::string_view{name}.substr(at));
        for (const auto& [text, use] : Endings)
            if (end == text) {
                cut(at);
                return {name, use, text.size() == 1 || isEveryday(text)};
            }
    }
    return {name, MapUse::Color, false};
}

/// What pictures of one set have in common: the folder and the name, in small letters.
std::string keyOf(const fs::path& picture, const std::string& name)
{
    return lower((picture.parent_path() / name).string());
}

struct KeyedSet
{
    std::string key;
    MaterialSet set;
};

using Sets = std::vector<KeyedSet>;

void put(Sets& sets, const std::string& name, MapUse use, const fs::path& picture)
{
    const auto key = keyOf(picture, name);
    for (auto& each : sets) {
        auto& map = each.set.maps[static_cast<std::size_t>(use)];
        if (each.key != key || !map.empty())
            continue;
        map = picture;
        return;
    }
    MaterialSet set;
    set.name = name;
    set.maps[static_cast<std::size_t>(use)] = picture;
    sets.push_back({key, std::move(set)});
}

/// What is odd about a picture of that use; empty if nothing is.
std::string oddityOf(MapUse use, const Image& image)
{
    const auto tone = toneOf(image);
    switch (use) {
    case MapUse::Normal:
    case MapUse::NormalDown:
        if (!tone.isOfNormals())
            return "does not look like a normal map, which is mostly light blue";
        break;
    case MapUse::Roughness:
    case MapUse::Metallic:
    case MapUse::Occlusion:
        if (tone.spread > 0.05)
            return "has colours where a grey map is expected; only its red counts";
        break;
    case MapUse::Packed:
        if (tone.spread < 0.01)
            return "is grey, so all of its three maps are the same";
        break;
    default:
        break;
    }
    return {};
}

/// Brings one set into the project.
class SetWriter
{
public:
    SetWriter(const MaterialSet& set, const Project& project, AddedMaterials& added)
        : m_set{set}, m_project{project}, m_added{added}
    {
    }

    void write()
    {
        checkMaps();
        if (m_good.empty())
            return;
        const auto& first = m_good.begin()->second;
        m_folder = first.parent_path();
        if (!isInProject(first)) {
            m_folder = m_project.assetFolder() / "Materials" / safeFileName(m_set.name);
            if (const auto made = makeFolders(m_folder); !made)
                return tell(made.error().message());
            if (!copyMaps())
                return;
        }
        writeMaterial();
    }

private:
    static constexpr auto MaterialEnding = ".material.json";

    void tell(std::string line) { m_added.report.push_back(std::move(line)); }

    void checkMaps()
    {
        for (std::size_t i = 0; i < m_set.maps.size(); ++i) {
            const auto use = static_cast<MapUse>(i);
            const auto& file = m_set.maps[i];
            const auto name = file.filename().string();
            if (file.empty())
                continue;
            if (use == MapUse::Other) {
                tell(fmt::format("{}: such maps are not drawn yet, it is left out", name));
                continue;
            }
            const auto image = loadImage(file);
            if (!image) {
                tell(image.error().message());
                continue;
            }
            if (const auto odd = oddityOf(use, *image); !odd.empty())
                tell(fmt::format("{}: it {}", name, odd));
            m_good[use] = file;
        }
    }

    [[nodiscard]] bool isInProject(const fs::path& file) const
    {
        std::error_code failed;
        const auto inside =
            fs::relative(fs::weakly_canonical(file, failed),
                         fs::weakly_canonical(m_project.assetFolder(), failed), failed);
        return !failed && !inside.empty() && *inside.begin() != "..";
    }

    bool copyMaps()
    {
        for (auto& [use, file] : m_good) {
            const auto bytes = readFile(file);
            if (!bytes) {
                tell(bytes.error().message());
                return false;
            }
            const auto target = freeFile(safeFileName(file.stem().string()),
                                         lower(file.extension().string()), *bytes);
            std::error_code failed;
            if (!fs::exists(target, failed))
                if (const auto written = writeFileAtomically(target, *bytes); !written) {
                    tell(written.error().message());
                    return false;
                }
            file = target;
        }
        return true;
    }

    /// The first name that is free, or whose file holds just these bytes.
    [[nodiscard]] fs::path
    freeFile(const std::string& name, const std::string& ending, const std::string& bytes) const
    {
        std::error_code failed;
        auto file = m_folder / (name + ending);
        for (int number = 2; fs::exists(file, failed); ++number) {
            if (const auto there = readFile(file); there && *there == bytes)
                break;
            file = m_folder / fmt::format("{} {}{}", name, number, ending);
        }
        return file;
    }

    [[nodiscard]] std::string text() const
    {
        constexpr std::array Keys{"color",    "normal",    "normal", "roughness",
                                  "metallic", "occlusion", "orm",    "emissive"};
        std::string json = "{\n  \"format\": 1";
        for (const auto& [use, file] : m_good) {
            json += fmt::format(",\n  \"{}\": ", Keys[static_cast<std::size_t>(use)]);
            appendJsonText(json, file.filename().string());
            if (use == MapUse::NormalDown)
                json += ",\n  \"green\": \"down\"";
        }
        return json + "\n}\n";
    }

    void writeMaterial()
    {
        if (m_good.contains(MapUse::Normal))
            m_good.erase(MapUse::NormalDown);
        const auto contents = text();
        const auto file = freeFile(safeFileName(m_set.name), MaterialEnding, contents);
        if (const auto written = writeFileAtomically(file, contents); !written)
            return tell(written.error().message());
        auto path = assetPathOf(file, m_project);
        path.resize(path.size() - std::string_view{MaterialEnding}.size());
        std::string maps;
        for (const auto& [use, map] : m_good)
            maps += fmt::format("{}{} from {}", maps.empty() ? "" : ", ",
                                Words[static_cast<std::size_t>(use)], map.filename().string());
        tell(fmt::format("{}: {}", path, maps));
        m_added.materials.push_back(std::move(path));
    }

    const MaterialSet& m_set;
    const Project& m_project;
    AddedMaterials& m_added;
    fs::path m_folder;
    std::map<MapUse, fs::path> m_good;
};
} // namespace

std::vector<MaterialSet> findMaterialSets(std::span<const fs::path> pictures)
{
    std::vector<fs::path> sorted{pictures.begin(), pictures.end()};
    std::ranges::sort(sorted);
    std::map<std::string, int> sizes; // of sets, by their names in small letters
    for (const auto& picture : sorted)
        ++sizes[keyOf(picture, nameOf(picture).set)];
    Sets sets;
    for (const auto& picture : sorted) {
        auto named = nameOf(picture);
        const auto company = sizes[keyOf(picture, named.set)];
        if (named.isVague && company < 2)
            named = {picture.stem().string(), MapUse::Color, false};
        put(sets, named.set, named.use, picture);
    }
    std::vector<MaterialSet> found;
    for (auto& each : sets)
        found.push_back(std::move(each.set));
    return found;
}

AddedMaterials addMaterialSets(std::span<const fs::path> pictures,
                               const Project& project,
                               const JobControl& control)
{
    AddedMaterials added;
    for (const auto& set : findMaterialSets(pictures)) {
        if (control.isCancelled())
            break;
        SetWriter{set, project, added}.write();
    }
    return added;
}
} // namespace engine
