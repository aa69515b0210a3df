#include "engine_core/play/script_bindings/play_bindings.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/node.h"

#include <algorithm>

namespace engine
{
namespace
{
/// The plants of a layer within the ball, of kinds with that name; an empty name means all kinds.
template <typename Visit>
void forEachPlant(const World& world,
                  EntityId layer,
                  const Vec3d& at,
                  double radius,
                  const std::string& kind,
                  const Visit& visit)
{
    std::vector<std::uint8_t> slots;
    for (const auto& [entity, type] : foliageTypes(world, layer))
        if (kind.empty() || world.get<Node>(entity)->name == kind)
            slots.push_back(static_cast<std::uint8_t>(type.slot));
    const auto plants = foliageOf(world, layer);
    plants->forEachIn(at - radius, at + radius,
                      [&](std::size_t cell, std::size_t i, const FoliageInstance& plant) {
                          if (plant.isStanding() &&
                              glm::length(Vec3d{plant.position} - at) <= radius &&
                              std::find(slots.begin(), slots.end(), plant.type) != slots.end())
                              visit(cell, i);
                      });
}

/// The session, if place and radius make sense; otherwise the script gets an exception.
PlayState* playWith(const Vec3d& at, double radius)
{
    if (!isFinite(at) || !std::isfinite(radius) || radius < 0) {
        raiseInScript("A place must be finite, and a radius finite and not below 0");
        return nullptr;
    }
    return activePlay();
}

int countPlants(const Vec3d& at, double radius, const std::string& kind)
{
    const auto* play = playWith(at, radius);
    int count = 0;
    if (play != nullptr)
        for (const auto layer : foliageLayers(play->world))
            forEachPlant(play->world, layer, at, radius, kind,
                         [&](std::size_t, std::size_t) { ++count; });
    return count;
}

int removePlants(const Vec3d& at, double radius, const std::string& kind)
{
    auto* play = playWith(at, radius);
    int count = 0;
    if (play == nullptr)
        return count;
    for (const auto layer : foliageLayers(play->world)) {
        FoliageEdit edit{foliageOf(play->world, layer)};
        forEachPlant(play->world, layer, at, radius, kind, [&](std::size_t cell, std::size_t i) {
            edit.remove(cell, i);
            ++count;
        });
        if (!edit.isEmpty())
            play->write(layer, FoliagePlacement{.instances = edit.finish()});
    }
    return count;
}
} // namespace

Result<void> bindFoliage(ScriptBinder& binder)
{
    binder.function(
        "int countPlants(const Vec3 &in at, double radius, const string &in kind = \"\")",
        countPlants, "Plants within the radius in metres; all kinds, or those of one name");
    binder.function(
        "int removePlants(const Vec3 &in at, double radius, const string &in kind = \"\")",
        removePlants, "Takes them away until the stop; how many there were");
    return binder.finish("foliage");
}
} // namespace engine
