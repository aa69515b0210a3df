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

LightReachSearch::LightReachSearch(const World& world, const SpatialIndex& index, EntityId entity)
    : m_world{world}
    , m_index{index}
    , m_entity{entity}
    , m_light{*world.get<Light>(entity)}
    , m_cone{m_light}
{
    const auto place = worldTransform(world, entity);
    m_position = place.position;
    m_direction = lightDirection(place);
    const auto* settings = world.get<SceneSettings>(SceneEntity);
    m_density =
        static_cast<double>((settings != nullptr ? *settings : SceneSettings{}).luxelsPerMetre);
    if (isSun(m_light))
        world.forEach<BrushComponent>(
            [this](EntityId brush, const BrushComponent&) { m_candidates.push_back(brush); });
    else
        m_candidates = index.overlapping(Aabb{m_position, m_position}.grown(reachOf(m_light)));
    std::sort(m_candidates.begin(), m_candidates.end());
    countOverlaps();
    findWaste();
}

void LightReachSearch::countOverlaps()
{
    m_world.forEach<Light>([this](EntityId entity, const Light& light) {
        if (entity == m_entity || !(strengthOf(light) > 0) || isLeftOut(m_world, entity))
            return;
        const auto away = glm::distance(worldTransform(m_world, entity).position, m_position);
        if (isSun(light) || isSun(m_light) || away < reachOf(light) + reachOf(m_light))
            ++m_reach.overlaps;
    });
}

void LightReachSearch::findWaste()
{
    const auto& color = m_light.color;
    if (!m_light.on && m_light.group.empty())
        m_reach.waste = LightWaste::Off;
    else if (!(m_light.intensity > 0) || !(m_light.dimmer > 0) ||
             !(std::max({color.r, color.g, color.b}) > 0))
        m_reach.waste = LightWaste::NoStrength;
    if (m_reach.waste != LightWaste::None || isSun(m_light))
        return;
    for (const auto entity : m_candidates) {
        const auto* component = m_world.get<BrushComponent>(entity);
        const auto brush =
            component != nullptr && component->brush ? brushInWorld(m_world, entity) : nullptr;
        if (brush && traitsOf(*brush, m_world.surfaces()).seals &&
            brush->contains(m_position, -Depth)) {
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
    const bool isSoft = m_light.kind == LightKind::Area || m_light.radius > 0 ||
                        (isSun(m_light) && m_light.sunAngle > 0);
    if (isBaked(m_light) && m_light.castShadows)
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
        const double above = plane.above(m_position);
        if (isSun(m_light) ? glm::dot(plane.normal, m_direction) >= 0 : above <= 0)
            continue;
        const auto middle = faceCenter(*brush, face);
        places = {middle};
        if (!isSun(m_light)) {
            places.push_back(nearestOn(*brush, face, m_position - plane.normal * above));
            const double slope = -glm::dot(plane.normal, m_direction);
            if (m_light.kind == LightKind::Spot && slope > 1e-6)
                places.push_back(
                    nearestOn(*brush, face, m_position + m_direction * (above / slope)));
        }
        for (const auto corner : brush->faceVertices(face))
            places.push_back(glm::mix(brush->vertices()[corner], middle, 0.1));
        if (std::none_of(places.begin(), places.end(), [&](const Vec3d& place) {
                return reaches(place) && isInSight(place, plane.normal);
            }))
            continue;
        isReached = true;
        ++m_reach.faces;
        double area = faceArea(*brush, face);
        if (!isSun(m_light)) // no more than the disc that the range cuts out of its plane
            area = std::min(
                area, Pi * std::max(reachOf(m_light) * reachOf(m_light) - above * above, 0.0));
        m_reach.luxels += area * m_density * m_density;
    }
    if (isReached)
        m_reach.objects.push_back(entity);
}

/// In range and cone, whatever stands between.
bool LightReachSearch::reaches(const Vec3d& point) const
{
    if (isSun(m_light))
        return true;
    const auto to = point - m_position;
    const double away = glm::length(to);
    if (!(away < reachOf(m_light)))
        return false;
    if (m_light.kind == LightKind::Point || away == 0)
        return true;
    const double ahead = glm::dot(to, m_direction) / away;
    return m_light.kind == LightKind::Area ? ahead > 0
                                           : m_cone.share(static_cast<float>(ahead)) > 0;
}

bool LightReachSearch::isInSight(const Vec3d& point, const Vec3d& normal) const
{
    if (!m_light.castShadows)
        return true;
    // From the face to the light, past what lets light through.
    auto from = point + normal * Clear;
    const auto way = isSun(m_light) ? -m_direction * SunDistance : m_position - from;
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
