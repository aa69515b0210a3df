#include "engine_core/scene/prefabs/prefab_merge.h"

#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/sibling_order.h"
#include "engine_core/scene/components/unread_data.h"
#include "engine_core/scene/prefabs/linked_copy.h"
#include "engine_core/scene/prefabs/prefab_match.h"
#include "engine_core/scene/prefabs/prefab_parts.h"

#include <algorithm>
#include <set>

namespace engine
{
namespace
{
class PrefabMerge
{
public:
    PrefabMerge(const World& world,
                EntityId instance,
                const PrefabWorld& prefab,
                const TypeRegistry& types,
                const std::function<EntityId()>& newId,
                NewLinks& newLinks)
        : m_world{world}
        , m_root{instance}
        , m_prefab{prefab}
        , m_types{types}
        , m_newId{newId}
        , m_match{matchPrefab(world, instance, prefab, newId, newLinks)}
    {
    }

    std::vector<Swap> run()
    {
        writeComponents(SceneEntity, m_root);
        for (const auto file : m_match.wanted)
            writeComponents(file, m_match.toInstance.at(file));
        removeLeftovers();
        fillCopies();
        return std::move(m_edit.swaps);
    }

private:
    using Part = PrefabMatch::Part;

    void removeLeftovers()
    {
        for (const auto entity : m_match.order) {
            const auto& part = m_match.parts.at(entity);
            if (part.isMatched)
                continue;
            if (!part.isKept) {
                addRemoval(m_world, entity, m_edit);
            } else if (part.becomesOwn) {
                PrefabOverrides overrides;
                if (const auto* now = m_world.get<PrefabOverrides>(entity))
                    overrides = *now;
                setValue(overrides.values, AddedOverride, {std::int64_t{part.around}});
                m_edit.swaps.push_back(swapTo(entity, std::move(overrides)));
            }
        }
    }

    using Copies = std::vector<std::pair<EntityId, EntityId>>; ///< each a good one and one to fill

    /// Copies of linked groups that the file does not fill: new ones of groups that were here
    /// before and override something, which the new ones do, too; and those that stay though the
    /// file has them no more, where it has others of their link.
    [[nodiscard]] Copies copiesToFill() const
    {
        std::unordered_map<std::int64_t, EntityId> matched; ///< by link
        std::unordered_map<std::int64_t, EntityId> kept;
        Copies copies;
        for (const auto entity : m_match.order)
            if (const auto* group = m_world.get<LinkedGroup>(entity))
                if (m_match.parts.at(entity).isMatched)
                    matched.emplace(group->link, entity);
        for (const auto entity : m_match.order) {
            const auto* group = m_world.get<LinkedGroup>(entity);
            const auto& part = m_match.parts.at(entity);
            if (group == nullptr || part.isMatched || !part.isKept)
                continue;
            kept.emplace(group->link, entity);
            if (const auto at = matched.find(group->link); at != matched.end())
                copies.emplace_back(at->second, entity);
        }
        kept.merge(matched);
        for (const auto file : m_match.wanted) {
            const auto* group = m_prefab.get<LinkedGroup>(file);
            const auto entity = m_match.toInstance.at(file);
            if (group == nullptr || m_match.parts.contains(entity))
                continue;
            if (const auto at = kept.find(m_match.links.at(group->link)); at != kept.end())
                copies.emplace_back(at->second, entity);
        }
        return copies;
    }

    void fillCopies()
    {
        const auto copies = copiesToFill();
        if (copies.empty() || m_world.count<PrefabOverrides>() == 0)
            return;
        World filled{m_world};
        auto swaps = m_edit.swaps;
        const auto take = [&](std::vector<Swap> more) {
            for (const auto& swap : more)
                swaps.push_back({swap.entity, swap.type, nullptr});
            Edit edit{std::move(more)};
            filled.exchange(edit);
        };
        take(m_edit.swaps);
        for (const auto& [good, copy] : copies)
            if (areLinked(filled, good, copy))
                take(contentsOfCopy(filled, good, copy, m_types, m_newId));
        keepDifferences(filled, swaps);
    }

    [[nodiscard]] static bool areLinked(const World& world, EntityId a, EntityId b)
    {
        const auto* first = world.get<LinkedGroup>(a);
        const auto* second = world.get<LinkedGroup>(b);
        return first != nullptr && second != nullptr && first->link == second->link;
    }

    /// Makes the edit what leads from the world to `result` in the places that `touched` names.
    void keepDifferences(const World& result, const std::vector<Swap>& touched)
    {
        m_edit.swaps.clear();
        std::set<std::pair<EntityId, TypeId>> seen;
        for (const auto& swap : touched)
            if (seen.emplace(swap.entity, swap.type).second)
                if (const auto& value = result.value(swap.entity, swap.type);
                    value != m_world.value(swap.entity, swap.type))
                    m_edit.swaps.push_back({swap.entity, swap.type, value});
    }

    [[nodiscard]] static bool isLeftOut(EntityId file, TypeId type)
    {
        // A prefab is part of what it is placed in, where its parts have other ids.
        if (type == typeIdOf<Layer>() || type == typeIdOf<SiblingOrder>())
            return true;
        return file == SceneEntity &&
               (type == typeIdOf<SceneSettings>() || type == typeIdOf<LightmapRef>() ||
                type == typeIdOf<UnreadData>() || type == typeIdOf<PrefabOverrides>());
    }

    void writeComponents(EntityId file, EntityId entity)
    {
        for (const auto& type : m_types.all()) {
            if (isLeftOut(file, type.id) || (file == SceneEntity && belongsAround(type.name)))
                continue;
            const auto& now = m_world.value(entity, type.id);
            auto value = type.id == typeIdOf<PrefabOverrides>()
                             ? mergedOverrides(file, entity)
                             : mergedValue(entity, type, fileValue(file, type), now);
            if (value == now || (value && now && type.equal(value.get(), now.get())))
                continue;
            m_edit.swaps.push_back({entity, type.id, std::move(value)});
        }
    }

    /// The file's component as it is in this instance if nothing is overridden.
    [[nodiscard]] ComponentValue fileValue(EntityId file, const TypeInfo& type) const
    {
        const auto& stored = m_prefab.value(file, type.id);
        if (type.id == typeIdOf<LinkedMember>()) {
            const auto* member = m_prefab.get<LinkedMember>(file);
            return std::make_shared<const LinkedMember>(LinkedMember{
                m_match.source.at(file), member != nullptr ? member->own : ValueBag{}});
        }
        if (type.id == typeIdOf<Node>()) {
            auto node = *m_prefab.get<Node>(file);
            const auto parent = node.parent ? m_match.toInstance.at(node.parent) : m_root;
            node.parent = parent ? parent : parentNow(m_match.toInstance.at(file));
            return std::make_shared<const Node>(std::move(node));
        }
        if (const auto* group = m_prefab.get<LinkedGroup>(file);
            group != nullptr && type.id == typeIdOf<LinkedGroup>())
            return std::make_shared<const LinkedGroup>(
                LinkedGroup{m_match.links.at(group->link), group->own});
        return retargetedInside(&type, stored, m_match.toInstance);
    }

    /// Where a part is whose parent in the file was removed here.
    [[nodiscard]] EntityId parentNow(EntityId entity) const
    {
        const auto* node = m_world.get<Node>(entity);
        return node != nullptr && m_match.parts.contains(node->parent) ? node->parent : m_root;
    }

    [[nodiscard]] ComponentValue mergedValue(EntityId entity,
                                             const TypeInfo& type,
                                             ComponentValue theirs,
                                             const ComponentValue& ours) const
    {
        const auto at = m_match.parts.find(entity);
        if (at == m_match.parts.end())
            return theirs;
        const auto needed = levelNeeded(at->second, type.name);
        if (overrideLevel(m_world, entity, type.name) >= needed ||
            (at->second.wasAdded && type.id != typeIdOf<LinkedMember>()))
            return ours;
        const auto* overrides = m_world.get<PrefabOverrides>(entity);
        const bool keepsSome =
            overrides != nullptr &&
            std::any_of(overrides->values.begin(), overrides->values.end(), [&](const auto& entry) {
                return componentOfOverride(entry.name) == type.name &&
                       levelOfOverride(entry.value) >= needed;
            });
        if (!theirs)
            return keepsSome ? ours : nullptr;
        if (!ours)
            return theirs;
        for (const auto& property : type.properties) {
            const bool isView = type.id == typeIdOf<Node>() &&
                                (property.name == "hidden" || property.name == "locked");
            if (isView || keepsSome)
                theirs = withKept(entity, type, property, std::move(theirs), ours, isView, needed);
        }
        return theirs;
    }

    /// `theirs` with what the instance keeps of one property.
    [[nodiscard]] ComponentValue withKept(EntityId entity,
                                          const TypeInfo& type,
                                          const Property& property,
                                          ComponentValue theirs,
                                          const ComponentValue& ours,
                                          bool isView,
                                          int needed) const
    {
        auto value = property.get(theirs.get());
        const auto own = property.get(ours.get());
        const auto name = overrideName(type.name, property.name);
        if (isView || overrideLevel(m_world, entity, name) >= needed)
            value = own;
        else if (auto* bag = std::get_if<ValueBag>(&value.data))
            keepEntries(entity, name + ".", *own.as<ValueBag>(), *bag, needed);
        else
            return theirs;
        auto kept = withProperty(type, theirs, property, value);
        return kept ? *std::move(kept) : theirs;
    }

    void keepEntries(EntityId entity,
                     const std::string& prefix,
                     const ValueBag& own,
                     ValueBag& bag,
                     int needed) const
    {
        const auto* overrides = m_world.get<PrefabOverrides>(entity);
        if (overrides == nullptr)
            return;
        for (const auto& [name, level] : overrides->values) {
            if (!name.starts_with(prefix) || levelOfOverride(level) < needed)
                continue;
            const auto entry = name.substr(prefix.size());
            std::erase_if(bag, [&](const auto& each) { return each.name == entry; });
            if (const auto* kept = findValue(own, entry))
                setValue(bag, entry, *kept);
        }
    }

    /// The instance's overrides over those that the file has in prefabs inside it.
    [[nodiscard]] ComponentValue mergedOverrides(EntityId file, EntityId entity) const
    {
        PrefabOverrides merged;
        const auto* theirs = m_prefab.get<PrefabOverrides>(file);
        const auto* ours = m_world.get<PrefabOverrides>(entity);
        const auto at = m_match.parts.find(entity);
        const auto part = at != m_match.parts.end() ? at->second : newPart(file);
        if (theirs != nullptr) {
            for (const auto& [name, level] : theirs->values)
                addTheirs(merged.values, name, level, levelNeeded(part, componentOfOverride(name)));
            for (const auto& [path, level] : theirs->removed)
                addTheirs(merged.removed, path, level, part.inside);
        }
        if (ours != nullptr && at != m_match.parts.end()) {
            for (const auto& [name, level] : ours->values)
                if (levelOfOverride(level) >= levelNeeded(part, componentOfOverride(name)) &&
                    !(part.wasAdded && name == AddedOverride))
                    setValue(merged.values, name, level);
            for (const auto& [path, level] : ours->removed)
                if (isRemovalKept(m_world, entity, part, level))
                    setValue(merged.removed, path,
                             {std::max(levelOfOverride(level), std::int64_t{part.inside})});
        }
        if (part.wasAdded)
            addDifferences(file, entity, part, merged.values);
        if (merged == PrefabOverrides{})
            return nullptr;
        return std::make_shared<const PrefabOverrides>(std::move(merged));
    }

    /// What was added here came into the file as well: what is different here stays an override.
    void addDifferences(EntityId file, EntityId entity, const Part& part, ValueBag& values) const
    {
        for (const auto& type : m_types.all()) {
            if (isLeftOut(file, type.id) || type.id == typeIdOf<LinkedMember>() ||
                type.id == typeIdOf<PrefabOverrides>())
                continue;
            const auto theirs = fileValue(file, type);
            const auto& ours = m_world.value(entity, type.id);
            const bool isEqual =
                theirs == ours || (theirs && ours && type.equal(theirs.get(), ours.get()));
            if (!isEqual)
                setValue(values, type.name, {std::int64_t{levelNeeded(part, type.name)}});
        }
    }

    /// Of the file, levels can only speak of prefabs inside it.
    static void addTheirs(ValueBag& bag, const std::string& name, const Value& level, int ofRoot)
    {
        const auto most = std::min<std::int64_t>(levelOfOverride(level), ofRoot - 1);
        if (most > 0)
            setValue(bag, name, {most});
    }

    /// The levels of a part that the instance did not have.
    [[nodiscard]] Part newPart(EntityId file) const
    {
        Part part;
        for (auto above = prefabAbove(m_prefab, file); above; above = prefabAbove(m_prefab, above))
            ++part.around;
        part.inside = part.around + (m_prefab.get<PrefabInstance>(file) != nullptr ? 1 : 0);
        return part;
    }

    const World& m_world;
    EntityId m_root;
    const PrefabWorld& m_prefab;
    const TypeRegistry& m_types;
    const std::function<EntityId()>& m_newId;
    PrefabMatch m_match;
    Edit m_edit;
};
} // namespace

std::vector<Swap> mergePrefab(const World& world,
                              EntityId instance,
                              const PrefabWorld& prefab,
                              const TypeRegistry& types,
                              const std::function<EntityId()>& newId,
                              NewLinks& links)
{
    return PrefabMerge{world, instance, prefab, types, newId, links}.run();
}

EntityMap partsInInstance(const World& world, EntityId instance, const PrefabWorld& prefab)
{
    std::map<PartPath, EntityId> byPath;
    for (auto& [path, entity] : linkedParts(world, instance))
        byPath.emplace(std::move(path), entity);
    EntityMap parts{{SceneEntity, instance}};
    for (const auto& [path, file] : linkedParts(prefab, {}))
        if (const auto at = byPath.find(path); at != byPath.end())
            parts[file] = at->second;
    return parts;
}
} // namespace engine
