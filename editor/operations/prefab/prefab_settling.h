#pragma once

#include "editor/document/transaction.h"
#include "engine_core/assets/prefabs/prefab_library.h"
#include "engine_core/scene/world/world.h"

namespace editor
{
/// A level and its prefabs before an edit of both.
struct BeforeSettling
{
    engine::World world;
    engine::PrefabLibrary library;
};

/// Lets instances follow their files, and linked copies each other. Refused if that cannot be had
/// together: a group may be bound by links here, in the file, and in files inside it. What was not
/// so before, as in a file merged by hand, stands in the way of nothing.
engine::Result<void>
settleWithFiles(Transaction& transaction, engine::PrefabLibrary& library, BeforeSettling before);
} // namespace editor
