#include "engine_core/interchange/level_parts.h"

#include "engine_core/base/count_text.h"
#include "engine_core/base/jobs.h"
#include "engine_core/geometry/brush_transform.h"
#include "engine_core/geometry/chart_frame.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/trigger.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/spatial/surface_table.h"
#include "engine_core/scene/world/hierarchy.h"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>

namespace engine
{
namespace
{
/// Where a corner lies in the atlas, from 0 to 1: as the renderer places it.
Vec2f lightmapPlace(const Lightmap& lightmap,
                    const LightmapChart& chart,
                    const ChartFrame& frame,
                    const Vec3d& p)
{
    const auto& atlas = lightmap.atlases[chart.atlas];
    const auto st = frame.normalized(p);
    const Vec2d luxel{chart.x + 0.5 + st.x * (chart.width - 1),
                      chart.y + 0.5 + st.y * (chart.height - 1)};
    return Vec2f{luxel / Vec2d{atlas.width, atlas.height}};
}

LevelPart&
partFor(std::vector<LevelPart>& parts, Name material, const std::optional<std::uint16_t>& atlas)
{
    const auto at = std::find_if(parts.begin(), parts.end(), [&](const LevelPart& part) {
        return part.material == material && part.atlas == atlas;
    });
    return at != parts.end() ? *at : parts.emplace_back(LevelPart{material, atlas, {}, {}});
}

/// Copies the triangles of a face with the corners that they use.
void append(LevelPart& part, const Mesh& mesh, const FaceMesh& face)
{
    std::unordered_map<std::uint32_t, std::uint32_t> known;
    for (std::uint32_t i = 0; i < face.indexCount; ++i) {
        const auto corner = mesh.indices[face.firstIndex + i];
        const auto [at, isNew] =
            known.try_emplace(corner, static_cast<std::uint32_t>(part.vertices.size()));
        if (isNew)
            part.vertices.push_back(mesh.vertices[corner]);
        part.indices.push_back(at->second);
    }
}

bool isBelowHiding(const World& world, EntityId entity)
{
    for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
        if (const auto* trigger = world.get<Trigger>(entity); trigger != nullptr && trigger->hides)
            return true;
        const auto* node = world.get<Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
    return false;
}

bool isOfToolTextures(const World& world, EntityId entity)
{
    const auto* component = world.get<BrushComponent>(entity);
    if (component != nullptr && component->brush)
        return !traitsOf(*component->brush, world.surfaces()).seen;
    return !isMeshSeenInGame(world, entity);
}
} // namespace

bool ExportFilter::isInGame(EntityId entity)
{
    if (!isLeftOut(m_world, entity))
        return true;
    m_leftOut.insert(entity);
    return false;
}

bool ExportFilter::isShown(EntityId entity)
{
    if (!isInGame(entity))
        return false;
    if (isBelowHiding(m_world, entity))
        m_hidden.insert(entity);
    else if (isOfToolTextures(m_world, entity))
        m_unseen.insert(entity);
    else
        return true;
    return false;
}

void ExportFilter::tell(std::vector<std::string>& skipped) const
{
    const auto add = [&](const std::set<EntityId>& entities, std::string_view why) {
        if (const auto count = entities.size(); count > 0)
            skipped.push_back(fmt::format("{} {} {} left out",
                                          countText(count, "object", "objects"), why,
                                          count == 1 ? "was" : "were"));
    };
    add(m_leftOut, "of layers that are not in the game");
    add(m_hidden, "below triggers, which the game hides,");
    add(m_unseen, "of tool textures, which the game does not show,");
}

Result<void> visitShownBrushes(const World& world,
                               JobControl* job,
                               ExportFilter& filter,
                               std::vector<std::string>& skipped,
                               const std::function<void(PlacedBrush)>& visit)
{
    const auto count = world.count<BrushComponent>();
    std::size_t done = 0;
    bool cancelled = false;
    world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent& component) {
        cancelled = cancelled || (job != nullptr && job->isCancelled());
        if (cancelled || !component.brush)
            return;
        if (job != nullptr)
            job->setProgress(static_cast<double>(++done) / static_cast<double>(count));
        if (!filter.isShown(entity))
            return;
        const auto place = worldTransform(world, entity);
        if (place == Transform{}) {
            visit({entity, component.brush.get(), place, *component.brush});
            return;
        }
        if (auto placed = transformed(*component.brush, place, TextureLock::On))
            visit({entity, component.brush.get(), place, *std::move(placed)});
        else
            skipped.push_back(fmt::format("The brush '{}' was left out: {}",
                                          nameOfNode(world, entity), placed.error().message()));
    });
    if (cancelled)
        return Error{"Cancelled"};
    return {};
}

std::vector<LevelPart>
partsOf(const PlacedBrush& brush, const Lightmap* lightmap, const SurfaceTable& surfaces)
{
    std::vector<LevelPart> parts;
    auto mesh = triangulate(*brush.authored);
    const auto charts =
        lightmap != nullptr ? lightmap->chartsOf(brush.entity, brush.placed) : brush.entity;
    for (const auto& face : mesh.faces) {
        if (!surfaces.of(face.material).seen)
            continue;
        const auto* chart = lightmap != nullptr ? lightmap->find(charts, face.face) : nullptr;
        const bool isCharted = chart != nullptr && chart->atlas < lightmap->atlases.size();
        auto& part =
            partFor(parts, face.material, isCharted ? std::optional{chart->atlas} : std::nullopt);
        const auto first = part.vertices.size();
        append(part, mesh, face);
        if (!isCharted)
            continue;
        const auto frame = chartFrame(brush.placed, face.face);
        for (auto i = first; i < part.vertices.size(); ++i)
            part.vertices[i].lightmapUv = lightmapPlace(
                *lightmap, *chart, frame, brush.place.apply(Vec3d{part.vertices[i].position}));
    }
    return parts;
}

std::vector<LevelPart> partsOf(const Mesh& mesh, const std::function<Name(Name)>& nameOf)
{
    std::vector<LevelPart> parts;
    for (const auto& face : mesh.faces)
        append(partFor(parts, nameOf(face.material), std::nullopt), mesh, face);
    std::erase_if(parts, [](const LevelPart& part) { return part.indices.empty(); });
    return parts;
}

std::string nameOfNode(const World& world, EntityId entity)
{
    const auto* node = world.get<Node>(entity);
    return node != nullptr ? node->name : std::string{};
}

std::string exportedMaterialName(Name name)
{
    return name.isEmpty() ? std::string{"default"} : name.text();
}
} // namespace engine
