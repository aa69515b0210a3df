#pragma once

#include "engine_core/play/notes/note.h"

namespace engine
{
class TypeRegistry;
class World;

/// Of all that an object is, but for its name: its components and its place in the world.
[[nodiscard]] ContentHash
hashOfObject(const World& world, const TypeRegistry& types, EntityId object);

/// The object of an authored level as a note points at it.
[[nodiscard]] NoteObject noteObject(const World& world, const TypeRegistry& types, EntityId object);

enum class NoteFit
{
    Fits,
    Changed, ///< at least one object is another one than it was
    Gone     ///< at least one object is no longer there
};

/// Whether what the note points at is still as it was. Notes that point at nothing fit.
[[nodiscard]] NoteFit fitOfNote(const Note& note, const World& level, const TypeRegistry& types);

/// "fits", "changed", "gone"
[[nodiscard]] std::string_view nameOf(NoteFit fit);
} // namespace engine
