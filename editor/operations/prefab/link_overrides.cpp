#include "editor/operations/prefab/link_overrides.h"

#include "editor/operations/prefab/prefab_contents.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"

#include <algorithm>

namespace editor
{
using engine::AddedOverride;
using engine::PrefabInstance;
using engine::PrefabOverrides;

namespace
{
std::int64_t linkOf(const engine::World& world, EntityId instance)
{
    const auto* group = world.get<engine::LinkedGroup>(instance);
    return group != nullptr ? group->link : 0;
}

/// Whether the parts of both instances answer to each other.
bool areSame(const engine::World& world, EntityId a, EntityId b)
{
    return a == b || (a && b && linkOf(world, a) != 0 && linkOf(world, a) == linkOf(world, b));
}

PrefabOverrides overridesNow(const engine::World& world, EntityId entity)
{
    const auto* now = world.get<PrefabOverrides>(entity);
    return now != nullptr ? *now : PrefabOverrides{};
}
} // namespace

LinkOverrides::LinkOverrides(Transaction& transaction, EntityId root, EntityId copy, bool isManaged)
    : m_transaction{transaction}
    , m_world{transaction.world()}
    , m_isNeeded{
          isManaged && engine::prefabAbove(m_world, copy) &&
          !areSame(m_world, engine::prefabAbove(m_world, root), engine::prefabAbove(m_world, copy))}
{
}

void LinkOverrides::set(EntityId entity, PrefabOverrides overrides)
{
    if (overrides != overridesNow(m_world, entity))
        m_transaction.set(entity, std::move(overrides));
}

void LinkOverrides::noteJoined(std::span<const EntityId> parts)
{
    if (!m_isNeeded)
        return;
    for (const auto part : parts) {
        const auto above = engine::prefabAbove(m_world, part);
        if (std::find(parts.begin(), parts.end(), above) != parts.end())
            continue; // came with its instance, which keeps what it overrides
        auto overrides = overridesNow(m_world, part);
        if (m_world.get<PrefabInstance>(part) == nullptr)
            overrides = {};
        std::erase_if(overrides.values, [](const engine::NamedValue& entry) {
            return engine::belongsAround(overriddenComponent(entry.name));
        });
        const auto place = engine::prefabPlace(m_world, part, AddedOverride);
        engine::setValue(overrides.values, AddedOverride, {std::int64_t{place.depth}});
        set(part, std::move(overrides));
    }
}

void LinkOverrides::noteValue(EntityId part, const engine::TypeInfo& type)
{
    if (!m_isNeeded || type.id == engine::typeIdOf<engine::LinkedMember>() ||
        type.id == engine::typeIdOf<PrefabOverrides>())
        return;
    if (engine::isAddedToPrefab(m_world, part))
        return; // as a whole
    auto overrides = overridesNow(m_world, part);
    const auto place = engine::prefabPlace(m_world, part, type.name);
    engine::setValue(overrides.values, type.name, {std::int64_t{place.depth}});
    set(part, std::move(overrides));
}

void LinkOverrides::noteRemoval(EntityId part)
{
    if (!m_isNeeded)
        return;
    for (const auto each : engine::subtree(m_world, part)) {
        const auto above = engine::prefabAbove(m_world, each);
        if (!above || engine::isAncestor(m_world, part, above) || above == part ||
            engine::isAddedToPrefab(m_world, each))
            continue; // goes with its instance, or the file knows nothing of it
        auto overrides = overridesNow(m_world, above);
        const auto path = engine::pathToText(engine::partPath(m_world, above, each));
        const auto level = engine::prefabPlace(m_world, above, {}).depth;
        engine::setValue(overrides.removed, path, {std::int64_t{level}});
        set(above, std::move(overrides));
    }
}
} // namespace editor
