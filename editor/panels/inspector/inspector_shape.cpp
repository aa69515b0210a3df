#include "editor/panels/inspector/inspector_shape.h"

#include "engine_core/assets/prefabs/prefab_library.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/patches/curved_patch.h"

#include <algorithm>

namespace editor
{
using namespace engine;

namespace
{
bool hasSection(const TypeInfo& type)
{
    return type.id == typeIdOf<BrushComponent>() || type.id == typeIdOf<PlayerStart>() ||
           type.userCanAdd ||
           std::any_of(type.properties.begin(), type.properties.end(),
                       [](const Property& property) { return !property.hidden; });
}

/// What the scene of a prefab's file has for itself: no instance gets it.
bool isLeftInFile(TypeId type)
{
    return type == typeIdOf<SceneSettings>() || type == typeIdOf<LightmapRef>();
}
} // namespace

ShapeReader::ShapeReader(const Document& document, const std::vector<EntityId>& objects)
    : m_document{document}, m_objects{objects}
{
    const auto& world = document.world();
    m_shape.faces = !document.selection().faces().empty();
    m_shape.brushes = m_shape.faces;
    m_shape.prefab = instanceOf(world, objects.front());
    const bool isPrefab = isPrefabFile(document.path().string());
    // The scene's own name is nobody's business, and it cannot be hidden.
    const bool isScene = objects.front() == SceneEntity;
    for (const auto& type : document.types().all())
        if (hasSection(type) && !(isScene && type.id == typeIdOf<Node>()) &&
            !(isScene && isPrefab && isLeftInFile(type.id)))
            m_types.push_back({type.id});
}

bool ShapeReader::read(std::size_t most)
{
    for (; most > 0 && m_next < m_objects.size(); --most)
        readObject(m_objects[m_next++]);
    return m_next == m_objects.size();
}

void ShapeReader::readObject(EntityId entity)
{
    const auto& world = m_document.world();
    if (m_shape.prefab && instanceOf(world, entity) != m_shape.prefab)
        m_shape.prefab = {};
    if (m_shape.faces)
        return;
    for (auto& [type, objects] : m_types)
        objects += world.value(entity, type) != nullptr ? 1U : 0U;
    m_shape.brushes = m_shape.brushes || world.get<BrushComponent>(entity) != nullptr ||
                      world.get<engine::CurvedPatch>(entity) != nullptr;
    if (!m_isOneScript)
        return;
    const auto* script = world.get<Script>(entity);
    auto name = script != nullptr ? script->file.path + "\n" + script->className : std::string{};
    if (entity == m_objects.front())
        m_shape.script = std::move(name);
    m_isOneScript = script != nullptr && (entity == m_objects.front() || m_shape.script == name);
}

InspectorShape ShapeReader::shape() const
{
    auto shape = m_shape;
    if (!m_isOneScript)
        shape.script.clear();
    if (shape.faces)
        return shape;
    for (const auto& [type, objects] : m_types)
        if (objects == m_objects.size())
            shape.types.push_back(type);
        else if (objects > 0)
            shape.partly.push_back(type);
    return shape;
}
} // namespace editor
