#include "engine_core/lighting/probe_tracer.h"

#include "engine_core/lighting/ray_packets.h"

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

/// What comes straight from a light that casts shadows, over the share of it that is seen.
void addLight(LightProbe& probe,
              const ProbeJob& job,
              const TracedLight& light,
              const Vec3f& place,
              unsigned own,
              std::uint64_t& rays)
{
    using Shape = TracedLight::Shape;
    constexpr float BeforeLight = 0.9999f;
    constexpr float Endless = std::numeric_limits<float>::infinity();
    const bool isSunny = light.shape == Shape::Sun;
    const auto to = isSunny ? -light.direction : light.position - place;
    const float squared = glm::dot(to, to);
    if (squared < 1e-8f)
        return;
    const auto towards = to / std::sqrt(squared);
    float strength = 1;
    if (light.shape == Shape::Ball)
        strength = falloff(squared, light.range) * light.share(-towards);
    else if (light.shape == Shape::Face) // no nearer than where a face would fill half of the view
        strength = std::max(-glm::dot(towards, light.direction), 0.0f) * light.area /
                   (static_cast<float>(Pi) * squared + light.area) *
                   light.windowAt(std::sqrt(squared));
    if (!(strength > 0))
        return;
    constexpr std::size_t FaceSpots = 8;
    const std::size_t looks = light.shape == Shape::Face ? FaceSpots : 1;
    std::size_t seen = 0;
    for (std::size_t i = 0; i < looks; ++i) {
        const auto ray = looks == 1 ? to : light.spots[i] - place;
        const auto isStopped = [&] {
            return trace(job, rayOf(place, ray, isSunny ? Endless : BeforeLight), own, rays)
                       .hit.geomID != RTC_INVALID_GEOMETRY_ID;
        };
        if (!light.castShadows || !isStopped())
            ++seen;
    }
    add(probe, towards,
        light.color * (strength * static_cast<float>(seen) / static_cast<float>(looks)));
}
} // namespace

LightProbe traceProbe(
    const ProbeJob& job, const Vec3f& place, unsigned own, int directions, std::uint64_t& rays)
{
    LightProbe probe;
    for (const auto& light : job.lights)
        addLight(probe, job, light, place, own, rays);
    // Evenly spread light L from everywhere gives the irradiance pi L, so each direction's share of
    // the sphere gives 4 L / directions times its cosine, divided by pi.
    for (int i = 0; i < directions; ++i) {
        const auto direction = directionOf(i, directions);
        const auto hit =
            trace(job, rayOf(place, direction, std::numeric_limits<float>::infinity()), own, rays);
        Vec3f light{0};
        if (hit.hit.geomID == RTC_INVALID_GEOMETRY_ID) {
            light = job.tracer.skyTowards(direction);
        } else if (job.scene.isBrush(hit.hit.geomID)) {
            const auto chart = job.scene.chartOfTriangle(hit.hit.geomID, hit.hit.primID);
            light =
                job.tracer.leaving(chart, place + direction * hit.ray.tfar, direction, job.light) +
                job.tracer.emitted(chart, direction);
        }
        add(probe, direction, light * (4.0f / static_cast<float>(directions)));
    }
    return probe;
}

LightProbe traceProbes(const ProbeJob& job,
                       std::span<const Vec3d> places,
                       unsigned own,
                       int directions,
                       std::uint64_t& rays)
{
    LightProbe mean;
    const auto share = 1.0f / static_cast<float>(places.size());
    for (const auto& place : places) {
        const auto probe =
            traceProbe(job, Vec3f{place - job.scene.origin()}, own, directions, rays);
        for (std::size_t channel = 0; channel < probe.channels.size(); ++channel)
            mean.channels[channel] += probe.channels[channel] * share;
    }
    return mean;
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
