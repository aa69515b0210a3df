#include "engine_core/base/json_writer.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/unread_data.h"
#include "engine_core/serialization/brush_codec.h"
#include "engine_core/serialization/foliage_codec.h"
#include "engine_core/serialization/foliage_file.h"
#include "engine_core/serialization/json_values.h"
#include "engine_core/serialization/scene_io.h"
#include "engine_core/serialization/unread_keys.h"

#include <algorithm>

namespace engine
{
namespace
{
/// The name of a member and how it begins, made once for the thousands of objects that have it.
struct MemberName
{
    explicit MemberName(std::string_view text) : name{text} { appendJsonKey(json, text); }

    std::string name;
    std::string json; ///< `"name":`
};

struct SortedProperty
{
    const Property* property;
    MemberName name;
};

/// A type with its properties in the order of their names.
struct SortedType
{
    const TypeInfo* type;
    MemberName name;
    std::string unreadPrefix; ///< of the keys of what was kept of it, on an object
    std::vector<SortedProperty> properties;
};

std::vector<SortedType> sortedTypes(const World& world, const TypeRegistry& registry)
{
    std::vector<SortedType> sorted;
    for (const auto id : world.types()) {
        const auto* type = registry.find(id);
        if (type == nullptr || id == typeIdOf<UnreadData>())
            continue;
        SortedType entry{type, MemberName{type->name}, "components/" + type->name + '/', {}};
        for (const auto& property : type->properties)
            entry.properties.push_back({&property, MemberName{property.name}});
        std::sort(entry.properties.begin(), entry.properties.end(),
                  [](const auto& a, const auto& b) { return a.name.name < b.name.name; });
        sorted.push_back(std::move(entry));
    }
    std::sort(sorted.begin(), sorted.end(),
              [](const auto& a, const auto& b) { return a.type->name < b.type->name; });
    return sorted;
}

/// The kept JSON of an unread key below `prefix` that has no further part.
bool isDirectlyBelow(std::string_view key, std::string_view prefix)
{
    return key.starts_with(prefix) && key.find('/', prefix.size()) == std::string_view::npos;
}

/// Writes the members of one object in the order of their names, known and kept ones merged.
class ObjectWriter
{
public:
    /// `lead` stands before every member and before the end, such as a line break.
    ObjectWriter(std::string& out,
                 const UnreadData* unread,
                 std::string_view prefix,
                 std::string_view lead = {})
        : m_out{out}, m_lead{lead}
    {
        if (unread == nullptr)
            return;
        for (const auto& [key, json] : unread->json)
            if (isDirectlyBelow(key, prefix))
                m_kept.emplace_back(nameOfUnreadKey(key), &json);
        std::sort(m_kept.begin(), m_kept.end());
    }

    /// Starts a known member; what was kept under the same name has been replaced by it.
    void key(const MemberName& member)
    {
        for (; m_next < m_kept.size() && m_kept[m_next].first < member.name; ++m_next)
            writeKept();
        if (m_next < m_kept.size() && m_kept[m_next].first == member.name)
            ++m_next;
        separate();
        m_out += member.json;
    }

    void finish()
    {
        for (; m_next < m_kept.size(); ++m_next)
            writeKept();
        m_out += m_empty ? std::string_view{"{"} : m_lead;
        m_out += '}';
    }

private:
    void writeKept()
    {
        separate();
        appendJsonKey(m_out, m_kept[m_next].first);
        m_out += *m_kept[m_next].second;
    }

    void separate()
    {
        m_out += m_empty ? '{' : ',';
        m_out += m_lead;
        m_empty = false;
    }

    std::string& m_out;
    std::string_view m_lead;
    std::vector<std::pair<std::string, const std::string*>> m_kept;
    std::size_t m_next = 0;
    bool m_empty = true;
};

enum class PlantsIn
{
    Sidecar,
    Text
};

class SceneWriter
{
public:
    SceneWriter(const World& world, const TypeRegistry& types, PlantsIn plants)
        : m_world{world}, m_types{sortedTypes(world, types)}, m_plants{plants}
    {
    }

    std::string write()
    {
        m_out.reserve(m_world.count<BrushComponent>() * 640 + m_world.entityCount() * 160 + 1024);
        const auto* unread = m_world.get<UnreadData>(SceneEntity);
        ObjectWriter file{m_out, unread, "", "\n"};
        if (findComponents(SceneEntity, unread)) {
            file.key(m_componentsName);
            writeComponents(unread);
        }
        file.key(MemberName{"entities"});
        writeEntities();
        file.key(MemberName{"format"});
        appendJson(m_out, std::int64_t{SceneFormat});
        writeSceneComponent(file, "lightmap", typeIdOf<LightmapRef>(), unread);
        writeSceneComponent(file, "settings", typeIdOf<SceneSettings>(), unread);
        file.finish();
        m_out += '\n';
        return std::move(m_out);
    }

private:
    /// Those that stand under "components": all but the Node, and on SceneEntity those that have a
    /// key of their own.
    static bool isListed(EntityId entity, TypeId type)
    {
        if (type == typeIdOf<Node>())
            return false;
        return entity != SceneEntity ||
               (type != typeIdOf<SceneSettings>() && type != typeIdOf<LightmapRef>());
    }

    /// Whether there is something to write below "components".
    bool findComponents(EntityId entity, const UnreadData* unread)
    {
        m_found.clear();
        for (const auto& sorted : m_types)
            if (isListed(entity, sorted.type->id))
                if (const auto& value = m_world.value(entity, sorted.type->id))
                    m_found.emplace_back(&sorted, &value);
        return !m_found.empty() ||
               (unread != nullptr &&
                std::any_of(unread->json.begin(), unread->json.end(), [](const auto& entry) {
                    return isDirectlyBelow(entry.first, "components/");
                }));
    }

    /// Those that were found.
    void writeComponents(const UnreadData* unread)
    {
        ObjectWriter components{m_out, unread, "components/", "\n"};
        for (const auto& [sorted, value] : m_found) {
            components.key(sorted->name);
            writeComponent(*sorted, *value, unread, sorted->unreadPrefix);
        }
        components.finish();
    }

    void writeComponent(const SortedType& sorted,
                        const ComponentValue& value,
                        const UnreadData* unread,
                        std::string_view unreadPrefix)
    {
        const auto& brush = *static_cast<const BrushComponent*>(value.get());
        if (sorted.type->id == typeIdOf<BrushComponent>() && brush.brush) {
            writeBrush(m_out, *brush.brush);
            return;
        }
        if (sorted.type->id == typeIdOf<FoliagePlacement>()) {
            const auto& placement = *static_cast<const FoliagePlacement*>(value.get());
            if (m_plants == PlantsIn::Text && placement.instances)
                writeFoliageDelta(m_out, nullptr, *placement.instances);
            else
                writeFoliagePlacement(m_out, placement);
            return;
        }
        ObjectWriter object{m_out, unread, unreadPrefix};
        writeProperties(object, sorted, value);
        object.finish();
    }

    void
    writeProperties(ObjectWriter& object, const SortedType& sorted, const ComponentValue& value)
    {
        for (const auto& [property, name] : sorted.properties) {
            const auto current = property->get(value.get());
            if (current == property->defaultValue)
                continue;
            object.key(name);
            writeValue(m_out, *property, current);
        }
    }

    const SortedType* findType(TypeId id) const
    {
        const auto at = std::find_if(m_types.begin(), m_types.end(),
                                     [&](const auto& sorted) { return sorted.type->id == id; });
        return at == m_types.end() ? nullptr : &*at;
    }

    void writeSceneComponent(ObjectWriter& file,
                             std::string_view key,
                             TypeId type,
                             const UnreadData* unread)
    {
        const auto* sorted = findType(type);
        const auto& value = m_world.value(SceneEntity, type);
        if (sorted == nullptr || !value)
            return;
        file.key(MemberName{key});
        writeComponent(*sorted, value, unread, std::string{key} + '/');
    }

    void writeEntities()
    {
        const auto* node = findType(typeIdOf<Node>());
        ENGINE_EXPECT(node != nullptr);
        char before = '[';
        for (const auto entity : m_world.entities()) {
            if (entity == SceneEntity || entity.isSpawned())
                continue;
            m_out += before;
            m_out += '\n';
            before = ',';
            writeEntity(entity, *node);
        }
        m_out += before == '[' ? "[]" : "\n]";
    }

    void writeEntity(EntityId entity, const SortedType& node)
    {
        const auto* unread = m_world.get<UnreadData>(entity);
        ObjectWriter object{m_out, unread, ""};
        if (findComponents(entity, unread)) {
            object.key(m_componentsName);
            writeComponents(unread);
        }
        const auto& value = m_world.value(entity, typeIdOf<Node>());
        bool idWritten = false;
        for (const auto& [property, name] : node.properties) {
            if (!idWritten && name.name > m_idName.name) {
                writeId(object, entity);
                idWritten = true;
            }
            const auto current = property->get(value.get());
            if (current == property->defaultValue)
                continue;
            object.key(name);
            writeValue(m_out, *property, current);
        }
        object.finish();
    }

    void writeId(ObjectWriter& object, EntityId entity)
    {
        object.key(m_idName);
        appendJson(m_out, static_cast<std::int64_t>(entity.value));
    }

    const World& m_world;
    std::vector<SortedType> m_types;
    PlantsIn m_plants;
    const MemberName m_componentsName{"components"};
    const MemberName m_idName{"id"};
    std::vector<std::pair<const SortedType*, const ComponentValue*>> m_found; ///< of one entity
    std::string m_out;
};
} // namespace

std::string writeScene(const World& world, const TypeRegistry& types)
{
    return SceneWriter{world, types, PlantsIn::Sidecar}.write();
}

std::string writeSceneWithPlants(const World& world, const TypeRegistry& types)
{
    return SceneWriter{world, types, PlantsIn::Text}.write();
}

Result<void> saveScene(const World& world,
                       const TypeRegistry& types,
                       const fs::path& file,
                       const BeforeSave& before)
{
    FoliageSave foliage;
    if (auto waiting = foliage.write(world, file); !waiting)
        return waiting;
    const auto text = writeScene(world, types);
    if (before)
        before(hashText(text));
    foliage.stay();
    if (auto written = writeFileAtomically(file, text); !written) {
        foliage.leave();
        return written;
    }
    return foliage.publish();
}

ContentHash contentHash(const World& world, const TypeRegistry& types)
{
    return hashText(writeScene(world, types));
}
} // namespace engine
