#pragma once

#include "editor/document/transaction.h"
#include "engine_core/assets/prefabs/prefab_library.h"
#include "engine_core/base/jobs.h"

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

/// Reads the files of all instances. `world` is a copy, which gets the contents and from now on
/// asks nobody for models: these are the main thread's. Any thread. Nothing is found if `control`
/// is cancelled meanwhile.
[[nodiscard]] PrefabNews findPrefabNews(engine::World& world,
                                        engine::PrefabLibrary& library,
                                        const engine::TypeRegistry& types,
                                        engine::JobControl& control);

/// For the state of the document that the news were found for and no other. Ids that were given to
/// something else since then, such as a drag that was taken back, are replaced by new ones.
void takePrefabNews(Transaction& transaction, const PrefabNews& news);
} // namespace editor
