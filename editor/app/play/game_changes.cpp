#include "editor/app/play/game_changes.h"

#include "editor/document/document.h"
#include "engine_core/base/count_text.h"
#include "engine_core/scene/components/transform_component.h"

#include <algorithm>
#include <cmath>

namespace editor
{
using namespace engine;

namespace
{
constexpr double HairMetres = 0.002;
constexpr double HairRadians = 0.003;

bool isHair(const PlayedChange& change)
{
    if (change.type->id != typeIdOf<TransformComponent>())
        return false;
    const auto* from = change.before.as<Vec3d>();
    const auto* to = change.after.as<Vec3d>();
    if (from != nullptr && to != nullptr)
        return glm::distance(*from, *to) < HairMetres;
    const auto* turned = change.before.as<Quatd>();
    const auto* now = change.after.as<Quatd>();
    return turned != nullptr && now != nullptr &&
           std::abs(glm::dot(*turned, *now)) > std::cos(HairRadians / 2);
}
} // namespace

GameChanges::GameChanges(Document& document) : m_document{document}
{
    // Another scene has nothing to do with the game that was played in this one.
    m_connections += document.reset.connect([this] { forget(); });
}

void GameChanges::forget()
{
    m_writes.clear();
    m_played = nullptr;
    m_touched.clear();
    m_last.clear();
    changed();
}

void GameChanges::begin(World& played)
{
    m_played = &played; // what was touched stays, since the game may come back to its first scene
    m_last.clear();
    m_writes.clear();
    m_writes += played.changed.connect([this](const ChangeSet& changes) {
        for (const auto& change : changes.changes)
            if (!change.entity.isSpawned())
                m_touched.insert(change.entity);
    });
    changed();
}

void GameChanges::end()
{
    if (m_played == nullptr)
        return;
    m_last = ofPlayed();
    m_writes.clear();
    m_played = nullptr;
    changed();
}

std::vector<PlayedChange> GameChanges::ofPlayed() const
{
    std::vector<EntityId> touched{m_touched.begin(), m_touched.end()};
    std::sort(touched.begin(), touched.end());
    auto changes = playedChanges(m_document.world(), *m_played, m_document.types(), touched);
    std::erase_if(changes, isHair);
    return changes;
}

std::vector<PlayedChange> GameChanges::list() const
{
    return isPlaying() ? ofPlayed() : stillDifferent(m_document.world(), m_last);
}

Result<void> GameChanges::keep(const std::vector<PlayedChange>& changes)
{
    if (changes.empty())
        return {};
    return m_document.run(
        "Keep " + countText(objectCount(changes), "object", "objects") + " as played",
        [&](Transaction& transaction) -> Result<void> { return keepPlayed(transaction, changes); });
}
} // namespace editor
