#include "editor/app/play/game_changes.h"

#include "editor/document/document.h"
#include "engine_core/base/count_text.h"

#include <algorithm>

namespace editor
{
using namespace engine;

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
    return playedChanges(m_document.world(), *m_played, m_document.types(), touched);
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
