#include "editor/operations/prefab/link_update.h"

#include "editor/operations/prefab/link_overrides.h"
#include "editor/operations/prefab/linked_groups.h"
#include "editor/operations/prefab/prefab_rule.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/sibling_order.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/patches/curved_patch.h"
#include "engine_core/scene/world/hierarchy.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

namespace editor
{
namespace
{
using engine::ComponentValue;
using engine::Error;
using engine::LinkedGroup;
using engine::LinkedMember;
using engine::Node;
using engine::Result;
using engine::TypeId;
using engine::typeIdOf;

using Key = std::int64_t; ///< LinkedMember::source; 0 is the group itself

/// What a step did inside one copy.
struct CopyEdit
{
    std::vector<EntityId> joined;  ///< new parts, parents before children
    std::vector<EntityId> rebuilt; ///< parts that were linked or separated: copied anew as a whole
    std::set<Key> left;
    std::map<std::pair<Key, TypeId>, EntityId> changed;

    [[nodiscard]] bool isEmpty() const
    {
        return joined.empty() && rebuilt.empty() && left.empty() && changed.empty();
    }
};

template <typename T>
const T* cast(const ComponentValue& value)
{
    return static_cast<const T*>(value.get());
}

/// One run of the rule. "Before" is the state at the beginning of the transaction.
class LinkUpdate
{
public:
    explicit LinkUpdate(Transaction& transaction)
        : m_transaction{transaction}, m_world{transaction.world()}
    {
    }

    Result<void> run()
    {
        m_changes = m_transaction.changes();
        m_managed = managedPrefabs(m_changes);
        for (const auto& change : m_changes)
            if (change.type == typeIdOf<Node>())
                m_nodesBefore.emplace(change.entity, change.before);
            else if (change.type == typeIdOf<LinkedGroup>())
                m_groupsBefore.emplace(change.entity, change.before);
            else if (change.type == typeIdOf<LinkedMember>())
                m_membersBefore.emplace(change.entity, change.before);
        collectMoves();
        collectValues();
        for (const auto& [root, edit] : m_edits)
            if (auto allowed = checkCycles(root, edit); !allowed)
                return allowed;
        std::map<Key, std::vector<EntityId>> sources; // by link
        for (const auto& [root, edit] : m_edits)
            if (!edit.isEmpty())
                sources[m_world.get<LinkedGroup>(root)->link].push_back(root);
        for (const auto& [link, roots] : sources)
            for (const auto root : roots)
                for (const auto copy : linkedCopies(m_world, root))
                    if (copy != root)
                        if (auto done = follow(root, copy); !done)
                            return done;
        return {};
    }

private:
    [[nodiscard]] const Node* nodeBefore(EntityId entity) const
    {
        const auto at = m_nodesBefore.find(entity);
        return at != m_nodesBefore.end() ? cast<Node>(at->second) : m_world.get<Node>(entity);
    }

    [[nodiscard]] const LinkedGroup* groupBefore(EntityId entity) const
    {
        const auto at = m_groupsBefore.find(entity);
        return at != m_groupsBefore.end() ? cast<LinkedGroup>(at->second)
                                          : m_world.get<LinkedGroup>(entity);
    }

    [[nodiscard]] Key keyBefore(EntityId entity) const
    {
        const auto at = m_membersBefore.find(entity);
        const auto* member = at != m_membersBefore.end() ? cast<LinkedMember>(at->second)
                                                         : m_world.get<LinkedMember>(entity);
        return member != nullptr ? member->source : 0;
    }

    [[nodiscard]] EntityId rootBefore(EntityId entity) const
    {
        for (int depth = 0; entity && depth < engine::MaxHierarchyDepth; ++depth) {
            const auto* node = nodeBefore(entity);
            entity = node != nullptr ? node->parent : EntityId{};
            if (entity && groupBefore(entity) != nullptr)
                return entity;
        }
        return {};
    }

    /// Linked before and now, with the same copies: what is done in it is done in them.
    [[nodiscard]] bool isOldCopy(EntityId root) const
    {
        const auto* now = root ? m_world.get<LinkedGroup>(root) : nullptr;
        const auto* before = now != nullptr ? groupBefore(root) : nullptr;
        return before != nullptr && before->link == now->link && nodeBefore(root) != nullptr;
    }

    /// Who came to, left, or became another kind of part of a linked group.
    void collectMoves()
    {
        std::unordered_set<EntityId> seen;
        std::vector<EntityId> candidates;
        for (const auto& change : m_changes) {
            if (change.type != typeIdOf<Node>() && change.type != typeIdOf<LinkedGroup>())
                continue;
            for (const auto entity : engine::subtree(m_world, change.entity))
                if (seen.insert(entity).second)
                    candidates.push_back(entity);
        }
        std::stable_sort(candidates.begin(), candidates.end(),
                         [&](EntityId a, EntityId b) { return depthOf(a) < depthOf(b); });
        for (const auto entity : candidates)
            collectMove(entity);
    }

    [[nodiscard]] int depthOf(EntityId entity) const
    {
        int depth = 0;
        for (const auto* node = m_world.get<Node>(entity);
             node != nullptr && depth < engine::MaxHierarchyDepth;
             node = m_world.get<Node>(node->parent))
            ++depth;
        return depth;
    }

    /// Part of a prefab instance that the step let follow its file: its key is that of the file.
    [[nodiscard]] bool isManaged(EntityId entity) const
    {
        for (int depth = 0; entity && depth < engine::MaxHierarchyDepth && !m_managed.empty();
             ++depth) {
            if (m_managed.contains(entity))
                return true;
            const auto* node = m_world.get<Node>(entity);
            node = node != nullptr ? node : nodeBefore(entity);
            entity = node != nullptr ? node->parent : EntityId{};
        }
        return false;
    }

    void collectMove(EntityId entity)
    {
        const auto before = rootBefore(entity);
        const auto now = m_world.exists(entity) ? linkedGroupAbove(m_world, entity) : EntityId{};
        if (before && before != now && isOldCopy(before) && keyBefore(entity) != 0)
            m_edits[before].left.insert(keyBefore(entity));
        if (!m_world.exists(entity))
            return;
        if (!now) {
            if (m_world.get<LinkedMember>(entity) != nullptr)
                m_transaction.remove<LinkedMember>(entity);
            return;
        }
        if (!isOldCopy(now))
            return giveKeyIfMissing(entity);
        if (before != now) {
            if (!isManaged(entity))
                m_transaction.set(entity, LinkedMember{freshKey(entity), {}});
            m_edits[now].joined.push_back(entity);
        } else if (linkOf(m_world.get<LinkedGroup>(entity)) != linkOf(groupBefore(entity)) &&
                   !isManaged(entity)) {
            m_edits[now].rebuilt.push_back(entity);
        }
    }

    static Key linkOf(const LinkedGroup* group) { return group != nullptr ? group->link : 0; }

    void giveKeyIfMissing(EntityId entity)
    {
        if (m_world.get<LinkedMember>(entity) == nullptr)
            m_transaction.set(entity, LinkedMember{freshKey(entity), {}});
    }

    /// A number that no part of any linked group has or had in this step.
    Key freshKey(EntityId entity)
    {
        if (m_usedKeys.empty()) {
            m_usedKeys.insert(0);
            m_world.forEach<LinkedMember>(
                [&](EntityId, const LinkedMember& member) { m_usedKeys.insert(member.source); });
            for (const auto& [each, before] : m_membersBefore)
                if (before)
                    m_usedKeys.insert(cast<LinkedMember>(before)->source);
        }
        auto key = static_cast<std::uint32_t>(entity.value);
        while (!m_usedKeys.insert(static_cast<Key>(key)).second)
            key = key * 1664525U + 1013904223U; // a full cycle through all 32-bit numbers
        return static_cast<Key>(key);
    }

    /// Components that were written in parts that stayed parts of the same copy.
    void collectValues()
    {
        for (const auto& change : m_changes) {
            if (change.type == typeIdOf<LinkedGroup>() || change.type == typeIdOf<LinkedMember>() ||
                change.type == typeIdOf<engine::PrefabOverrides>() ||
                change.type == typeIdOf<engine::SiblingOrder>() || !m_world.exists(change.entity) ||
                nodeBefore(change.entity) == nullptr)
                continue;
            const bool isPlace = change.type == typeIdOf<Node>() ||
                                 change.type == typeIdOf<engine::TransformComponent>();
            const bool isOfRoot = !isPlace && isOldCopy(change.entity);
            const auto root = linkedGroupAbove(m_world, change.entity);
            const auto key = keyBefore(change.entity);
            const bool isOfPart = isOldCopy(root) && key != 0 && rootBefore(change.entity) == root;
            if ((!isOfRoot && !isOfPart) || isEqual(change))
                continue;
            if (isOfRoot)
                m_edits[change.entity].changed[{0, change.type}] = change.entity;
            if (isOfPart)
                m_edits[root].changed[{key, change.type}] = change.entity;
        }
    }

    [[nodiscard]] bool isEqual(const engine::Change& change) const
    {
        const auto* type = m_transaction.types().find(change.type);
        return type != nullptr && change.before && change.after &&
               type->equal(change.before.get(), change.after.get());
    }

    Result<void> checkCycles(EntityId root, const CopyEdit& edit) const
    {
        std::set<Key> above;
        int depth = 0;
        for (auto at = root; at && depth < engine::MaxHierarchyDepth;
             at = linkedGroupAbove(m_world, at), ++depth)
            above.insert(m_world.get<LinkedGroup>(at)->link);
        auto entered = edit.joined;
        entered.insert(entered.end(), edit.rebuilt.begin(), edit.rebuilt.end());
        for (const auto entity : entered)
            for (const auto each : engine::subtree(m_world, entity))
                if (const auto* group = m_world.get<LinkedGroup>(each);
                    group != nullptr && above.contains(group->link))
                    return Error{"A linked group cannot contain a copy of itself"};
        return {};
    }

    /// Does to `copy` what was done to `root`.
    Result<void> follow(EntityId root, EntityId copy)
    {
        const auto& edit = m_edits.at(root);
        EntityMap map{{root, copy}};
        mapNeeded(edit, root, copy, map);
        if (auto allowed = checkConflicts(edit, copy); !allowed)
            return allowed;
        LinkOverrides overrides{m_transaction, root, copy, isManaged(copy)};
        overrides.noteJoined(addJoined(edit, copy, map));
        for (const auto& [what, entity] : edit.changed)
            if (auto done = followValue(what, entity, copy, map, overrides); !done)
                return done;
        for (const auto key : edit.left)
            if (const auto part = m_parts.find({copy, key});
                part != m_parts.end() && m_world.exists(part->second)) {
                overrides.noteRemoval(part->second);
                m_transaction.destroy(part->second);
            }
        return {};
    }

    [[nodiscard]] static std::string nameOf(const engine::World& world, EntityId entity)
    {
        const auto* node = world.get<Node>(entity);
        return node != nullptr ? node->name : std::string{};
    }

    Result<void> conflict(EntityId copy) const
    {
        return Error{"Two copies of the linked group '{}' were changed differently in one step; "
                     "change one of them, the others follow",
                     nameOf(m_world, copy)};
    }

    /// What one copy gave away must not be what another one changed or put something into.
    Result<void> checkConflicts(const CopyEdit& edit, EntityId copy) const
    {
        const auto other = m_edits.find(copy);
        if (other == m_edits.end())
            return {};
        for (const auto& [what, entity] : other->second.changed)
            if (edit.left.contains(what.first))
                return conflict(copy);
        for (const auto key : edit.left) {
            const auto part = m_parts.find({copy, key});
            if (part == m_parts.end())
                continue;
            for (const auto joined : other->second.joined)
                if (engine::isAncestor(m_world, part->second, joined))
                    return conflict(copy);
        }
        return {};
    }

    /// Finds the parts of the copy that the edit needs, in one pass over all parts of linked
    /// groups.
    void mapNeeded(const CopyEdit& edit, EntityId root, EntityId copy, EntityMap& map)
    {
        std::map<Key, EntityId> needed; // part of root, by key; null: only to be found
        const auto need = [&](EntityId entity) {
            const auto* member = m_world.get<LinkedMember>(entity);
            if (member != nullptr && linkedGroupAbove(m_world, entity) == root)
                needed[member->source] = entity;
        };
        const auto needReferences = [&](EntityId entity) {
            for (const auto type : m_world.types())
                for (const auto pointed :
                     referencesOf(m_transaction.types().find(type), m_world.value(entity, type)))
                    need(pointed);
        };
        for (const auto key : edit.left)
            needed.emplace(key, EntityId{});
        for (const auto entity : edit.joined) {
            need(entity);
            needReferences(entity);
        }
        for (const auto entity : edit.rebuilt) {
            need(entity);
            for (const auto each : engine::subtree(m_world, entity))
                needReferences(each);
        }
        for (const auto& [what, entity] : edit.changed) {
            need(entity);
            for (const auto pointed : referencesOf(m_transaction.types().find(what.second),
                                                   m_world.value(entity, what.second)))
                need(pointed);
        }
        m_world.forEach<LinkedMember>([&](EntityId entity, const LinkedMember& member) {
            const auto at = needed.find(member.source);
            if (at == needed.end() || linkedGroupAbove(m_world, entity) != copy)
                return;
            m_parts[{copy, member.source}] = entity;
            if (at->second)
                map[at->second] = entity;
        });
    }

    /// The new parts of the copy.
    std::vector<EntityId> addJoined(const CopyEdit& edit, EntityId copy, EntityMap& map)
    {
        std::vector<EntityId> originals;
        std::vector<EntityId> added;
        const auto add = [&](EntityId entity) {
            added.push_back(map[entity] = m_transaction.create({}));
            originals.push_back(entity);
        };
        std::unordered_set<EntityId> whole; // what came along with something above it
        for (const auto entity : edit.rebuilt) {
            if (const auto old = m_parts.find({copy, keyOf(entity)}); old != m_parts.end())
                if (m_world.exists(old->second))
                    m_transaction.destroy(old->second);
            for (const auto each : engine::subtree(m_world, entity))
                if (whole.insert(each).second)
                    add(each);
        }
        for (const auto entity : edit.joined) {
            const auto known = m_parts.find({copy, keyOf(entity)});
            const bool isThere = known != m_parts.end() && m_world.exists(known->second);
            if (whole.contains(entity) || isThere)
                continue;
            const bool isNested = m_world.get<LinkedGroup>(entity) != nullptr;
            for (const auto each :
                 isNested ? engine::subtree(m_world, entity) : std::vector{entity})
                if (whole.insert(each).second)
                    add(each);
        }
        std::vector<engine::Swap> swaps;
        for (const auto original : originals)
            for (const auto type : m_world.types())
                if (const auto& value = m_world.value(original, type);
                    value && type != typeIdOf<engine::SiblingOrder>())
                    swaps.push_back({map.at(original), type,
                                     retargeted(m_transaction.types().find(type), value, map)});
        m_transaction.swap(std::move(swaps));
        return added;
    }

    [[nodiscard]] Key keyOf(EntityId entity) const
    {
        const auto* member = m_world.get<LinkedMember>(entity);
        return member != nullptr ? member->source : 0;
    }

    Result<void> followValue(const std::pair<Key, TypeId>& what,
                             EntityId entity,
                             EntityId copy,
                             const EntityMap& map,
                             LinkOverrides& overrides)
    {
        const auto typeId = what.second;
        const auto target = map.find(entity);
        if (target == map.end() || !m_world.exists(target->second))
            return {}; // the copy lacks it: a file that was edited by hand
        const auto* type = m_transaction.types().find(typeId);
        const auto& now = m_world.value(target->second, typeId);
        auto value = type != nullptr ? followedValue(m_world, entity, target->second, *type, map)
                                     : m_world.value(entity, typeId);
        if (value == now ||
            (value && now && type != nullptr && type->equal(value.get(), now.get())))
            return {};
        const auto other = m_edits.find(copy);
        if (other != m_edits.end() && other->second.changed.contains(what))
            return conflict(copy);
        m_transaction.swap({target->second, typeId, std::move(value)});
        if (type != nullptr)
            overrides.noteValue(target->second, *type);
        if ((typeId == typeIdOf<engine::BrushComponent>() ||
             typeId == typeIdOf<engine::CurvedPatch>()) &&
            isOutside(target->second))
            return Error{"That would move a part of the copy '{}' out of the world",
                         nameOf(m_world, copy)};
        return {};
    }

    [[nodiscard]] bool isOutside(EntityId entity) const
    {
        const auto bounds = engine::boundsOf(m_world, entity);
        constexpr double Limit = engine::WorldLimit;
        return !bounds.isEmpty() && (glm::any(glm::lessThan(bounds.min, engine::Vec3d{-Limit})) ||
                                     glm::any(glm::greaterThan(bounds.max, engine::Vec3d{Limit})));
    }

    Transaction& m_transaction;
    const engine::World& m_world;
    std::vector<engine::Change> m_changes;
    std::unordered_set<EntityId> m_managed;
    std::unordered_map<EntityId, ComponentValue> m_nodesBefore;
    std::unordered_map<EntityId, ComponentValue> m_groupsBefore;
    std::unordered_map<EntityId, ComponentValue> m_membersBefore;
    std::unordered_set<Key> m_usedKeys;
    std::map<EntityId, CopyEdit> m_edits;                 ///< by copy
    std::map<std::pair<EntityId, Key>, EntityId> m_parts; ///< of other copies
};
} // namespace

ComponentValue followedValue(const engine::World& world,
                             EntityId source,
                             EntityId target,
                             const engine::TypeInfo& type,
                             const EntityMap& map)
{
    auto value = retargeted(&type, world.value(source, type.id), map);
    const auto& now = world.value(target, type.id);
    if (!value || !now)
        return value;
    for (const auto& property : type.properties) {
        const bool isView =
            type.id == typeIdOf<Node>() && (property.name == "hidden" || property.name == "locked");
        if (!isView && !keepsOwn(world, source, type.name, property.name) &&
            !keepsOwn(world, target, type.name, property.name))
            continue;
        if (auto kept = engine::withProperty(type, value, property, property.get(now.get())))
            value = *std::move(kept);
    }
    return value;
}

Result<void> updateLinkedGroups(Transaction& transaction)
{
    const auto& world = transaction.world();
    if (world.count<LinkedGroup>() == 0 && world.count<LinkedMember>() == 0)
        return {};
    return LinkUpdate{transaction}.run();
}
} // namespace editor
