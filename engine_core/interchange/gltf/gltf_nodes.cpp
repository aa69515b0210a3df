#include "engine_core/interchange/gltf/gltf_nodes.h"

#include "engine_core/interchange/gltf/gltf_places.h"
#include "engine_core/interchange/level_parts.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/world/hierarchy.h"

namespace engine
{
namespace
{
/// Of a matrix that is off by less than this share nobody sees it.
constexpr double SameSpace = 1e-7;
} // namespace

void addPlace(GltfJson& node, const Transform& place)
{
    const auto& p = place.position;
    const auto r = glm::normalize(place.rotation);
    const auto& s = place.scale;
    if (p != Vec3d{0})
        node["translation"] = {p.x, p.y, p.z};
    if (r != Quatd{1, 0, 0, 0})
        node["rotation"] = {r.x, r.y, r.z, r.w};
    if (s != Vec3d{1})
        node["scale"] = {s.x, s.y, s.z};
}

std::size_t GltfNodes::find(EntityId entity)
{
    return placed(entity, 0).node;
}

void GltfNodes::addBelow(const Placed* parent, std::size_t node)
{
    auto& above =
        parent != nullptr ? at(parent->node)["children"] : m_file.at("scenes", 0)["nodes"];
    above.push_back(node);
}

const GltfNodes::Placed& GltfNodes::placed(EntityId entity, int depth)
{
    if (const auto known = m_nodes.find(entity); known != m_nodes.end())
        return known->second;
    const auto* authored = m_world.get<Node>(entity);
    const auto above = authored != nullptr ? authored->parent : EntityId{};
    // Deeper than that are cycles.
    const auto* parent = above && depth < MaxHierarchyDepth ? &placed(above, depth + 1) : nullptr;
    const auto* component = m_world.get<TransformComponent>(entity);
    auto place = component != nullptr ? component->transform() : Transform{};
    const auto whole = worldTransform(m_world, entity);
    const auto matrix = whole.matrix();
    if (parent != nullptr && !isSamePlace(parent->world * place.matrix(), matrix, SameSpace)) {
        parent = nullptr;
        place = whole;
        ++m_movedToTop;
    }
    GltfJson node = GltfJson::object();
    if (auto name = nameOfNode(m_world, entity); !name.empty())
        node["name"] = std::move(name);
    addPlace(node, place);
    const auto index = m_file.add("nodes", std::move(node));
    addBelow(parent, index);
    return m_nodes.insert_or_assign(entity, Placed{index, matrix}).first->second;
}

void GltfNodes::show(EntityId entity, std::size_t mesh)
{
    const auto& own = placed(entity, 0);
    if (auto& node = at(own.node); !node.contains("mesh")) {
        node["mesh"] = mesh;
        return;
    }
    GltfJson second;
    if (auto name = nameOfNode(m_world, entity); !name.empty())
        second["name"] = std::move(name);
    second["mesh"] = mesh;
    addBelow(&own, m_file.add("nodes", std::move(second)));
}

std::size_t GltfNodes::addInWorld(EntityId below, GltfJson node)
{
    const auto* parent = below ? &placed(below, 0) : nullptr;
    if (parent != nullptr && !isSamePlace(parent->world, Mat4d{1}, SameSpace))
        parent = nullptr;
    const auto index = m_file.add("nodes", std::move(node));
    addBelow(parent, index);
    return index;
}
} // namespace engine
