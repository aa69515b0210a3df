#include "engine_core/scene/prefab_merge.h"

#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/unread_data.h"
#include "engine_core/scene/linked_copy.h"
#include "engine_core/scene/prefab_parts.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

namespace engine
{
namespace
{
/// The component that an override is about: "light" of "light.intensity".
std::string_view componentOf(std::string_view overrideName)
{
    return overrideName.substr(0, overrideName.find('.'));
}

std::int64_t levelOf(const Value& value)
{
    const auto* level = value.as<std::int64_t>();
    return level != nullptr ? *level : 0;
}

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
        , m_newLinks{newLinks}
    {
    }

    std::vector<Swap> run()
    {
        collectParts();
        matchParts();
        matchLinks();
        decideLeftovers();
        writeComponents(SceneEntity, m_root);
        for (const auto file : m_wanted)
            writeComponents(file, m_toInstance.at(file));
        removeLeftovers();
        fillCopies();
        return std::move(m_edit.swaps);
    }

private:
    /// A part of the instance as it is.
    struct Part
    {
        PartPath path;
        int around = 1; ///< prefab instances from the one above it up to the root
        int inside = 1; ///< the same, with itself if it is one
        bool isMatched = false;
        bool isKept = false; ///< though the file has no such part
        bool becomesOwn = false;
        bool wasAdded = false; ///< here, and by now the file has it, too
    };

    void collectParts()
    {
        m_parts[m_root] = {{}, 0, 1, true, false, false};
        for (auto& [path, entity] : linkedParts(m_world, m_root)) {
            const auto above = prefabOf(entity);
            const int around = m_parts.at(above).inside;
            const bool isInstance = m_world.get<PrefabInstance>(entity) != nullptr;
            m_byPath.emplace(path, entity);
            m_order.push_back(entity);
            m_parts[entity] = {std::move(path), around, around + (isInstance ? 1 : 0)};
        }
        for (const auto& [entity, part] : m_parts)
            if (const auto* overrides = m_world.get<PrefabOverrides>(entity))
                for (const auto& [text, level] : overrides->removed)
                    if (levelOf(level) >= part.inside) {
                        auto path = part.path;
                        const auto below = pathFromText(text);
                        path.insert(path.end(), below.begin(), below.end());
                        m_removed.insert(std::move(path));
                    }
    }

    /// The prefab instance above a part; at most the root.
    [[nodiscard]] EntityId prefabOf(EntityId entity) const
    {
        auto at = linkedGroupAbove(m_world, entity);
        while (at && at != m_root && m_world.get<PrefabInstance>(at) == nullptr)
            at = linkedGroupAbove(m_world, at);
        return at ? at : m_root;
    }

    void matchParts()
    {
        m_toInstance[SceneEntity] = m_root;
        std::set<PartPath> seen;
        std::unordered_set<EntityId> skipped;
        for (auto& [path, file] : linkedParts(m_prefab, {})) {
            const auto known = m_byPath.find(path);
            const auto parent = m_prefab.get<Node>(file)->parent;
            const bool isGone =
                m_removed.contains(path) || skipped.contains(parent) || isLinkedOtherwise(parent);
            if ((known == m_byPath.end() && isGone) || !seen.insert(path).second) {
                skipped.insert(file);
                m_toInstance[file] = {};
                continue;
            }
            m_wanted.push_back(file);
            m_source[file] = path.back();
            if (known != m_byPath.end()) {
                m_toInstance[file] = known->second;
                m_parts[known->second].isMatched = true;
            } else {
                m_toInstance[file] = m_newId();
            }
        }
    }

    /// A group that this instance alone linked or separated: its contents are other parts than the
    /// file's, so what is new in the file has no place in it.
    [[nodiscard]] bool isLinkedOtherwise(EntityId file) const
    {
        const auto at = m_toInstance.find(file);
        if (!file || at == m_toInstance.end() || !m_parts.contains(at->second))
            return false;
        const bool isLinked = m_world.get<LinkedGroup>(at->second) != nullptr;
        return isLinked != (m_prefab.get<LinkedGroup>(file) != nullptr) &&
               overrideLevel(m_world, at->second, LinkedGroup::TypeName) >=
                   m_parts.at(at->second).around;
    }

    /// Links inside an instance are that instance's alone.
    void matchLinks()
    {
        std::unordered_set<std::int64_t> taken;
        for (const auto file : m_wanted) {
            const auto* theirs = m_prefab.get<LinkedGroup>(file);
            const auto* ours = m_world.get<LinkedGroup>(m_toInstance.at(file));
            if (theirs != nullptr && ours != nullptr && !m_links.contains(theirs->link) &&
                taken.insert(ours->link).second)
                m_links[theirs->link] = ours->link;
        }
        const auto* own = m_world.get<LinkedGroup>(m_root);
        for (const auto file : m_wanted)
            if (const auto* theirs = m_prefab.get<LinkedGroup>(file))
                if (!m_links.contains(theirs->link)) {
                    const auto [at, isNew] =
                        m_newLinks.try_emplace({own != nullptr ? own->link : 0, theirs->link}, 0);
                    if (isNew || own == nullptr || taken.contains(at->second))
                        at->second = unusedNumber(m_toInstance.at(file), taken);
                    taken.insert(at->second);
                    m_links[theirs->link] = at->second;
                }
    }

    [[nodiscard]] std::int64_t unusedNumber(EntityId wish,
                                            const std::unordered_set<std::int64_t>& taken) const
    {
        auto link = unusedLink(m_world, wish);
        while (taken.contains(link))
            link = unusedLink(m_world, EntityId{static_cast<std::uint32_t>(link + 1)});
        return link;
    }

    [[nodiscard]] bool keepsAnything(EntityId entity, const Part& part) const
    {
        const auto* overrides = m_world.get<PrefabOverrides>(entity);
        if (overrides == nullptr)
            return false;
        const auto counts = [&](const auto& entry) {
            return levelOf(entry.value) >= levelNeeded(part, componentOf(entry.name));
        };
        return std::any_of(overrides->values.begin(), overrides->values.end(), counts);
    }

    static int levelNeeded(const Part& part, std::string_view component)
    {
        return belongsAround(component) ? part.around : part.inside;
    }

    void keepWithAncestors(EntityId entity)
    {
        for (auto at = entity; at && at != m_root; at = m_world.get<Node>(at)->parent) {
            const auto found = m_parts.find(at);
            if (found == m_parts.end() || found->second.isMatched || found->second.isKept)
                return;
            found->second.isKept = true;
            // What is in a linked group that stays belongs to that, as it did.
            const auto group = m_parts.find(linkedGroupAbove(m_world, at));
            found->second.becomesOwn =
                group != m_parts.end() && group->second.isMatched &&
                overrideLevel(m_world, at, AddedOverride) < found->second.around;
        }
    }

    /// Parts that the file does not have: which of them stay.
    void decideLeftovers()
    {
        for (const auto entity : m_order) {
            auto& part = m_parts.at(entity);
            if (part.isMatched) {
                const auto group = m_parts.find(linkedGroupAbove(m_world, entity));
                part.wasAdded = overrideLevel(m_world, entity, AddedOverride) >= part.around ||
                                (group != m_parts.end() && group->second.wasAdded);
                if (overrideLevel(m_world, entity, overrideName(Node::TypeName, "parent")) >=
                    part.around)
                    keepWithAncestors(m_world.get<Node>(entity)->parent);
                continue;
            }
            if (keepsAnything(entity, part))
                keepWithAncestors(entity);
        }
        for (const auto entity : m_order) {
            const auto group = m_parts.find(linkedGroupAbove(m_world, entity));
            if (group != m_parts.end() && !group->second.isMatched && group->second.isKept)
                m_parts.at(entity).isKept = true;
        }
    }

    void removeLeftovers()
    {
        for (const auto entity : m_order) {
            const auto& part = m_parts.at(entity);
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
        for (const auto entity : m_order)
            if (const auto* group = m_world.get<LinkedGroup>(entity))
                if (m_parts.at(entity).isMatched)
                    matched.emplace(group->link, entity);
        for (const auto entity : m_order) {
            const auto* group = m_world.get<LinkedGroup>(entity);
            const auto& part = m_parts.at(entity);
            if (group == nullptr || part.isMatched || !part.isKept)
                continue;
            kept.emplace(group->link, entity);
            if (const auto at = matched.find(group->link); at != matched.end())
                copies.emplace_back(at->second, entity);
        }
        kept.merge(matched);
        for (const auto file : m_wanted) {
            const auto* group = m_prefab.get<LinkedGroup>(file);
            const auto entity = m_toInstance.at(file);
            if (group == nullptr || m_parts.contains(entity))
                continue;
            if (const auto at = kept.find(m_links.at(group->link)); at != kept.end())
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
        if (type == typeIdOf<Layer>())
            return true; // a prefab is part of what it is placed in
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
            return std::make_shared<const LinkedMember>(
                LinkedMember{m_source.at(file), member != nullptr ? member->own : ValueBag{}});
        }
        if (type.id == typeIdOf<Node>()) {
            auto node = *m_prefab.get<Node>(file);
            const auto parent = node.parent ? m_toInstance.at(node.parent) : m_root;
            node.parent = parent ? parent : parentNow(m_toInstance.at(file));
            return std::make_shared<const Node>(std::move(node));
        }
        if (const auto* group = m_prefab.get<LinkedGroup>(file);
            group != nullptr && type.id == typeIdOf<LinkedGroup>())
            return std::make_shared<const LinkedGroup>(
                LinkedGroup{m_links.at(group->link), group->own});
        return retargetedInside(&type, stored, m_toInstance);
    }

    /// Where a part is whose parent in the file was removed here.
    [[nodiscard]] EntityId parentNow(EntityId entity) const
    {
        const auto* node = m_world.get<Node>(entity);
        return node != nullptr && m_parts.contains(node->parent) ? node->parent : m_root;
    }

    [[nodiscard]] ComponentValue mergedValue(EntityId entity,
                                             const TypeInfo& type,
                                             ComponentValue theirs,
                                             const ComponentValue& ours) const
    {
        const auto at = m_parts.find(entity);
        if (at == m_parts.end())
            return theirs;
        const auto needed = levelNeeded(at->second, type.name);
        if (overrideLevel(m_world, entity, type.name) >= needed ||
            (at->second.wasAdded && type.id != typeIdOf<LinkedMember>()))
            return ours;
        const auto* overrides = m_world.get<PrefabOverrides>(entity);
        const bool keepsSome =
            overrides != nullptr &&
            std::any_of(overrides->values.begin(), overrides->values.end(), [&](const auto& entry) {
                return componentOf(entry.name) == type.name && levelOf(entry.value) >= needed;
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
            if (!name.starts_with(prefix) || levelOf(level) < needed)
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
        const auto at = m_parts.find(entity);
        const auto part = at != m_parts.end() ? at->second : newPart(file);
        if (theirs != nullptr) {
            for (const auto& [name, level] : theirs->values)
                addTheirs(merged.values, name, level, levelNeeded(part, componentOf(name)));
            for (const auto& [path, level] : theirs->removed)
                addTheirs(merged.removed, path, level, part.inside);
        }
        if (ours != nullptr && at != m_parts.end()) {
            for (const auto& [name, level] : ours->values)
                if (levelOf(level) >= levelNeeded(part, componentOf(name)) &&
                    !(part.wasAdded && name == AddedOverride))
                    setValue(merged.values, name, level);
            for (const auto& [path, level] : ours->removed)
                if (levelOf(level) >= part.inside)
                    setValue(merged.removed, path, level);
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
        const auto most = std::min<std::int64_t>(levelOf(level), ofRoot - 1);
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
    NewLinks& m_newLinks;
    std::unordered_map<EntityId, Part> m_parts;
    std::vector<EntityId> m_order; ///< the parts, parents first
    std::map<PartPath, EntityId> m_byPath;
    std::set<PartPath> m_removed;
    std::vector<EntityId> m_wanted; ///< of the file, parents first
    std::unordered_map<EntityId, std::int64_t> m_source;
    EntityMap m_toInstance;
    std::unordered_map<std::int64_t, std::int64_t> m_links;
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
