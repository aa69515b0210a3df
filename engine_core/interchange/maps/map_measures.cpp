#include "engine_core/interchange/maps/map_measures.h"

#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/map_entity.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace engine
{
namespace
{
/// Quake: hull 1 of the maps, VEC_VIEW and PlayerJump of its QuakeC, STEPSIZE of sv_phys.c,
/// cl_forwardspeed and sv_maxspeed; Quake II and III have the same but for crouching. A jump with
/// 270 units a second against a gravity of 800 rises by 270² / 1600. Half-Life: VEC_HULL,
/// VEC_DUCK_HULL, VEC_VIEW and the jump of 45 units in pm_shared.c, sv_stepsize, cl_movespeedkey
/// times cl_forwardspeed, sv_maxspeed.
constexpr std::array<GameMeasures, 2> Games{{
    {"quake", "Quake", 32, 56, 56, 46, 18, 45.5625, 200, 320, 800},
    {"half-life", "Half-Life", 32, 72, 36, 64, 18, 45, 120, 320, 800},
}};

constexpr std::size_t HeaderSize = 512; ///< bytes in which a map names its game
constexpr const char* AgentName = "player";

/// As the descriptions of Character and NavAgent allow them. Metres.
bool canBePlayer(const Character& body)
{
    return body.radius >= 0.05 && body.radius <= 10 && body.crouchHeight >= 0.2 &&
           body.standHeight <= 10 && body.stepHeight >= 0.01 && body.stepHeight <= 2;
}

EntityId firstStart(const World& world)
{
    EntityId start;
    world.forEach<PlayerStart>([&](EntityId entity, const PlayerStart&) {
        if (!start)
            start = entity;
    });
    return start;
}

/// Or says where one starts.
bool hasPlayer(const World& world)
{
    bool found = world.count<PlayerStart>() > 0;
    world.forEach<Character>(
        [&](EntityId entity, const Character&) { found |= world.get<Script>(entity) != nullptr; });
    return found;
}

bool saysGravity(const World& map)
{
    const auto* keys = map.get<MapEntity>(SceneEntity);
    return keys != nullptr && findMapKey(mapKeysFromText(keys->keys), "gravity") != nullptr;
}

/// Sets it in the map if that is the one that counts, and returns what holds then.
double gravityOf(const World& map, const World* scene, double wanted, Edit& edit)
{
    const auto settingsOf = [](const World* world) {
        const auto* settings = world != nullptr ? world->get<SceneSettings>(SceneEntity) : nullptr;
        return settings != nullptr ? *settings : SceneSettings{};
    };
    if (scene != nullptr && scene->count<BrushComponent>() > 0)
        return settingsOf(scene).gravity;
    if (saysGravity(map))
        return settingsOf(&map).gravity;
    auto settings = settingsOf(map.get<SceneSettings>(SceneEntity) != nullptr ? &map : scene);
    settings.gravity = std::min(wanted, 100.0);
    edit.swaps.push_back(swapTo(SceneEntity, settings));
    return settings.gravity;
}

/// The player.as of the program or of the project.
Script playerScript(const GameMeasures& game, double scale, double gravity)
{
    Script script{{"player.as"}, "Player", {}};
    const auto set = [&](const char* name, double value) {
        setValue(script.properties, name, Value{std::round(value * 1e6) / 1e6});
    };
    set("walkSpeed", game.walkSpeed * scale);
    set("runBoost", game.runSpeed / game.walkSpeed);
    set("jumpSpeed", std::sqrt(2 * gravity * game.jumpHeight * scale));
    set("eyesBelowTop", (game.height - game.eyeHeight) * scale);
    return script;
}

std::string sentenceOf(const GivenMeasures& given, bool isSceneSet)
{
    const auto figures =
        fmt::format("{:.2f} m wide, {:.2f} m tall with the eyes at {:.2f} m, steps "
                    "of {:.2f} m, jumps of {:.2f} m",
                    2 * given.player.radius, given.player.standHeight, given.eyeHeight,
                    given.player.stepHeight, given.jumpHeight);
    if (!given.toPlayer && !given.toAgent)
        return fmt::format("The scene's own player and agents stay as they are; those of {} would "
                           "be {}",
                           given.game->title, figures);
    auto text = fmt::format("{} the measures of {}: {}",
                            !given.toAgent ? "The player has"
                            : !given.toPlayer
                                ? fmt::format("The agent '{}' has", AgentName)
                                : fmt::format("The player and the agent '{}' have", AgentName),
                            given.game->title, figures);
    if (!given.toPlayer)
        text += "; the scene's own player stays as it is";
    else if (isSceneSet)
        text += fmt::format("; gravity is {:.1f} m/s²", given.gravity);
    if (!given.toAgent)
        text += "; the scene's own agents stay as they are";
    return text;
}
} // namespace

std::span<const GameMeasures> gameMeasures()
{
    return Games;
}

const GameMeasures* findMeasures(std::string_view name)
{
    const auto at = std::find_if(Games.begin(), Games.end(),
                                 [&](const GameMeasures& game) { return game.name == name; });
    return at != Games.end() ? &*at : nullptr;
}

const GameMeasures& measuresOr(std::string_view name, std::string_view map)
{
    const auto* game = findMeasures(name);
    return game != nullptr ? *game : measuresOfMap(map);
}

const GameMeasures& measuresOfMap(std::string_view text)
{
    constexpr std::string_view Label = "// Game: ";
    const auto header = text.substr(0, HeaderSize);
    const auto at = header.find(Label);
    if (at == std::string_view::npos)
        return Games.front();
    const auto named = header.substr(at + Label.size());
    const auto found = std::find_if(Games.begin(), Games.end(), [&](const GameMeasures& game) {
        return named.starts_with(game.title);
    });
    return found != Games.end() ? *found : Games.front();
}

GivenMeasures giveMeasures(World& map, const GameMeasures& game, double scale, const World* scene)
{
    GivenMeasures given;
    given.game = &game;
    given.player.radius = game.width / 2 * scale;
    given.player.standHeight = game.height * scale;
    given.player.crouchHeight = game.crouchHeight * scale;
    given.player.stepHeight = game.stepHeight * scale;
    given.agent.radius = given.player.radius;
    given.agent.height = given.player.standHeight;
    given.agent.stepHeight = given.player.stepHeight;
    given.eyeHeight = game.eyeHeight * scale;
    given.jumpHeight = game.jumpHeight * scale;
    if (!canBePlayer(given.player)) {
        GivenMeasures none;
        none.sentence = fmt::format("At this scale the player of {} would be {:.4g} m tall: the "
                                    "player and the agent are the usual ones",
                                    game.title, given.player.standHeight);
        return none;
    }
    const auto start = firstStart(map);
    if (!start) {
        GivenMeasures none;
        none.sentence = "The map has no player start: the player and the agent are the usual ones";
        return none;
    }
    Edit edit;
    given.gravity = gravityOf(map, scene, game.gravity * scale, edit);
    const bool isSceneSet = !edit.swaps.empty();
    given.toPlayer = scene == nullptr || !hasPlayer(*scene);
    if (given.toPlayer) {
        edit.swaps.push_back(swapTo(start, given.player));
        edit.swaps.push_back(swapTo(start, playerScript(game, scale, given.gravity)));
    }
    given.toAgent = scene == nullptr || scene->count<NavAgent>() == 0;
    if (given.toAgent) {
        const auto agent = map.newId();
        edit.swaps.push_back(swapTo(agent, Node{.name = AgentName, .parent = {}}));
        TransformComponent place; // where it takes no room of its own in the level
        place.position = worldTransform(map, start).position;
        edit.swaps.push_back(swapTo(agent, place));
        edit.swaps.push_back(swapTo(agent, given.agent));
    }
    (void)map.exchange(edit);
    given.sentence = sentenceOf(given, isSceneSet);
    return given;
}
} // namespace engine
