#include "engine_core/interchange/maps/map_export.h"

#include "engine_core/base/jobs.h"
#include "engine_core/geometry/brush_transform.h"
#include "engine_core/geometry/patch_edit.h"
#include "engine_core/interchange/maps/map_entities.h"
#include "engine_core/interchange/maps/map_lights.h"
#include "engine_core/interchange/maps/map_parts.h"
#include "engine_core/interchange/maps/map_patches.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/tags.h"
#include "engine_core/scene/world/hierarchy.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace engine
{
namespace
{

bool isGroup(const MapEntity& entity)
{
    return entity.className == "func_group";
}

class MapWriter
{
public:
    MapWriter(const World& world, const MapExportOptions& options)
        : m_world{world}, m_options{options}, m_space{options.scale}
    {
    }

    Result<ExportedMap> write();

private:
    void choose();
    [[nodiscard]] bool isChosen(EntityId entity) const;
    void sortBrushes();
    [[nodiscard]] EntityId ownerOf(EntityId brush) const;
    void nameGroups();
    void writeWorldspawn();
    void writeWithParents(EntityId entity);
    void writeEntity(EntityId entity);
    void writeBrushEntity(EntityId entity);
    void writeGroup(EntityId entity, MapKeys& keys);
    void writePointEntity(EntityId entity);
    [[nodiscard]] std::optional<Vec3d> placeOfTarget(const MapKeys& keys) const;
    void open(std::string_view className, const MapKeys& keys);

    void close() { m_out += "}\n"; }

    void writeBrushes(EntityId owner);
    void writeBrush(EntityId entity);
    void writePatch(EntityId entity, const CurvedPatch& patch);
    [[nodiscard]] bool isBody(EntityId entity) const;
    const MapMaterial& material(Name name);
    [[nodiscard]] std::string nameOf(EntityId entity) const;
    void addGroupKeys(EntityId entity, MapKeys& keys);
    [[nodiscard]] MapKeys keysOf(EntityId entity) const;
    [[nodiscard]] bool isLayer(EntityId entity) const;
    [[nodiscard]] bool isGroupOrLayer(EntityId entity) const;
    [[nodiscard]] EntityId entityAround(EntityId group) const;
    [[nodiscard]] bool isWrittenAsGroup(EntityId entity) const;
    const std::string& groupId(EntityId entity);

    const World& m_world;
    const MapExportOptions& m_options;
    MapSpace m_space;
    ExportedMap m_result;
    std::string& m_out = m_result.text;
    std::unordered_map<EntityId, std::vector<EntityId>>
        m_brushes;                         ///< of each owner, null is the world
    std::unordered_set<EntityId> m_chosen; ///< if only some objects are to be written
    std::unordered_set<EntityId> m_written;
    std::unordered_map<EntityId, std::string> m_groupIds; ///< of groups and layers
    std::set<std::string> m_usedIds;
    std::size_t m_freeId = 1;
    std::unordered_map<Name, MapMaterial> m_materials;
    std::size_t m_brushNumber = 0;
};

Result<ExportedMap> MapWriter::write()
{
    m_out.reserve(m_world.count<BrushComponent>() * 900 + 4096);
    m_out += "// Game: Generic\n// Format: Valve\n";
    choose();
    sortBrushes();
    nameGroups();
    writeWorldspawn();
    const auto entities = m_world.entities();
    std::size_t done = 0;
    for (const auto entity : entities) {
        if (entity != SceneEntity && !entity.isSpawned())
            writeWithParents(entity);
        if (m_options.job == nullptr || ++done % 256 != 0)
            continue;
        if (m_options.job->isCancelled())
            return Error{"Cancelled"};
        m_options.job->setProgress(static_cast<double>(done) /
                                   static_cast<double>(entities.size()));
    }
    return std::move(m_result);
}

void MapWriter::choose()
{
    for (const auto entity : m_options.only)
        for (const auto each : subtree(m_world, entity))
            m_chosen.insert(each);
}

bool MapWriter::isChosen(EntityId entity) const
{
    return m_options.only.empty() || m_chosen.contains(entity);
}

void MapWriter::sortBrushes()
{
    m_world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent& brush) {
        const auto* tags = m_world.get<Tags>(entity);
        const bool isLook = tags != nullptr && hasTag(*tags, ItemBodyTag);
        if (brush.brush && isChosen(entity) && !isLook)
            m_brushes[ownerOf(entity)].push_back(entity);
    });
    m_world.forEach<CurvedPatch>([&](EntityId entity, const CurvedPatch& patch) {
        if (patch.grid && isChosen(entity) && m_world.get<BrushComponent>(entity) == nullptr)
            m_brushes[ownerOf(entity)].push_back(entity);
    });
}

/// What brush entities are made of.
bool MapWriter::isBody(EntityId entity) const
{
    return m_world.get<BrushComponent>(entity) != nullptr ||
           m_world.get<CurvedPatch>(entity) != nullptr;
}

/// A brush that is more than a brush (a door of one brush) is an entity of its own.
EntityId MapWriter::ownerOf(EntityId brush) const
{
    if (m_world.get<Mover>(brush) != nullptr || m_world.get<MapEntity>(brush) != nullptr)
        return brush;
    const auto parent = m_world.get<Node>(brush)->parent;
    if (const auto around = entityAround(parent))
        return around;
    return isChosen(parent) ? parent : EntityId{};
}

void MapWriter::writeWorldspawn()
{
    const bool isWhole = m_options.only.empty();
    auto keys = isWhole ? keysOf(SceneEntity) : MapKeys{};
    if (const auto* settings = m_world.get<SceneSettings>(SceneEntity);
        isWhole && settings != nullptr)
        writeMapSettings(keys, *settings, m_space);
    setMapKey(keys, "mapversion", "220");
    open("worldspawn", keys);
    writeBrushes({});
    close();
}

/// Readers look for a group among what came earlier in the file.
void MapWriter::writeWithParents(EntityId entity)
{
    std::vector<EntityId> open;
    for (auto each = entity;
         m_world.exists(each) && isChosen(each) && m_written.insert(each).second;
         each = m_world.get<Node>(each)->parent)
        open.push_back(each);
    for (auto each = open.rbegin(); each != open.rend(); ++each)
        writeEntity(*each);
}

void MapWriter::writeEntity(EntityId entity)
{
    if (const auto around = entityAround(entity)) {
        m_result.skipped.push_back("The group '" + nameOf(entity) + "' inside '" + nameOf(around) +
                                   "' was resolved: in a .map file entities have none");
        return;
    }
    const bool hasBrushes = m_brushes.contains(entity);
    const auto* map = m_world.get<MapEntity>(entity);
    const bool isBrush = isBody(entity);
    const bool isPoint = m_world.get<Light>(entity) != nullptr ||
                         m_world.get<PlayerStart>(entity) != nullptr || map != nullptr;
    if (hasBrushes || m_world.get<Layer>(entity) != nullptr || (map != nullptr && isGroup(*map)))
        writeBrushEntity(entity);
    else if (!isBrush && isPoint)
        writePointEntity(entity);
    else if (!isBrush && !m_world.children(entity).empty())
        writeBrushEntity(entity); // a group of entities
    else if (!isBrush)
        m_result.skipped.push_back("'" + nameOf(entity) +
                                   "' is nothing that a .map file knows: it was left out");
    const bool shinesOrStarts =
        m_world.get<Light>(entity) != nullptr || m_world.get<PlayerStart>(entity) != nullptr;
    if ((isBrush || hasBrushes) && shinesOrStarts)
        m_result.skipped.push_back("The light or player start of '" + nameOf(entity) +
                                   "' was left out: in a .map file brushes have none");
}

void MapWriter::writeBrushEntity(EntityId entity)
{
    const auto* map = m_world.get<MapEntity>(entity);
    auto keys = keysOf(entity);
    std::string className = "func_group";
    if (map != nullptr && !map->className.empty())
        className = map->className;
    else if (m_world.get<Mover>(entity) != nullptr)
        className = "func_door";
    addGroupKeys(entity, keys);
    if (isWrittenAsGroup(entity))
        writeGroup(entity, keys);
    open(className, keys);
    writeBrushes(entity);
    close();
}

/// What says that it is a group or a layer, and which.
void MapWriter::writeGroup(EntityId entity, MapKeys& keys)
{
    (void)removeMapLink(keys); // its copies here are edited by themselves
    const auto* node = m_world.get<Node>(entity);
    if (const auto* layer = m_world.get<Layer>(entity))
        writeMapLayer(keys, {*layer, node->hidden, node->locked});
    else if (findMapKey(keys, "_tb_type") == nullptr)
        setMapKey(keys, "_tb_type", "_tb_group");
    setMapKey(keys, "_tb_name", nameOf(entity));
    setMapKey(keys, "_tb_id", groupId(entity));
}

void MapWriter::writePointEntity(EntityId entity)
{
    const auto* map = m_world.get<MapEntity>(entity);
    auto keys = keysOf(entity);
    std::string className = map != nullptr ? map->className : std::string{};
    const auto* light = m_world.get<Light>(entity);
    if (className.empty() && light != nullptr)
        className = "light";
    if (className.empty() || (map == nullptr && m_world.get<PlayerStart>(entity) != nullptr))
        className = m_world.get<PlayerStart>(entity) != nullptr ? "info_player_start" : "info_null";
    const auto place = worldTransform(m_world, entity);
    TransformComponent written{place.position, place.rotation, place.scale};
    if (light != nullptr) {
        className = mapLightClass(className, keys, *light);
        const bool isTurnedByLight = light->kind != LightKind::Point && className == "light";
        if (isTurnedByLight)
            written.rotation = mapTransform(className, keys, m_space).rotation;
    }
    writeMapTransform(className, keys, written, m_space);
    if (light != nullptr) {
        const auto target = placeOfTarget(keys);
        writeMapLight(className, keys, *light, lightRotation(place), m_space,
                      target ? std::optional{*target - place.position} : std::nullopt);
    }
    addGroupKeys(entity, keys);
    open(className, keys);
    close();
}

/// Where the first object stands that has the name which the keys aim at.
std::optional<Vec3d> MapWriter::placeOfTarget(const MapKeys& keys) const
{
    const auto* target = findMapKey(keys, "target");
    if (target == nullptr || target->empty())
        return std::nullopt;
    std::optional<Vec3d> found;
    m_world.forEach<MapEntity>([&](EntityId entity, const MapEntity&) {
        const auto its = keysOf(entity);
        const auto* name = findMapKey(its, "targetname");
        if (!found && name != nullptr && *name == *target)
            found = worldTransform(m_world, entity).position;
    });
    return found;
}

void MapWriter::open(std::string_view className, const MapKeys& keys)
{
    m_out += "// entity ";
    m_out += std::to_string(m_result.entities++);
    m_out += "\n{\n";
    MapKeys all{{"classname", std::string{className}}};
    all.insert(all.end(), keys.begin(), keys.end());
    for (const auto& pair : all) {
        m_out += textFromMapKeys({&pair, 1});
        m_out += '\n';
    }
    m_brushNumber = 0;
}

void MapWriter::writeBrushes(EntityId owner)
{
    const auto at = m_brushes.find(owner);
    if (at == m_brushes.end())
        return;
    for (const auto brush : at->second)
        writeBrush(brush);
}

void MapWriter::writePatch(EntityId entity, const CurvedPatch& patch)
{
    const auto placed = transformed(*patch.grid, worldTransform(m_world, entity));
    if (!placed) {
        m_result.skipped.push_back("The curved patch '" + nameOf(entity) +
                                   "' was left out: " + placed.error().message());
        return;
    }
    m_out += "// brush ";
    m_out += std::to_string(m_brushNumber++);
    m_out += '\n';
    const auto& known = material(Name{patch.material.path});
    writeMapPatch(m_out, **placed, patch.steps(), known.texture, m_space);
    ++m_result.patches;
}

void MapWriter::writeBrush(EntityId entity)
{
    if (m_world.get<BrushComponent>(entity) == nullptr)
        return writePatch(entity, *m_world.get<CurvedPatch>(entity));
    const auto& authored = *m_world.get<BrushComponent>(entity)->brush;
    const auto place = worldTransform(m_world, entity);
    const Brush* brush = &authored;
    std::optional<Brush> moved;
    if (place != Transform{}) {
        auto result = transformed(authored, place, TextureLock::On);
        if (!result) {
            m_result.skipped.push_back("The brush '" + nameOf(entity) +
                                       "' was left out: " + result.error().message());
            return;
        }
        brush = &moved.emplace(*std::move(result));
    }
    m_out += "// brush ";
    m_out += std::to_string(m_brushNumber++);
    m_out += "\n{\n";
    for (FaceIndex face = 0; face < brush->faceCount(); ++face) {
        const auto& known = material(brush->faces()[face].material);
        writeMapFace(m_out, *brush, face, known.texture, known.size, m_space);
    }
    m_out += "}\n";
    ++m_result.brushes;
}

const MapMaterial& MapWriter::material(Name name)
{
    const auto at = m_materials.find(name);
    if (at != m_materials.end())
        return at->second;
    auto known =
        m_options.findMaterial && !name.isEmpty() ? m_options.findMaterial(name) : std::nullopt;
    if (!known)
        known = MapMaterial{name.isEmpty() ? std::string{EmptyTexture} : name.text()};
    return m_materials.emplace(name, *std::move(known)).first->second;
}

std::string MapWriter::nameOf(EntityId entity) const
{
    const auto* node = m_world.get<Node>(entity);
    return node != nullptr ? node->name : std::string{};
}

MapKeys MapWriter::keysOf(EntityId entity) const
{
    const auto* map = m_world.get<MapEntity>(entity);
    return map != nullptr ? mapKeysFromText(map->keys) : MapKeys{};
}

bool MapWriter::isLayer(EntityId entity) const
{
    return m_world.get<Layer>(entity) != nullptr || mapLayer(keysOf(entity)).has_value();
}

bool MapWriter::isWrittenAsGroup(EntityId entity) const
{
    return isGroupOrLayer(entity) && !entityAround(entity);
}

/// What the brushes of a group belong to if the group is part of a door or another entity that is
/// made of brushes; null for any other group, and for what is none.
EntityId MapWriter::entityAround(EntityId group) const
{
    auto each = group;
    for (int depth = 0; depth < MaxHierarchyDepth; ++depth) {
        if (!m_world.exists(each) || !isChosen(each) || !isGroupOrLayer(each))
            break;
        const auto parent = m_world.get<Node>(each)->parent;
        const auto* map = m_world.get<MapEntity>(parent);
        const bool isEntity = map != nullptr && !map->className.empty() && !isGroup(*map);
        if (isChosen(parent) && (isEntity || m_world.get<Mover>(parent) != nullptr))
            return parent;
        each = parent;
    }
    return {};
}

bool MapWriter::isGroupOrLayer(EntityId entity) const
{
    if (m_world.get<Layer>(entity) != nullptr)
        return true;
    if (const auto* map = m_world.get<MapEntity>(entity); map != nullptr && !map->className.empty())
        return isGroup(*map);
    if (m_world.get<Mover>(entity) != nullptr)
        return false;
    const bool isMore = isBody(entity) || m_world.get<Light>(entity) != nullptr ||
                        m_world.get<PlayerStart>(entity) != nullptr;
    return m_brushes.contains(entity) || !isMore;
}

/// Groups keep the ids of their file, but for copies of them that were made here.
void MapWriter::nameGroups()
{
    m_world.forEach<MapEntity>([&](EntityId entity, const MapEntity&) {
        const auto keys = keysOf(entity);
        if (const auto* id = findMapKey(keys, "_tb_id");
            id != nullptr && isWrittenAsGroup(entity) && m_usedIds.insert(*id).second)
            m_groupIds.emplace(entity, *id);
    });
}

const std::string& MapWriter::groupId(EntityId entity)
{
    auto& id = m_groupIds[entity];
    while (id.empty())
        if (auto next = std::to_string(m_freeId++); m_usedIds.insert(next).second)
            id = std::move(next);
    return id;
}

/// Who is below an object that is written as a group or layer says so, and nobody else does.
void MapWriter::addGroupKeys(EntityId entity, MapKeys& keys)
{
    const auto* node = m_world.get<Node>(entity);
    const auto parent = node != nullptr ? node->parent : EntityId{};
    const bool isInside = parent && isChosen(parent) && isWrittenAsGroup(parent);
    for (const std::string_view key : {"_tb_group", "_tb_layer"}) {
        if (isInside && isLayer(parent) == (key == "_tb_layer"))
            setMapKey(keys, key, groupId(parent));
        else
            std::erase_if(keys, [&](const auto& pair) { return pair.first == key; });
    }
}
} // namespace

Result<ExportedMap> exportMap(const World& world, const MapExportOptions& options)
{
    ENGINE_EXPECT(options.scale > 0);
    return MapWriter{world, options}.write();
}
} // namespace engine
