#include "engine_core/scene/world/world_snapshot.h"

#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"

namespace engine
{
WorldSnapshot::WorldSnapshot(const World& world, Models models) : m_world{world}
{
    const auto* source = world.meshes();
    m_world.setMeshes(source != nullptr ? this : nullptr);
    const auto add = [&](const std::string& path) {
        if (source == nullptr || path.empty())
            return;
        if (auto& mesh = m_meshes[path]; !mesh)
            mesh = models == Models::Whole ? source->mesh(path) : source->shown(path);
    };
    world.forEach<MeshInstance>(
        [&](EntityId, const MeshInstance& instance) { add(instance.mesh.path); });
    world.forEach<FoliageType>([&](EntityId, const FoliageType& type) { add(type.mesh.path); });
}

std::shared_ptr<const MeshShape> WorldSnapshot::mesh(const std::string& path) const
{
    const auto at = m_meshes.find(path);
    return at != m_meshes.end() ? at->second
                                : MeshShape::marker(Name{}, "nothing in the level has this model");
}
} // namespace engine
