#pragma once

#include "editor/operations/entity/keep_played.h"
#include "engine_core/base/signal.h"

#include <unordered_set>
#include <vector>

namespace editor
{
class Document;

/// What the running game, or the last one, has made of the objects of the level. Writes to the
/// played world are remembered as they come, so that neither a look nor the end of the game asks
/// about objects that nobody has touched. Main thread only.
class GameChanges
{
public:
    explicit GameChanges(Document& document);

    /// A game begins: its world, which is not owned and lives until end().
    void begin(engine::World& played);

    /// That world is about to go: what it has made of the level stays known.
    void end();

    [[nodiscard]] bool isPlaying() const { return m_played != nullptr; }

    /// What the level has differently, in ascending order of ids. Of a game that has ended, what is
    /// left of that.
    [[nodiscard]] std::vector<PlayedChange> list() const;

    /// Takes changes over, as one step that is named after them. Nothing if there are none.
    engine::Result<void> keep(const std::vector<PlayedChange>& changes);

    /// A game began or ended.
    engine::Signal<> changed;

private:
    /// Without what nobody would see: physics moves what rests by hairs.
    [[nodiscard]] std::vector<PlayedChange> ofPlayed() const;
    void forget();

    Document& m_document;
    engine::World* m_played = nullptr;
    std::unordered_set<engine::EntityId> m_touched; ///< in games since the scene was opened
    std::vector<PlayedChange> m_last;               ///< of the one that has ended
    engine::Connections m_writes;
    engine::Connections m_connections;
};
} // namespace editor
