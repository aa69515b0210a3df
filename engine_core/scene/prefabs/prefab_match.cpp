#include "engine_core/scene/prefabs/prefab_match.h"

#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/prefabs/prefab_parts.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

namespace engine
{
namespace
{
class PrefabMatcher
{
public:
    PrefabMatcher(const World& world,
                  EntityId instance,
                  const PrefabWorld& prefab,
                  const std::function<EntityId()>& newId,
                  NewLinks& newLinks)
        : m_world{world}, m_root{instance}, m_prefab{prefab}, m_newId{newId}, m_newLinks{newLinks}
    {
    }

    PrefabMatch run()
    {
        collectParts();
        matchParts();
        matchLinks();
        decideLeftovers();
        return std::move(m_match);
    }

private:
    using Part = PrefabMatch::Part;

    void collectParts()
    {
        m_match.parts[m_root] = {{}, 0, 1, true, false, false};
        for (auto& [path, entity] : linkedParts(m_world, m_root)) {
            const auto above = prefabOf(entity);
            const int around = m_match.parts.at(above).inside;
            const bool isInstance = m_world.get<PrefabInstance>(entity) != nullptr;
            m_byPath.emplace(path, entity);
            m_match.order.push_back(entity);
            m_match.parts[entity] = {std::move(path), around, around + (isInstance ? 1 : 0)};
        }
        for (const auto& [entity, part] : m_match.parts)
            if (const auto* overrides = m_world.get<PrefabOverrides>(entity))
                for (const auto& [text, level] : overrides->removed)
                    if (isRemovalKept(m_world, entity, part, level)) {
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
        m_match.toInstance[SceneEntity] = m_root;
        std::set<PartPath> seen;
        std::unordered_set<EntityId> skipped;
        for (auto& [path, file] : linkedParts(m_prefab, {})) {
            const auto known = m_byPath.find(path);
            const auto parent = m_prefab.get<Node>(file)->parent;
            const bool isGone =
                m_removed.contains(path) || skipped.contains(parent) || isLinkedOtherwise(parent);
            if ((known == m_byPath.end() && isGone) || !seen.insert(path).second) {
                skipped.insert(file);
                m_match.toInstance[file] = {};
                continue;
            }
            m_match.wanted.push_back(file);
            m_match.source[file] = path.back();
            if (known != m_byPath.end()) {
                m_match.toInstance[file] = known->second;
                m_match.parts[known->second].isMatched = true;
            } else {
                m_match.toInstance[file] = m_newId();
            }
        }
    }

    /// A group that this instance alone linked or separated, and be it both in turn: its contents
    /// are other parts than the file's, so what is new in the file has no place in it.
    [[nodiscard]] bool isLinkedOtherwise(EntityId file) const
    {
        const auto at = m_match.toInstance.find(file);
        if (!file || at == m_match.toInstance.end() || !m_match.parts.contains(at->second))
            return false;
        const bool isLinked = m_world.get<LinkedGroup>(at->second) != nullptr;
        const auto needed = m_match.parts.at(at->second).around;
        return keepsLink(at->second) ||
               (isLinked != (m_prefab.get<LinkedGroup>(file) != nullptr) &&
                overrideLevel(m_world, at->second, AddedOverride) >= needed);
    }

    /// Whether a part has another link than the file's, or none, as an override.
    [[nodiscard]] bool keepsLink(EntityId part) const
    {
        const auto at = m_match.parts.find(part);
        return at != m_match.parts.end() &&
               overrideLevel(m_world, part, LinkedGroup::TypeName) >= at->second.around;
    }

    /// Links inside an instance are that instance's alone.
    void matchLinks()
    {
        std::unordered_set<std::int64_t> taken;
        for (const auto file : m_match.wanted) {
            const auto* theirs = m_prefab.get<LinkedGroup>(file);
            const auto entity = m_match.toInstance.at(file);
            const auto* ours = m_world.get<LinkedGroup>(entity);
            if (theirs != nullptr && ours != nullptr && !keepsLink(entity) &&
                !m_match.links.contains(theirs->link) && taken.insert(ours->link).second)
                m_match.links[theirs->link] = ours->link;
        }
        const auto* own = m_world.get<LinkedGroup>(m_root);
        for (const auto file : m_match.wanted)
            if (const auto* theirs = m_prefab.get<LinkedGroup>(file))
                if (!m_match.links.contains(theirs->link)) {
                    const auto [at, isNew] =
                        m_newLinks.try_emplace({own != nullptr ? own->link : 0, theirs->link}, 0);
                    if (isNew || own == nullptr || taken.contains(at->second))
                        at->second = unusedNumber(m_match.toInstance.at(file), taken);
                    taken.insert(at->second);
                    m_match.links[theirs->link] = at->second;
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
            return levelOfOverride(entry.value) >=
                   levelNeeded(part, componentOfOverride(entry.name));
        };
        return std::any_of(overrides->values.begin(), overrides->values.end(), counts);
    }

    void keepWithAncestors(EntityId entity)
    {
        for (auto at = entity; at && at != m_root; at = m_world.get<Node>(at)->parent) {
            const auto found = m_match.parts.find(at);
            if (found == m_match.parts.end() || found->second.isMatched || found->second.isKept)
                return;
            found->second.isKept = true;
            // What is in a linked group that stays belongs to that, as it did.
            const auto group = m_match.parts.find(linkedGroupAbove(m_world, at));
            found->second.becomesOwn =
                group != m_match.parts.end() && group->second.isMatched &&
                overrideLevel(m_world, at, AddedOverride) < found->second.around;
        }
    }

    /// Parts that the file does not have: which of them stay.
    void decideLeftovers()
    {
        for (const auto entity : m_match.order) {
            auto& part = m_match.parts.at(entity);
            if (part.isMatched) {
                const auto group = m_match.parts.find(linkedGroupAbove(m_world, entity));
                part.wasAdded = overrideLevel(m_world, entity, AddedOverride) >= part.around ||
                                (group != m_match.parts.end() && group->second.wasAdded);
                if (overrideLevel(m_world, entity, overrideName(Node::TypeName, "parent")) >=
                    part.around)
                    keepWithAncestors(m_world.get<Node>(entity)->parent);
                continue;
            }
            if (keepsAnything(entity, part))
                keepWithAncestors(entity);
        }
        for (const auto entity : m_match.order) {
            const auto group = m_match.parts.find(linkedGroupAbove(m_world, entity));
            if (group != m_match.parts.end() && !group->second.isMatched && group->second.isKept)
                m_match.parts.at(entity).isKept = true;
        }
    }

    const World& m_world;
    EntityId m_root;
    const PrefabWorld& m_prefab;
    const std::function<EntityId()>& m_newId;
    NewLinks& m_newLinks;
    std::map<PartPath, EntityId> m_byPath;
    std::set<PartPath> m_removed;
    PrefabMatch m_match;
};
} // namespace

PrefabMatch matchPrefab(const World& world,
                        EntityId instance,
                        const PrefabWorld& prefab,
                        const std::function<EntityId()>& newId,
                        NewLinks& newLinks)
{
    return PrefabMatcher{world, instance, prefab, newId, newLinks}.run();
}

bool isRemovalKept(const World& world,
                   EntityId entity,
                   const PrefabMatch::Part& part,
                   const Value& level)
{
    // One that was added here kept its removals itself.
    const bool wasAdded = overrideLevel(world, entity, AddedOverride) >= part.around;
    return levelOfOverride(level) >= (wasAdded ? 1 : part.inside);
}

std::string_view componentOfOverride(std::string_view name)
{
    return name.substr(0, name.find('.'));
}

std::int64_t levelOfOverride(const Value& value)
{
    const auto* level = value.as<std::int64_t>();
    return level != nullptr ? *level : 0;
}

int levelNeeded(const PrefabMatch::Part& part, std::string_view component)
{
    return belongsAround(component) ? part.around : part.inside;
}
} // namespace engine
