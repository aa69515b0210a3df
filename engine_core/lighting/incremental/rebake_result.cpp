#include "engine_core/assets/lightmaps/lightmap_store.h"
#include "engine_core/lighting/bake_recorder.h"
#include "engine_core/lighting/incremental/rebake_work.h"
#include "engine_core/lighting/light_volume_bake.h"
#include "engine_core/lighting/luxel_fill.h"
#include "engine_core/lighting/probe_tracer.h"
#include "engine_core/scene/light/body_hash.h"

#include <algorithm>
#include <numeric>

namespace engine
{
/// Where the light in the open may have changed.
struct RebakeWork::Region
{
    std::vector<Aabb> boxes;
    std::vector<std::pair<Vec3d, double>> spheres; ///< of lights that came, went or changed
    bool isEverywhere = false;

    [[nodiscard]] bool contains(const Vec3d& place) const
    {
        return isEverywhere ||
               std::ranges::any_of(spheres,
                                   [&](const auto& sphere) {
                                       return glm::distance(sphere.first, place) <= sphere.second;
                                   }) ||
               std::ranges::any_of(boxes, [&](const Aabb& box) { return box.contains(place); });
    }
};

RebakeWork::Region RebakeWork::changedRegion() const
{
    constexpr double Around = 4;       // metres; farther away a face is a small part of the view
    constexpr double LeastTold = 0.01; // of the light of a face
    Region region;
    for (const auto& box : m_boxes)
        region.boxes.push_back(box.grown(Around));
    for (const auto& light : m_otherLights) {
        region.isEverywhere |= isSun(light.light);
        region.spheres.emplace_back(light.position, static_cast<double>(light.light.range));
    }
    // One box a brush: its faces lie together.
    Aabb box;
    for (std::uint32_t i = 0; i < m_charts.size(); ++i) {
        const auto& part = m_parts[i];
        const double change = std::accumulate(part.layers.begin(), part.layers.end(), 0.0);
        if (part.isAnew || std::abs(change) > LeastTold * m_oldCharts[i].mean)
            for (const double s : {0.0, 1.0})
                for (const double t : {0.0, 1.0})
                    box.add(m_charts[i].frame.at({s, t}));
        const bool isLast = i + 1 == m_charts.size() || m_charts[i + 1].brush != m_charts[i].brush;
        if (isLast && !std::exchange(box, {}).isEmpty())
            region.boxes.push_back(m_brushes[m_charts[i].brush].brush->bounds().grown(Around));
    }
    return region;
}

/// In sketches probes keep what they had; those that are new are dark.
void RebakeWork::traceProbes(Lightmap& lightmap)
{
    const auto start = std::chrono::steady_clock::now();
    const bool isWhole = m_depth == RebakeDepth::Whole;
    const auto region = isWhole ? changedRegion() : Region{};
    if (isWhole) {
        m_all.resize(m_stats.luxels);
        m_threads.each(m_charts.size(), [&](std::size_t i) {
            const auto light = lightOf(static_cast<std::uint32_t>(i));
            std::ranges::transform(light, luxelsOf(m_all, static_cast<std::uint32_t>(i)).begin(),
                                   [&](const Vec3f& luxel) { return luxel * m_albedo[i]; });
        });
    }
    const ProbeJob job{*m_scene, *m_tracer, m_lights, m_all};
    std::vector<LightProbe> probes(m_input.meshes.size());
    std::vector<std::uint64_t> rays(probes.size());
    m_threads.each(probes.size(), [&](std::size_t i) {
        const auto& mesh = m_input.meshes[i].mesh;
        const auto places = probePlaces(mesh);
        const auto* old = m_before.probeOf(mesh.entity, *mesh.mesh, mesh.place);
        const bool isOut = std::ranges::none_of(
            places, [&](const Vec3d& place) { return region.contains(place); });
        const bool stood = m_before.bodies.contains(bodyHash(*mesh.mesh, mesh.place));
        if (old != nullptr && (!isWhole || (isOut && stood))) {
            probes[i] = *old;
            return;
        }
        if (isWhole)
            probes[i] =
                engine::traceProbes(job, places, m_scene->geometryOf(i), ModelDirections, rays[i]);
    });
    for (std::size_t i = 0; i < probes.size(); ++i) {
        const auto& mesh = m_input.meshes[i].mesh;
        lightmap.probes.emplace(mesh.entity, probes[i]);
        lightmap.bodies.emplace(bodyHash(*mesh.mesh, mesh.place), mesh.entity);
    }
    m_stats.probes = probes.size();
    m_stats.probeRays += std::accumulate(rays.begin(), rays.end(), std::uint64_t{0});
    if (isWhole)
        traceVolume(lightmap, job, region);
    else
        lightmap.volume = m_before.volume;
    m_stats.probeSeconds = secondsSince(start);
}

void RebakeWork::traceVolume(Lightmap& lightmap, const ProbeJob& job, const Region& region)
{
    auto volume = layOutVolume(m_brushes, m_options.quality);
    const auto& old = m_before.volume;
    const bool isAlike =
        old.origin == volume.origin && old.spacing == volume.spacing && old.size == volume.size;
    m_stats.volumeProbes = volume.probes.size();
    if (job.lights.empty() && !m_tracer->hasSources()) {
        lightmap.volume = std::move(volume); // all of it is black already
        return;
    }
    std::vector<std::uint8_t> isOpen(volume.probes.size());
    std::vector<std::uint64_t> rays(volume.probes.size());
    std::vector<std::uint8_t> isKept(volume.probes.size());
    m_threads.each(volume.probes.size(), [&](std::size_t i) {
        const auto place = volume.placeOf(i);
        isKept[i] = isAlike && !region.contains(place) ? 1 : 0;
        if (isKept[i] != 0) {
            volume.probes[i] = old.probes[i];
            isOpen[i] = 1; // also within brushes, which have it from their neighbours
        } else if (!isInside(m_brushes, place)) {
            isOpen[i] = 1;
            volume.probes[i] = traceProbe(job, Vec3f{place - m_scene->origin()},
                                          LightScene::BrushGeometry, VolumeDirections, rays[i]);
        }
    });
    finishVolume(volume, std::move(isOpen));
    m_stats.probeRays += std::accumulate(rays.begin(), rays.end(), std::uint64_t{0});
    lightmap.volume = std::move(volume);
}

void RebakeWork::addCharts(Lightmap& lightmap)
{
    const bool isWhole = m_depth == RebakeDepth::Whole;
    std::vector<ContentHash> inputs(m_charts.size());
    std::vector<std::uint8_t> isAsked(m_charts.size());
    bool isAny = false;
    for (std::uint32_t i = 0; i < m_charts.size(); ++i) {
        const auto* old = m_oldCharts[i].chart;
        inputs[i] = old != nullptr ? old->inputs : 0;
        isAsked[i] = isWhole && (old == nullptr || m_parts[i].isAnew || m_parts[i].isTouched ||
                                 m_old.stale.contains(keyOf(i)))
                         ? 1
                         : 0;
        isAny |= isAsked[i] != 0;
    }
    if (isAny) {
        const auto now = faceInputsOf(m_input, m_brushes);
        m_threads.each(m_charts.size(), [&](std::size_t i) {
            if (isAsked[i] != 0)
                inputs[i] = now.of(m_charts[i].brush, m_charts[i].face);
        });
    }
    for (std::uint32_t i = 0; i < m_charts.size(); ++i) {
        const auto& chart = m_charts[i];
        lightmap.charts.emplace_hint(
            lightmap.charts.end(), keyOf(i),
            LightmapChart{chart.atlas, chart.x, chart.y, static_cast<std::uint16_t>(chart.width),
                          static_cast<std::uint16_t>(chart.height), inputs[i], bouncesNow(i),
                          static_cast<std::uint8_t>(chart.farX),
                          static_cast<std::uint8_t>(chart.farY)});
    }
    lightmap.bounces = m_bounces;
    lightmap.density = bakeDensity(m_input, m_options.quality);
    const auto rays = raysHash(m_input, m_options);
    lightmap.rays = rays == m_before.rays || m_stats.stale == 0 ? m_before.rays : ContentHash{0};
}

std::shared_ptr<const Lightmap> RebakeWork::makeLightmap()
{
    auto lightmap = std::make_shared<Lightmap>();
    for (const auto& brush : m_brushes)
        lightmap->bodies.emplace(bodyHash(*brush.brush), brush.entity);
    traceProbes(*lightmap);
    auto placed = placeCharts(m_before, m_oldCharts, m_charts);
    lightmap->atlases = std::move(placed.atlases);
    m_threads.each(m_charts.size(), [&](std::size_t i) {
        const auto chart = static_cast<std::uint32_t>(i);
        if (!placed.isCopied[i] || m_parts[i].isAnew || m_parts[i].isTouched ||
            !m_parts[i].joined.empty())
            writeChart(m_charts[i], lightOf(chart), lightmap->atlases[m_charts[i].atlas]);
    });
    addCharts(*lightmap);
    lightmap->leaves = leafHashes(m_input);
    lightmap->reflections = m_input.reflections;
    lightmap->hash = hashOf(*lightmap);
    return lightmap;
}
} // namespace engine
