#include "engine_core/interchange/gltf/gltf_plants.h"

#include "engine_core/interchange/level_parts.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/foliage/foliage_pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace engine
{
namespace
{
constexpr const char* Instancing = "EXT_mesh_gpu_instancing";

/// Where plants of one look stand, in world space.
struct PlantPlaces
{
    std::vector<Vec3f> positions;
    std::vector<Vec4f> turns; ///< x, y, z, w
    std::vector<Vec3f> scales;
};

Transform placeOf(const FoliageType& type, const FoliageInstance& plant)
{
    const auto pose = foliagePose(type, plant);
    Transform place;
    place.position = pose.place;
    auto turn = pose.turn;
    for (int axis = 0; axis < 3; ++axis) {
        place.scale[axis] = std::max(glm::length(turn[axis]), 1e-6);
        turn[axis] /= place.scale[axis];
    }
    place.rotation = glm::normalize(glm::quat_cast(turn));
    return place;
}

/// The picture that a billboard shows, as resources/shaders/foliage.vert chooses it.
std::uint32_t viewOf(const FoliageType& type, const FoliageInstance& plant)
{
    return type.kind == FoliageKind::Billboard
               ? (plant.seed >> 8U) % static_cast<std::uint32_t>(std::max(type.views, 1))
               : 0;
}

/// Two upright pictures that cross each other, each with a front and a back.
LevelPart crossedPictures(const FoliageType& type, std::uint32_t view)
{
    LevelPart part;
    part.material = Name{type.material.path};
    const auto views = static_cast<float>(std::max(type.views, 1));
    const auto left = static_cast<float>(view) / views;
    const Vec2f half{static_cast<float>(type.size.x) / 2, static_cast<float>(type.size.y)};
    for (const auto& along : {Vec3f{1, 0, 0}, Vec3f{0, 0, -1}})
        for (const float side : {1.0F, -1.0F}) {
            const auto right = along * side;
            const auto normal = glm::cross(right, Vec3f{0, 1, 0});
            const auto first = static_cast<std::uint32_t>(part.vertices.size());
            for (const auto& corner : {Vec2f{-1, 0}, Vec2f{1, 0}, Vec2f{1, 1}, Vec2f{-1, 1}})
                part.vertices.push_back(
                    {right * (corner.x * half.x) + Vec3f{0, corner.y * half.y, 0},
                     normal,
                     Vec4f{right, 1},
                     {left + (corner.x + 1) / 2 / views, 1 - corner.y},
                     {}});
            part.indices.insert(part.indices.end(),
                                {first, first + 1, first + 2, first, first + 2, first + 3});
        }
    return part;
}

class PlantWriter
{
public:
    PlantWriter(const GltfPlantsContext& context, ExportedPlants how)
        : m_context{context}, m_how{how}
    {
    }

    std::size_t addLayer(EntityId layer)
    {
        std::size_t count = 0;
        const auto plants = foliageOf(m_context.world, layer);
        for (const auto& [entity, type] : foliageTypes(m_context.world, layer))
            if (!shapeOf(type).empty())
                count += addKind(entity, type, *plants);
        return count;
    }

private:
    std::size_t addKind(EntityId entity, const FoliageType& type, const FoliageInstances& plants)
    {
        std::map<std::uint32_t, std::vector<Transform>> views;
        for (const auto& cell : plants.cells())
            for (const auto& plant : cell.chunk->instances)
                if (plant.isStanding() && plant.type == type.slot)
                    views[viewOf(type, plant)].push_back(placeOf(type, plant));
        std::size_t count = 0;
        for (const auto& [view, places] : views) {
            const auto name = nameOfNode(m_context.world, entity);
            const auto mesh = type.kind == FoliageKind::Mesh
                                  ? m_context.meshOf(type.mesh.path)
                                  : m_context.addMesh(name, crossedPictures(type, view));
            if (!mesh)
                continue;
            if (m_how == ExportedPlants::Instances)
                addInstances(entity, name, *mesh, places);
            else
                addObjects(entity, name, *mesh, places);
            count += places.size();
        }
        return count;
    }

    void addInstances(EntityId entity,
                      const std::string& name,
                      std::size_t mesh,
                      const std::vector<Transform>& places)
    {
        PlantPlaces numbers;
        for (const auto& place : places) {
            const auto& r = place.rotation;
            numbers.positions.emplace_back(place.position);
            numbers.turns.emplace_back(r.x, r.y, r.z, r.w);
            numbers.scales.emplace_back(place.scale);
        }
        auto& file = m_context.file;
        GltfJson attributes;
        attributes["TRANSLATION"] = file.addNumbers(numbers.positions, GltfFile::Target::None);
        attributes["ROTATION"] = file.addNumbers(numbers.turns, GltfFile::Target::None);
        attributes["SCALE"] = file.addNumbers(numbers.scales, GltfFile::Target::None);
        file.use(Instancing);
        GltfJson node;
        node["name"] = name;
        node["mesh"] = mesh;
        node["extensions"][Instancing]["attributes"] = std::move(attributes);
        m_context.nodes.addInWorld(entity, std::move(node));
    }

    void addObjects(EntityId entity,
                    const std::string& name,
                    std::size_t mesh,
                    const std::vector<Transform>& places)
    {
        for (const auto& place : places) {
            GltfJson node;
            node["name"] = name;
            addPlace(node, place);
            node["mesh"] = mesh;
            m_context.nodes.addInWorld(entity, std::move(node));
        }
    }

    const GltfPlantsContext& m_context;
    ExportedPlants m_how;
};
} // namespace

std::size_t addPlants(const GltfPlantsContext& context, ExportedPlants how)
{
    std::size_t count = 0;
    PlantWriter writer{context, how};
    for (const auto layer : foliageLayers(context.world))
        if (!isLeftOut(context.world, layer)) // whoever tells what is missing counts plants
            count += writer.addLayer(layer);
    return count;
}
} // namespace engine
