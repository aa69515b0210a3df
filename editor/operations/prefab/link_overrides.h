#pragma once

#include "editor/document/transaction.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/prefabs/prefab_parts.h"

#include <span>

namespace editor
{
using engine::EntityId;

/// Writes down, as overrides of a prefab instance, what a copy of a linked group in it got from a
/// copy elsewhere. For instances that follow their file in the same step: of what else happens to
/// these, the rule of prefabs believes that it came from the file.
class LinkOverrides
{
public:
    /// Nothing is written down unless `copy` lies in an instance that is `isManaged` and that keeps
    /// other overrides than the one around `root`.
    LinkOverrides(Transaction& transaction, EntityId root, EntityId copy, bool isManaged);

    /// Parts that came, parents first.
    void noteJoined(std::span<const EntityId> parts);

    /// A component that the part got, changed or lost.
    void noteValue(EntityId part, const engine::TypeInfo& type);

    /// Before the part goes, with everything below it.
    void noteRemoval(EntityId part);

private:
    void set(EntityId entity, engine::PrefabOverrides overrides);

    Transaction& m_transaction;
    const engine::World& m_world;
    bool m_isNeeded = false;
};
} // namespace editor
