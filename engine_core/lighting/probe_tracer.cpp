#include "engine_core/lighting/probe_tracer.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <limits>

namespace engine
{
namespace
{
/// A ray looks through so many sides of the model itself; then it counts as stopped.
constexpr int MostOwnSides = 256;

RTCRayHit rayOf(const Vec3f& from, const Vec3f& direction, float end)
{
    RTCRayHit ray{};
    ray.ray.org_x = from.x;
    ray.ray.org_y = from.y;
    ray.ray.org_z = from.z;
    ray.ray.dir_x = direction.x;
    ray.ray.dir_y = direction.y;
    ray.ray.dir_z = direction.z;
    ray.ray.tfar = end;
    ray.ray.mask = ~0U;
    return ray;
}

/// The first thing hit that is not the model itself.
RTCRayHit trace(const ProbeJob& job, RTCRayHit ray, unsigned own, std::uint64_t& rays)
{
    const float end = ray.ray.tfar;
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    for (int i = 0; i < MostOwnSides; ++i) {
        ray.ray.tfar = end;
        ray.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        ray.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
        rtcIntersect1(job.scene.handle(), &context, &ray);
        ++rays;
        if (ray.hit.geomID == RTC_INVALID_GEOMETRY_ID || own == LightScene::BrushGeometry ||
            ray.hit.geomID != own)
            return ray;
        ray.ray.tnear = std::nextafter(ray.ray.tfar * (1 + 1e-6f) + 1e-6f,
                                       std::numeric_limits<float>::infinity());
    }
    return ray;
}

/// Points spread evenly over the sphere (Keinert and others, "Spherical Fibonacci Mapping", 2015).
Vec3f directionOf(int index, int count)
{
    constexpr double Golden = 2.39996322972865332;
    const double up = 1 - (2.0 * index + 1) / count;
    const double aside = std::sqrt(1 - up * up);
    const double turn = Golden * index;
    return Vec3f{Vec3d{aside * std::cos(turn), up, aside * std::sin(turn)}};
}

/// Adds light from one direction: what it gives to faces is strength * max(cosine, 0), of which the
/// first two bands are a quarter and half the cosine.
void add(LightProbe& probe, const Vec3f& towards, const Vec3f& strength)
{
    for (int i = 0; i < 3; ++i)
        probe.channels[static_cast<std::size_t>(i)] +=
            Vec4f{towards * (0.5f * strength[i]), 0.25f * strength[i]};
}

float falloff(float distance, float range)
{
    return static_cast<float>(
        lightFalloff(static_cast<double>(distance), static_cast<double>(range)));
}
} // namespace

LightProbe traceProbe(
    const ProbeJob& job, const Vec3f& place, unsigned own, int directions, std::uint64_t& rays)
{
    constexpr float BeforeLight = 0.9999f;
    LightProbe probe;
    for (const auto& light : job.lights) {
        const auto to = light.position - place;
        const float distance = glm::length(to);
        if (distance >= light.range || distance < 1e-4f)
            continue;
        if (light.castShadows && trace(job, rayOf(place, to, BeforeLight), own, rays).hit.geomID !=
                                     RTC_INVALID_GEOMETRY_ID)
            continue;
        add(probe, to / distance, light.color * falloff(distance, light.range));
    }
    // Evenly spread light L from everywhere gives the irradiance pi L, so each direction's share of
    // the sphere gives 4 L / directions times its cosine, divided by pi.
    for (int i = 0; i < directions; ++i) {
        const auto direction = directionOf(i, directions);
        const auto hit =
            trace(job, rayOf(place, direction, std::numeric_limits<float>::infinity()), own, rays);
        if (hit.hit.geomID != LightScene::BrushGeometry)
            continue;
        const auto leaving =
            job.tracer.leaving(job.scene.chartOfTriangle(hit.hit.primID),
                               place + direction * hit.ray.tfar, direction, job.light);
        add(probe, direction, leaving * (4.0f / static_cast<float>(directions)));
    }
    return probe;
}

std::vector<Vec3d> probePlaces(const StaticMesh& mesh)
{
    if (!mesh.isPatch)
        return {mesh.mesh->boundsAt(mesh.place).center()};
    constexpr std::size_t MostPlaces = 8;
    constexpr double Before = 0.1; // metres
    const auto triangles = mesh.mesh->triangleCount();
    const auto count = std::min(MostPlaces, triangles);
    std::vector<Vec3d> places;
    for (std::size_t i = 0; i < count; ++i) {
        // The middle one of equal parts, since neighbours follow each other.
        const auto [a, b, c] = mesh.mesh->corners((2 * i + 1) * triangles / (2 * count));
        const auto normal = mesh.place.rotation * (glm::cross(b - a, c - a) / mesh.place.scale);
        places.push_back(mesh.place.apply((a + b + c) / 3.0) + glm::normalize(normal) * Before);
    }
    return places;
}
} // namespace engine
