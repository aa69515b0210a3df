#include "engine_core/lighting/incremental/change_rays.h"

#include "engine_core/lighting/ray_packets.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace engine
{
namespace
{
constexpr int Rays = RayPacket::Size;
constexpr std::size_t MostBoxes = 16;

Vec3f pointOn(const BakeChart& chart, const LightScene& scene, float s, float t)
{
    return Vec3f{chart.frame.at({static_cast<double>(s), static_cast<double>(t)}) +
                 chart.normal * scene.offset() - scene.origin()};
}

Aabb around(const BakeChart& chart)
{
    Aabb box;
    for (const double s : {0.0, 1.0})
        for (const double t : {0.0, 1.0})
            box.add(chart.frame.at({s, t}));
    return box;
}

double distanceBetween(const Aabb& a, const Aabb& b)
{
    return glm::length(glm::max(glm::max(a.min - b.max, b.min - a.max), Vec3d{0}));
}

/// Few boxes that hold all of them: near ones become one.
std::vector<Aabb> fewOf(std::span<const Aabb> boxes)
{
    std::vector<Aabb> few{boxes.begin(), boxes.end()};
    for (double cell = 4; few.size() > MostBoxes; cell *= 2) {
        std::map<std::array<std::int64_t, 3>, Aabb> cells;
        for (const auto& box : few) {
            const auto at = glm::floor(box.center() / cell);
            cells[{static_cast<std::int64_t>(at.x), static_cast<std::int64_t>(at.y),
                   static_cast<std::int64_t>(at.z)}]
                .add(box);
        }
        few.clear();
        for (const auto& [at, box] : cells)
            few.push_back(box);
    }
    return few;
}

void aim(RTCRayHit16& traced, int i, const Vec3f& from, const Vec3f& direction, float end)
{
    traced.ray.org_x[i] = from.x;
    traced.ray.org_y[i] = from.y;
    traced.ray.org_z[i] = from.z;
    traced.ray.dir_x[i] = direction.x;
    traced.ray.dir_y[i] = direction.y;
    traced.ray.dir_z[i] = direction.z;
    traced.ray.tfar[i] = end;
    traced.hit.geomID[i] = RTC_INVALID_GEOMETRY_ID;
    traced.hit.instID[0][i] = RTC_INVALID_GEOMETRY_ID;
}

RTCRayHit16 clearedRays()
{
    RTCRayHit16 traced{};
    clearRays(traced.ray);
    return traced;
}
} // namespace

ChangeRays::ChangeRays(const LightScene& scene,
                       std::span<const BakeChart> charts,
                       std::span<const Aabb> boxes,
                       std::uint64_t seed)
    : m_scene{scene}, m_charts{charts}, m_boxes{fewOf(boxes)}, m_seed{seed}
{
}

std::uint64_t ChangeRays::seedOf(std::uint32_t chart) const
{
    return mixed(mixed(m_seed + m_charts[chart].entity.value) + m_charts[chart].face);
}

double ChangeRays::shareOfView(std::uint32_t index) const
{
    const auto& chart = m_charts[index];
    const auto face = around(chart);
    double share = 0;
    for (const auto& box : m_boxes) {
        const auto& n = chart.normal;
        const Vec3d top{n.x > 0 ? box.max.x : box.min.x, n.y > 0 ? box.max.y : box.min.y,
                        n.z > 0 ? box.max.z : box.min.z};
        if (glm::dot(top - chart.frame.origin, n) <= 0)
            continue;
        const auto size = box.size();
        const double area = std::max({size.x * size.y, size.y * size.z, size.z * size.x});
        const double away = distanceBetween(face, box);
        share += std::min(area / std::max(Pi * away * away, 1e-9), 1.0);
    }
    return std::min(share, 1.0);
}

bool ChangeRays::sees(std::uint32_t index, Care care) const
{
    constexpr std::size_t Least = 64;
    constexpr std::size_t Most = 2048;
    const auto& chart = m_charts[index];
    auto random = seedOf(index);
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    auto traced = clearedRays();
    alignas(64) int valid[Rays];
    std::size_t boxOf[Rays];
    std::size_t turn = 0;
    const auto rays =
        (care == Care::Quick ? Least : std::clamp(2 * chart.luxels(), 2 * Least, Most)) *
        m_boxes.size();
    while (turn < rays) {
        int count = 0;
        for (int i = 0; i < Rays; ++i) {
            const auto& box = m_boxes[boxOf[i] = turn++ % m_boxes.size()];
            const auto from = pointOn(chart, m_scene, uniform(random), uniform(random));
            const Vec3d at{uniform(random), uniform(random), uniform(random)};
            const auto to = Vec3f{box.min + (box.max - box.min) * at - m_scene.origin()} - from;
            valid[i] = glm::dot(to, Vec3f{chart.normal}) > 0 ? -1 : 0;
            count += valid[i] != 0 ? 1 : 0;
            aim(traced, i, from, to, 1);
        }
        if (count == 0)
            continue;
        rtcIntersect16(valid, m_scene.handle(), &context, &traced);
        for (int i = 0; i < Rays; ++i) {
            if (valid[i] == 0)
                continue;
            if (traced.hit.geomID[i] == RTC_INVALID_GEOMETRY_ID)
                return true;
            const Vec3f from{traced.ray.org_x[i], traced.ray.org_y[i], traced.ray.org_z[i]};
            const Vec3f to{traced.ray.dir_x[i], traced.ray.dir_y[i], traced.ray.dir_z[i]};
            // What is met within the box may be what changed, or was hidden by it.
            if (m_boxes[boxOf[i]].grown(1e-3).contains(Vec3d{from + to * traced.ray.tfar[i]} +
                                                       m_scene.origin()))
                return true;
        }
    }
    return false;
}

std::vector<ChangeRays::Arrival>
ChangeRays::follow(const Source& source, double powerOfARay, std::uint64_t turn) const
{
    const auto& chart = m_charts[source.chart];
    const auto rays = static_cast<std::size_t>(std::ceil(source.power / powerOfARay));
    const double each = source.power / static_cast<double>(std::max<std::size_t>(rays, 1));
    auto random = mixed(seedOf(source.chart) + turn);
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    auto traced = clearedRays();
    alignas(64) int valid[Rays];
    std::map<std::uint32_t, double> arrived;
    const Vec3f s{chart.frame.sAxis};
    const Vec3f t{chart.frame.tAxis};
    const Vec3f n{chart.normal};
    for (std::size_t first = 0; first < rays; first += Rays) {
        for (int i = 0; i < Rays; ++i) {
            valid[i] = first + static_cast<std::size_t>(i) < rays ? -1 : 0;
            const auto from = pointOn(chart, m_scene, uniform(random), uniform(random));
            const float squared = uniform(random);
            const float angle = uniform(random) * static_cast<float>(2 * Pi);
            const float radius = std::sqrt(squared);
            aim(traced, i, from,
                s * (radius * std::cos(angle)) + t * (radius * std::sin(angle)) +
                    n * std::sqrt(1 - squared),
                std::numeric_limits<float>::infinity());
        }
        rtcIntersect16(valid, m_scene.handle(), &context, &traced);
        for (int i = 0; i < Rays; ++i)
            if (valid[i] != 0 && traced.hit.geomID[i] != RTC_INVALID_GEOMETRY_ID &&
                m_scene.isBrush(traced.hit.geomID[i]))
                arrived[m_scene.chartOfTriangle(traced.hit.geomID[i], traced.hit.primID[i])] +=
                    each;
    }
    std::vector<Arrival> arrivals;
    for (const auto& [at, power] : arrived) {
        const auto& size = m_charts[at].frame.size;
        arrivals.push_back({at, power / std::max(size.x * size.y, 1e-6)});
    }
    return arrivals;
}
} // namespace engine
