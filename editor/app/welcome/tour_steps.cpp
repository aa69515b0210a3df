#include "editor/app/welcome/tour_steps.h"

#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/scene_settings.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace editor
{
using namespace engine;

namespace
{
// Metres. Roomier than the tutorial's numbers: a room of another size is a room, too.
constexpr double ThinnestSheet = 0.6;
constexpr double SmallestFloor = 6;
constexpr double LowestWall = 2;
constexpr std::size_t Materials = 3;
constexpr double TextureScale = 4;
constexpr int Lights = 4;
constexpr double LightRange = 9;

std::vector<Aabb> brushBounds(const World& world)
{
    std::vector<Aabb> all;
    world.forEach<BrushComponent>(
        [&](EntityId entity, const BrushComponent&) { all.push_back(boundsOf(world, entity)); });
    return all;
}

bool isSheet(const Aabb& box)
{
    const auto size = box.size();
    return size.y <= ThinnestSheet && std::min(size.x, size.z) >= SmallestFloor;
}

bool isWall(const Aabb& box)
{
    const auto size = box.size();
    return size.y >= LowestWall && std::min(size.x, size.z) <= ThinnestSheet &&
           std::max(size.x, size.z) >= LowestWall;
}

bool hasFloor(const TourState& state)
{
    const auto all = brushBounds(state.document.world());
    return std::any_of(all.begin(), all.end(), isSheet);
}

bool hasWalls(const TourState& state)
{
    const auto all = brushBounds(state.document.world());
    return std::count_if(all.begin(), all.end(), isWall) >= 4;
}

bool hasCeiling(const TourState& state)
{
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -lowest;
    for (const auto& box : brushBounds(state.document.world()))
        if (isSheet(box)) {
            lowest = std::min(lowest, box.min.y);
            highest = std::max(highest, box.min.y);
        }
    return highest - lowest >= LowestWall;
}

bool hasMaterials(const TourState& state)
{
    std::set<std::string> names;
    state.document.world().forEach<BrushComponent>([&](EntityId, const BrushComponent& brush) {
        for (const auto& face : brush.brush->faces())
            if (!face.material.text().empty())
                names.insert(std::string{face.material.text()});
    });
    return names.size() >= Materials;
}

bool hasTextureScale(const TourState& state)
{
    bool found = false;
    state.document.world().forEach<BrushComponent>([&](EntityId, const BrushComponent& brush) {
        for (const auto& face : brush.brush->faces())
            found = found || (std::abs(std::abs(face.uv.scale.x) - TextureScale) < 1e-6 &&
                              std::abs(std::abs(face.uv.scale.y) - TextureScale) < 1e-6);
    });
    return found;
}

int countLights(const TourState& state, bool (*fits)(const Light&))
{
    int count = 0;
    state.document.world().forEach<Light>(
        [&](EntityId, const Light& light) { count += fits(light) ? 1 : 0; });
    return count;
}

bool hasLights(const TourState& state)
{
    return countLights(state, [](const Light&) { return true; }) >= Lights;
}

bool hasRanges(const TourState& state)
{
    return countLights(state, [](const Light& light) {
               return std::abs(static_cast<double>(light.range) - LightRange) < 1e-4;
           }) >= Lights;
}

bool isLit(const TourState& state)
{
    const auto* light = state.document.world().get<LightmapRef>(SceneEntity);
    return light != nullptr && !light->hash.empty();
}

bool isSaved(const TourState& state)
{
    return !state.document.path().empty() && !state.document.isModified();
}

bool hasPlayer(const TourState& state)
{
    return state.document.world().count<PlayerStart>() > 0;
}

bool hasPlayed(const TourState& state)
{
    return state.ran.contains("play.started");
}

bool hasStopped(const TourState& state)
{
    return state.ran.contains("play.stopped");
}
} // namespace

const std::vector<TourStep>& firstRoomTour()
{
    static const std::vector<TourStep> steps{
        {"Floor",
         "Choose the Box brush (B) and drag a square of 16 x 16 metres in the top view. The "
         "measure stands beside the pointer. Any other room from 6 x 6 metres will do as well.",
         "tool.box_brush", hasFloor},
        {"Four walls",
         "Set Height to 4 in the tool options, then drag four strips 0.25 m wide around the floor "
         "in the top view, just outside its edges.",
         "tool.box_brush", hasWalls},
        {"Ceiling",
         "Set Height back to 0.25, drag a square over floor and walls and set Place Y to 4 in the "
         "tool options.",
         "tool.box_brush", hasCeiling},
        {"Materials",
         "Drag three materials from the asset browser onto floor, walls and ceiling. Hold the "
         "right "
         "mouse button and press W, A, S, D to fly into the room.",
         "", hasMaterials},
        {"Texture scale",
         "Turn Select surface on (F4), click the floor, and set both values of Scale to 4 in the "
         "inspector's Texture mapping. F4 again goes back to whole objects.",
         "select.faces", hasTextureScale},
        {"Four lights",
         "Choose the Light tool (L), click in the top view and press Enter. Place four of them.",
         "tool.light", hasLights},
        {"Range of all lights",
         "Select the four lights in the scene browser (click the first, Shift+click the last) and "
         "set Range to 9 in the inspector.",
         "", hasRanges},
        {"Bake the light",
         "Open Bake lighting (Ctrl+L) and press Bake. Without light the room is black.",
         "lighting.calculate", isLit},
        {"Player start", "Choose the Player start tool, click on the floor and press Enter.",
         "tool.player_start", hasPlayer},
        {"Play", "Press F5: the 3D view becomes the game. W, A, S, D and the mouse walk and look.",
         "play.start", hasPlayed},
        {"Stop", "Esc frees the mouse, Shift+F5 goes back to editing.", "play.stop", hasStopped},
        {"Save", "Save the room (Ctrl+S) under a name of your own.", "file.save", isSaved}};
    return steps;
}
} // namespace editor
