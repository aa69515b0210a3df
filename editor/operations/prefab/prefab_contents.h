#pragma once

#include "editor/document/transaction.h"
#include "editor/operations/prefab/prefab_write.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/prefabs/prefab_merge.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace editor
{
using engine::EntityId;

/// Writes parts of an instance into the contents of its prefab. Ids of the file never change: a new
/// part gets its source as id, so that it answers to the part here.
class PrefabFileEdit
{
public:
    PrefabFileEdit(const engine::World& world,
                   EntityId instance,
                   const engine::TypeRegistry& types,
                   std::shared_ptr<engine::PrefabWorld> file);

    /// The part with what is above and, in linked groups, below it; its id in the file.
    EntityId add(EntityId part);

    /// Components of added parts get their values when all of them are known.
    void finishAdded();

    [[nodiscard]] const std::vector<EntityId>& added() const { return m_added; }

    /// Where the part is in the file; null if it is not.
    [[nodiscard]] EntityId inFile(EntityId part) const;

    /// A component of a part as the file has it.
    [[nodiscard]] engine::ComponentValue valueInFile(EntityId part,
                                                     const engine::TypeInfo& type) const;

    void set(EntityId inFile, engine::TypeId type, engine::ComponentValue value);
    void removeFromFile(EntityId inFile);

    [[nodiscard]] engine::PrefabWorld& file() { return *m_file; }

private:
    /// Whether the instance overrides with what the part is linked.
    [[nodiscard]] bool keepsLink(EntityId part) const;
    void addLink(std::int64_t link);

    const engine::World& m_world;
    EntityId m_instance;
    const engine::TypeRegistry& m_types;
    std::shared_ptr<engine::PrefabWorld> m_file;
    engine::EntityMap m_toFile;
    std::unordered_map<std::int64_t, std::int64_t> m_links; ///< here and in the file
    std::vector<EntityId> m_added;
};

/// What a new prefab's file holds.
[[nodiscard]] std::shared_ptr<engine::PrefabWorld>
prefabContents(const engine::World& world, EntityId instance, const engine::TypeRegistry& types);

/// Saves atomically; makes the folder if there is none.
engine::Result<PrefabWrite> writePrefab(const engine::fs::path& file,
                                        const engine::PrefabWorld& contents,
                                        const engine::TypeRegistry& types);

/// Whether a property, or an entry of one, points to something that is not in the instance.
[[nodiscard]] bool
pointsOutside(const engine::World& world, EntityId instance, const engine::Value& value);

/// Makes overrides of all values of the parts that point out of the instance: a file cannot.
void keepOutsideReferences(Transaction& transaction,
                           EntityId instance,
                           std::span<const EntityId> parts);

/// The overrides of an entity without those that this instance keeps.
[[nodiscard]] engine::PrefabOverrides withoutLevelsOf(const engine::World& world,
                                                      EntityId instance,
                                                      EntityId entity,
                                                      const engine::PrefabOverrides& overrides);

/// The component that an override is about: "light" of "light.intensity".
[[nodiscard]] std::string_view overriddenComponent(std::string_view name);
} // namespace editor
