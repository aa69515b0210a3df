#include "engine_core/play/game/play_start.h"

#include "engine_core/base/log.h"
#include "engine_core/play/game/play_game.h"
#include "engine_core/play/play_navigation.h"
#include "engine_core/play/play_state.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/movement.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"

#include <cmath>
#include <utility>

namespace engine
{
namespace
{
/// Where the player starts: the place of the soles, and which way they look.
TransformComponent findStart(const World& world, const PlaySetup& setup, double eyeHeight)
{
    TransformComponent start;
    if (setup.startFrom) {
        const Vec3d forward = setup.startFrom->forward();
        start.position = setup.startFrom->position - Vec3d{0, eyeHeight, 0};
        start.rotation = glm::angleAxis(std::atan2(-forward.x, -forward.z), Vec3d{0, 1, 0});
        return start;
    }
    bool found = false;
    world.forEach<PlayerStart>([&](EntityId entity, const PlayerStart&) {
        if (std::exchange(found, true))
            return;
        const auto place = worldTransform(world, entity);
        start.position = place.position;
        start.rotation = place.rotation;
    });
    if (!found)
        logWarning("play", "The scene has no player start; the player starts at the origin");
    return start;
}

/// The scene's own player: the first character with a script.
EntityId findAuthoredPlayer(const World& world)
{
    EntityId player;
    world.forEach<Character>([&](EntityId entity, const Character&) {
        if (!player && world.get<Script>(entity) != nullptr)
            player = entity;
    });
    return player;
}

/// Before any system is attached, hence without telling anyone.
void setQuietly(World& world, std::vector<Swap> swaps)
{
    Edit edit{std::move(swaps)};
    static_cast<void>(world.exchange(edit));
}

EntityId placePlayer(World& world, const PlaySetup& setup)
{
    if (const auto authored = findAuthoredPlayer(world)) {
        if (setup.startFrom) {
            auto start = findStart(world, setup, world.get<Character>(authored)->standHeight);
            start.position = toParentSpace(world, authored, start.position);
            setQuietly(world, {swapTo(authored, start)});
        }
        return authored;
    }
    const Character body{.coyoteTime = 0.1, .jumpBuffer = 0.1};
    const auto player = world.newSpawnedId();
    setQuietly(world, {swapTo(player, Node{.name = "Player", .parent = {}}),
                       swapTo(player, findStart(world, setup, body.standHeight)),
                       swapTo(player, body), swapTo(player, CharacterView{}),
                       swapTo(player, Script{.file = {"player.as"},
                                             .className = "Player",
                                             .properties = setup.playerProperties})});
    return player;
}

/// No lightmap has the light of those that are off: whoever switches them on must see them.
void freeDarkLights(World& world)
{
    std::vector<Swap> swaps;
    world.forEach<Light>([&](EntityId entity, const Light& light) {
        if (light.on || !light.baked)
            return;
        auto live = light;
        live.baked = false;
        swaps.push_back(swapTo(entity, std::move(live)));
    });
    setQuietly(world, std::move(swaps));
}
} // namespace

double playerHeight(const World& edited)
{
    const auto authored = findAuthoredPlayer(edited);
    return authored ? edited.get<Character>(authored)->standHeight : Character{}.standHeight;
}

Result<std::unique_ptr<PlayState>>
beginLevel(const World& level, const PlaySetup& setup, PlayGame& game)
{
    auto play = std::make_unique<PlayState>(level, setup, game);
    auto& state = *play;
    state.world.addSystem(*state.audio);
    freeDarkLights(state.world);
    state.player = placePlayer(state.world, setup);
    auto scripts = PlayScripts::create(*setup.scripts, state.world, &state.host, game.errors);
    if (!scripts) {
        logError("play", "Play does not start: {}", scripts.error().message());
        return scripts.error();
    }
    state.scripts = *std::move(scripts);
    state.world.forEach<Character>(
        [&](EntityId entity, const Character&) { state.characters.add(entity); });
    state.camera = state.defaultCamera();
    state.cameraBefore = state.camera;
    state.setListener();
    state.navigation->prepare();
    return play;
}
} // namespace engine
