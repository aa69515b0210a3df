#pragma once

#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/geometry/mesh_shape.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/mesh_source.h"
#include "engine_core/scene/world.h"

#include <map>
#include <set>

namespace mapwright::test
{
/// A closed box as a model.
[[nodiscard]] inline std::shared_ptr<const engine::MeshShape> boxModel(const engine::Aabb& box)
{
    const auto brush = engine::makeBox(box);
    ENGINE_EXPECT(brush);
    return std::make_shared<const engine::MeshShape>(engine::triangulate(*brush));
}

/// The same of so many triangles that what is made of them needs big blocks of memory.
[[nodiscard]] inline std::shared_ptr<const engine::MeshShape> fineModel(const engine::Aabb& box)
{
    auto mesh = boxModel(box)->mesh();
    const auto once = mesh.indices;
    for (int i = 0; i < 8000; ++i)
        mesh.indices.insert(mesh.indices.end(), once.begin(), once.end());
    return std::make_shared<const engine::MeshShape>(std::move(mesh));
}

/// Models by name without files. What it does not know is a marker.
class ModelSource final : public engine::MeshSource
{
public:
    std::map<std::string, std::shared_ptr<const engine::MeshShape>> models;

    [[nodiscard]] std::shared_ptr<const engine::MeshShape>
    mesh(const std::string& path) const override
    {
        const auto at = models.find(path);
        return at != models.end() ? at->second
                                  : engine::MeshShape::marker(engine::Name{"none"}, "missing");
    }
};

/// Models by name that are read once somebody waits for them; a box of half a metre stands in for
/// them until then.
class LateModels final : public engine::MeshSource
{
public:
    ModelSource models;
    mutable std::set<std::string> read;
    mutable std::set<std::string> awaited; ///< stood in for; whoever tells of them takes them out

    [[nodiscard]] std::shared_ptr<const engine::MeshShape>
    mesh(const std::string& path) const override
    {
        read.insert(path);
        return models.mesh(path);
    }

    [[nodiscard]] std::shared_ptr<const engine::MeshShape>
    shown(const std::string& path) const override
    {
        if (read.contains(path))
            return mesh(path);
        awaited.insert(path);
        return engine::MeshShape::marker(engine::Name{}, {});
    }

    [[nodiscard]] bool awaitsModels() const override { return !awaited.empty(); }
};

inline engine::EntityId
addModel(engine::World& world, const std::string& path, const engine::Transform& place = {})
{
    const auto id = world.newId();
    engine::Edit edit;
    edit.swaps.push_back(engine::swapTo(id, engine::Node{.name = path, .parent = {}}));
    edit.swaps.push_back(engine::swapTo(
        id, engine::TransformComponent{place.position, place.rotation, place.scale}));
    edit.swaps.push_back(engine::swapTo(id, engine::MeshInstance{.mesh = {path}}));
    world.apply(edit);
    return id;
}
} // namespace mapwright::test
