#include "engine_core/navigation/mesh/nav_config.h"
#include "engine_core/navigation/mesh/nav_scene.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/foliage/foliage_body.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/spatial/mesh_source.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "engine_core/scene/spatial/surface_table.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace engine
{
namespace
{
constexpr std::uint32_t ChunkTriangles = 128;

template <typename T>
void addVector(Hasher& hasher, const T& v)
{
    hasher.add(v.x).add(v.y).add(v.z);
}

void addTransform(Hasher& hasher, const Transform& place)
{
    addVector(hasher, place.position);
    addVector(hasher, place.rotation);
    hasher.add(place.rotation.w);
    addVector(hasher, place.scale);
}

NavPiecePtr finished(NavPiece piece, EntityId entity, const Hasher& hasher)
{
    piece.entity = entity;
    piece.hash = Hasher{hasher}.add(piece.kind).add(entity.value).add(piece.part).result();
    return std::make_shared<const NavPiece>(std::move(piece));
}

NavArea areaOf(const NavSettings& settings, const std::string& material)
{
    if (listHasName(settings.blockedMaterials, material))
        return NavArea::Blocked;
    if (listHasName(settings.doorMaterials, material))
        return NavArea::Door;
    if (listHasName(settings.waterMaterials, material))
        return NavArea::Water;
    return listHasName(settings.grassMaterials, material) ? NavArea::Grass : NavArea::Ground;
}

std::vector<NavArea> faceAreas(const Brush& brush,
                               const NavSettings& settings,
                               const NavSurface& surface,
                               const SurfaceTable& surfaces)
{
    if (surface.use == NavUse::Obstacle)
        return std::vector(brush.faceCount(), NavArea::Blocked);
    std::vector<NavArea> areas(brush.faceCount(), surface.area);
    const bool anyMaterial = surface.area == NavArea::Ground &&
                             !(settings.grassMaterials.empty() && settings.waterMaterials.empty() &&
                               settings.doorMaterials.empty() && settings.blockedMaterials.empty());
    for (FaceIndex face = 0; anyMaterial && face < areas.size(); ++face)
        areas[face] = areaOf(settings, brush.faces()[face].material.text());
    for (FaceIndex face = 0; face < areas.size(); ++face)
        if (!surfaces.of(brush.faces()[face].material).walkable)
            areas[face] = NavArea::Blocked;
    return areas;
}

NavPiecePtr solidPiece(const World& world,
                       EntityId entity,
                       const NavSettings& settings,
                       const NavSurface& surface)
{
    auto brush = brushInWorld(world, entity);
    if (!brush)
        return nullptr;
    NavPiece piece;
    piece.kind = NavPieceKind::Solid;
    piece.bounds = brush->bounds();
    piece.solid = {brush, faceAreas(*brush, settings, surface, world.surfaces())};
    Hasher hasher;
    hasher.addBytes(std::as_bytes(brush->vertices()));
    hasher.addBytes(std::as_bytes(std::span{piece.solid.areas}));
    for (FaceIndex face = 0; face < brush->faceCount(); ++face)
        hasher.addBytes(std::as_bytes(brush->faceVertices(face)));
    return finished(std::move(piece), entity, hasher);
}

/// Divides the triangles at the middle of the longest side until they are few, so that the build of
/// a tile looks at those alone that may be near it.
void addChunks(NavModel& model, std::uint32_t first, std::uint32_t count)
{
    const auto middle = [&](std::uint32_t triangle) {
        const auto corners = model.mesh->corners(triangle);
        return (corners[0] + corners[1] + corners[2]) / 3.0;
    };
    const auto begin = model.order.begin() + first;
    if (count > ChunkTriangles) {
        Aabb middles;
        for (auto at = begin; at != begin + count; ++at)
            middles.add(middle(*at));
        const auto size = middles.size();
        const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        const auto half = count / 2;
        std::nth_element(begin, begin + half, begin + count, [&](auto a, auto b) {
            const double atA = middle(a)[axis];
            const double atB = middle(b)[axis];
            return atA != atB ? atA < atB : a < b;
        });
        addChunks(model, first, half);
        addChunks(model, first + half, count - half);
        return;
    }
    std::sort(begin, begin + count); // so that the order is the same everywhere
    NavChunk chunk{{}, first, count};
    for (auto at = begin; at != begin + count; ++at)
        for (const auto& corner : model.mesh->corners(*at))
            chunk.bounds.add(model.place.apply(corner));
    model.chunks.push_back(chunk);
}

/// Of a patch, by its one material; of models as the object says.
NavArea meshArea(const World& world,
                 EntityId entity,
                 const NavSettings& settings,
                 const NavSurface& surface)
{
    if (surface.use == NavUse::Obstacle)
        return NavArea::Blocked;
    const auto* patch = world.get<CurvedPatch>(entity);
    if (patch == nullptr)
        return surface.area;
    if (!world.surfaces().of(Name{patch->material.path}).walkable)
        return NavArea::Blocked;
    return surface.area == NavArea::Ground ? areaOf(settings, patch->material.path) : surface.area;
}

NavPiecePtr modelPiece(const World& world,
                       EntityId entity,
                       const NavSettings& settings,
                       const NavSurface& surface)
{
    if (!meshCollides(world, entity))
        return nullptr;
    auto mesh = meshOf(world, entity);
    if (!mesh)
        return nullptr;
    NavPiece piece;
    piece.kind = NavPieceKind::Model;
    auto& model = piece.model;
    model.mesh = std::move(mesh);
    model.place = worldTransform(world, entity);
    model.area = meshArea(world, entity, settings, surface);
    model.order.resize(model.mesh->triangleCount());
    std::iota(model.order.begin(), model.order.end(), 0U);
    addChunks(model, 0, static_cast<std::uint32_t>(model.order.size()));
    for (const auto& chunk : model.chunks)
        piece.bounds.add(chunk.bounds);
    if (piece.bounds.isEmpty() || !isFinite(piece.bounds.min) || !isFinite(piece.bounds.max))
        return nullptr;
    Hasher hasher;
    hasher.add(piece.model.mesh->hash()).add(piece.model.area);
    addTransform(hasher, piece.model.place);
    return finished(std::move(piece), entity, hasher);
}

/// A piece for each cell of the layer, so that a stroke touches only what is near it.
std::vector<NavPiecePtr> plantPieces(const World& world, EntityId layer)
{
    std::map<std::uint8_t, NavPost> trunks;
    for (const auto& [entity, type] : foliageTypes(world, layer))
        if (type.blocksNavmesh)
            if (const auto size = foliageBodySize(world, type); size.radius > 0)
                trunks[static_cast<std::uint8_t>(type.slot)] = {{}, size.radius, size.height};
    std::vector<NavPiecePtr> pieces;
    if (trunks.empty())
        return pieces;
    for (const auto& cell : foliageOf(world, layer)->cells()) {
        NavPiece piece;
        piece.kind = NavPieceKind::Posts;
        Hasher hasher;
        for (const auto& plant : cell.chunk->instances) {
            const auto trunk = trunks.find(plant.type);
            if (!plant.isStanding() || trunk == trunks.end())
                continue;
            const auto scale = [&](std::size_t axis) {
                return plant.scale[axis] / 4096.0;
            };
            const NavPost post{Vec3d{plant.position},
                               trunk->second.radius * std::max(scale(0), scale(2)),
                               trunk->second.height * scale(1)};
            piece.bounds.add(Aabb{post.foot - Vec3d{post.radius, 0, post.radius},
                                  post.foot + Vec3d{post.radius, post.height, post.radius}});
            addVector(hasher, post.foot);
            hasher.add(post.radius).add(post.height);
            piece.posts.push_back(post);
        }
        if (piece.posts.empty())
            continue;
        // The same cell, the same number, whatever is planted elsewhere.
        piece.part = static_cast<std::uint32_t>(
            Hasher{}.add(cell.key.x).add(cell.key.y).add(cell.key.z).result());
        pieces.push_back(finished(std::move(piece), layer, hasher));
    }
    return pieces;
}

NavPiecePtr boxPiece(const World& world, EntityId entity, const NavVolume& volume)
{
    NavPiece piece;
    piece.kind = NavPieceKind::Box;
    piece.box = {worldTransform(world, entity), volume.size, volume.role, volume.area};
    for (unsigned corner = 0; corner < 8; ++corner) {
        const Vec3d sign{(corner & 1U) != 0 ? 0.5 : -0.5, (corner & 2U) != 0 ? 0.5 : -0.5,
                         (corner & 4U) != 0 ? 0.5 : -0.5};
        piece.bounds.add(piece.box.place.apply(sign * volume.size));
    }
    Hasher hasher;
    addTransform(hasher, piece.box.place);
    addVector(hasher, volume.size);
    hasher.add(volume.role).add(volume.area);
    return finished(std::move(piece), entity, hasher);
}

/// The nearest mover or body above, or the entity itself if it is one; null if it stands still.
EntityId moverOf(const World& world, EntityId entity)
{
    while (entity && world.get<Mover>(entity) == nullptr && world.get<Body>(entity) == nullptr) {
        const auto* node = world.get<Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
    return entity;
}

NavPiecePtr postPiece(const World& world, EntityId entity, const NavObstacle& obstacle)
{
    const NavPost post{worldTransform(world, entity).position, obstacle.radius, obstacle.height};
    NavPiece piece;
    piece.kind = NavPieceKind::Posts;
    piece.bounds = {post.foot - Vec3d{post.radius, 0, post.radius},
                    post.foot + Vec3d{post.radius, post.height, post.radius}};
    Hasher hasher;
    addVector(hasher, post.foot);
    hasher.add(post.radius).add(post.height);
    piece.posts.push_back(post);
    return finished(std::move(piece), entity, hasher);
}

NavPiecePtr wayPiece(const World& world, EntityId entity, const NavLink& link)
{
    const auto place = worldTransform(world, entity);
    NavPiece piece;
    piece.kind = NavPieceKind::Way;
    piece.way = {place.position, place.apply(link.end), link};
    piece.bounds.add(piece.way.from); // its start's tile holds it
    Hasher hasher;
    addVector(hasher, piece.way.from);
    addVector(hasher, piece.way.to);
    hasher.add(link.radius).add(link.area).add(link.bothWays).add(link.enabled);
    hasher.add(std::string_view{link.agents});
    return finished(std::move(piece), entity, hasher);
}
} // namespace

bool NavBox::contains(const Vec3d& point) const
{
    const auto away = glm::conjugate(place.rotation) * (point - place.position);
    const auto half = glm::abs(place.scale * size) * 0.5;
    return std::abs(away.x) <= half.x && std::abs(away.y) <= half.y && std::abs(away.z) <= half.z;
}

bool isNavObstacle(const World& world, EntityId entity)
{
    const auto mover = moverOf(world, entity);
    const auto* obstacle = world.get<NavObstacle>(mover ? mover : entity);
    return obstacle != nullptr && obstacle->cutsMesh;
}

bool movesUnnoticed(const World& world, EntityId entity)
{
    const auto mover = moverOf(world, entity);
    const auto* obstacle = mover ? world.get<NavObstacle>(mover) : nullptr;
    return mover && (obstacle == nullptr || !obstacle->cutsMesh);
}

std::vector<NavPiecePtr> navPiecesOf(const World& world, EntityId entity)
{
    std::vector<NavPiecePtr> pieces;
    if (!world.exists(entity) || isLeftOut(world, entity))
        return pieces;
    const auto add = [&](NavPiecePtr piece) {
        if (piece)
            pieces.push_back(std::move(piece));
    };
    if (const auto* volume = world.get<NavVolume>(entity))
        add(boxPiece(world, entity, *volume));
    if (const auto* link = world.get<NavLink>(entity))
        add(wayPiece(world, entity, *link));
    if (const auto* obstacle = world.get<NavObstacle>(entity);
        obstacle != nullptr && obstacle->cutsMesh && !isMoving(world, entity))
        add(postPiece(world, entity, *obstacle));
    const bool isBrush = world.get<BrushComponent>(entity) != nullptr;
    const bool isModel = showsMesh(world, entity);
    const bool hasPlants = world.get<FoliagePlacement>(entity) != nullptr;
    if (!isBrush && !isModel && !hasPlants)
        return pieces;
    auto surface = navSurfaceOf(world, entity).value_or(NavSurface{});
    if (isMoving(world, entity)) {
        if (!isNavObstacle(world, entity))
            return pieces;
        surface.use = NavUse::Obstacle;
    }
    if (surface.use == NavUse::Ignored)
        return pieces;
    if (isBrush && solidBrushOf(world, entity))
        add(solidPiece(world, entity, navSettingsOf(world), surface));
    if (isModel)
        add(modelPiece(world, entity, navSettingsOf(world), surface));
    if (hasPlants)
        for (auto& piece : plantPieces(world, entity))
            add(std::move(piece));
    return pieces;
}

std::size_t triangleCount(std::span<const NavPiecePtr> pieces)
{
    std::size_t count = 0;
    for (const auto& piece : pieces) {
        if (piece->kind == NavPieceKind::Model)
            count += piece->model.mesh->triangleCount();
        if (piece->kind == NavPieceKind::Solid)
            for (FaceIndex face = 0; face < piece->solid.brush->faceCount(); ++face)
                count += piece->solid.brush->faceVertices(face).size() - 2;
    }
    return count;
}
} // namespace engine
