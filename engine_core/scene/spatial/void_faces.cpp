#include "engine_core/scene/spatial/void_faces.h"

#include "engine_core/base/jobs.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/light/scene_light.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "engine_core/scene/spatial/surface_table.h"
#include "engine_core/scene/spatial/void_flood.h"

#include <algorithm>
#include <array>
#include <optional>

namespace engine
{
namespace
{
/// The water's smallest cells, metres: finer than the grid that rooms are built on, else, for big
/// levels, so that a player still has room in some.
constexpr std::array<double, 2> CellSizes{1.0 / 8, 1.0 / 2};
/// About 100 MB while the second runs.
constexpr std::array<std::size_t, 2> MostCells{VoidFlood::DefaultMaxCells, 1'000'000};
/// In front of a face, metres: what is there is seen.
constexpr double Ahead = 0.01;

std::vector<SolidBrush> solidsOf(const World& world)
{
    std::vector<SolidBrush> solids;
    world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent& component) {
        if (!component.brush || isLeftOut(world, entity) ||
            !traitsOf(*component.brush, world.surfaces()).seals)
            return;
        if (auto brush = brushInWorld(world, entity))
            solids.push_back({entity, std::move(brush)});
    });
    return solids;
}

/// Places in the air of whatever is meant to be seen, heard or met.
std::vector<Vec3d> placesInRooms(const World& world)
{
    constexpr double AboveFloor = 0.1; // metres; models and starts stand on it
    std::vector<Vec3d> places;
    const auto add = [&](EntityId entity, double above) {
        if (isLeftOut(world, entity))
            return;
        places.push_back(worldTransform(world, entity).position + Vec3d{0, above, 0});
    };
    world.forEach<Light>([&](EntityId entity, const Light& light) {
        if (!isSun(light))
            add(entity, 0);
    });
    world.forEach<PlayerStart>(
        [&](EntityId entity, const PlayerStart&) { add(entity, AboveFloor); });
    world.forEach<MeshInstance>(
        [&](EntityId entity, const MeshInstance&) { add(entity, AboveFloor); });
    world.forEach<AudioSource>([&](EntityId entity, const AudioSource& sound) {
        if (entity != SceneEntity && sound.range > 0)
            add(entity, 0);
    });
    return places;
}

using Outcome = VoidFlood::Outcome;

/// Wets all rooms: Sealed; otherwise one of the places is in the open (Leaks), none is in a room
/// (InSolid), or why it ended.
Outcome fillRooms(VoidFlood& rooms,
                  std::span<const Vec3d> places,
                  std::size_t mostCells,
                  JobControl* control)
{
    auto filled = Outcome::InSolid;
    for (const auto& place : places) {
        if (rooms.reaches(place))
            continue;
        const auto outcome = rooms.fillAlsoFrom(place, mostCells, control);
        if (outcome == Outcome::InSolid)
            continue;
        if (outcome != Outcome::Sealed)
            return outcome == Outcome::Outside ? Outcome::Leaks : outcome;
        filled = outcome;
    }
    return filled;
}

/// Whether the void lies in front of the middle of the face, or of one of its corners.
bool turnsToTheVoid(const VoidFlood& outside, const Brush& brush, FaceIndex face)
{
    constexpr double FromCorner = 0.1; // of the way to the middle
    const auto corners = brush.faceVertices(face);
    Vec3d middle{0};
    for (const auto corner : corners)
        middle += brush.vertices()[corner];
    middle /= static_cast<double>(corners.size());
    const auto ahead = brush.faces()[face].plane.normal * Ahead;
    return outside.reaches(middle + ahead) ||
           std::any_of(corners.begin(), corners.end(), [&](std::uint16_t corner) {
               return outside.reaches(glm::mix(brush.vertices()[corner], middle, FromCorner) +
                                      ahead);
           });
}

struct Search
{
    std::span<const SolidBrush> solids;
    std::span<const Vec3d> places;
    double cellSize = 0;
    std::size_t mostCells = 0;
};

/// Nothing if that many cells are too few.
std::optional<std::vector<CoveredFace>>
search(const World& world, const Search& how, JobControl* control)
{
    VoidFlood rooms{how.solids, how.cellSize};
    auto outcome = fillRooms(rooms, how.places, how.mostCells, control);
    VoidFlood outside{how.solids, how.cellSize};
    if (outcome == Outcome::Sealed)
        outcome = outside.fillOutside(how.mostCells, control);
    if (outcome == Outcome::TooBig)
        return std::nullopt;
    std::vector<CoveredFace> faces;
    if (outcome != Outcome::Sealed)
        return faces;
    for (const auto& [entity, brush] : how.solids) {
        if (control != nullptr && control->isCancelled())
            return std::vector<CoveredFace>{};
        if (isMoving(world, entity))
            continue;
        const auto before = faces.size();
        bool isWall = false;
        for (FaceIndex face = 0; face < brush->faceCount(); ++face) {
            // A cell before the face may be none of the water's, since it is cut by the brush.
            if (rooms.touches(*brush, face, how.cellSize))
                isWall = true;
            else if (turnsToTheVoid(outside, *brush, face))
                faces.push_back({entity, face});
        }
        if (!isWall)
            faces.resize(before);
    }
    std::sort(faces.begin(), faces.end());
    return faces;
}

/// A level with a sky or plants has an outside that is meant to be seen.
bool hasOutside(const World& world)
{
    const auto* settings = world.get<SceneSettings>(SceneEntity);
    return world.count<FoliageLayer>() > 0 || (settings != nullptr && hasSky(*settings));
}
} // namespace

std::vector<CoveredFace> voidFaces(const World& world, JobControl* control)
{
    if (hasOutside(world))
        return {};
    const auto places = placesInRooms(world);
    const auto solids = solidsOf(world);
    for (std::size_t i = 0; i < CellSizes.size(); ++i)
        if (auto found = search(world, {solids, places, CellSizes[i], MostCells[i]}, control))
            return *std::move(found);
    return {};
}
} // namespace engine
