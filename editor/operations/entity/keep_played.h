#pragma once

#include "editor/document/transaction.h"
#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/world/world.h"

#include <span>
#include <vector>

namespace editor
{
/// A component that the running game has made another one than the level has.
struct PlayedChange
{
    engine::EntityId entity;
    engine::TypeId type;
    engine::ComponentValue value; ///< in the game; null if it was removed there
};

/// What of the objects and all below them is different in the game: places, and components that
/// users add. What is there in one of the two worlds alone is left out.
[[nodiscard]] std::vector<PlayedChange> playedChanges(const engine::World& level,
                                                      const engine::World& played,
                                                      const engine::TypeRegistry& types,
                                                      std::span<const engine::EntityId> objects);

/// Takes the changes over into the level.
void keepPlayed(Transaction& transaction, std::span<const PlayedChange> changes);

/// How many objects they are about.
[[nodiscard]] std::size_t objectCount(std::span<const PlayedChange> changes);
} // namespace editor
