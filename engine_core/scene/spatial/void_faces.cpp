#include "engine_core/scene/spatial/void_faces.h"

#include "engine_core/base/jobs.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "engine_core/scene/spatial/void_flood.h"

#include <algorithm>

namespace engine
{
namespace
{
/// Of the water's smallest cells, metres: finer than the grid that rooms are built on.
constexpr double CellSize = 1.0 / 8;
/// How near water has to come to a face. Metres.
constexpr double Reach = 0.02;

std::vector<SolidBrush> solidsOf(const World& world)
{
    std::vector<SolidBrush> solids;
    world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent& component) {
        if (auto brush = component.brush ? brushInWorld(world, entity) : nullptr)
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
        places.push_back(worldTransform(world, entity).position + Vec3d{0, above, 0});
    };
    world.forEach<Light>([&](EntityId entity, const Light&) { add(entity, 0); });
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

/// Wets all rooms; false if one of the places is in the open, or none is in a room.
bool fillRooms(VoidFlood& rooms, std::span<const Vec3d> places, JobControl* control)
{
    bool isFilled = false;
    for (const auto& place : places) {
        if (rooms.isWet(place))
            continue;
        const auto outcome = rooms.fillAlsoFrom(place, VoidFlood::DefaultMaxCells, control);
        if (outcome == VoidFlood::Outcome::InSolid)
            continue;
        if (outcome != VoidFlood::Outcome::Sealed)
            return false;
        isFilled = true;
    }
    return isFilled;
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
    const auto ahead = brush.faces()[face].plane.normal * (Reach / 2);
    return outside.isWet(middle + ahead) ||
           std::any_of(corners.begin(), corners.end(), [&](std::uint16_t corner) {
               return outside.isWet(glm::mix(brush.vertices()[corner], middle, FromCorner) + ahead);
           });
}
} // namespace

std::vector<CoveredFace> voidFaces(const World& world, JobControl* control)
{
    const auto places = placesInRooms(world);
    const auto solids = solidsOf(world);
    VoidFlood rooms{solids, CellSize};
    if (!fillRooms(rooms, places, control))
        return {};
    VoidFlood outside{solids, CellSize};
    if (outside.fillOutside(VoidFlood::DefaultMaxCells, control) != VoidFlood::Outcome::Sealed)
        return {};
    std::vector<CoveredFace> faces;
    for (const auto& [entity, brush] : solids) {
        if (isMoving(world, entity))
            continue;
        const auto before = faces.size();
        bool isWall = false;
        for (FaceIndex face = 0; face < brush->faceCount(); ++face) {
            if (rooms.touches(*brush, face, Reach))
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
} // namespace engine
