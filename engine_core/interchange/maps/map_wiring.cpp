#include "engine_core/interchange/maps/map_wiring.h"

#include "engine_core/base/disjoint_sets.h"
#include "engine_core/interchange/maps/map_part_values.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
constexpr double Gap = 1e-3; ///< metres; what is nearer touches

bool isLinked(const MapPartEntity& entity)
{
    return entity.isTaken && entity.part != nullptr && entity.rule.links &&
           !entity.rule.links->empty();
}

bool hasName(const MapPartEntity& entity)
{
    const auto* name = findMapKey(entity.keys, "targetname");
    return name != nullptr && !name->empty();
}
} // namespace

void linkTouching(std::vector<MapPartEntity>& entities)
{
    std::vector<std::uint32_t> linked;
    for (std::uint32_t i = 0; i < entities.size(); ++i)
        if (isLinked(entities[i]))
            linked.push_back(i);
    std::sort(linked.begin(), linked.end(), [&](std::uint32_t a, std::uint32_t b) {
        const double left = entities[a].bounds.min.x;
        const double right = entities[b].bounds.min.x;
        return left != right ? left < right : a < b;
    });
    DisjointSets sets{entities.size()};
    for (auto a = linked.begin(); a != linked.end(); ++a)
        for (auto b = a + 1; b != linked.end(); ++b) {
            const auto& one = entities[*a];
            const auto& other = entities[*b];
            if (other.bounds.min.x > one.bounds.max.x + Gap)
                break;
            if (one.className == other.className && one.bounds.grown(Gap).intersects(other.bounds))
                sets.join(*a, *b);
        }
    std::sort(linked.begin(), linked.end());
    std::map<std::uint32_t, std::size_t> leaders;
    for (const auto i : linked) {
        const auto [leader, isNew] = leaders.try_emplace(sets.find(i), i);
        if (!isNew && hasName(entities[i]) && !hasName(entities[leader->second]))
            leader->second = i;
    }
    for (const auto i : linked) {
        const auto leader = leaders[sets.find(i)];
        entities[i].leader = leader;
        entities[leader].group.add(entities[i].bounds);
    }
}

void addAtStart(const World& map, EntityId id, const std::string& name, Script script, Edit& edit)
{
    TransformComponent place;
    map.forEach<PlayerStart>([&](EntityId start, const PlayerStart&) {
        place.position = worldTransform(map, start).position;
    });
    edit.swaps.push_back(swapTo(id, Node{.name = name, .parent = {}}));
    edit.swaps.push_back(swapTo(id, place));
    edit.swaps.push_back(swapTo(id, std::move(script)));
}

void MapWiring::wire(Edit& edit)
{
    for (std::size_t i = 0; i < m_entities.size(); ++i) {
        m_byClass[m_entities[i].className].push_back(i);
        if (m_entities[i].leader != i)
            m_followers[m_entities[i].leader].push_back(i);
    }
    for (std::size_t i = 0; i < m_entities.size(); ++i) {
        const auto& entity = m_entities[i];
        if (!entity.isTaken || entity.part == nullptr)
            continue;
        std::vector<Wire> wires;
        wireLinks(i, wires);
        wireOne(entity, wires);
        if (!wires.empty())
            edit.swaps.push_back(swapTo(entity.id, Wires{std::move(wires)}));
    }
    if (m_signId)
        addSign(edit);
}

void MapWiring::wireOne(const MapPartEntity& entity, std::vector<Wire>& wires)
{
    wireMessage(entity, wires);
    wireTargets(entity, wires);
    wireClasses(entity, wires);
}

void MapWiring::wireLinks(std::size_t leader, std::vector<Wire>& wires)
{
    const auto at = m_followers.find(leader);
    if (at == m_followers.end())
        return;
    for (const auto follower : at->second)
        for (const auto& [output, message] : *m_entities[leader].rule.links) {
            if (!hasRoom(m_entities[leader], wires))
                return;
            wires.push_back({output, m_entities[follower].id, message});
        }
}

/// Who is to be killed goes first, as in the games.
void MapWiring::wireTargets(const MapPartEntity& entity, std::vector<Wire>& wires)
{
    if (!entity.rule.output || entity.rule.output->empty())
        return;
    const auto* delay = findMapKey(entity.keys, "delay");
    for (const bool kills : {true, false})
        if (const auto* name = findMapKey(entity.keys, kills ? "killtarget" : "target"))
            wireNamed(entity, {*name, delay != nullptr ? *delay : "", kills}, wires);
    if (!entity.rule.keysAreTargets.value_or(false))
        return;
    for (const auto& [key, value] : entity.keys)
        if (key != "target" && key != "killtarget" && key != "targetname")
            wireNamed(entity, {key.substr(0, key.find('#')), value, false}, wires);
}

void MapWiring::wireNamed(const MapPartEntity& entity, const Target& aim, std::vector<Wire>& wires)
{
    const auto named = m_names.find(aim.name);
    if (named == m_names.end())
        return;
    const double delay = std::clamp(mapNumber(aim.delay).value_or(0), 0.0, Wire::MaxDelay);
    std::vector<EntityId> told;
    for (const auto at : named->second) {
        const auto& target = m_entities[aim.kills ? at : m_entities[at].leader];
        const bool hears = aim.kills || (target.isTaken && target.part != nullptr &&
                                         target.rule.input && !target.rule.input->empty());
        m_unheard += std::size_t{!hears};
        if (!hears || (!told.empty() && told.back() == target.id))
            continue;
        if (!hasRoom(entity, wires))
            return;
        told.push_back(target.id);
        wires.push_back({*entity.rule.output,
                         target.id,
                         aim.kills ? "destroy" : *target.rule.input,
                         {},
                         delay});
    }
}

void MapWiring::wireClasses(const MapPartEntity& entity, std::vector<Wire>& wires)
{
    for (const auto& wire : entity.rule.wires) {
        const auto named = m_byClass.find(wire.className);
        if (named == m_byClass.end())
            continue;
        for (const auto at : named->second) {
            const auto& target = m_entities[m_entities[at].leader];
            const bool isMeant = wire.flag == 0 || (mapFlags(m_entities[at].keys) &
                                                    static_cast<unsigned>(wire.flag)) != 0;
            if (!isMeant || !target.isTaken || target.part == nullptr)
                continue;
            if (!hasRoom(entity, wires))
                return;
            wires.push_back({wire.output, target.id, wire.message});
        }
    }
}

void MapWiring::wireMessage(const MapPartEntity& entity, std::vector<Wire>& wires)
{
    const auto& rule = entity.rule;
    const auto output = rule.saysAt.value_or(rule.output.value_or(""));
    auto words = mapTextOf(entity.keys, "message", Wire::MaxText);
    if (words.empty())
        words = rule.says.value_or("");
    if (words.empty() || output.empty() || m_sign.className.empty() || !hasRoom(entity, wires))
        return;
    if (!m_signId)
        m_signId = m_world.newId();
    wires.push_back({output, m_signId, "say", {std::move(words)}});
}

bool MapWiring::hasRoom(const MapPartEntity& entity, const std::vector<Wire>& wires)
{
    if (m_count >= MostWires) {
        if (!m_isFull)
            m_skips.add(entity.line, fmt::format("The targets of {} and of all behind it: a map "
                                                 "has {} wires at most",
                                                 entity.className, MostWires));
        m_isFull = true;
        return false;
    }
    if (wires.size() >= Wires::MaxWires) {
        if (m_toldLine != entity.line)
            m_skips.add(entity.line, fmt::format("Targets of {}: an object has {} wires at most",
                                                 entity.className, Wires::MaxWires));
        m_toldLine = entity.line;
        return false;
    }
    ++m_count;
    return true;
}

void MapWiring::addSign(Edit& edit) const
{
    auto sign = m_sign;
    setValue(sign.properties, "on", {false});
    addAtStart(m_world, m_signId, "Messages", std::move(sign), edit);
}
} // namespace engine
