#include "engine_core/interchange/maps/map_parts.h"

#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/geometry/brush_transform.h"
#include "engine_core/interchange/maps/map_part_values.h"
#include "engine_core/interchange/maps/map_wiring.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/map_entity.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/tags.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/components/trigger.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace engine
{
namespace
{
// Of an item, in units: its trigger is as big as those of the games, and its body small enough to
// stand anywhere.
constexpr Vec3d ItemTrigger{40, 56, 40};
constexpr Aabb ItemBody{{-6, 2, -6}, {6, 14, 6}};

bool needsBrushes(MapPartBody body)
{
    return body != MapPartBody::None && body != MapPartBody::Item;
}

/// One that the table does not know: it keeps its class and keys without doing anything.
bool isUnknownTrigger(const MapPartEntity& entity)
{
    return !entity.isRuled && entity.className.starts_with("trigger_") && !entity.brushes.empty();
}

class PartGiver
{
public:
    PartGiver(World& map,
              const MapPartChoice& choice,
              const MapSpace& space,
              const std::unordered_map<EntityId, int>& lines,
              MapSkips& skips)
        : m_world{map}
        , m_table{*choice.table}
        , m_game{choice.game}
        , m_space{space}
        , m_lines{lines}
        , m_skips{skips}
    {
    }

    GivenMapParts give()
    {
        collect();
        linkTouching(m_entities);
        for (auto& entity : m_entities)
            if (entity.isTaken)
                giveTo(entity);
            else if (isUnknownTrigger(entity) && settle(entity))
                giveBody(entity, MapPartBody::Gone); // nobody sees it in the game, either
        MapWiring wiring{m_world, m_entities, m_names, m_skips};
        if (const auto* sign = m_table.findPart("text_sign"))
            wiring.setSign({{sign->file}, sign->className, {}});
        wiring.wire(m_edit);
        (void)m_world.exchange(m_edit);
        note(wiring.unheard());
        return std::move(m_given);
    }

private:
    void collect()
    {
        m_world.forEach<MapEntity>([&](EntityId id, const MapEntity& map) {
            if (id == SceneEntity)
                return;
            MapPartEntity entity;
            entity.id = id;
            entity.className = map.className;
            entity.keys = mapKeysFromText(map.keys);
            const auto line = m_lines.find(id);
            entity.line = line != m_lines.end() ? line->second : 0;
            entity.leader = m_entities.size();
            for (const auto child : m_world.children(id))
                if (m_world.get<BrushComponent>(child) != nullptr) {
                    entity.brushes.push_back(child);
                    entity.bounds.add(boundsOf(m_world, child));
                }
            if (const auto rule = m_table.ruleFor(map.className, entity.keys, m_game)) {
                m_given.classes.insert(map.className);
                entity.isRuled = true;
                entity.rule = *rule;
                entity.part = m_table.findPart(rule->part.value_or(""));
                entity.isTaken = isFit(entity);
            }
            if (const auto* name = findMapKey(entity.keys, "targetname");
                name != nullptr && !name->empty())
                m_names[*name].push_back(m_entities.size());
            m_entities.push_back(std::move(entity));
        });
    }

    /// A door without brushes opens nothing.
    bool isFit(const MapPartEntity& entity)
    {
        const auto body = entity.rule.body.value_or(MapPartBody::None);
        if (entity.rule.live.value_or(false) && m_world.get<Light>(entity.id) == nullptr)
            return false;
        if (body == MapPartBody::Item && !entity.brushes.empty())
            return false;
        if (!needsBrushes(body) || !entity.brushes.empty())
            return true;
        m_skips.add(entity.line, "What " + entity.className + " does, which has no brushes here");
        return false;
    }

    void giveTo(MapPartEntity& entity)
    {
        const auto body = entity.rule.body.value_or(MapPartBody::None);
        if (!entity.brushes.empty() && body != MapPartBody::None && !settle(entity)) {
            entity.isTaken = false;
            return;
        }
        giveBody(entity, body);
        if (entity.rule.live.value_or(false)) {
            auto light = *m_world.get<Light>(entity.id);
            light.baked = false;
            m_edit.swaps.push_back(swapTo(entity.id, light));
        }
        if (const auto* needed = m_table.findPart(entity.rule.needs.value_or("")))
            if (const Script script{{needed->file}, needed->className, {}};
                std::find(m_given.needs.begin(), m_given.needs.end(), script) ==
                m_given.needs.end())
                m_given.needs.push_back(script);
        if (entity.part == nullptr)
            return;
        m_edit.swaps.push_back(swapTo(
            entity.id, Script{{entity.part->file}, entity.part->className, valuesFor(entity)}));
        ++m_counts[*entity.rule.part];
    }

    /// Puts the object's place into the middle of its brushes, which stay where they are.
    bool settle(MapPartEntity& entity)
    {
        const auto& bounds = entity.bounds;
        entity.place = entity.rule.atLowCorner.value_or(false)
                           ? Vec3d{bounds.min.x, bounds.min.y, bounds.max.z}
                           : bounds.center();
        std::vector<Swap> swaps;
        for (const auto id : entity.brushes) {
            auto moved =
                translated(*m_world.get<BrushComponent>(id)->brush, -entity.place, TextureLock::On);
            if (!moved) {
                m_skips.add(entity.line, "What " + entity.className +
                                             " does: its brushes cannot have another place: " +
                                             moved.error().message());
                return false;
            }
            swaps.push_back(
                swapTo(id, BrushComponent{std::make_shared<const Brush>(*std::move(moved))}));
        }
        TransformComponent transform;
        transform.position = entity.place;
        swaps.push_back(swapTo(entity.id, transform));
        std::move(swaps.begin(), swaps.end(), std::back_inserter(m_edit.swaps));
        return true;
    }

    void giveBody(const MapPartEntity& entity, MapPartBody body)
    {
        Trigger trigger;
        if (body == MapPartBody::None)
            return;
        if (body == MapPartBody::Item) {
            giveItemBody(entity);
            return;
        }
        const bool collides = body == MapPartBody::Solid || body == MapPartBody::Button;
        m_edit.swaps.push_back(swapTo(entity.id, Mover{.collides = collides}));
        if (body == MapPartBody::Solid)
            return;
        trigger.size = glm::max(entity.bounds.size(), Vec3d{0.01});
        trigger.player = body == MapPartBody::Trigger;
        trigger.hides = true;
        m_edit.swaps.push_back(swapTo(entity.id, trigger));
    }

    void giveItemBody(const MapPartEntity& entity)
    {
        const double scale = m_space.scale();
        auto box = makeBox({ItemBody.min * scale, ItemBody.max * scale});
        if (!box)
            return; // at this scale nobody would see it
        Trigger trigger;
        trigger.size = glm::max(ItemTrigger * scale, Vec3d{0.01});
        m_edit.swaps.push_back(swapTo(entity.id, trigger));
        m_edit.swaps.push_back(swapTo(entity.id, Mover{.collides = false}));
        const auto body = m_world.newId();
        m_edit.swaps.push_back(swapTo(body, Node{.name = "Body", .parent = entity.id}));
        m_edit.swaps.push_back(
            swapTo(body, BrushComponent{std::make_shared<const Brush>(*std::move(box))}));
        m_edit.swaps.push_back(swapTo(body, Tags{std::string{ItemBodyTag}}));
    }

    ValueBag valuesFor(const MapPartEntity& entity)
    {
        const auto subject = subjectOf(entity);
        ValueBag values;
        const auto add = [&](const auto& set) {
            for (const auto& [name, source] : set) {
                const auto property = entity.part->properties.find(name);
                if (property == entity.part->properties.end())
                    continue; // a project's part of that name, or one of `when`, has none
                auto value = mapPartValue(source, property->second, subject, m_space);
                if (!std::holds_alternative<std::monostate>(value.data))
                    setValue(values, name, std::move(value));
            }
        };
        add(entity.rule.set);
        if (&m_entities[entity.leader] != &entity)
            add(entity.rule.follower);
        return values;
    }

    MapPartSubject subjectOf(const MapPartEntity& entity)
    {
        MapPartSubject subject;
        subject.keys = &entity.keys;
        subject.bounds = entity.bounds;
        subject.group = entity.group.isEmpty() ? entity.bounds : entity.group;
        subject.place = entity.place;
        subject.find = [this](const std::string& name) {
            const auto at = m_names.find(name);
            return at != m_names.end() ? m_entities[at->second.front()].id : EntityId{};
        };
        subject.next = [this](const std::string& name) {
            const auto at = m_names.find(name);
            const auto* target = at != m_names.end()
                                     ? findMapKey(m_entities[at->second.front()].keys, "target")
                                     : nullptr;
            return target != nullptr ? *target : std::string{};
        };
        subject.complain = [this, &entity](const std::string& key, const std::string& value) {
            m_skips.add(entity.line,
                        fmt::format("The {} '{}' of {}, which is no number: it has the usual one",
                                    key.substr(0, 64), value.substr(0, 64), entity.className));
        };
        return subject;
    }

    void note(std::size_t unheard)
    {
        std::size_t count = 0;
        std::string list;
        for (const auto& [name, times] : m_counts) {
            count += times;
            list += fmt::format("{}{} ({})", list.empty() ? "" : ", ", name, times);
        }
        if (count > 0)
            m_given.notes.push_back(fmt::format("{} entities work here as parts: {}", count, list));
        if (unheard > 0)
            m_given.notes.push_back(
                fmt::format("{} targets are entities that nothing can be told here", unheard));
    }

    World& m_world;
    const MapPartTable& m_table;
    std::string_view m_game;
    const MapSpace& m_space;
    const std::unordered_map<EntityId, int>& m_lines;
    MapSkips& m_skips;
    std::vector<MapPartEntity> m_entities;
    MapNames m_names;
    std::map<std::string, std::size_t> m_counts; ///< by part
    GivenMapParts m_given;
    Edit m_edit;
};
} // namespace

GivenMapParts giveMapParts(World& map,
                           const MapPartChoice& choice,
                           const MapSpace& space,
                           const std::unordered_map<EntityId, int>& lines,
                           MapSkips& skips)
{
    if (choice.table == nullptr)
        return {};
    return PartGiver{map, choice, space, lines, skips}.give();
}

void addNeededParts(World& map, const std::vector<Script>& needs, const World* scene)
{
    Edit edit;
    for (const auto& script : needs) {
        bool isThere = false;
        for (const World* world : {static_cast<const World*>(&map), scene})
            if (world != nullptr)
                world->forEach<Script>([&](EntityId, const Script& other) {
                    isThere = isThere ||
                              (other.file == script.file && other.className == script.className);
                });
        if (isThere)
            continue;
        addAtStart(map, map.newId(), script.className, script, edit);
    }
    (void)map.exchange(edit);
}
} // namespace engine
