#include "editor/operations/prefab/prefab_rule.h"

#include "editor/operations/prefab/linked_groups.h"
#include "editor/operations/prefab/prefab_contents.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/sibling_order.h"
#include "engine_core/scene/components/unread_data.h"
#include "engine_core/scene/prefabs/prefab_parts.h"
#include "engine_core/scene/world/hierarchy.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace editor
{
namespace
{
using engine::AddedOverride;
using engine::Change;
using engine::Error;
using engine::LinkedGroup;
using engine::LinkedMember;
using engine::Node;
using engine::PrefabInstance;
using engine::PrefabOverrides;
using engine::Result;
using engine::typeIdOf;
using engine::TypeInfo;
using engine::ValueBag;
using engine::World;

/// Names of the entries that two bags do not share.
std::vector<std::string> differences(const ValueBag& a, const ValueBag& b)
{
    std::vector<std::string> names;
    const auto add = [&](const ValueBag& from, const ValueBag& other) {
        for (const auto& [name, value] : from) {
            const auto* there = engine::findValue(other, name);
            if (there == nullptr || !(*there == value))
                names.push_back(name);
        }
    };
    add(a, b);
    add(b, a);
    return names;
}

class PrefabUpdate
{
public:
    explicit PrefabUpdate(Transaction& transaction)
        : m_transaction{transaction}
        , m_world{transaction.world()}
        , m_changes{transaction.changes()}
        , m_managed{managedPrefabs(m_changes)}
        , m_before{m_world}
    {
        engine::Edit back;
        for (const auto& change : m_changes)
            back.swaps.push_back({change.entity, change.type, change.before});
        m_before.exchange(back);
    }

    Result<void> run()
    {
        collectCandidates();
        for (const auto entity : m_candidates)
            if (auto allowed = checkCycle(entity); !allowed)
                return allowed;
        for (const auto entity : m_candidates)
            relinkCopy(entity);
        for (const auto entity : m_candidates)
            noteMove(entity);
        for (const auto& change : m_changes)
            noteValue(change);
        for (auto& [entity, overrides] : m_overrides)
            write(entity, std::move(overrides));
        return {};
    }

private:
    /// What may have come, gone, or become another part; parents first, as far as they exist.
    void collectCandidates()
    {
        std::unordered_set<EntityId> seen;
        for (const auto& change : m_changes) {
            if (change.type != typeIdOf<Node>() && change.type != typeIdOf<LinkedGroup>() &&
                change.type != typeIdOf<LinkedMember>() &&
                change.type != typeIdOf<PrefabInstance>())
                continue;
            if (change.type == typeIdOf<PrefabInstance>() && isWrittenAnew(change))
                continue; // only managed: parts that come or go have changes of their own
            for (const World* world : {static_cast<const World*>(&m_before), &m_world})
                for (const auto entity : engine::subtree(*world, change.entity))
                    if (seen.insert(entity).second)
                        m_candidates.push_back(entity);
        }
        std::stable_sort(m_candidates.begin(), m_candidates.end(),
                         [&](EntityId a, EntityId b) { return depthOf(a) < depthOf(b); });
    }

    [[nodiscard]] static bool isWrittenAnew(const Change& change)
    {
        const auto fileOf = [](const engine::ComponentValue& value) {
            return static_cast<const PrefabInstance*>(value.get());
        };
        return change.before && change.after && *fileOf(change.before) == *fileOf(change.after);
    }

    [[nodiscard]] int depthOf(EntityId entity) const
    {
        const auto& world = m_world.exists(entity) ? m_world : m_before;
        int depth = 0;
        for (const auto* node = world.get<Node>(entity);
             node != nullptr && depth < engine::MaxHierarchyDepth;
             node = world.get<Node>(node->parent))
            ++depth;
        return depth;
    }

    [[nodiscard]] Result<void> checkCycle(EntityId entity) const
    {
        const auto* instance = m_world.get<PrefabInstance>(entity);
        if (instance == nullptr || instance->file.path.empty())
            return {};
        int depth = 0;
        for (auto above = engine::prefabAbove(m_world, entity);
             above && depth < engine::MaxHierarchyDepth;
             above = engine::prefabAbove(m_world, above), ++depth)
            if (*m_world.get<PrefabInstance>(above) == *instance)
                return Error{"The prefab '{}' cannot contain an instance of itself",
                             instance->file.path};
        return {};
    }

    /// Whether two linked groups answer to each other in copies of a linked group around them.
    [[nodiscard]] bool areCounterparts(EntityId a, EntityId b) const
    {
        const auto* first = m_world.get<LinkedMember>(a);
        const auto* second = m_world.get<LinkedMember>(b);
        const auto aboveFirst = linkedGroupAbove(m_world, a);
        const auto aboveSecond = linkedGroupAbove(m_world, b);
        const auto* aroundFirst = m_world.get<LinkedGroup>(aboveFirst);
        const auto* aroundSecond = m_world.get<LinkedGroup>(aboveSecond);
        return first != nullptr && second != nullptr && first->source == second->source &&
               aroundFirst != nullptr && aroundSecond != nullptr && aboveFirst != aboveSecond &&
               aroundFirst->link == aroundSecond->link;
    }

    /// What tells instances apart that share a link: the linked group around and the part of it.
    using Seat = std::pair<std::int64_t, std::int64_t>;

    static Seat seatOf(const World& world, EntityId entity)
    {
        const auto* member = world.get<LinkedMember>(entity);
        const auto around = linkedGroupAbove(world, entity);
        return {around ? world.get<LinkedGroup>(around)->link
                       : -static_cast<std::int64_t>(entity.value),
                member != nullptr ? member->source : 0};
    }

    /// Was an instance before this step, at the same seat.
    [[nodiscard]] bool isSettled(EntityId entity) const
    {
        return m_before.get<PrefabInstance>(entity) != nullptr &&
               m_before.get<LinkedGroup>(entity) != nullptr &&
               seatOf(m_before, entity) == seatOf(m_world, entity);
    }

    /// A copy of an instance is an instance of its own, not a linked copy of it; and so is one that
    /// left a linked group. Only those that answer to each other in copies of a linked group around
    /// them share a link.
    void relinkCopy(EntityId entity)
    {
        const auto* group = m_world.get<LinkedGroup>(entity);
        if (group == nullptr || m_world.get<PrefabInstance>(entity) == nullptr ||
            isSettled(entity) || (m_before.exists(entity) && isManaged(entity)))
            return;
        const auto copies = linkedCopies(m_world, entity);
        bool hasStranger = false;
        for (const auto copy : copies) {
            const bool isCounterpart = areCounterparts(entity, copy);
            if (isCounterpart && isSettled(copy))
                return; // it came with a copy of the group around
            hasStranger |= copy != entity && !isCounterpart;
        }
        if (!hasStranger)
            return;
        const auto old = group->link;
        const auto around = linkedGroupAbove(m_world, entity);
        const auto* member = m_world.get<LinkedMember>(entity);
        const auto aroundLink = around ? m_world.get<LinkedGroup>(around)->link
                                       : -static_cast<std::int64_t>(entity.value);
        const auto link =
            newLink({old, member != nullptr ? member->source : 0, aroundLink}, entity);
        m_transaction.set(entity, LinkedGroup{link, group->own});
        const auto outer = m_world.get<LinkedGroup>(outermostNew(entity))->link;
        for (const auto each : engine::subtree(m_world, entity)) {
            const auto* inner = m_world.get<LinkedGroup>(each);
            if (each == entity || inner == nullptr ||
                m_world.get<PrefabInstance>(each) != nullptr ||
                engine::prefabAbove(m_world, each) != entity || isInAdded(each))
                continue;
            m_transaction.set(each,
                              LinkedGroup{newLink({inner->link, 0, outer}, each), inner->own});
        }
    }

    /// Whether a part was added to its instance, by itself or in a linked group, which stays a copy
    /// of those that it came from with all that is in it.
    [[nodiscard]] bool isInAdded(EntityId part) const
    {
        const auto instance = engine::prefabAbove(m_world, part);
        for (auto at = part; at && at != instance; at = linkedGroupAbove(m_world, at))
            if (engine::isAddedToPrefab(m_world, at))
                return true;
        return false;
    }

    /// The outermost instance that came with this one in this step. Its file may link groups in
    /// prefabs inside it with each other, so that their links are of one kind.
    [[nodiscard]] EntityId outermostNew(EntityId instance) const
    {
        for (int depth = 0; depth < engine::MaxHierarchyDepth; ++depth) {
            const auto above = engine::prefabAbove(m_world, instance);
            if (!above || m_before.exists(above) || engine::isAddedToPrefab(m_world, instance))
                break;
            instance = above;
        }
        return instance;
    }

    using LinkKey = std::tuple<std::int64_t, std::int64_t, std::int64_t>;

    std::int64_t newLink(const LinkKey& key, EntityId wish)
    {
        const auto known = m_links.find(key);
        if (known != m_links.end())
            return known->second;
        return m_links.emplace(key, engine::unusedLink(m_world, wish)).first->second;
    }

    [[nodiscard]] bool isManaged(EntityId entity) const
    {
        if (m_managed.empty())
            return false;
        const auto& world = m_world.exists(entity) ? m_world : m_before;
        for (int depth = 0; entity && depth < engine::MaxHierarchyDepth; ++depth) {
            if (m_managed.contains(entity))
                return true;
            const auto* node = world.get<Node>(entity);
            entity = node != nullptr ? node->parent : EntityId{};
        }
        return false;
    }

    /// The same part of the same instance as before, wherever in it.
    [[nodiscard]] bool isSamePart(EntityId entity) const
    {
        const auto above = engine::prefabAbove(m_world, entity);
        return above && m_before.exists(entity) && m_world.exists(entity) &&
               engine::prefabAbove(m_before, entity) == above &&
               partPath(m_before, above, entity) == partPath(m_world, above, entity);
    }

    void noteMove(EntityId entity)
    {
        if (isManaged(entity) || isSamePart(entity))
            return;
        noteRemoval(entity);
        if (!m_world.exists(entity))
            return;
        const auto above = engine::prefabAbove(m_world, entity);
        if (!above) {
            if (m_world.get<PrefabOverrides>(entity) != nullptr)
                forgetOutside(entity, overridesOf(entity));
            return;
        }
        if (m_before.get<PrefabInstance>(above) == nullptr)
            return; // came with the instance
        auto& overrides = overridesOf(entity);
        forgetOutside(entity, overrides);
        const auto place = engine::prefabPlace(m_world, entity, AddedOverride);
        engine::setValue(overrides.values, AddedOverride, {std::int64_t{place.depth}});
        m_joined.insert(entity);
    }

    /// Written down where the part was, unless it had been added there.
    void noteRemoval(EntityId entity)
    {
        if (!m_before.exists(entity))
            return;
        const auto above = engine::prefabAbove(m_before, entity);
        if (!above || m_world.get<PrefabInstance>(above) == nullptr || isManaged(above) ||
            engine::isAddedToPrefab(m_before, entity))
            return;
        const auto path = engine::pathToText(partPath(m_before, above, entity));
        const auto level = engine::prefabPlace(m_world, above, {}).depth;
        engine::setValue(overridesOf(above).removed, path, {std::int64_t{level}});
    }

    /// What was overridden in an instance that it is in no more.
    void forgetOutside(EntityId entity, PrefabOverrides& overrides) const
    {
        if (m_world.get<PrefabInstance>(entity) == nullptr)
            overrides = {};
        std::erase_if(overrides.values, [](const engine::NamedValue& entry) {
            return engine::belongsAround(overriddenComponent(entry.name));
        });
    }

    void noteValue(const Change& change)
    {
        const auto* type = m_transaction.types().find(change.type);
        if (type == nullptr || change.type == typeIdOf<PrefabOverrides>() ||
            change.type == typeIdOf<engine::UnreadData>() ||
            change.type == typeIdOf<engine::SiblingOrder>() ||
            change.type == typeIdOf<engine::Layer>())
            return;
        const auto entity = change.entity;
        if (!m_before.exists(entity) || !m_world.exists(entity) || m_joined.contains(entity))
            return;
        const auto place = engine::prefabPlace(m_world, entity, type->name);
        if (!place || m_before.get<PrefabInstance>(place.root) == nullptr || isManaged(entity))
            return;
        const bool isInside =
            entity == place.root ||
            (m_world.get<PrefabInstance>(entity) != nullptr && !engine::belongsAround(type->name));
        if (!isInside && (engine::isAddedToPrefab(m_world, entity) || !isSamePart(entity)))
            return;
        for (const auto& name : changedNames(*type, change))
            engine::setValue(overridesOf(entity).values, name, {std::int64_t{place.depth}});
    }

    /// The overrides that one changed component makes.
    [[nodiscard]] static std::vector<std::string> changedNames(const TypeInfo& type,
                                                               const Change& change)
    {
        if (!change.before || !change.after)
            return type.id == typeIdOf<LinkedMember>() ? std::vector<std::string>{}
                                                       : std::vector{type.name};
        if (type.properties.empty())
            return type.equal(change.before.get(), change.after.get()) ? std::vector<std::string>{}
                                                                       : std::vector{type.name};
        std::vector<std::string> names;
        for (const auto& property : type.properties) {
            const auto before = property.get(change.before.get());
            const auto after = property.get(change.after.get());
            if (before == after || isOwnMatter(type.id, property.name))
                continue;
            if (property.kind != engine::PropertyKind::Bag) {
                names.push_back(engine::overrideName(type.name, property.name));
                continue;
            }
            for (const auto& entry : differences(*before.as<ValueBag>(), *after.as<ValueBag>()))
                names.push_back(engine::overrideName(type.name, property.name, entry));
        }
        return names;
    }

    static bool isOwnMatter(engine::TypeId type, std::string_view property)
    {
        return (type == typeIdOf<Node>() && (property == "hidden" || property == "locked")) ||
               (type == typeIdOf<LinkedMember>() && property == "source") ||
               (type == typeIdOf<LinkedGroup>() && property == "link");
    }

    PrefabOverrides& overridesOf(EntityId entity)
    {
        const auto [at, isNew] = m_overrides.try_emplace(entity);
        if (const auto* now = m_world.get<PrefabOverrides>(entity); isNew && now != nullptr)
            at->second = *now;
        return at->second;
    }

    void write(EntityId entity, PrefabOverrides overrides)
    {
        const auto* now = m_world.get<PrefabOverrides>(entity);
        if (overrides == (now != nullptr ? *now : PrefabOverrides{}))
            return;
        if (overrides == PrefabOverrides{})
            m_transaction.remove<PrefabOverrides>(entity);
        else
            m_transaction.set(entity, std::move(overrides));
    }

    Transaction& m_transaction;
    const World& m_world;
    std::vector<Change> m_changes;
    std::unordered_set<EntityId> m_managed;
    World m_before; ///< the state at the beginning of the transaction
    std::vector<EntityId> m_candidates;
    std::unordered_set<EntityId> m_joined;
    std::map<EntityId, PrefabOverrides> m_overrides;
    std::map<LinkKey, std::int64_t> m_links;
};

/// Most steps have nothing to do with prefabs, and shall cost nothing.
bool concernsPrefabs(const Transaction& transaction)
{
    const auto& world = transaction.world();
    if (world.count<PrefabInstance>() == 0 && world.count<PrefabOverrides>() == 0)
        return false;
    const auto changes = transaction.changes();
    return std::any_of(changes.begin(), changes.end(), [&](const Change& change) {
        return change.type == typeIdOf<LinkedMember>() ||
               change.type == typeIdOf<PrefabInstance>() ||
               change.type == typeIdOf<PrefabOverrides>() ||
               world.get<PrefabInstance>(change.entity) != nullptr ||
               engine::prefabAbove(world, change.entity);
    });
}
} // namespace

Result<void> notePrefabOverrides(Transaction& transaction)
{
    return concernsPrefabs(transaction) ? PrefabUpdate{transaction}.run() : Result<void>{};
}

void managePrefab(Transaction& transaction, EntityId instance)
{
    // Written anew, which rules see and the history does not.
    if (const auto* prefab = transaction.world().get<PrefabInstance>(instance))
        transaction.set(instance, PrefabInstance{*prefab});
}

std::unordered_set<EntityId> managedPrefabs(const std::vector<Change>& changes)
{
    std::unordered_set<EntityId> managed;
    for (const auto& change : changes)
        if (change.type == typeIdOf<PrefabInstance>() && change.before && change.after)
            managed.insert(change.entity);
    return managed;
}
} // namespace editor
