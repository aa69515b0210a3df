#include "engine_core/serialization/scene_reader.h"

#include "engine_core/base/jobs.h"
#include "engine_core/base/json_writer.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/patches/curved_patch.h"
#include "engine_core/serialization/brush_codec.h"
#include "engine_core/serialization/foliage_codec.h"
#include "engine_core/serialization/foliage_file.h"
#include "engine_core/serialization/json_values.h"
#include "engine_core/serialization/migrations.h"
#include "engine_core/serialization/unread_keys.h"

#include <algorithm>
#include <array>
#include <limits>

namespace engine
{
namespace
{
/// More than this nobody reads, and a hostile file could fill the memory with them.
constexpr std::size_t MaxProblems = 1000;

/// Walks up the hierarchy end after this many parents; deeper objects go to the top level.
constexpr int MostParents = 64;

constexpr int UnknownDepth = -1;
constexpr int OnPath = -2;

constexpr std::uint64_t MaxAuthoredId = std::numeric_limits<std::uint32_t>::max();

void keep(UnreadData& unread, std::string key, const JsonValue& json)
{
    unread.json.emplace_back(std::move(key), minifiedJson(json.raw()));
}

std::optional<std::uint64_t> authoredId(const JsonValue& json)
{
    const auto id = json.find("id");
    const auto number = id ? id->whole() : std::nullopt;
    if (!number || *number <= static_cast<std::int64_t>(SceneEntity.value) ||
        static_cast<std::uint64_t>(*number) > MaxAuthoredId)
        return std::nullopt;
    return static_cast<std::uint64_t>(*number);
}
} // namespace

SceneReader::SceneReader(const JsonTree& tree,
                         const TypeRegistry& types,
                         Places places,
                         const JobControl* control)
    : m_tree{tree}, m_types{types}, m_places{places}, m_control{control}
{
}

bool SceneReader::isStopped() const
{
    return m_control != nullptr && m_control->isCancelled();
}

Result<LoadedScene> SceneReader::read(const std::string& nameForMessages)
{
    readTopLevel(m_tree.root());
    if (isStopped())
        return Error{"Reading '{}' was stopped", nameForMessages};
    checkParents();
    if (m_unreported > 0)
        m_problems.push_back({Severity::Error,
                              "too-many-problems",
                              {},
                              "",
                              fmt::format("{} more problems are not listed.", m_unreported),
                              "Mend those above, then open the scene again."});
    LoadedScene scene;
    scene.world = std::make_unique<World>();
    scene.world->fill(m_edit);
    scene.problems = std::move(m_problems);
    return scene;
}

void SceneReader::report(Severity severity,
                         const char* rule,
                         EntityId entity,
                         const JsonValue& where,
                         std::string message,
                         std::string fix)
{
    if (m_problems.size() >= MaxProblems) {
        ++m_unreported;
        return;
    }
    auto place = m_places == Places::OfFile ? placeToText(where.place()) : std::string{};
    m_problems.push_back(
        {severity, rule, entity, std::move(place), std::move(message), std::move(fix)});
}

void SceneReader::readTopLevel(const JsonValue& file)
{
    UnreadData unread;
    file.forEachMember([&](std::string_view key, const JsonValue& json) {
        if (key == "format")
            return;
        if (key == "entities")
            readEntities(json);
        else if (key == "components")
            readComponents(SceneEntity, json, unread);
        else if (const auto* type = key == "settings"   ? m_types.find(typeIdOf<SceneSettings>())
                                    : key == "lightmap" ? m_types.find(typeIdOf<LightmapRef>())
                                                        : nullptr)
            readComponent(SceneEntity, *type, json, std::string{key}, unread);
        else
            keep(unread, unreadKey(key), json);
    });
    finishUnread(SceneEntity, std::move(unread));
}

void SceneReader::readEntities(const JsonValue& list)
{
    if (!list.isArray())
        return report(Severity::Error, "bad-entities", {}, list, "'entities' is not a list.",
                      "Put the objects of the scene between [ and ].");
    list.forEachItem([&](const JsonValue& json) {
        if (const auto id = authoredId(json))
            m_taken.insert(*id);
    });
    m_nodes.reserve(m_taken.size());
    m_nodeOf.reserve(m_taken.size());
    m_edit.swaps.reserve(m_taken.size() * 3);
    list.forEachItem([&](const JsonValue& json) {
        if (isStopped())
            return; // what is left is passed over
        if (json.isObject())
            readEntity(json);
        else
            report(Severity::Error, "bad-entity", {}, json, "An item of 'entities' is no object.",
                   "Remove it: it is left out.");
    });
}

EntityId SceneReader::freshId()
{
    while (m_taken.contains(m_nextFresh))
        ++m_nextFresh;
    m_taken.insert(m_nextFresh);
    return EntityId{m_nextFresh};
}

EntityId SceneReader::chooseId(const JsonValue& json)
{
    const auto number = authoredId(json);
    const auto where = [&] {
        return json.find("id").value_or(json);
    };
    if (!number) {
        const auto id = freshId();
        report(Severity::Error, "bad-id", id, where(),
               fmt::format("An object has no id from 2 to {}.", MaxAuthoredId),
               fmt::format("It got the id {}; save to keep it.", id.value));
        return id;
    }
    if (!m_nodeOf.contains(EntityId{*number}))
        return EntityId{*number};
    const auto id = freshId();
    report(Severity::Error, "duplicate-id", id, where(),
           fmt::format("The id {} stands twice.", *number),
           fmt::format("The second object got the id {}; save to keep it.", id.value));
    return id;
}

void SceneReader::readEntity(const JsonValue& json)
{
    const auto entity = chooseId(json);
    const auto* nodeType = m_types.find(typeIdOf<Node>());
    ENGINE_EXPECT(nodeType != nullptr);
    auto node = nodeType->makeDefault();
    UnreadData unread;
    std::optional<JsonValue> parentJson;
    json.forEachMember([&](std::string_view key, const JsonValue& value) {
        if (key == "id")
            return;
        if (key == "parent")
            parentJson = value;
        if (key == "components")
            readComponents(entity, value, unread);
        else if (const auto* property = nodeType->findProperty(key))
            setProperty(entity, *property, node.get(), value);
        else
            keep(unread, unreadKey(key), value);
    });
    const auto parent = static_cast<const Node*>(node.get())->parent;
    m_nodeOf.emplace(entity, m_nodes.size());
    m_nodes.push_back({entity, parent, parentJson, m_edit.swaps.size()});
    m_edit.swaps.push_back({entity, typeIdOf<Node>(), std::move(node)});
    finishUnread(entity, std::move(unread));
}

void SceneReader::readComponents(EntityId entity, const JsonValue& json, UnreadData& unread)
{
    if (!json.isObject())
        return report(Severity::Error, "bad-components", entity, json, "'components' is no object.",
                      "Put the components between { and }.");
    json.forEachMember([&](std::string_view key, const JsonValue& value) {
        const auto* type = m_types.find(key);
        const bool special =
            type != nullptr && (type->id == typeIdOf<Node>() || type->id == typeIdOf<UnreadData>());
        const bool known = type != nullptr && type->name == key && !special;
        if (known && value.isObject())
            return readComponent(entity, *type, value, "components/" + type->name, unread);
        keep(unread, unreadKey("components", key), value);
        if (known)
            report(Severity::Error, "bad-component", entity, value,
                   fmt::format("The component '{}' is no object.", key),
                   "It is kept as it is in the file, but does nothing.");
    });
}

void SceneReader::readComponent(EntityId entity,
                                const TypeInfo& type,
                                const JsonValue& json,
                                const std::string& path,
                                UnreadData& unread)
{
    if (type.id == typeIdOf<BrushComponent>())
        return readBrushComponent(entity, json, unread);
    if (type.id == typeIdOf<FoliagePlacement>())
        return readFoliageComponent(entity, json, unread);
    if (type.id == typeIdOf<CurvedPatch>() && !checkPatch(entity, json))
        return keep(unread, path, json);
    auto component = readProperties(entity, type, json, path, unread);
    if (type.id == typeIdOf<LightmapRef>()) {
        const auto& file = static_cast<const LightmapRef*>(component.get())->file;
        if (file.find_first_of("/\\") != std::string::npos || file == "..")
            return report(Severity::Error, "path-outside", entity, json,
                          fmt::format("The lightmap '{}' does not lie beside the scene.", file),
                          "Bake the lighting again.");
    }
    m_edit.swaps.push_back({entity, type.id, std::move(component)});
}

void SceneReader::readBrushComponent(EntityId entity, const JsonValue& json, UnreadData& unread)
{
    auto read = readBrush(json);
    if (!read) {
        keep(unread, "components/brush", json);
        return report(Severity::Error, "bad-brush", entity, json,
                      fmt::format("The brush cannot be built: {}.", read.error().message()),
                      "Mend or delete it; until then it is kept in the file, but not shown.");
    }
    for (auto& remark : read->remarks)
        report(Severity::Warning, "brush-changed", entity, json,
               fmt::format("The brush was changed: {}.", remark), "Check it, then save.");
    auto brush = std::make_shared<const Brush>(std::move(read->brush));
    m_edit.swaps.push_back(swapTo(entity, BrushComponent{std::move(brush)}));
    json.forEachMember([&](std::string_view key, const JsonValue& value) {
        if (key != "faces")
            keep(unread, unreadKey("components/brush", key), value);
    });
}

/// Says why the patch cannot be built, and returns whether it can.
bool SceneReader::checkPatch(EntityId entity, const JsonValue& json)
{
    const auto grid = json.find("grid");
    const auto read = grid && grid->isText()
                          ? patchFromText(grid->text())
                          : Result<PatchGrid::Ptr>{Error{"it has no grid of points"}};
    if (!read)
        report(Severity::Error, "bad-patch", entity, json,
               fmt::format("The curved patch cannot be built: {}.", read.error().message()),
               "Mend or delete it; until then it is kept in the file, but not shown.");
    return read.hasValue();
}

void SceneReader::readFoliageComponent(EntityId entity, const JsonValue& json, UnreadData& unread)
{
    auto read = readFoliagePlacement(json);
    if (!read) {
        keep(unread, "components/foliage_instances", json);
        return report(Severity::Error, "bad-foliage", entity, json,
                      fmt::format("The plants cannot be found: {}.", read.error().message()),
                      "Mend or delete it; until then it is kept in the file, but not shown.");
    }
    m_edit.swaps.push_back(swapTo(entity, *std::move(read)));
    json.forEachMember([&](std::string_view key, const JsonValue& value) {
        if (key != "hash" && key != "cells")
            keep(unread, unreadKey("components/foliage_instances", key), value);
    });
}

ComponentValue SceneReader::readProperties(EntityId entity,
                                           const TypeInfo& type,
                                           const JsonValue& json,
                                           const std::string& path,
                                           UnreadData& unread)
{
    auto component = type.makeDefault();
    if (!json.isObject())
        report(Severity::Error, "bad-component", entity, json,
               fmt::format("'{}' is no object.", path), "The usual values stand in.");
    json.forEachMember([&](std::string_view key, const JsonValue& value) {
        if (const auto* property = type.findProperty(key))
            setProperty(entity, *property, component.get(), value);
        else
            keep(unread, unreadKey(path, key), value);
    });
    return component;
}

void SceneReader::setProperty(EntityId entity,
                              const Property& property,
                              void* component,
                              const JsonValue& json)
{
    auto value = readValue(property, json);
    auto done = value ? property.set(component, *value) : Result<void>{value.error()};
    if (!done)
        report(Severity::Error, "bad-value", entity, json,
               fmt::format("'{}' cannot be used: {}.", property.name, done.error().message()),
               "The usual value stands in.");
}

void SceneReader::finishUnread(EntityId entity, UnreadData unread)
{
    if (unread.json.empty())
        return;
    std::sort(unread.json.begin(), unread.json.end());
    m_edit.swaps.push_back(swapTo(entity, std::move(unread)));
}

/// Every object is walked over once, whatever the file says about parents.
void SceneReader::checkParents()
{
    std::vector<int> depths(m_nodes.size(), UnknownDepth);
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        checkAncestors(i, depths);
}

void SceneReader::checkAncestors(std::size_t index, std::vector<int>& depths)
{
    std::vector<std::size_t> path;
    int depth = 0;
    while (depths[index] == UnknownDepth) {
        depths[index] = OnPath;
        path.push_back(index);
        auto& node = m_nodes[index];
        if (!node.parent)
            break;
        const auto parent = m_nodeOf.find(node.parent);
        if (parent == m_nodeOf.end()) {
            toTopLevel(node, "missing-parent",
                       fmt::format("The parent {} does not exist.", node.parent.value));
            break;
        }
        index = parent->second;
        if (depths[index] == OnPath) {
            toTopLevel(node, "parent-cycle", "The object is its own ancestor.");
            break;
        }
        if (depths[index] >= 0)
            depth = depths[index] + 1;
    }
    for (auto at = path.rbegin(); at != path.rend(); ++at, ++depth) {
        if (depth > MostParents) {
            toTopLevel(m_nodes[*at], "too-deep",
                       fmt::format("More than {} objects stand above it.", MostParents));
            depth = 0;
        }
        depths[*at] = depth;
    }
}

void SceneReader::toTopLevel(ReadNode& node, const char* rule, std::string message)
{
    report(Severity::Error, rule, node.entity, node.json.value_or(m_tree.root()),
           std::move(message), "It stands at the top level now.");
    node.parent = {};
    auto changed = *static_cast<const Node*>(m_edit.swaps[node.swap].value.get());
    changed.parent = {};
    m_edit.swaps[node.swap].value = std::make_shared<const Node>(std::move(changed));
}

namespace
{
Result<int> formatOf(const JsonTree& tree, const std::string& name)
{
    const auto file = tree.root();
    if (!file.isObject())
        return Error{"'{}' is not a scene: it holds no object ({})", name,
                     placeToText(file.place())};
    const auto json = file.find("format");
    if (!json)
        return Error{"'{}' is not a scene: it has no 'format' ({})", name,
                     placeToText(file.place())};
    const auto format = json->whole();
    if (!format || *format < 1)
        return Error{"'{}' is not a scene: its format is no whole number from 1 up ({})", name,
                     placeToText(json->place())};
    if (*format > SceneFormat)
        return Error{"'{}' has format {}, but this version reads only up to {} ({}); a newer "
                     "version of Mapwright made it",
                     name, *format, SceneFormat, placeToText(json->place())};
    return static_cast<int>(*format);
}

/// A project's file and the like: without objects, but with keys that no scene has.
bool isOtherFile(const JsonValue& root)
{
    if (root.find("entities"))
        return false;
    bool hasOtherKeys = false;
    root.forEachMember([&](std::string_view key, const JsonValue&) {
        constexpr std::array OfScenes{"format", "components", "settings", "lightmap"};
        hasOtherKeys |= std::find(OfScenes.begin(), OfScenes.end(), key) == OfScenes.end();
    });
    return hasOtherKeys;
}
} // namespace

Result<LoadedScene> readScene(std::string_view json,
                              const TypeRegistry& types,
                              const std::string& nameForMessages,
                              const JobControl* control)
{
    const auto tree = JsonTree::parse(json, nameForMessages, control);
    if (!tree)
        return tree.error();
    const auto format = formatOf(*tree, nameForMessages);
    if (!format)
        return format.error();
    if (isOtherFile(tree->root()))
        return Error{"'{}' is not a scene: it has no list of objects ('entities')",
                     nameForMessages};
    if (const auto entities = tree->root().find("entities"); entities && !entities->isArray())
        return Error{"'{}' is not a scene: its 'entities' are no list ({})", nameForMessages,
                     placeToText(entities->place())};
    if (*format == SceneFormat)
        return SceneReader{*tree, types, Places::OfFile, control}.read(nameForMessages);
    const auto migrated = migrateScene(json, *format);
    if (!migrated)
        return migrated.error().withContext("Cannot open '{}'", nameForMessages);
    const auto migratedTree = JsonTree::parse(*migrated, nameForMessages, control);
    if (!migratedTree)
        return migratedTree.error();
    return SceneReader{*migratedTree, types, Places::Meaningless, control}.read(nameForMessages);
}

Result<LoadedScene>
loadScene(const fs::path& file, const TypeRegistry& types, const fs::path& original)
{
    const auto text = readFile(file);
    if (!text)
        return text.error();
    auto scene = readScene(*text, types, file.string());
    if (!scene)
        return scene;
    auto problems = original.empty() ? loadFoliage(*scene->world, file)
                                     : loadFoliage(*scene->world, original, file);
    scene->problems.insert(scene->problems.end(), problems.begin(), problems.end());
    return scene;
}
} // namespace engine
