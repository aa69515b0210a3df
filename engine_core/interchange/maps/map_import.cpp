#include "engine_core/interchange/maps/map_import.h"

#include "engine_core/base/count_text.h"
#include "engine_core/base/jobs.h"
#include "engine_core/interchange/maps/map_entities.h"
#include "engine_core/interchange/maps/map_lights.h"
#include "engine_core/interchange/maps/map_liquids.h"
#include "engine_core/interchange/maps/map_patches.h"
#include "engine_core/interchange/maps/map_textures.h"
#include "engine_core/interchange/read_back.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/map_entity.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/serialization/brush_codec.h"
#include "engine_core/serialization/json_values.h"

#include <fmt/core.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace engine
{
namespace
{

/// A brush, or why there is none.
struct Built
{
    std::shared_ptr<const Brush> brush;
    std::string problem;
    std::size_t resetFaces = 0; ///< see MapBrushFace
    std::string lost;           ///< why it is not the same once it is saved and opened again
};

constexpr int DeepestGroup = 100; ///< so many others around it; a hostile file has any number

Built buildBrush(const MapText& map,
                 const MapBrush& brush,
                 const FoundMapTextures& textures,
                 const MapSpace& space)
{
    std::vector<BrushFace> faces;
    faces.reserve(brush.faceCount);
    std::size_t resetFaces = 0;
    for (auto i = brush.firstFace; i < brush.firstFace + brush.faceCount; ++i) {
        const auto& face = map.faces[i];
        auto converted = toBrushFace(face, textures.known[face.texture], space);
        if (!converted)
            return {nullptr, converted.error().message(), 0, {}};
        resetFaces += std::size_t{converted->isTextureReset};
        faces.push_back(std::move(converted->face));
    }
    auto built = Brush::fromFaces(std::move(faces));
    if (!built)
        return {nullptr, built.error().message(), 0, {}};
    const auto readable = checkReadable(*built);
    return {std::make_shared<const Brush>(*std::move(built)),
            {},
            resetFaces,
            readable ? std::string{} : readable.error().message()};
}

/// On all cores, each into its own place: the result does not depend on who was first.
std::vector<Built> buildBrushes(const MapText& map,
                                const FoundMapTextures& textures,
                                const MapSpace& space,
                                const JobControl* job)
{
    constexpr std::size_t Grain = 64;
    std::vector<Built> built(map.brushes.size());
    tbb::parallel_for(tbb::blocked_range<std::size_t>{0, built.size(), Grain},
                      [&](const tbb::blocked_range<std::size_t>& range) {
                          if (job != nullptr && job->isCancelled())
                              return;
                          for (auto i = range.begin(); i < range.end(); ++i)
                              built[i] = buildBrush(map, map.brushes[i], textures, space);
                      });
    return built;
}

/// Puts what was read into one edit of a new world.
class LevelMaker
{
public:
    LevelMaker(MapText& map,
               std::vector<Built>& built,
               const FoundMapTextures& textures,
               const MapSpace& space,
               ImportedMap& result)
        : m_map{map}
        , m_built{built}
        , m_textures{textures}
        , m_space{space}
        , m_result{result}
        , m_world{*result.world}
    {
    }

    void make()
    {
        m_edit.swaps.reserve(m_map.brushes.size() * 2 + m_map.entities.size() * 4);
        findGroups();
        chooseStart();
        for (auto& entity : m_map.entities)
            addEntity(entity);
        noteLost();
        (void)m_world.exchange(m_edit);
    }

    /// Gives entities the parts of the table, and tells which ones do nothing here.
    void giveParts(const MapPartChoice& choice)
    {
        const auto given = giveMapParts(m_world, choice, m_space, m_lines, m_result.skips);
        m_result.needs = given.needs;
        giveMapLiquids(m_world, choice.table, m_result.needs);
        m_result.notes.insert(m_result.notes.end(), given.notes.begin(), given.notes.end());
        for (const auto& className : given.classes)
            m_classes.erase(className);
        noteKept(choice.table != nullptr);
    }

private:
    struct Source
    {
        MapKeys keys; ///< without the class name
        std::string className;
    };

    static Source sourceOf(MapTextEntity& entity)
    {
        Source source;
        for (auto& [key, value] : entity.keys)
            if (key == "classname")
                source.className = std::move(value);
            else
                source.keys.emplace_back(std::move(key), std::move(value));
        return source;
    }

    static const std::string* valueOf(const MapTextEntity& entity, std::string_view key)
    {
        const auto at = std::find_if(entity.keys.rbegin(), entity.keys.rend(),
                                     [&](const MapKey& each) { return each.key == key; });
        return at == entity.keys.rend() ? nullptr : &at->value;
    }

    /// TrenchBroom's groups and layers have ids, by which others say that they belong to them.
    void findGroups()
    {
        for (std::size_t i = 0; i < m_map.entities.size(); ++i) {
            const auto& entity = m_map.entities[i];
            const auto* type = valueOf(entity, "_tb_type");
            const auto* id = valueOf(entity, "_tb_id");
            if (type == nullptr || id == nullptr)
                continue;
            const auto [group, isNew] = m_groups.try_emplace(
                (*type == "_tb_layer" ? "layer " : "group ") + *id, EntityId{}, i);
            if (!isNew)
                continue; // the first of one id counts
            group->second.entity = m_world.newId();
            m_groupAt.emplace(i, group->second.entity);
        }
    }

    /// Without a start for one player, one of a match will do.
    void chooseStart()
    {
        for (std::size_t i = 0; i < m_map.entities.size(); ++i) {
            const auto* name = valueOf(m_map.entities[i], "classname");
            if (name == nullptr)
                continue;
            if (isPlayerStart(*name)) {
                m_start = nullptr;
                return;
            }
            if (m_start == nullptr && name->starts_with("info_player_") &&
                *name != "info_player_intermission")
                m_start = &m_map.entities[i];
        }
    }

    EntityId parentOf(const MapTextEntity& entity) const
    {
        for (const auto* kind : {"group", "layer"}) {
            const auto* id = valueOf(entity, std::string{"_tb_"} + kind);
            if (id == nullptr)
                continue;
            const auto at = m_groups.find(std::string{kind} + ' ' + *id);
            // Only ones that come earlier in the file, so that nothing is below itself.
            if (at != m_groups.end() && at->second.place < placeOf(entity))
                return at->second.entity;
        }
        return {};
    }

    EntityId idOf(const MapTextEntity& entity)
    {
        const auto group = m_groupAt.find(placeOf(entity));
        return group != m_groupAt.end() ? group->second : m_world.newId();
    }

    /// In MapText::entities.
    [[nodiscard]] std::size_t placeOf(const MapTextEntity& entity) const
    {
        return static_cast<std::size_t>(&entity - m_map.entities.data());
    }

    void addEntity(MapTextEntity& entity)
    {
        const auto* name = valueOf(entity, "classname");
        const bool isFirst = &entity == m_map.entities.data();
        // Pieces of maps on the clipboard may lack the class of their first entity.
        if ((name == nullptr && isFirst) || (name != nullptr && *name == "worldspawn")) {
            addWorldspawn(entity);
            return;
        }
        auto parent = parentOf(entity);
        const auto id = idOf(entity);
        m_lines.emplace(id, entity.line);
        if (const int depth = parent ? m_depth[parent] + 1 : 0; depth <= DeepestGroup) {
            m_depth[id] = depth;
        } else {
            m_result.skips.add(entity.line,
                               "What lies in too many groups was put to the top level");
            parent = {};
        }
        const bool isStart = &entity == m_start;
        auto source = sourceOf(entity);
        if (source.className.empty()) {
            source.className = entity.hasBody() ? "func_group" : "info_null";
            m_result.skips.add(entity.line,
                               "An entity without a class was taken for " + source.className);
        }
        const bool isGroup = source.className == "func_group";
        if (isGroup && removeMapLink(source.keys))
            ++m_linked;
        const auto layer = isGroup ? mapLayer(source.keys) : std::nullopt;
        Node node{nameOf(source), parent};
        if (layer)
            node = {std::move(node.name), {}, layer->hidden, layer->locked};
        m_edit.swaps.push_back(swapTo(id, std::move(node)));
        if (layer)
            m_edit.swaps.push_back(swapTo(id, layer->layer));
        else if (entity.hasBody())
            addBrushEntity(id, source);
        else
            addPointEntity(id, entity.line, source, isStart);
        addBrushes(entity, id);
        addPatches(entity, id);
        ++m_classes[source.className];
        m_edit.swaps.push_back(
            swapTo(id, MapEntity{std::move(source.className), textFromMapKeys(source.keys)}));
    }

    void addWorldspawn(MapTextEntity& entity)
    {
        auto source = sourceOf(entity);
        const auto* before = m_world.get<SceneSettings>(SceneEntity);
        const auto old = before != nullptr ? *before : SceneSettings{};
        auto settings = mapSettings(source.keys, m_space, old);
        if (showsSky(m_map))
            settings = withMapSky(source.keys, settings);
        if (settings != old)
            m_edit.swaps.push_back(swapTo(SceneEntity, settings));
        if (const auto sun = takeMapSun(source.keys)) {
            addMapSun(*sun, m_world.newId(), m_space, m_edit);
            ++m_result.lights;
        }
        if (!source.keys.empty())
            m_edit.swaps.push_back(
                swapTo(SceneEntity, MapEntity{"worldspawn", textFromMapKeys(source.keys)}));
        addBrushes(entity, {});
        addPatches(entity, {});
    }

    void addBrushEntity(EntityId id, const Source& source)
    {
        if (const auto mover = mapMover(source.className))
            m_edit.swaps.push_back(swapTo(id, *mover));
    }

    void addPointEntity(EntityId id, int line, const Source& source, bool isStart)
    {
        auto place = mapTransform(source.className, source.keys, m_space);
        const auto light = mapLight(source.className, source.keys, m_space);
        if (const auto target = light ? lightTarget(m_map, source.keys, m_space) : std::nullopt;
            target && *target != place.position)
            place.rotation = turnTowards(*target - place.position);
        m_edit.swaps.push_back(swapTo(id, place));
        if (isBeyondWorld(source.keys, m_space))
            m_result.skips.add(line, fmt::format("The place of {}, which is beyond the edge of the "
                                                 "world, {} m out: it stands at the edge",
                                                 source.className, WorldLimit));
        if (light) {
            m_edit.swaps.push_back(swapTo(id, *light));
            ++m_result.lights;
            m_typed.push_back(source.className);
        }
        if (isStart || isPlayerStart(source.className)) {
            m_edit.swaps.push_back(swapTo(id, PlayerStart{}));
            m_typed.push_back(source.className);
        }
        if (isStart)
            m_result.notes.push_back(
                fmt::format("The map has no info_player_start: the player starts at its first {}",
                            source.className));
    }

    void addBrushes(const MapTextEntity& entity, EntityId parent)
    {
        for (auto i = entity.firstBrush; i < entity.firstBrush + entity.brushCount; ++i) {
            auto& built = m_built[i];
            if (!built.brush) {
                m_result.skips.add(m_map.brushes[i].line, std::move(built.problem));
                ++m_result.invalidBrushes;
                continue;
            }
            if (built.resetFaces > 0)
                m_result.skips.add(m_map.brushes[i].line,
                                   fmt::format("The scale or offset of the texture on {} of a "
                                               "brush, which is too small or too big: it lies as "
                                               "on a new face",
                                               countText(built.resetFaces, "face", "faces")));
            if (!built.lost.empty())
                m_result.skips.add(m_map.brushes[i].line,
                                   "Saved and opened again, the brush is not the same: " +
                                       built.lost);
            const auto id = m_world.newId();
            m_edit.swaps.push_back(swapTo(id, Node{"Brush", parent}));
            m_edit.swaps.push_back(swapTo(id, BrushComponent{std::move(built.brush)}));
            ++m_result.brushes;
        }
    }

    void addPatches(const MapTextEntity& entity, EntityId parent)
    {
        for (auto i = entity.firstPatch; i < entity.firstPatch + entity.patchCount; ++i) {
            const auto& patch = m_map.patches[i];
            auto made = patchFromMap(m_map, patch, m_textures.known[patch.texture], m_space);
            if (!made) {
                m_result.skips.add(patch.line, made.error().message());
                continue;
            }
            const auto id = m_world.newId();
            m_edit.swaps.push_back(swapTo(id, Node{"Patch", parent}));
            m_edit.swaps.push_back(swapTo(id, *std::move(made)));
            ++m_result.patches;
        }
    }

    /// Of what is no brush: brushes are checked where they are built, on all cores.
    void noteLost()
    {
        World others;
        Edit edit;
        const auto& swaps = m_edit.swaps;
        for (std::size_t i = 0; i < swaps.size(); ++i)
            if (i + 1 < swaps.size() && swaps[i + 1].entity == swaps[i].entity &&
                swaps[i + 1].type == typeIdOf<BrushComponent>())
                ++i; // its node and the brush
            else
                edit.swaps.push_back(swaps[i]);
        (void)others.exchange(edit);
        for (auto& lost : lostWhenReadBack(others))
            m_result.notes.push_back(std::move(lost));
    }

    /// Quotes in a value have a backslash before them, see textFromMapKeys().
    static std::string withoutEscapes(std::string text)
    {
        for (auto at = text.find("\\\""); at != std::string::npos; at = text.find("\\\"", at + 1))
            text.erase(at, 1);
        return text;
    }

    static std::string nameOf(const Source& source)
    {
        for (const auto* key : {"_tb_name", "targetname"})
            if (const auto* name = findMapKey(source.keys, key); name != nullptr && !name->empty())
                return withoutEscapes(*name);
        return source.className;
    }

    /// Copies that follow each other there, and the classes that we have no component for.
    void noteKept(bool hasTable)
    {
        if (m_linked > 0)
            m_result.notes.push_back(fmt::format(
                "{} linked groups became groups of their own: their copies no longer follow each "
                "other, here and after an export",
                m_linked));
        for (const auto& typed : m_typed)
            m_classes.erase(typed);
        std::erase_if(m_classes, [hasTable](const auto& entry) {
            return (!hasTable && mapMover(entry.first)) || entry.first.starts_with("func_group");
        });
        if (m_classes.empty())
            return;
        std::size_t count = 0;
        std::string list;
        for (const auto& [name, times] : m_classes) {
            count += times;
            list += fmt::format("{}{} ({})", list.empty() ? "" : ", ", name, times);
        }
        m_result.notes.push_back(fmt::format(
            "{} entities keep class and keys without doing anything here: {}", count, list));
    }

    struct Group
    {
        EntityId entity;
        std::size_t place; ///< in MapText::entities

        Group(EntityId id, std::size_t at) : entity{id}, place{at} {}
    };

    MapText& m_map;
    std::vector<Built>& m_built;
    const FoundMapTextures& m_textures;
    const MapSpace& m_space;
    ImportedMap& m_result;
    World& m_world;
    Edit m_edit;
    std::map<std::string, Group> m_groups;
    std::unordered_map<std::size_t, EntityId> m_groupAt; ///< by their place
    std::unordered_map<EntityId, int> m_depth;           ///< in how many groups they are
    std::unordered_map<EntityId, int> m_lines;           ///< where entities stand in the file
    std::map<std::string, std::size_t> m_classes;
    std::vector<std::string> m_typed;
    std::size_t m_linked = 0; ///< groups
    const MapTextEntity* m_start = nullptr;
};

void setProgress(const MapImportOptions& options, double fraction)
{
    if (options.job != nullptr)
        options.job->setProgress(fraction);
}

bool isCancelled(const MapImportOptions& options)
{
    return options.job != nullptr && options.job->isCancelled();
}
} // namespace

Result<ImportedMap> importMap(std::string_view text, const MapImportOptions& options)
{
    ENGINE_EXPECT(options.scale > 0);
    auto map = parseMapText(text, options.job);
    if (!map)
        return map.error();
    setProgress(options, 0.3);
    const MapSpace space{options.scale};
    const auto textures = findMapTextures(*map, options.findTexture);
    auto built = buildBrushes(*map, textures, space, options.job);
    if (isCancelled(options))
        return Error{"Cancelled"};
    setProgress(options, 0.7);

    ImportedMap result;
    result.world = std::make_unique<World>();
    result.entities = map->entities.size();
    result.skips = std::move(map->skips);
    noteMapTextures(*map, textures, result.notes);
    LevelMaker maker{*map, built, textures, space, result};
    maker.make();
    maker.giveParts(options.parts);
    noteRepeats(*map, textures, *result.world);
    result.skips.sort();
    setProgress(options, 1);
    return result;
}

Result<MapBrushes> brushesFromMapText(std::string_view text, const MapImportOptions& options)
{
    ENGINE_EXPECT(options.scale > 0);
    auto map = parseMapText(text, options.job);
    if (!map)
        return map.error();
    const auto textures = findMapTextures(*map, options.findTexture);
    auto built = buildBrushes(*map, textures, MapSpace{options.scale}, options.job);
    MapBrushes result;
    result.skips = std::move(map->skips);
    result.brushes.reserve(built.size());
    for (std::size_t i = 0; i < built.size(); ++i)
        if (built[i].brush)
            result.brushes.push_back(std::move(built[i].brush));
        else
            result.skips.add(map->brushes[i].line, std::move(built[i].problem));
    result.skips.sort();
    return result;
}
} // namespace engine
