#include "engine_core/scene/prefabs/linked_copy.h"

#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/sibling_order.h"
#include "engine_core/scene/prefabs/prefab_parts.h"
#include "engine_core/scene/world/entity_copies.h"

#include <algorithm>
#include <map>
#include <utility>

namespace engine
{
namespace
{
class ContentsOfCopy
{
public:
    ContentsOfCopy(const World& world,
                   EntityId from,
                   EntityId to,
                   const TypeRegistry& types,
                   const std::function<EntityId()>& newId)
        : m_world{world}
        , m_from{from}
        , m_to{to}
        , m_types{types}
        , m_newId{newId}
        , m_place{placeOfOther()}
    {
    }

    std::vector<Swap> run()
    {
        matchParts();
        copyRoot();
        for (const auto& [part, target] : m_pairs)
            for (const auto& type : m_types.all())
                copy(part, target, type);
        if (m_place)
            noteOverrides();
        else
            copyRemovals();
        return std::move(m_edit.swaps);
    }

private:
    void matchParts()
    {
        std::map<PartPath, EntityId> there;
        for (auto& [path, part] : linkedParts(m_world, m_to))
            there.emplace(std::move(path), part);
        m_map[m_from] = m_to;
        for (const auto& [path, part] : linkedParts(m_world, m_from)) {
            const auto known = there.find(path);
            const auto target = known != there.end() ? known->second : m_newId();
            if (known != there.end())
                there.erase(known);
            m_map[part] = target;
            m_pairs.emplace_back(part, target);
        }
        for (const auto& [path, part] : there)
            addRemoval(m_world, part, m_edit);
    }

    void set(EntityId entity, TypeId type, ComponentValue value)
    {
        const auto& now = m_world.value(entity, type);
        const auto* info = m_types.find(type);
        if (value == now ||
            (value && now && info != nullptr && info->equal(value.get(), now.get())))
            return;
        m_edit.swaps.push_back({entity, type, std::move(value)});
    }

    /// Where `to` lies if another prefab instance than that around `from` keeps its overrides: what
    /// it gets is one there.
    [[nodiscard]] PrefabPlace placeOfOther() const
    {
        const auto a = prefabAbove(m_world, m_from);
        const auto b = prefabAbove(m_world, m_to);
        const auto* first = m_world.get<LinkedGroup>(a);
        const auto* second = m_world.get<LinkedGroup>(b);
        const bool isSame = first != nullptr && second != nullptr && first->link == second->link;
        return a == b || isSame ? PrefabPlace{} : prefabPlace(m_world, m_to, AddedOverride);
    }

    void noteOverrides()
    {
        std::map<EntityId, PrefabOverrides> changed;
        for (const auto& swap : m_edit.swaps)
            if (swap.value && swap.type != typeIdOf<PrefabOverrides>() &&
                swap.type != typeIdOf<LinkedMember>()) {
                const auto name = m_world.exists(swap.entity) ? m_types.find(swap.type)->name
                                                              : std::string{AddedOverride};
                setValue(changed[swap.entity].values, name, {std::int64_t{m_place.depth}});
            }
        for (auto& [entity, overrides] : changed) {
            if (const auto* now = m_world.get<PrefabOverrides>(entity)) {
                const auto fresh = std::exchange(overrides, *now);
                for (const auto& [name, level] : fresh.values)
                    setValue(overrides.values, name, level);
            }
            std::erase_if(m_edit.swaps, [at = entity](const Swap& swap) {
                return swap.entity == at && swap.type == typeIdOf<PrefabOverrides>();
            });
            setOverrides(entity, overrides);
        }
    }

    void copy(EntityId part, EntityId target, const TypeInfo& type)
    {
        if (type.id == typeIdOf<SiblingOrder>())
            return; // counts among the ids of its own copy
        const auto& now = m_world.value(target, type.id);
        if (now && type.id == typeIdOf<LinkedMember>())
            return; // it answers to the part already, and keeps what it has for itself
        if (m_place && m_world.exists(target) && type.id == typeIdOf<PrefabOverrides>())
            return;
        auto value = retargeted(&type, m_world.value(part, type.id), m_map);
        if (value && now)
            for (const auto& property : type.properties)
                if (isOwn(target, type, property))
                    if (auto kept = withProperty(type, value, property, property.get(now.get())))
                        value = *std::move(kept);
        set(target, type.id, std::move(value));
    }

    [[nodiscard]] bool isOwn(EntityId target, const TypeInfo& type, const Property& property) const
    {
        if (type.id == typeIdOf<Node>() && (property.name == "hidden" || property.name == "locked"))
            return true;
        const auto* group = m_world.get<LinkedGroup>(target);
        const auto* member = m_world.get<LinkedMember>(target);
        const auto name = overrideName(type.name, property.name);
        return (group != nullptr && findValue(group->own, name) != nullptr) ||
               (group == nullptr && member != nullptr && findValue(member->own, name) != nullptr);
    }

    /// The group's own components besides name, place and links belong to its contents.
    void copyRoot()
    {
        for (const auto& type : m_types.all())
            if (!belongsAround(type.name) && type.id != typeIdOf<PrefabOverrides>())
                copy(m_from, m_to, type);
        const auto* theirs = m_world.get<PrefabOverrides>(m_from);
        const auto* now = m_world.get<PrefabOverrides>(m_to);
        auto overrides = now != nullptr ? *now : PrefabOverrides{};
        const auto isContents = [](const NamedValue& entry) {
            return !belongsAround(std::string_view{entry.name}.substr(0, entry.name.find('.')));
        };
        std::erase_if(overrides.values, isContents);
        if (theirs != nullptr)
            for (const auto& entry : theirs->values)
                if (isContents(entry))
                    setValue(overrides.values, entry.name, entry.value);
        setOverrides(m_to, overrides);
    }

    /// A prefab instance around the group remembers which parts of it were removed.
    void copyRemovals()
    {
        const auto instance = prefabAbove(m_world, m_from);
        const auto other = prefabAbove(m_world, m_to);
        const auto* theirs = m_world.get<PrefabOverrides>(instance);
        if (!other || theirs == nullptr)
            return;
        const auto prefix = partPath(m_world, instance, m_from);
        const auto* now = m_world.get<PrefabOverrides>(other);
        auto overrides = now != nullptr ? *now : PrefabOverrides{};
        for (const auto& [text, level] : theirs->removed) {
            const auto path = pathFromText(text);
            if (path.size() <= prefix.size() ||
                !std::equal(prefix.begin(), prefix.end(), path.begin()))
                continue;
            auto there = partPath(m_world, other, m_to);
            there.insert(there.end(), path.begin() + static_cast<std::ptrdiff_t>(prefix.size()),
                         path.end());
            setValue(overrides.removed, pathToText(there), level);
        }
        setOverrides(other, overrides);
    }

    void setOverrides(EntityId entity, const PrefabOverrides& overrides)
    {
        set(entity, typeIdOf<PrefabOverrides>(),
            overrides == PrefabOverrides{} ? nullptr
                                           : std::make_shared<const PrefabOverrides>(overrides));
    }

    const World& m_world;
    EntityId m_from;
    EntityId m_to;
    const TypeRegistry& m_types;
    const std::function<EntityId()>& m_newId;
    PrefabPlace m_place; ///< null: what is an override in `from` is the same one in `to`
    EntityMap m_map;
    std::vector<std::pair<EntityId, EntityId>> m_pairs; ///< parts of `from` and `to`
    Edit m_edit;
};
} // namespace

std::vector<Swap> contentsOfCopy(const World& world,
                                 EntityId from,
                                 EntityId to,
                                 const TypeRegistry& types,
                                 const std::function<EntityId()>& newId)
{
    return ContentsOfCopy{world, from, to, types, newId}.run();
}
} // namespace engine
