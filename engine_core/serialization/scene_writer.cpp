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
/// A type with its properties in the order of their names.
struct SortedType
{
    const TypeInfo* type = nullptr;
    std::vector<const Property*> properties;
};

std::vector<SortedType> sortedTypes(const World& world, const TypeRegistry& registry)
{
    std::vector<SortedType> sorted;
    for (const auto id : world.types()) {
        const auto* type = registry.find(id);
        if (type == nullptr || id == typeIdOf<UnreadData>())
            continue;
        auto& entry = sorted.emplace_back();
        entry.type = type;
        for (const auto& property : type->properties)
            entry.properties.push_back(&property);
        std::sort(entry.properties.begin(), entry.properties.end(),
                  [](const auto* a, const auto* b) { return a->name < b->name; });
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
    ObjectWriter(std::string& out, const UnreadData* unread, std::string prefix)
        : m_out{out}, m_prefix{std::move(prefix)}
    {
        if (unread == nullptr)
            return;
        for (const auto& [key, json] : unread->json)
            if (isDirectlyBelow(key, m_prefix))
                m_kept.emplace_back(nameOfUnreadKey(key), &json);
        std::sort(m_kept.begin(), m_kept.end());
    }

    /// `lead` stands before every member, such as a line break.
    void setLead(std::string lead) { m_lead = std::move(lead); }

    /// Starts a known member; what was kept under the same name has been replaced by it.
    void key(std::string_view name)
    {
        writeKeptBefore(name);
        if (m_next < m_kept.size() && m_kept[m_next].first == name)
            ++m_next;
        separate();
        appendJsonKey(m_out, name);
    }

    void finish()
    {
        for (; m_next < m_kept.size(); ++m_next)
            writeKept();
        if (m_empty)
            m_out += '{';
        m_out += '}';
    }

private:
    void writeKeptBefore(std::string_view name)
    {
        for (; m_next < m_kept.size() && m_kept[m_next].first < name; ++m_next)
            writeKept();
    }

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
    std::string m_prefix;
    std::string m_lead;
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
        m_out.reserve(m_world.count<BrushComponent>() * 640 + m_world.entityCount() * 96 + 1024);
        const auto* unread = m_world.get<UnreadData>(SceneEntity);
        ObjectWriter file{m_out, unread, ""};
        file.setLead("\n");
        if (hasComponents(SceneEntity, unread)) {
            file.key("components");
            writeComponents(SceneEntity, unread);
        }
        file.key("entities");
        writeEntities();
        file.key("format");
        appendJson(m_out, std::int64_t{SceneFormat});
        writeSceneComponent(file, "lightmap", typeIdOf<LightmapRef>(), unread);
        writeSceneComponent(file, "settings", typeIdOf<SceneSettings>(), unread);
        file.finish();
        m_out.insert(m_out.size() - 1, "\n");
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

    bool hasComponents(EntityId entity, const UnreadData* unread) const
    {
        if (unread != nullptr &&
            std::any_of(unread->json.begin(), unread->json.end(), [](const auto& entry) {
                return isDirectlyBelow(entry.first, "components/");
            }))
            return true;
        return std::any_of(m_types.begin(), m_types.end(), [&](const auto& sorted) {
            return isListed(entity, sorted.type->id) && m_world.value(entity, sorted.type->id);
        });
    }

    void writeComponents(EntityId entity, const UnreadData* unread)
    {
        ObjectWriter components{m_out, unread, "components/"};
        components.setLead("\n");
        for (const auto& sorted : m_types) {
            if (!isListed(entity, sorted.type->id))
                continue;
            const auto& value = m_world.value(entity, sorted.type->id);
            if (!value)
                continue;
            components.key(sorted.type->name);
            writeComponent(sorted, value, unread, "components/" + sorted.type->name);
        }
        components.finish();
        m_out.insert(m_out.size() - 1, "\n");
    }

    void writeComponent(const SortedType& sorted,
                        const ComponentValue& value,
                        const UnreadData* unread,
                        const std::string& path)
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
        ObjectWriter object{m_out, unread, path + "/"};
        writeProperties(object, sorted, value);
        object.finish();
    }

    void
    writeProperties(ObjectWriter& object, const SortedType& sorted, const ComponentValue& value)
    {
        for (const auto* property : sorted.properties) {
            const auto current = property->get(value.get());
            if (current == property->defaultValue)
                continue;
            object.key(property->name);
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
                             const std::string& key,
                             TypeId type,
                             const UnreadData* unread)
    {
        const auto* sorted = findType(type);
        const auto& value = m_world.value(SceneEntity, type);
        if (sorted == nullptr || !value)
            return;
        file.key(key);
        writeComponent(*sorted, value, unread, key);
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
        if (hasComponents(entity, unread)) {
            object.key("components");
            writeComponents(entity, unread);
        }
        const auto& value = m_world.value(entity, typeIdOf<Node>());
        bool idWritten = false;
        for (const auto* property : node.properties) {
            if (!idWritten && property->name > "id") {
                writeId(object, entity);
                idWritten = true;
            }
            const auto current = property->get(value.get());
            if (current == property->defaultValue)
                continue;
            object.key(property->name);
            writeValue(m_out, *property, current);
        }
        object.finish();
    }

    void writeId(ObjectWriter& object, EntityId entity)
    {
        object.key("id");
        appendJson(m_out, static_cast<std::int64_t>(entity.value));
    }

    const World& m_world;
    std::vector<SortedType> m_types;
    PlantsIn m_plants;
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
