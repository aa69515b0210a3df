#pragma once

#include "editor/document/transaction.h"
#include "engine_core/assets/prefab_library.h"

#include <memory>
#include <string>
#include <vector>

namespace editor
{
using engine::EntityId;

/// What prefab instances lack to be as their files: found on a worker, which may take a while with
/// big prefabs, and done to the document later.
struct PrefabNews
{
    struct Merge
    {
        EntityId instance;
        std::vector<engine::Swap> swaps;
    };

    std::vector<Merge> merges; ///< each for the world after those before it
    std::vector<EntityId> newIds;
    std::vector<std::string> failures; ///< one sentence for each file that cannot be read
};

/// Reads the files of all instances. `world` is a copy, which gets the contents. Any thread.
[[nodiscard]] PrefabNews findPrefabNews(engine::World& world,
                                        engine::PrefabLibrary& library,
                                        const engine::TypeRegistry& types);

/// For the world that the news were found for and no other. Refused if it is another one after all:
/// then they have to be found again.
engine::Result<void> takePrefabNews(Transaction& transaction, const PrefabNews& news);
} // namespace editor
