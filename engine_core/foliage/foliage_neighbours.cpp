#include "engine_core/foliage/foliage_neighbours.h"

#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/spatial/static_geometry.h"

#include <algorithm>
#include <limits>

namespace engine
{
namespace
{
bool asksForLight(const FoliageType& type)
{
    return type.lightMin > 0 || type.lightMax > 0;
}

bool asksForPath(const FoliageType& type)
{
    return type.path && (type.pathMin > 0 || type.pathMax > 0);
}

double distanceToEdge(const Vec3d& a, const Vec3d& b, const Vec3d& point)
{
    const auto along = b - a;
    const double length = glm::dot(along, along);
    const double t = length > 0 ? std::clamp(glm::dot(point - a, along) / length, 0.0, 1.0) : 0.0;
    return glm::length(point - (a + along * t));
}

/// Whether the point lies above the face's outline, seen along its normal.
bool isAboveFace(const Brush& brush, FaceIndex index, const Vec3d& point)
{
    const auto corners = brush.faceVertices(index);
    const auto& normal = brush.faces()[index].plane.normal;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const auto& a = brush.vertices()[corners[i]];
        const auto& b = brush.vertices()[corners[(i + 1) % corners.size()]];
        if (glm::dot(glm::cross(b - a, point - a), normal) < 0)
            return false;
    }
    return true;
}

/// Whether any of the brushes is nearer than `limit` metres.
bool isNear(std::span<const std::shared_ptr<const Brush>> brushes, const Vec3d& at, double limit)
{
    return std::any_of(brushes.begin(), brushes.end(), [&](const auto& brush) {
        return brush->bounds().distanceTo(at) < limit && distanceToBrush(*brush, at) < limit;
    });
}
} // namespace

double distanceToBrush(const Brush& brush, const Vec3d& point)
{
    double least = std::numeric_limits<double>::infinity();
    bool inside = true;
    for (FaceIndex i = 0; i < brush.faceCount(); ++i) {
        const double above = brush.faces()[i].plane.above(point);
        if (above <= 0)
            continue;
        inside = false;
        if (above >= least)
            continue;
        if (isAboveFace(brush, i, point)) {
            least = above;
            continue;
        }
        const auto corners = brush.faceVertices(i);
        for (std::size_t k = 0; k < corners.size(); ++k)
            least = std::min(
                least, distanceToEdge(brush.vertices()[corners[k]],
                                      brush.vertices()[corners[(k + 1) % corners.size()]], point));
    }
    return inside ? 0 : least;
}

bool FoliageNeighbours::allow(const FoliageType& type, const Vec3d& place) const
{
    const auto hasLight = [&](double limit) {
        return std::any_of(lights.begin(), lights.end(), [&](const Vec3d& light) {
            const auto apart = light - place;
            return glm::dot(apart, apart) < limit * limit;
        });
    };
    if (type.lightMin > 0 && hasLight(type.lightMin))
        return false;
    if (type.lightMax > 0 && !hasLight(type.lightMax))
        return false;
    if (!asksForPath(type))
        return true;
    if (type.pathMin > 0 && isNear(path, place, type.pathMin))
        return false;
    return type.pathMax <= 0 || isNear(path, place, type.pathMax);
}

bool FoliageNeighbours::allowGround(const FoliageType& type, const Vec3d& place) const
{
    if (!asksForGround(type))
        return true;
    if (!ground)
        return false;
    if ((type.walkMin > 0 || type.outsidePlay) && ground->isWithin(place, type.walkMin))
        return false;
    return type.walkMax <= 0 || ground->isWithin(place, type.walkMax);
}

std::shared_ptr<const FoliageNeighbours>
foliageNeighbours(const World& world, const FoliageType& type, const FoliageSurvey& survey)
{
    if (!asksForLight(type) && !asksForPath(type) && !asksForGround(type))
        return nullptr;
    auto neighbours = std::make_shared<FoliageNeighbours>();
    if (asksForGround(type))
        if (const auto found = survey.grounds.find(type.agent); found != survey.grounds.end())
            neighbours->ground = found->second;
    if (asksForLight(type))
        world.forEach<Light>([&](EntityId entity, const Light& light) {
            if (!isSun(light))
                neighbours->lights.push_back(worldTransform(world, entity).position);
        });
    if (asksForPath(type))
        world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent&) {
            if (isPartOf(world, entity, type.path))
                neighbours->path.push_back(brushInWorld(world, entity));
        });
    return neighbours;
}

double neighbourReach(const FoliageType& type)
{
    double reach = 0;
    if (asksForLight(type))
        reach = std::max(type.lightMin, type.lightMax);
    if (asksForPath(type))
        reach = std::max({reach, type.pathMin, type.pathMax});
    if (asksForGround(type))
        reach = std::max({reach, type.walkMin, type.walkMax});
    return reach;
}

bool isPartOf(const World& world, EntityId brush, EntityId object)
{
    return brush == object || isAncestor(world, object, brush) || layerOf(world, brush) == object;
}
} // namespace engine
