#include "engine_core/scene/spatial/surface_table.h"

#include "engine_core/base/small_letters.h"
#include "engine_core/geometry/brush.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/world/world.h"

#include <algorithm>
#include <array>

namespace engine
{
namespace
{
constexpr SurfaceTraits Air{
    .seen = false, .collides = false, .walkable = false, .castsShadow = false};
/// Stops what moves where nothing is to be seen.
constexpr SurfaceTraits Barrier{
    .seen = false, .collides = true, .walkable = true, .castsShadow = false};
/// The side of a wall that nobody ever sees.
constexpr SurfaceTraits Unseen{
    .seen = false, .collides = true, .walkable = true, .castsShadow = true};
/// One looks through it into the sky, and the sky's light comes in.
constexpr SurfaceTraits Sky{
    .seen = false, .collides = true, .walkable = false, .castsShadow = false};
constexpr SurfaceTraits Liquid{
    .seen = true, .collides = false, .walkable = false, .castsShadow = false};

struct Tool
{
    std::string_view name;
    SurfaceTraits traits;
};

/// From the shader files and manuals of the games' compilers: Quake and Half-Life (clip, hint,
/// skip, trigger, origin, null), Quake III's common folder, Source's tools folder. Sorted by name.
constexpr std::array Tools{
    Tool{"aaatrigger", Air},
    Tool{"areaportal", Air},
    Tool{"botclip", Air}, // for bots alone
    Tool{"caulk", Unseen},
    Tool{"clip", Barrier},
    Tool{"clusterportal", Air},
    Tool{"contentwater", Air},
    Tool{"donotenter", Air},
    Tool{"full_clip", Barrier},
    Tool{"fullclip", Barrier},
    Tool{"hint", Air},
    Tool{"hintlocal", Air},
    Tool{"hintskip", Air},
    Tool{"invisible", Barrier},
    Tool{"ladderclip", Barrier},
    Tool{"lavacaulk", Air}, // of the sides of liquids that nobody sees
    Tool{"lightgrid", Air},
    Tool{"metalclip", Barrier},
    Tool{"missileclip", Air}, // stops shots alone
    Tool{"monsterclip", Air}, // for walkers of its game alone
    Tool{"nodraw", Air},
    Tool{"nodrawnonsolid", Air},
    Tool{"nodrop", Air},
    Tool{"noimpact", Unseen},
    Tool{"null", Unseen},
    Tool{"origin", Air},
    Tool{"playerclip", Barrier},
    Tool{"portalnodraw", Air},
    Tool{"skip", Unseen},
    Tool{"slick", Barrier},
    Tool{"slimecaulk", Air},
    Tool{"toolsareaportal", Air},
    Tool{"toolsblocklight", Unseen},
    Tool{"toolsclip", Barrier},
    Tool{"toolshint", Air},
    Tool{"toolsinvisible", Barrier},
    Tool{"toolsnodraw", Unseen},
    Tool{"toolsnpcclip", Air},
    Tool{"toolsorigin", Air},
    Tool{"toolsplayerclip", Barrier},
    Tool{"toolsskip", Air},
    Tool{"toolstrigger", Air},
    Tool{"trigger", Air},
    Tool{"watercaulk", Air},
    Tool{"waterskip", Air},
    Tool{"weapclip", Air}, // stops shots alone
};

bool isInFolder(std::string_view path, std::string_view folder)
{
    const auto at = path.find(folder);
    return at != std::string_view::npos && (at == 0 || path[at - 1] == '/') &&
           at + folder.size() < path.size() && path[at + folder.size()] == '/';
}

/// toolTraits(), worked out once for each name and thread: levels ask for the same few names
/// thousands of times.
const std::optional<SurfaceTraits>& knownTool(Name material)
{
    thread_local std::unordered_map<Name, std::optional<SurfaceTraits>> known;
    const auto at = known.find(material);
    return at != known.end() ? at->second
                             : known.emplace(material, toolTraits(material.text())).first->second;
}
} // namespace

bool isSkyTexture(std::string_view texture)
{
    const auto path = inSmallLetters(texture);
    const auto name = std::string_view{path}.substr(path.rfind('/') + 1);
    const auto isDigit = [](char c) {
        return c >= '0' && c <= '9';
    };
    const bool isNumbered =
        name.starts_with("sky") && std::all_of(name.begin() + 3, name.end(), isDigit);
    return isNumbered || name == "toolsskybox" || name == "toolsskybox2d" ||
           isInFolder(path, "skies");
}

std::optional<SurfaceTraits> toolTraits(std::string_view texture)
{
    const auto path = inSmallLetters(texture);
    const auto name = std::string_view{path}.substr(path.rfind('/') + 1);
    if (name.size() > 1 && (name.front() == '*' || name.front() == '!'))
        return Liquid;
    const auto tool =
        std::lower_bound(Tools.begin(), Tools.end(), name,
                         [](const Tool& a, std::string_view b) { return a.name < b; });
    if (tool != Tools.end() && tool->name == name)
        return tool->traits;
    if (isInFolder(path, "liquids"))
        return Liquid;
    if (isSkyTexture(texture))
        return Sky;
    return std::nullopt;
}

void SurfaceTable::set(Name material, const SurfaceTraits& traits)
{
    if (traits == SurfaceTraits{} && !toolTraits(material.text()))
        m_traits.erase(material);
    else
        m_traits.insert_or_assign(material, traits);
}

void SurfaceTable::forget(Name material)
{
    m_traits.erase(material);
}

SurfaceTraits SurfaceTable::of(Name material) const
{
    if (const auto known = m_traits.find(material); known != m_traits.end())
        return known->second;
    return knownTool(material).value_or(SurfaceTraits{});
}

BrushTraits traitsOf(const Brush& brush, const SurfaceTable& surfaces)
{
    BrushTraits traits{
        .seen = false, .allSeen = true, .solid = true, .seals = false, .isBaked = false};
    bool anyCollidesNot = false;
    bool anyUnseenCasts = false;
    Name last;
    SurfaceTraits face = surfaces.of(last);
    for (const auto& each : brush.faces()) {
        if (!(each.material == last)) {
            last = each.material;
            face = surfaces.of(last);
        }
        traits.seen |= face.seen;
        traits.allSeen &= face.seen;
        traits.seals |= face.seen && face.collides;
        traits.isBaked |= face.seen && face.castsShadow;
        anyUnseenCasts |= !face.seen && face.castsShadow;
        anyCollidesNot |= !face.collides;
    }
    traits.solid = traits.seals || !anyCollidesNot;
    traits.isBaked |= traits.solid && !traits.seen &&
                      anyUnseenCasts; // a box of caulk, but not one of hint and skip
    return traits;
}

std::shared_ptr<const Brush> solidBrushOf(const World& world, EntityId entity)
{
    const auto* component = world.get<BrushComponent>(entity);
    if (component == nullptr || !component->brush ||
        !traitsOf(*component->brush, world.surfaces()).solid)
        return nullptr;
    return component->brush;
}
} // namespace engine
