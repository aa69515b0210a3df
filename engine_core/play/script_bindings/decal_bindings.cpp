#include "engine_core/play/script_bindings/play_bindings.h"
#include "engine_core/play/world/play_rays.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/decals/decal_places.h"
#include "engine_core/scene/patches/curved_patch.h"

namespace engine
{
namespace
{
EntityId lay(const LaidDecal& decal)
{
    auto* play = activePlay();
    if (play == nullptr)
        return {};
    const auto made = play->decals.lay(decal);
    if (!made)
        raiseInScript(made.error().message());
    return made ? *made : EntityId{};
}

EntityId spawnAt(const std::string& material,
                 const Vec3d& at,
                 const Vec3d& normal,
                 const Vec3d& size,
                 double seconds,
                 double turn)
{
    return lay({.material = material,
                .at = at,
                .normal = normal,
                .size = size,
                .seconds = seconds,
                .turn = turn});
}

/// On what moves by itself it goes along.
EntityId spawnOn(
    const std::string& material, const RayHit& hit, const Vec3d& size, double seconds, double turn)
{
    const auto* play = activePlay();
    if (play == nullptr)
        return {};
    if (!hit.found) {
        raiseInScript("This ray has met nothing that a decal could lie on");
        return {};
    }
    const auto& world = play->world;
    const bool isBrush = world.get<BrushComponent>(hit.part) != nullptr ||
                         world.get<CurvedPatch>(hit.part) != nullptr;
    const auto root = rootedPlace(world, hit.part).root;
    return lay({.material = material,
                .at = hit.point,
                .normal = hit.normal,
                .size = size,
                .seconds = seconds,
                .turn = turn,
                .on = root      ? root
                      : isBrush ? EntityId{}
                                : hit.part,
                .onModels = !isBrush});
}

void setLimit(int limit)
{
    auto* play = activePlay();
    if (play == nullptr)
        return;
    if (limit < 0 || limit > PlayDecals::MostAtOnce)
        raiseInScript("A game has 0 to 4,096 decals of scripts");
    else
        play->decals.setLimit(limit);
}
} // namespace

Result<void> bindDecals(ScriptBinder& binder)
{
    binder.space("Decals");
    binder.function("Entity spawn(const string &in material, const RayHit &in hit, const Vec3 &in "
                    "size = Vec3(0.5, 0.5, 0.3), double seconds = 0, double turn = 0)",
                    spawnOn,
                    "A decal on what a ray has met, along with which it moves; width, height and "
                    "depth in metres. It fades in the last of its seconds; 0: it stays until there "
                    "are too many. The turn in radians, counter-clockwise");
    binder.function("Entity spawn(const string &in material, const Vec3 &in position, const Vec3 "
                    "&in normal, const Vec3 &in size = Vec3(0.5, 0.5, 0.3), double seconds = 0, "
                    "double turn = 0)",
                    spawnAt, "The same on the brushes and patches at a place that stand still");
    binder.function("void setLimit(int limit)", setLimit,
                    "How many decals of scripts there are at most, 256 unless this is called; the "
                    "oldest go first");
    binder.space("");
    return binder.finish("decals");
}
} // namespace engine
