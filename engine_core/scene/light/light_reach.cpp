#include "engine_core/scene/light/light_reach.h"

#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/spatial/spatial_index.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "engine_core/scene/spatial/surface_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine
{
namespace
{
constexpr double Depth = 0.01; ///< metres that a light is in a solid for it to count
constexpr double Clear = 1e-3; ///< metres that rays keep from the face that they come from
constexpr double SunDistance = 1e4;
constexpr double RaysPerLuxel = 16;
/// Of soft lights: most luxels are wholly lit or dark, which one round shows.
constexpr double SoftRounds = 1.6;
constexpr int MostWalls = 64; ///< that let light through, along one ray

/// The place on a convex face that is nearest to a place in its plane.
Vec3d nearestOn(const Brush& brush, FaceIndex face, const Vec3d& point)
{
    const auto& normal = brush.faces()[face].plane.normal;
    const auto corners = brush.faceVertices(face);
    bool isInside = true;
    Vec3d nearest{0};
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const auto& a = brush.vertices()[corners[i]];
        const auto& b = brush.vertices()[corners[(i + 1) % corners.size()]];
        const auto along = b - a;
        isInside = isInside && glm::dot(glm::cross(along, point - a), normal) >= 0;
        const double length = glm::dot(along, along);
        const double part =
            length > 0 ? std::clamp(glm::dot(point - a, along) / length, 0.0, 1.0) : 0;
        const auto place = a + along * part;
        if (const double away = glm::distance(place, point); away < best) {
            best = away;
            nearest = place;
        }
    }
    return isInside ? point : nearest;
}

double reachOf(const Light& light)
{
    return static_cast<double>(light.range);
}
} // namespace

LightReachSearch::Beam::Beam(const World& world, EntityId entity)
    : light{*world.get<Light>(entity)}, cone{light}
{
    const auto place = worldTransform(world, entity);
    position = place.position;
    direction = lightDirection(place);
}

bool LightReachSearch::Beam::reaches(const Vec3d& point, const Vec3d& normal) const
{
    if (isSun(light))
        return glm::dot(normal, direction) < 0;
    const auto to = point - position;
    const double away = glm::length(to);
    if (!(away < reachOf(light)) || glm::dot(to, normal) >= 0)
        return false;
    if (light.kind == LightKind::Point)
        return true;
    const double ahead = glm::dot(to, direction) / away;
    return light.kind == LightKind::Area ? ahead > 0 : cone.share(static_cast<float>(ahead)) > 0;
}

LightReachSearch::LightReachSearch(const World& world, const SpatialIndex& index, EntityId entity)
    : m_world{world}, m_index{index}, m_entity{entity}, m_beam{world, entity}
{
    const auto* settings = world.get<SceneSettings>(SceneEntity);
    m_density =
        static_cast<double>((settings != nullptr ? *settings : SceneSettings{}).luxelsPerMetre);
    const auto& place = m_beam.position;
    if (isSun(m_beam.light))
        world.forEach<BrushComponent>(
            [this](EntityId brush, const BrushComponent&) { m_candidates.push_back(brush); });
    else
        m_candidates = index.overlapping(Aabb{place, place}.grown(reachOf(m_beam.light)));
    std::sort(m_candidates.begin(), m_candidates.end());
    findOthers();
    findWaste();
}

void LightReachSearch::findOthers()
{
    m_world.forEach<Light>([this](EntityId entity, const Light& light) {
        if (entity == m_entity || !(strengthOf(light) > 0) || isLeftOut(m_world, entity))
            return;
        const Beam other{m_world, entity};
        if (isSun(light) || isSun(m_beam.light) ||
            glm::distance(other.position, m_beam.position) < reachOf(light) + reachOf(m_beam.light))
            m_others.push_back(other);
    });
}

/// The light shines on the place.
void LightReachSearch::countOverlaps(const Vec3d& point, const Vec3d& normal)
{
    m_reach.overlaps +=
        std::erase_if(m_others, [&](const Beam& other) { return lights(other, point, normal); });
}

void LightReachSearch::findWaste()
{
    const auto& color = m_beam.light.color;
    if (!m_beam.light.on && m_beam.light.group.empty())
        m_reach.waste = LightWaste::Off;
    else if (!(m_beam.light.intensity > 0) || !(m_beam.light.dimmer > 0) ||
             !(std::max({color.r, color.g, color.b}) > 0))
        m_reach.waste = LightWaste::NoStrength;
    if (m_reach.waste != LightWaste::None || isSun(m_beam.light))
        return;
    for (const auto entity : m_candidates) {
        const auto* component = m_world.get<BrushComponent>(entity);
        const auto brush =
            component != nullptr && component->brush ? brushInWorld(m_world, entity) : nullptr;
        if (brush && traitsOf(*brush, m_world.surfaces()).seals &&
            brush->contains(m_beam.position, -Depth)) {
            m_reach.waste = LightWaste::InSolid;
            m_reach.solid = entity;
            return;
        }
    }
}

bool LightReachSearch::run(std::size_t brushes)
{
    const auto end = std::min(m_candidates.size(), m_next + brushes);
    if (m_reach.waste != LightWaste::None)
        return true;
    for (; m_next < end; ++m_next)
        lookAt(m_candidates[m_next]);
    if (m_next < m_candidates.size())
        return false;
    if (m_reach.faces == 0)
        m_reach.waste = LightWaste::ReachesNothing;
    const bool isSoft = m_beam.light.kind == LightKind::Area || m_beam.light.radius > 0 ||
                        (isSun(m_beam.light) && m_beam.light.sunAngle > 0);
    if (isBaked(m_beam.light) && m_beam.light.castShadows)
        m_reach.shadowRays = m_reach.luxels * RaysPerLuxel * (isSoft ? SoftRounds : 1);
    return true;
}

void LightReachSearch::lookAt(EntityId entity)
{
    const auto* component = m_world.get<BrushComponent>(entity);
    if (component == nullptr || !component->brush || isLeftOut(m_world, entity))
        return;
    const auto brush = brushInWorld(m_world, entity);
    if (!brush || !traitsOf(*brush, m_world.surfaces()).isBaked)
        return;
    bool isReached = false;
    std::vector<Vec3d> places;
    for (FaceIndex face = 0; face < brush->faceCount(); ++face) {
        const auto& plane = brush->faces()[face].plane;
        const double above = plane.above(m_beam.position);
        if (isSun(m_beam.light) ? glm::dot(plane.normal, m_beam.direction) >= 0 : above <= 0)
            continue;
        const auto middle = faceCenter(*brush, face);
        places = {middle};
        if (!isSun(m_beam.light)) {
            places.push_back(nearestOn(*brush, face, m_beam.position - plane.normal * above));
            const double slope = -glm::dot(plane.normal, m_beam.direction);
            if (m_beam.light.kind == LightKind::Spot && slope > 1e-6)
                places.push_back(
                    nearestOn(*brush, face, m_beam.position + m_beam.direction * (above / slope)));
        }
        for (const auto corner : brush->faceVertices(face))
            places.push_back(glm::mix(brush->vertices()[corner], middle, 0.1));
        std::erase_if(places,
                      [&](const Vec3d& place) { return !lights(m_beam, place, plane.normal); });
        if (places.empty())
            continue;
        for (const auto& place : places)
            countOverlaps(place, plane.normal);
        isReached = true;
        ++m_reach.faces;
        double area = faceArea(*brush, face);
        if (!isSun(m_beam.light)) // no more than the disc that the range cuts out of its plane
            area = std::min(
                area,
                Pi * std::max(reachOf(m_beam.light) * reachOf(m_beam.light) - above * above, 0.0));
        m_reach.luxels += area * m_density * m_density;
    }
    if (isReached)
        m_reach.objects.push_back(entity);
}

bool LightReachSearch::lights(const Beam& beam, const Vec3d& point, const Vec3d& normal) const
{
    if (!beam.reaches(point, normal))
        return false;
    if (!beam.light.castShadows)
        return true;
    // From the face to the light, past what lets light through.
    auto from = point + normal * Clear;
    const auto way = isSun(beam.light) ? -beam.direction * SunDistance : beam.position - from;
    double left = glm::length(way);
    const auto direction = way / std::max(left, 1e-12);
    left -= Clear;
    for (int wall = 0; wall < MostWalls && left > 0; ++wall) {
        const auto hit =
            pickNearestBrush(m_world, m_index, {from, direction}, left, Locked::Included);
        if (!hit || hit->distance >= left)
            return true;
        const auto* component = m_world.get<BrushComponent>(hit->entity);
        if (component != nullptr && component->brush && hit->face < component->brush->faceCount() &&
            m_world.surfaces().of(component->brush->faces()[hit->face].material).castsShadow)
            return false;
        from = hit->point + direction * Clear;
        left -= hit->distance + Clear;
    }
    return left <= 0;
}

std::string wasteText(const World& world, const LightReach& reach)
{
    const auto nameOf = [&] {
        const auto* node = world.get<Node>(reach.solid);
        return node != nullptr && !node->name.empty() ? "'" + node->name + "'"
                                                      : std::string{"a solid"};
    };
    switch (reach.waste) {
    case LightWaste::None:
        break;
    case LightWaste::Off:
        return "it is switched off and in no group";
    case LightWaste::NoStrength:
        return "its intensity, dimmer or colour is 0";
    case LightWaste::InSolid:
        return "it is inside " + nameOf();
    case LightWaste::ReachesNothing:
        return "it reaches nothing";
    }
    return {};
}
} // namespace engine
