#include "editor/tools/select/select_commands.h"

#include "editor/operations/entity/object_sets.h"
#include "editor/tools/select/pick_target.h"
#include "engine_core/geometry/brush_transform.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "engine_core/scene/spatial/surface_table.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

namespace editor
{
namespace
{
using engine::Aabb;
using engine::Brush;
using engine::Vec2d;
using engine::Vec3d;
using engine::World;

/// Metres: nearer than this is the same place for a mapper.
constexpr double Near = 1e-3;

using WorldBrush = std::shared_ptr<const Brush>;

/// Brushes and things without a body; what only groups others has no place of its own.
bool hasPlace(const World& world, EntityId entity)
{
    return world.get<engine::BrushComponent>(entity) != nullptr ||
           world.get<engine::CurvedPatch>(entity) != nullptr ||
           (world.get<engine::TransformComponent>(entity) != nullptr &&
            world.children(entity).empty());
}

std::vector<WorldBrush> chosenBrushes(const Document& document)
{
    std::set<EntityId> entities;
    for (const auto top : topmost(document.world(), document.selection().entities()))
        for (const auto entity : engine::subtree(document.world(), top))
            entities.insert(entity);
    for (const auto& face : document.selection().faces())
        entities.insert(face.entity);
    std::vector<WorldBrush> brushes;
    for (const auto entity : entities)
        if (auto brush = engine::brushInWorld(document.world(), entity))
            brushes.push_back(std::move(brush));
    return brushes;
}

/// Chosen themselves, or below something chosen.
bool isChosen(const Document& document, EntityId entity)
{
    const auto& world = document.world();
    for (int depth = 0; entity && depth < 256; ++depth) {
        if (document.selection().contains(entity))
            return true;
        const auto* node = world.get<engine::Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
    return false;
}

bool touch(const Brush& a, const Brush& b)
{
    // Their common part, with one of them a millimetre bigger, so that shared surfaces count.
    std::vector<engine::BrushFace> faces{a.faces().begin(), a.faces().end()};
    for (auto& face : faces)
        face.plane.distance += Near;
    faces.insert(faces.end(), b.faces().begin(), b.faces().end());
    if (faces.size() > 1024)
        return true; // their boxes do; more sides than a brush may have cannot be cut
    return Brush::fromFaces(std::move(faces)).hasValue();
}

std::vector<EntityId> objectsOf(const Document& document, const std::vector<EntityId>& parts)
{
    std::unordered_set<EntityId> groups;
    std::vector<EntityId> objects;
    for (const auto part : parts)
        if (const auto object = objectFor(document, part);
            object == part || groups.insert(object).second)
            objects.push_back(object);
    return objects;
}

std::vector<EntityId> objectsOf(const Document& document, const std::set<EntityId>& parts)
{
    return objectsOf(document, std::vector(parts.begin(), parts.end()));
}

template <typename Accepts>
std::set<EntityId> partsWhere(const Document& document, const Accepts& accepts)
{
    std::set<EntityId> parts;
    for (const auto entity : document.world().entities())
        if (entity != engine::SceneEntity && hasPlace(document.world(), entity) &&
            isPickable(document, entity) && !isChosen(document, entity) && accepts(entity))
            parts.insert(entity);
    return parts;
}

/// Objects of which every part with a place was found.
std::vector<EntityId> wholeObjectsOf(const Document& document, const std::set<EntityId>& parts)
{
    auto objects = objectsOf(document, parts);
    std::erase_if(objects, [&](EntityId object) {
        const auto all = engine::subtree(document.world(), object);
        return std::any_of(all.begin(), all.end(), [&](EntityId part) {
            return hasPlace(document.world(), part) && !parts.contains(part);
        });
    });
    return objects;
}

std::vector<Vec3d> pointsOf(const World& world, EntityId entity)
{
    if (const auto brush = engine::brushInWorld(world, entity))
        return {brush->vertices().begin(), brush->vertices().end()};
    return {engine::worldTransform(world, entity).position};
}

/// The outline of points seen along an axis, counter-clockwise.
struct Outline
{
    int across = 0;
    int up = 1;
    std::vector<Vec2d> corners;

    [[nodiscard]] Vec2d flat(const Vec3d& point) const { return {point[across], point[up]}; }

    [[nodiscard]] static double turn(const Vec2d& a, const Vec2d& b, const Vec2d& c)
    {
        return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    }

    void enclose(std::span<const Vec3d> points)
    {
        std::vector<Vec2d> sorted;
        for (const auto& point : points)
            sorted.push_back(flat(point));
        std::sort(sorted.begin(), sorted.end(), [](const Vec2d& a, const Vec2d& b) {
            return a.x != b.x ? a.x < b.x : a.y < b.y;
        });
        // Andrew's monotone chain: the lower side, then the upper one backwards.
        const auto chain = [this](auto begin, auto end) {
            const auto first = corners.size();
            for (auto at = begin; at != end; ++at) {
                while (corners.size() >= first + 2 &&
                       turn(corners[corners.size() - 2], corners.back(), *at) <= 0)
                    corners.pop_back();
                corners.push_back(*at);
            }
            corners.pop_back();
        };
        chain(sorted.begin(), sorted.end());
        chain(sorted.rbegin(), sorted.rend());
    }

    [[nodiscard]] bool contains(const Vec2d& point) const
    {
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const auto& from = corners[i];
            const auto& to = corners[(i + 1) % corners.size()];
            if (turn(from, to, point) < -Near * glm::distance(from, to))
                return false;
        }
        return true;
    }
};

std::set<engine::Name> chosenMaterials(const Document& document)
{
    std::set<engine::Name> names;
    auto faces = document.selection().faces();
    if (faces.empty())
        faces = facesOf(document.world(), document.selection().entities());
    for (const auto& [entity, face] : faces)
        if (const auto* brush = document.world().get<engine::BrushComponent>(entity))
            names.insert(brush->brush->faces()[face].material);
    for (const auto entity : document.selection().entities())
        if (const auto* patch = document.world().get<engine::CurvedPatch>(entity))
            names.emplace(patch->material.path);
    return names;
}

/// Whether two convex polygons of one plane have a point in common.
bool polygonsTouch(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b, const Vec3d& normal)
{
    const auto separated = [&](const std::vector<Vec3d>& one, const std::vector<Vec3d>& other) {
        for (std::size_t i = 0; i < one.size(); ++i) {
            const auto edge = one[(i + 1) % one.size()] - one[i];
            const double length = glm::length(edge);
            const auto outwards = glm::cross(edge, normal);
            if (std::all_of(other.begin(), other.end(), [&](const Vec3d& point) {
                    return glm::dot(outwards, point - one[i]) > Near * length;
                }))
                return true;
        }
        return false;
    };
    return !separated(a, b) && !separated(b, a);
}

std::vector<Vec3d> cornersOf(const Brush& brush, std::size_t face)
{
    std::vector<Vec3d> corners;
    for (const auto index : brush.faceVertices(face))
        corners.push_back(brush.vertices()[index]);
    return corners;
}
} // namespace

std::vector<EntityId> selectableObjects(const Document& document)
{
    std::vector<EntityId> parts;
    for (const auto entity : document.world().entities())
        if (entity != engine::SceneEntity &&
            document.world().get<engine::Layer>(entity) == nullptr &&
            document.world().children(entity).empty() && isPickable(document, entity))
            parts.push_back(entity);
    return objectsOf(document, parts);
}

std::vector<EntityId> objectsTouching(const Document& document)
{
    const auto& world = document.world();
    std::set<EntityId> parts;
    for (const auto& chosen : chosenBrushes(document))
        for (const auto entity : document.index().overlapping(chosen->bounds().grown(Near))) {
            if (!isPickable(document, entity) || isChosen(document, entity))
                continue;
            const auto brush = engine::brushInWorld(world, entity);
            if (brush ? touch(*chosen, *brush)
                      : chosen->contains(engine::worldTransform(world, entity).position, Near))
                parts.insert(entity);
        }
    return objectsOf(document, parts);
}

std::vector<EntityId> objectsInside(const Document& document)
{
    const auto chosen = chosenBrushes(document);
    const auto parts = partsWhere(document, [&](EntityId entity) {
        const auto points = pointsOf(document.world(), entity);
        return std::any_of(chosen.begin(), chosen.end(), [&](const WorldBrush& brush) {
            return std::all_of(points.begin(), points.end(),
                               [&](const Vec3d& point) { return brush->contains(point, Near); });
        });
    });
    return wholeObjectsOf(document, parts);
}

std::vector<EntityId> objectsInPrism(const Document& document, ViewKind view)
{
    std::vector<Outline> outlines;
    for (const auto& brush : chosenBrushes(document)) {
        auto& outline = outlines.emplace_back();
        outline.across = view == ViewKind::Side ? 2 : 0;
        outline.up = view == ViewKind::Top || view == ViewKind::Perspective ? 2 : 1;
        outline.enclose(brush->vertices());
    }
    const auto parts = partsWhere(document, [&](EntityId entity) {
        const auto points = pointsOf(document.world(), entity);
        return std::any_of(outlines.begin(), outlines.end(), [&](const Outline& outline) {
            return std::all_of(points.begin(), points.end(), [&](const Vec3d& point) {
                return outline.contains(outline.flat(point));
            });
        });
    });
    return wholeObjectsOf(document, parts);
}

std::vector<EntityId> toolObjects(const Document& document)
{
    std::vector<EntityId> tools;
    const auto& world = document.world();
    const auto add = [&](EntityId entity, bool isSeen) {
        if (!isSeen && isPickable(document, entity))
            tools.push_back(entity);
    };
    world.forEach<engine::BrushComponent>([&](EntityId entity, const auto& component) {
        add(entity, !component.brush || traitsOf(*component.brush, world.surfaces()).seen);
    });
    world.forEach<engine::CurvedPatch>(
        [&](EntityId entity, const auto&) { add(entity, isMeshSeenInGame(world, entity)); });
    return tools;
}

std::vector<EntityId> objectsWithSameMaterial(const Document& document)
{
    const auto names = chosenMaterials(document);
    std::set<EntityId> parts;
    document.world().forEach<engine::BrushComponent>([&](EntityId entity, const auto& component) {
        if (component.brush && isPickable(document, entity) &&
            std::any_of(component.brush->faces().begin(), component.brush->faces().end(),
                        [&](const auto& face) { return names.contains(face.material); }))
            parts.insert(entity);
    });
    document.world().forEach<engine::CurvedPatch>([&](EntityId entity, const auto& patch) {
        if (isPickable(document, entity) && names.contains(engine::Name{patch.material.path}))
            parts.insert(entity);
    });
    return objectsOf(document, parts);
}

std::vector<FaceRef> facesWithSameMaterial(const Document& document)
{
    const auto names = chosenMaterials(document);
    std::vector<FaceRef> faces;
    document.world().forEach<engine::BrushComponent>([&](EntityId entity, const auto& component) {
        if (!component.brush || !isPickable(document, entity))
            return;
        for (std::size_t i = 0; i < component.brush->faceCount(); ++i)
            if (names.contains(component.brush->faces()[i].material))
                faces.push_back({entity, i});
    });
    return faces;
}

std::vector<EntityId> siblingsOfSelection(const Document& document)
{
    const auto& world = document.world();
    std::set<EntityId> parents;
    for (const auto entity : document.selection().entities())
        parents.insert(world.get<engine::Node>(entity)->parent);
    for (const auto& face : document.selection().faces())
        parents.insert(world.get<engine::Node>(face.entity)->parent);
    std::vector<EntityId> siblings;
    for (const auto parent : parents)
        for (const auto child : world.children(parent))
            if (world.get<engine::Layer>(child) == nullptr && isPickable(document, child))
                siblings.push_back(child);
    return siblings;
}

std::vector<FaceRef> coplanarSurface(const Document& document, const FaceRef& start)
{
    const auto& world = document.world();
    const auto plane = worldPlane(world, start);
    std::vector<FaceRef> surface{start};
    std::set<std::pair<EntityId, std::size_t>> seen{{start.entity, start.face}};
    for (std::size_t i = 0; i < surface.size(); ++i) {
        const auto from = engine::brushInWorld(world, surface[i].entity);
        const auto corners = cornersOf(*from, surface[i].face);
        Aabb box;
        for (const auto& corner : corners)
            box.add(corner);
        for (const auto entity : document.index().overlapping(box.grown(Near))) {
            const auto brush = engine::brushInWorld(world, entity);
            if (!brush || !isPickable(document, entity))
                continue;
            for (std::size_t face = 0; face < brush->faceCount(); ++face) {
                const auto& other = brush->faces()[face].plane;
                if (glm::dot(other.normal, plane.normal) < 1 - 1e-6 ||
                    std::abs(plane.above(engine::faceCenter(*brush, face))) > Near ||
                    seen.contains({entity, face}) ||
                    !polygonsTouch(corners, cornersOf(*brush, face), plane.normal))
                    continue;
                seen.insert({entity, face});
                surface.push_back({entity, face});
            }
        }
    }
    return surface;
}
} // namespace editor
