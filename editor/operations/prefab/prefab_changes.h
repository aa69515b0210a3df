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

/// One thing in which an instance is not as its prefab's file.
struct PrefabOverride
{
    EntityId entity;
    std::string name;       ///< as in PrefabOverrides; of a removal the path of the part
    bool isRemoval = false; ///< `entity` is the prefab instance that lacks the part
    friend bool operator==(const PrefabOverride&, const PrefabOverride&) = default;
};

/// All overrides that an instance keeps, by entity, parents first.
[[nodiscard]] std::vector<PrefabOverride> overridesIn(const engine::World& world,
                                                      EntityId instance);

/// Whether there is one: ends at the first.
[[nodiscard]] bool hasOverridesIn(const engine::World& world, EntityId instance);

/// Those of one property, or one entry of a bag, of an entity: none or one.
[[nodiscard]] std::vector<PrefabOverride> overridesOf(const engine::World& world,
                                                      EntityId entity,
                                                      std::string_view component,
                                                      std::string_view property,
                                                      std::string_view entry = {});

/// "'lamp': Light, Intensity", "'lamp' was added", "the part 17 was removed".
[[nodiscard]] std::string overrideText(const engine::World& world,
                                       const engine::TypeRegistry& types,
                                       const PrefabOverride& override);

/// Takes back what the file has there. Of what was added, all below it goes, too. Refused if the
/// file cannot be read.
engine::Result<void> revertOverrides(Transaction& transaction,
                                     std::span<const PrefabOverride> overrides,
                                     engine::PrefabLibrary& library);

/// Writes overrides of one instance into its prefab's file, and lets all instances follow. What
/// points out of the prefab stays an override. Refused if nothing can be written, or the prefab
/// would contain itself; then neither scene nor file changes.
engine::Result<PrefabWrite> applyOverrides(Transaction& transaction,
                                           std::span<const PrefabOverride> overrides,
                                           engine::PrefabLibrary& library);
} // namespace editor
