#include "engine_core/play/game/joined_scenes.h"

#include "engine_core/assets/models/model_assets.h"
#include "engine_core/play/game/play_game.h"
#include "engine_core/play/game/play_level.h"
#include "engine_core/play/play_state.h"
#include "engine_core/play/world/play_copies.h"
#include "engine_core/scene/components/node.h"

#include <algorithm>

namespace engine
{
JoinedScenes::JoinedScenes(PlayState& play) : m_play{play} {}

JoinedScenes::~JoinedScenes() = default;

Result<EntityId> JoinedScenes::add(const std::string& path, const Vec3d& offset)
{
    std::erase_if(m_roots, [this](EntityId each) { return !m_play.isAlive(each); });
    if (m_roots.size() >= MostJoined)
        return Error{"A scene can have {} others added to it at most", MostJoined};
    if (std::exchange(m_tick, m_play.game.tickCount()) != m_play.game.tickCount())
        m_inTick = 0;
    if (m_inTick >= MostInATick)
        return Error{"One tick can add {} scenes at most", MostInATick};
    const auto name = sceneName(m_play.assets.project(), path);
    if (!name)
        return name.error();
    ++m_inTick;
    auto level = readLevel(m_play.assets, m_play.types, *name);
    if (!level)
        return level.error();
    if (auto room = checkRoom(m_play, (*level)->entityCount()); !room)
        return room.error();
    const auto root = m_play.world.newSpawnedId();
    m_play.write(root, Node{.name = fs::path{*name}.filename().string(), .parent = {}});
    m_play.write(root, TransformComponent{.position = offset});
    m_roots.insert(root);
    m_waiting.push_back({root, entityOfActiveScript(), *name, *std::move(level)});
    return root;
}

Result<void> JoinedScenes::leave(EntityId root)
{
    if (!m_roots.contains(root) || !m_play.isAlive(root))
        return Error{"This is no scene that Game::add() has added"};
    m_play.destroy(root);
    m_roots.erase(root);
    return {};
}

bool JoinedScenes::finish(const Waiting& waiting)
{
    if (!m_play.isAlive(waiting.root))
        return true;
    auto good = m_play.game.checkScripts(*waiting.level);
    if (!good && m_play.game.setup.scripts->isCompiling())
        return false;
    if (good) {
        m_play.assets.finishModels(modelsOf(*waiting.level)); // one shall stand on them
        good = copyLevel(m_play, *waiting.level, waiting.root);
    }
    if (good)
        return true;
    m_play.scripts->note(
        waiting.asker, fmt::format("'{}' is not added: {}", waiting.name, good.error().message()));
    m_play.destroy(waiting.root);
    return true;
}

void JoinedScenes::tick()
{
    std::erase_if(m_waiting, [this](const Waiting& each) { return finish(each); });
}
} // namespace engine
