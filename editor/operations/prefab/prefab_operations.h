#pragma once

#include "editor/document/transaction.h"
#include "editor/operations/prefab/prefab_write.h"
#include "engine_core/assets/prefabs/prefab_library.h"

#include <span>
#include <string>
#include <vector>

namespace editor
{
using engine::EntityId;

struct MadePrefab
{
    EntityId instance;
    PrefabWrite write;
};

/// Writes the objects as a new prefab file and makes them an instance of it, where they are: a
/// single group becomes the instance itself, anything else is grouped first. What points out of the
/// prefab stays in the instance, as an override. Refused if nothing is selected, if the file exists
/// or cannot be written, and if the prefab would contain itself.
engine::Result<MadePrefab> makePrefab(Transaction& transaction,
                                      std::span<const EntityId> entities,
                                      const std::string& path,
                                      engine::PrefabLibrary& library);

/// Places an instance with its own point at `at`, world space. Refused if the file cannot be read.
engine::Result<EntityId> placePrefab(Transaction& transaction,
                                     const std::string& path,
                                     const engine::Vec3d& at,
                                     engine::PrefabLibrary& library);

/// Makes instances plain groups with contents of their own. Refused if there is none among the
/// objects, and for a prefab inside an instance of another one.
engine::Result<void> unpackPrefabs(Transaction& transaction, std::span<const EntityId> entities);

/// Gives all instances what their files have by now; overrides stay. What cannot be read leaves its
/// instances as they are: one sentence for each file.
std::vector<std::string> followPrefabs(Transaction& transaction, engine::PrefabLibrary& library);
} // namespace editor
