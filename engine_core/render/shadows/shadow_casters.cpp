#include "engine_core/render/shadows/shadow_casters.h"

#include "engine_core/base/hash.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <limits>

namespace engine
{
namespace
{
bool isAtLeast(const Vec3f& min, const Vec3f& max, float least)
{
    return glm::length(max - min) >= least;
}
} // namespace

void CasterLists::clear()
{
    commands.clear();
    transforms.assign(1, GpuTransform{});
    solid = 0;
    masked.clear();
    plants.clear();
}

bool ShadowCasters::begin(const DrawnScene& scene, GpuMaterials& materials)
{
    const auto& surfaces = scene.world().sharedSurfaces();
    const bool isOther =
        &scene != m_scene || surfaces != m_surfaces || materials.revision() != m_revision;
    m_scene = &scene;
    m_materials = &materials;
    if (isOther)
        m_throws.clear();
    m_surfaces = surfaces;
    m_revision = materials.revision();
    m_moving.clear();
    const auto add = [&](EntityId entity, const GpuMesh* mesh) {
        const auto place = scene.placeOf(entity);
        const auto [min, max] = boundsAt(*mesh, place);
        m_moving.push_back({entity, mesh, place, min, max});
    };
    for (const auto& brush : scene.brushes())
        if (brush.moving && brush.casts)
            add(brush.entity, brush.mesh);
    for (const auto& model : scene.models())
        if (model.moving && model.casts)
            add(model.entity, model.mesh);
    return isOther;
}

ContentHash ShadowCasters::movingWithin(const Frustum& frustum) const
{
    Hasher hasher;
    for (const auto& each : m_moving) {
        if (!frustum.touchesBox(each.min, each.max))
            continue;
        const auto& place = each.place;
        hasher.add(each.entity.value);
        for (const auto& value : {place.position, place.scale})
            hasher.add(value.x).add(value.y).add(value.z);
        const auto& turn = place.rotation;
        hasher.add(turn.x).add(turn.y).add(turn.z).add(turn.w);
    }
    return hasher.result();
}

ShadowCasters::Throws ShadowCasters::throwsOf(std::uint32_t material)
{
    if (material >= m_throws.size())
        m_throws.resize(material + 1, Throws::Unknown);
    auto& known = m_throws[material];
    if (known != Throws::Unknown)
        return known;
    const auto name = m_materials->ids().names()[material];
    const auto opacity = m_materials->material(material, false).source->finish.opacity;
    if (!m_scene->world().surfaces().of(name).castsShadow || opacity == Opacity::Blend)
        known = Throws::Nothing;
    else
        known = opacity == Opacity::Mask ? Throws::Masked : Throws::All;
    return known;
}

void ShadowCasters::add(const GpuMesh& mesh, std::uint32_t transform, std::uint32_t instances)
{
    for (const auto& part : mesh.parts) {
        const auto throws = throwsOf(part.material);
        if (throws == Throws::Nothing)
            continue;
        if (throws == Throws::Masked) {
            if (part.material >= m_masked.size())
                m_masked.resize(part.material + 1);
            m_masked[part.material].push_back(
                {part.indexCount, instances, part.firstIndex, 0, transform});
            continue;
        }
        if (!m_solid.empty() && transform == 0 && m_solid.back().baseInstance == 0 &&
            m_solid.back().firstIndex + m_solid.back().count == part.firstIndex)
            m_solid.back().count += part.indexCount;
        else
            m_solid.push_back({part.indexCount, instances, part.firstIndex, 0, transform});
    }
}

void ShadowCasters::gather(const Frustum& frustum,
                           const Vec3f& levelsFrom,
                           float least,
                           CasterLists& lists)
{
    lists.clear();
    m_solid.clear();
    for (auto& commands : m_masked)
        commands.clear();
    for (const auto& brush : m_scene->brushes())
        if (brush.casts && !brush.moving && frustum.touchesBox(brush.min, brush.max) &&
            isAtLeast(brush.min, brush.max, least))
            add(*brush.mesh, 0, 1);
    for (const auto& each : m_moving) {
        if (!frustum.touchesBox(each.min, each.max) || !isAtLeast(each.min, each.max, least))
            continue;
        lists.transforms.push_back(toGpu(each.place));
        add(*each.mesh, static_cast<std::uint32_t>(lists.transforms.size() - 1), 1);
    }
    addModels(frustum, least, lists);
    flatten(lists);
    addPlants(frustum, levelsFrom, lists);
}

/// Those of one mesh stand in a row, and become one command.
void ShadowCasters::addModels(const Frustum& frustum, float least, CasterLists& lists)
{
    const GpuMesh* mesh = nullptr;
    auto first = lists.transforms.size();
    const auto addRun = [&] {
        if (mesh != nullptr && lists.transforms.size() > first)
            add(*mesh, static_cast<std::uint32_t>(first),
                static_cast<std::uint32_t>(lists.transforms.size() - first));
    };
    for (const auto& model : m_scene->models()) {
        if (!model.casts || model.moving || !frustum.touchesBox(model.min, model.max) ||
            !isAtLeast(model.min, model.max, least))
            continue;
        if (model.mesh != mesh) {
            addRun();
            mesh = model.mesh;
            first = lists.transforms.size();
        }
        lists.transforms.push_back(toGpu(model.place));
    }
    addRun();
}

void ShadowCasters::flatten(CasterLists& lists)
{
    lists.commands = m_solid;
    lists.solid = m_solid.size();
    for (std::uint32_t id = 0; id < m_masked.size(); ++id) {
        const auto& commands = m_masked[id];
        if (commands.empty())
            continue;
        lists.masked.push_back({id, static_cast<std::uint32_t>(lists.commands.size()),
                                static_cast<std::uint32_t>(commands.size())});
        lists.commands.insert(lists.commands.end(), commands.begin(), commands.end());
    }
}

void ShadowCasters::addPlants(const Frustum& frustum, const Vec3f& levelsFrom, CasterLists& lists)
{
    for (const auto& layer : m_scene->foliage().layers()) {
        cullFoliage(layer.cells, layer.levels, {}, frustum, levelsFrom, m_plants);
        for (std::size_t slot = 0; slot < layer.kinds.size(); ++slot) {
            const auto& kind = layer.kinds[slot];
            for (std::size_t level = 0; kind.type.castShadows && level < m_plants[slot].size();
                 ++level) {
                const auto& runs = m_plants[slot][level].runs;
                if (runs.empty())
                    continue;
                for (const auto& part : kind.meshes[level]->parts) {
                    lists.plants.push_back(
                        {&kind,
                         level,
                         {part.material, static_cast<std::uint32_t>(lists.commands.size()),
                          static_cast<std::uint32_t>(runs.size())}});
                    for (const auto& run : runs)
                        lists.commands.push_back(
                            {part.indexCount, run.count, part.firstIndex, 0, run.first});
                }
            }
        }
    }
}

std::pair<Vec3d, Vec3d> ShadowCasters::bounds() const
{
    Vec3f low{std::numeric_limits<float>::max()};
    Vec3f high{std::numeric_limits<float>::lowest()};
    const auto add = [&](const Vec3f& min, const Vec3f& max) {
        low = glm::min(low, min);
        high = glm::max(high, max);
    };
    for (const auto& brush : m_scene->brushes())
        if (brush.casts)
            add(brush.min, brush.max);
    for (const auto& model : m_scene->models())
        if (model.casts)
            add(model.min, model.max);
    for (const auto& layer : m_scene->foliage().layers()) {
        float reach = 0;
        for (const auto& levels : layer.levels)
            reach = std::max(reach, levels.reach);
        for (const auto& cell : layer.cells)
            add(cell.min - reach, cell.max + reach);
    }
    if (low.x > high.x)
        return {Vec3d{0}, Vec3d{0}};
    return {Vec3d{low}, Vec3d{high}};
}
} // namespace engine
