#include "engine_core/lighting/ray_packets.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace engine
{
namespace
{
constexpr int RaysAtOnce = RayPacket::Size;

/// Shadow rays end a hair before the light, so that a lamp's own brush behind it does not count.
constexpr float BeforeLight = 0.9999f;

/// Two unit vectors at right angles to a unit vector and each other (Duff and others, "Building an
/// Orthonormal Basis, Revisited", 2017).
std::pair<Vec3f, Vec3f> basisAround(const Vec3f& n)
{
    const float sign = std::copysign(1.0f, n.z);
    const float a = -1.0f / (sign + n.z);
    const float b = n.x * n.y * a;
    return {{1.0f + sign * n.x * n.x * a, sign * b, -sign * n.x}, {b, sign + n.y * n.y * a, -n.y}};
}
} // namespace

/// The sixteen cells of a luxel.
struct LuxelTracer::Cells
{
    CellMask mask{};
    Vec3f normal{0};
    Vec3f middle{0};  ///< of those in the open
    float cosine = 1; ///< of a random turn, for lights with soft shadows
    float sine = 0;
    std::size_t firstSpot = 0; ///< random, too
    alignas(64) float x[RaysAtOnce], y[RaysAtOnce], z[RaysAtOnce];
};

/// Rays from the cells to a light, and what each would bring.
struct LuxelTracer::Aim
{
    RTCRay16 ray;
    RTCIntersectContext context;
    RayRecorder* recorder = nullptr;
    std::uint64_t rays = 0;
    alignas(64) int valid[RaysAtOnce];
    alignas(64) float weight[RaysAtOnce];
};

std::vector<const TracedLight*> LuxelTracer::lightsAt(std::uint32_t chart,
                                                      std::span<const TracedLight> all) const
{
    const auto& frame = m_charts[chart].frame;
    const auto& normal = m_surfaces[chart].normal;
    const Vec3f center{frame.at({0.5, 0.5}) - m_scene.origin()};
    const auto radius = static_cast<float>(glm::length(frame.size) * 0.5);
    const auto reaches = [&](const TracedLight& light) {
        if (light.shape == TracedLight::Shape::Sun)
            return glm::dot(light.direction, normal) < 0;
        const auto away = light.position - center;
        const bool isFace = light.shape == TracedLight::Shape::Face;
        if (glm::length(away) >= light.range + radius + (isFace ? light.size : 0.0f))
            return false;
        if (isFace)
            return glm::dot(-away, light.direction) + radius > 0 &&
                   std::any_of(light.rim.begin(), light.rim.end(), [&](const Vec3f& corner) {
                       return glm::dot(corner - center, normal) > 0;
                   });
        const float above = glm::dot(away, normal);
        return above > 0 && above < light.range;
    };
    std::vector<const TracedLight*> reaching;
    for (const auto& light : all)
        if (reaches(light))
            reaching.push_back(&light);
    return reaching;
}

LuxelTracer::Cells LuxelTracer::cellsOf(const TileRange& tiles, std::uint32_t luxel) const
{
    const auto& chart = m_charts[tiles.chart];
    const auto& surface = m_surfaces[tiles.chart];
    const auto spanX = LuxelSpan::alongX(chart, static_cast<int>(luxel) % chart.width);
    const auto spanY = LuxelSpan::alongY(chart, static_cast<int>(luxel) / chart.width);
    Cells cells;
    cells.mask = m_covers[tiles.chart].at(luxel);
    cells.normal = surface.normal;
    for (int i = 0; i < RaysAtOnce; ++i) {
        const float x = spanX.from + spanX.cell * (static_cast<float>(i % CellsAcross) + 0.5f);
        const float y = spanY.from + spanY.cell * (static_cast<float>(i / CellsAcross) + 0.5f);
        cells.x[i] = surface.origin.x + surface.stepX.x * x + surface.stepY.x * y;
        cells.y[i] = surface.origin.y + surface.stepX.y * x + surface.stepY.y * y;
        cells.z[i] = surface.origin.z + surface.stepX.z * x + surface.stepY.z * y;
        if (((cells.mask >> i) & 1) != 0)
            cells.middle += Vec3f{cells.x[i], cells.y[i], cells.z[i]};
    }
    cells.middle /= static_cast<float>(std::popcount(cells.mask));
    auto random = mixed(mixed(m_seed + chart.entity.value) + chart.face) + luxel;
    const float turn = uniform(random) * static_cast<float>(2 * Pi);
    cells.cosine = std::cos(turn);
    cells.sine = std::sin(turn);
    cells.firstSpot = static_cast<std::size_t>(mixed(random) % TracedLight::Spots);
    return cells;
}

/// Each round of a soft light looks at other places on it.
void LuxelTracer::aimAt(const TracedLight& light, const Cells& cells, int round, Aim& aim) const
{
    using Shape = TracedLight::Shape;
    auto& ray = aim.ray;
    const auto spot = [&](int i) {
        return (cells.firstSpot + static_cast<std::size_t>(round * RaysAtOnce + i)) %
               TracedLight::Spots;
    };
    // Where on the disc that a ball or the sun shows, turned at random.
    const auto onDisc = [&](int i) {
        const auto at = discSpots()[spot(i)] * light.size;
        return Vec2f{at.x * cells.cosine - at.y * cells.sine,
                     at.x * cells.sine + at.y * cells.cosine};
    };
    const auto toSun = basisAround(light.direction);
    for (int i = 0; i < RaysAtOnce; ++i) {
        const Vec3f from{cells.x[i], cells.y[i], cells.z[i]};
        auto to = light.position - from;
        if (light.shape == Shape::Sun)
            to = -light.direction;
        else if (light.shape == Shape::Face)
            to = light.spots[spot(i)] - from;
        const float squared = glm::dot(to, to);
        const float above = glm::dot(to, cells.normal);
        float weight = above > 0 ? above / std::sqrt(squared) : 0.0f;
        if (light.shape == Shape::Ball) {
            weight *= falloff(squared, light.range);
            if (light.isShaped())
                weight *= light.share(-to / std::sqrt(squared));
        } else if (light.shape == Shape::Face) {
            const float ahead = -glm::dot(to, light.direction);
            weight =
                ahead > 0 ? weight * ahead / std::max(squared * std::sqrt(squared), 1e-12f) : 0.0f;
        }
        if (light.shape != Shape::Face && light.size > 0) {
            const auto at = onDisc(i);
            const auto [a, b] =
                light.shape == Shape::Sun ? toSun : basisAround(to / std::sqrt(squared));
            to += a * at.x + b * at.y;
        }
        aim.weight[i] = weight;
        ray.org_x[i] = from.x;
        ray.org_y[i] = from.y;
        ray.org_z[i] = from.z;
        ray.dir_x[i] = to.x;
        ray.dir_y[i] = to.y;
        ray.dir_z[i] = to.z;
        ray.tfar[i] =
            light.shape == Shape::Sun ? std::numeric_limits<float>::infinity() : BeforeLight;
    }
}

/// The sum over the cells of what arrives from the light, as a share of its colour.
float LuxelTracer::arriving(const TracedLight& light, const Cells& cells, Aim& aim) const
{
    constexpr int SoftRounds = 4;
    const bool isFace = light.shape == TracedLight::Shape::Face;
    float unshadowed = 0;
    if (isFace) {
        const auto away = cells.middle - light.position;
        const float window = light.windowAt(glm::length(away));
        if (glm::dot(away, light.direction) <= 0 || window <= 0)
            return 0;
        unshadowed = formFactor(cells.middle, cells.normal, light.rim) * window *
                     static_cast<float>(std::popcount(cells.mask));
        if (!light.castShadows || unshadowed == 0)
            return unshadowed;
    }
    float all = 0;
    float lit = 0;
    int rounds = 0;
    while (rounds < (light.isSoft() && light.castShadows ? SoftRounds : 1)) {
        aimAt(light, cells, rounds, aim);
        ++rounds;
        for (int i = 0; i < RaysAtOnce; ++i)
            aim.valid[i] = aim.weight[i] > 0 && ((cells.mask >> i) & 1) != 0 ? -1 : 0;
        const int count = countValid(aim.valid);
        if (count == 0)
            break;
        if (light.castShadows) {
            if (aim.recorder != nullptr)
                aim.recorder->shadows.push_back(recorded(aim.valid, aim.ray));
            rtcOccluded16(aim.valid, m_scene.handle(), &aim.context, &aim.ray);
            aim.rays += static_cast<std::uint64_t>(count);
        }
        bool anyStopped = false;
        float here = 0;
        for (int i = 0; i < RaysAtOnce; ++i) {
            all += aim.valid[i] != 0 ? aim.weight[i] : 0.0f;
            const bool arrives = aim.valid[i] != 0 && aim.ray.tfar[i] >= 0;
            here += arrives ? aim.weight[i] : 0.0f;
            anyStopped |= aim.valid[i] != 0 && !arrives;
        }
        lit += here;
        if (rounds == 1 && (!anyStopped || here == 0))
            break; // wholly in the light, or in its shadow
    }
    if (isFace)
        return all > 0 ? unshadowed * (lit / all) : 0.0f;
    return lit / static_cast<float>(rounds);
}

std::uint64_t LuxelTracer::direct(const TileRange& tiles,
                                  std::span<const TracedLight* const> lights,
                                  std::span<Vec3f> out,
                                  RayRecorder* recorder) const
{
    if (lights.empty())
        return 0;
    Aim aim;
    clearRays(aim.ray);
    aim.recorder = recorder;
    rtcInitIntersectContext(&aim.context);
    // Embree 3's traversal for rays that keep together may never end below instances.
    aim.context.flags = m_scene.hasPlants() ? RTC_INTERSECT_CONTEXT_FLAG_INCOHERENT
                                            : RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    for (const auto luxel : luxelsIn(tiles, Which::Open)) {
        const auto cells = cellsOf(tiles, luxel);
        Vec3f sum{0};
        for (const auto* light : lights)
            sum += light->color * arriving(*light, cells, aim);
        out[luxel] = sum / static_cast<float>(std::popcount(cells.mask));
    }
    return aim.rays;
}
} // namespace engine
