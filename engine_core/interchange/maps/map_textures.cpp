#include "engine_core/interchange/maps/map_textures.h"

#include "engine_core/interchange/maps/map_entities.h"
#include "engine_core/interchange/read_back.h"
#include "engine_core/scene/components/map_entity.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/spatial/surface_table.h"
#include "engine_core/serialization/brush_codec.h"
#include "engine_core/serialization/json_values.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <set>

namespace engine
{
namespace
{
constexpr std::size_t MostNames = 12; ///< of textures in one note

/// Nobody misses the picture of what the game does not show.
bool isUnseenTool(std::string_view texture)
{
    const auto traits = toolTraits(texture);
    return traits && !traits->seen;
}

} // namespace

FoundMapTextures findMapTextures(const MapText& map, const FindMapTexture& find)
{
    FoundMapTextures textures;
    textures.known.reserve(map.textures.size());
    for (const auto name : map.textures) {
        auto texture = find && name != EmptyTexture ? find(name) : std::nullopt;
        bool isUnknown = false;
        if (!texture) {
            const bool isEmpty = name == EmptyTexture;
            texture = MapTexture{Name{isEmpty ? std::string_view{} : name}};
            isUnknown = !isEmpty && !isUnseenTool(name);
            if (isUnknown)
                textures.unknown.push_back(name);
            if (!isEmpty && !checkAssetPath(name)) {
                const auto inside = materialNameInside(name);
                textures.renamed.push_back(
                    fmt::format("{} became {}", name, inside.empty() ? "no material" : inside));
                texture->material = Name{inside};
            }
        }
        textures.known.push_back(*texture);
        textures.isUnknown.push_back(isUnknown);
    }
    return textures;
}

void noteMapTextures(const MapText& map,
                     const FoundMapTextures& textures,
                     std::vector<std::string>& notes)
{
    if (const auto& unknown = textures.unknown; !unknown.empty()) {
        const auto named = std::min(unknown.size(), MostNames);
        std::string names;
        for (std::size_t i = 0; i < named; ++i)
            names += fmt::format("{}{}", i > 0 ? ", " : "", unknown[i]);
        if (named < unknown.size())
            names += fmt::format(" and {} more", unknown.size() - named);
        notes.push_back(fmt::format("{} of {} not in the project, and taken to be {} "
                                    "texels wide and high: {}",
                                    unknown.size(),
                                    map.textures.size() == 1
                                        ? "1 texture is"
                                        : fmt::format("{} textures are", map.textures.size()),
                                    AssumedTextureSize, names));
    }
    if (const auto& renamed = textures.renamed; !renamed.empty()) {
        std::string names;
        for (std::size_t i = 0; i < std::min(renamed.size(), MostNames); ++i)
            names += (i > 0 ? ", " : "") + renamed[i];
        if (renamed.size() > MostNames)
            names += fmt::format(" and {} more", renamed.size() - MostNames);
        notes.push_back("Names of textures that lead out of the project were changed: " + names);
    }
    const auto withSurface = std::count_if(map.faces.begin(), map.faces.end(),
                                           [](const MapFace& face) { return face.hasSurface; });
    if (withSurface > 0)
        notes.push_back(
            fmt::format("{} faces have numbers for contents, flags and value, which are not kept",
                        withSurface));
}

void noteRepeats(const MapText& map, const FoundMapTextures& textures, World& world)
{
    MapTextures noted;
    std::set<std::string> names;
    for (const auto& face : map.faces)
        if (face.mapping == MapMapping::Primitive && textures.isUnknown[face.texture])
            names.insert(textures.known[face.texture].material.text());
    if (names.empty())
        return;
    for (const auto& name : names)
        noted.inRepeats += name + "\n";
    Edit edit;
    edit.swaps.push_back(swapTo(SceneEntity, noted));
    (void)world.exchange(edit);
}
} // namespace engine
