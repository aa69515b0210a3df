#pragma once

#include "editor/document/transaction.h"
#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/world/world.h"

#include <span>
#include <vector>

namespace editor
{
/// A property that the running game has given another value than the level has, or a component that
/// it has added or removed.
struct PlayedChange
{
    engine::EntityId entity;
    const engine::TypeInfo* type = nullptr;     ///< of the registry
    const engine::Property* property = nullptr; ///< of the type; null: the whole component
    engine::Value before;                       ///< of the property in the level
    engine::Value after;                        ///< and in the game
    engine::ComponentValue component;           ///< in the game; null if it was removed there

    /// Whether they are about the same, whatever its values.
    [[nodiscard]] bool isAbout(const PlayedChange& other) const
    {
        return entity == other.entity && type == other.type && property == other.property;
    }
};

/// What of these objects is different in the game: places, and components that users add. What is
/// there in one of the two worlds alone is left out.
[[nodiscard]] std::vector<PlayedChange> playedChanges(const engine::World& level,
                                                      const engine::World& played,
                                                      const engine::TypeRegistry& types,
                                                      std::span<const engine::EntityId> objects);

/// What the level still has differently from `changes`, with its values of now.
[[nodiscard]] std::vector<PlayedChange> stillDifferent(const engine::World& level,
                                                       std::span<const PlayedChange> changes);

/// Takes the changes over into the level. Fails, with the reason, on a value that the level cannot
/// have.
engine::Result<void> keepPlayed(Transaction& transaction, std::span<const PlayedChange> changes);

/// How many objects they are about.
[[nodiscard]] std::size_t objectCount(std::span<const PlayedChange> changes);
} // namespace editor
