#include "engine_core/navigation/query/nav_probe.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr double Far = 1e5; ///< metres; farther than any level reaches

struct Column
{
    double bottom = -Far, top = Far;
    FaceIndex bottomFace = 0, topFace = 0;

    [[nodiscard]] bool isEmpty() const { return bottom >= top; }
};

/// The part of the upright line through the place that lies in the solid.
Column columnOf(const Brush& brush, const Vec3d& place)
{
    Column column;
    for (FaceIndex i = 0; i < brush.faceCount(); ++i) {
        const auto& plane = brush.faces()[i].plane;
        const double across = plane.normal.x * place.x + plane.normal.z * place.z;
        if (std::abs(plane.normal.y) < 1e-9) {
            if (across > plane.distance)
                return {0, 0, 0, 0};
            continue;
        }
        const double height = (plane.distance - across) / plane.normal.y;
        if (plane.normal.y > 0 && height < column.top) {
            column.top = height;
            column.topFace = i;
        } else if (plane.normal.y < 0 && height > column.bottom) {
            column.bottom = height;
            column.bottomFace = i;
        }
    }
    return column;
}

/// In world space, from either side.
std::optional<NavSurfaceHit> meet(const NavModel& model, const Ray& ray, double limit)
{
    const auto local = rayWithin(model.place, ray);
    if (!local)
        return std::nullopt;
    const auto hit = model.mesh->raycast(local->ray, limit * local->scale);
    if (!hit)
        return std::nullopt;
    const auto& scale = model.place.scale;
    const auto normal = glm::normalize(model.place.rotation * (hit->normal / scale));
    const double distance = hit->distance / local->scale;
    const auto [a, b, c] = model.mesh->corners(hit->triangle);
    const double side = scale.x * scale.y * scale.z < 0 ? -1 : 1; // mirrored: inside out
    const auto front = side * glm::cross((b - a) * scale, (c - a) * scale);
    return NavSurfaceHit{ray.at(distance).y,
                         distance,
                         normal,
                         {},
                         {},
                         glm::dot(model.place.rotation * front, ray.direction) > 0};
}

/// What fills the upright line through a place, from a height up to the ground on it.
struct Layer
{
    double bottom = 0;
    NavSurfaceHit top;
};

/// A model has no inside: its surfaces, one below the other.
void addLayers(const NavPiece& piece, const Vec3d& place, std::vector<Layer>& layers)
{
    constexpr double Apart = 1e-3; // metres
    double from = piece.bounds.max.y + 1;
    while (auto hit = meet(piece.model, {{place.x, from, place.z}, {0, -1, 0}}, 2 * Far)) {
        hit->entity = piece.entity;
        layers.push_back({hit->height, *hit});
        from = hit->height - Apart;
    }
}
} // namespace

NavProbe::NavProbe(const NavScene& scene, const Aabb& box) : m_pieces{scene.touching(box)}
{
    std::erase_if(m_pieces, [](const NavPiecePtr& piece) { return !piece->isGround(); });
}

std::optional<NavSurfaceHit> NavProbe::floor(const Vec3d& place, double top) const
{
    std::optional<NavSurfaceHit> best;
    const auto take = [&](const NavSurfaceHit& hit) {
        if (!best || hit.height > best->height)
            best = hit;
    };
    for (const auto& piece : m_pieces) {
        if (piece->kind == NavPieceKind::Model) {
            const Ray down{{place.x, top, place.z}, {0, -1, 0}};
            if (auto hit = meet(piece->model, down, 2 * Far)) {
                hit->entity = piece->entity;
                take(*hit);
            }
            continue;
        }
        const auto column = columnOf(*piece->solid.brush, place);
        if (!column.isEmpty() && column.top <= top)
            take({column.top, top - column.top,
                  piece->solid.brush->faces()[column.topFace].plane.normal, piece->entity,
                  piece->solid.brush->faces()[column.topFace].material});
    }
    return best;
}

std::optional<NavSurfaceHit> NavProbe::ceiling(const Vec3d& place, double bottom) const
{
    std::optional<NavSurfaceHit> best;
    const auto take = [&](const NavSurfaceHit& hit) {
        if (!best || hit.height < best->height)
            best = hit;
    };
    for (const auto& piece : m_pieces) {
        if (piece->kind == NavPieceKind::Model) {
            const Ray up{{place.x, bottom, place.z}, {0, 1, 0}};
            if (auto hit = meet(piece->model, up, 2 * Far)) {
                hit->entity = piece->entity;
                take(*hit);
            }
            continue;
        }
        const auto column = columnOf(*piece->solid.brush, place);
        if (!column.isEmpty() && column.bottom >= bottom)
            take({column.bottom, column.bottom - bottom,
                  piece->solid.brush->faces()[column.bottomFace].plane.normal, piece->entity,
                  piece->solid.brush->faces()[column.bottomFace].material});
    }
    return best;
}

std::vector<NavStorey> NavProbe::storeys(const Vec3d& place, double room) const
{
    std::vector<Layer> layers;
    for (const auto& piece : m_pieces) {
        if (piece->kind == NavPieceKind::Model) {
            addLayers(*piece, place, layers);
            continue;
        }
        const auto column = columnOf(*piece->solid.brush, place);
        if (column.isEmpty())
            continue;
        const auto& face = piece->solid.brush->faces()[column.topFace];
        layers.push_back({column.bottom,
                          {column.top, 0, face.plane.normal, piece->entity, face.material, false}});
    }
    std::sort(layers.begin(), layers.end(),
              [](const Layer& a, const Layer& b) { return a.bottom < b.bottom; });
    std::vector<NavStorey> storeys;
    const NavSurfaceHit* highest = nullptr;
    const auto endAt = [&](double ceiling) {
        if (highest != nullptr && !highest->isUnderside && ceiling - highest->height >= room)
            storeys.push_back({*highest, ceiling});
    };
    for (const auto& layer : layers) {
        endAt(layer.bottom);
        if (highest == nullptr || layer.top.height > highest->height)
            highest = &layer.top;
    }
    endAt(Far);
    return storeys;
}

std::optional<NavSurfaceHit> NavProbe::wall(const Ray& ray, double limit) const
{
    std::optional<NavSurfaceHit> best;
    for (const auto& piece : m_pieces) {
        std::optional<NavSurfaceHit> hit;
        if (piece->kind == NavPieceKind::Model) {
            hit = meet(piece->model, ray, limit);
        } else if (const auto at = intersect(ray, *piece->solid.brush)) {
            const auto& face = piece->solid.brush->faces()[at->face];
            hit = NavSurfaceHit{
                ray.at(at->distance).y, at->distance, face.plane.normal, {}, face.material};
        }
        if (!hit || hit->distance > limit || (best && best->distance <= hit->distance))
            continue;
        hit->entity = piece->entity;
        best = hit;
    }
    return best;
}

bool isFreeAcross(const NavProbe& probe, const Vec3d& from, const Vec3d& to, const NavAgent& agent)
{
    const Vec3d across{to.x - from.x, 0, to.z - from.z};
    const double distance = glm::length(across);
    if (distance < 1e-6)
        return true;
    const auto ahead = across / distance;
    const Vec3d side{-ahead.z, 0, ahead.x};
    constexpr double Width = 0.7; // of the radius: where bodies are round they pass closer
    const double low = agent.stepHeight + 0.05;
    for (const double height : {low, (low + agent.height) / 2, agent.height * 0.97})
        for (const double aside : {-Width, 0.0, Width}) {
            const auto start = from + Vec3d{0, height, 0} + side * (aside * agent.radius);
            if (probe.wall({start, ahead}, distance + agent.radius * Width))
                return false;
        }
    return true;
}
} // namespace engine
