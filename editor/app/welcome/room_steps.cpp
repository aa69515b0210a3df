#include "editor/app/welcome/room_steps.h"

#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/material_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/operations/entity/property_operations.h"
#include "editor/operations/texture/uv_operations.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"

#include <array>

namespace editor::roomsteps
{
using namespace engine;

namespace
{
constexpr double Half = 8;   ///< half the room's width, metres
constexpr double Height = 4; ///< of the walls
constexpr double Thickness = 0.25;

struct Box
{
    const char* name;
    Aabb box;
};

Result<void> addBoxes(Document& document, const char* label, std::initializer_list<Box> boxes)
{
    return document.run(label, [&](Transaction& edit) -> Result<void> {
        for (const auto& each : boxes)
            if (auto made = createBox(edit, each.box, {}, each.name); !made)
                return made.error();
        return {};
    });
}

std::vector<EntityId> brushesNamed(const World& world, std::string_view start)
{
    std::vector<EntityId> found;
    world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent&) {
        if (world.get<Node>(entity)->name.starts_with(start))
            found.push_back(entity);
    });
    return found;
}
} // namespace

Result<void> addFloor(Document& document)
{
    return addBoxes(document, "Create floor",
                    {{"Floor", {{-Half, 0, -Half}, {Half, Thickness, Half}}}});
}

Result<void> addWalls(Document& document)
{
    return addBoxes(document, "Create walls",
                    {{"Wall north", {{-Half, 0, -Half - Thickness}, {Half, Height, -Half}}},
                     {"Wall south", {{-Half, 0, Half}, {Half, Height, Half + Thickness}}},
                     {"Wall west", {{-Half - Thickness, 0, -Half}, {-Half, Height, Half}}},
                     {"Wall east", {{Half, 0, -Half}, {Half + Thickness, Height, Half}}}});
}

Result<void> addCeiling(Document& document)
{
    return addBoxes(document, "Create ceiling",
                    {{"Ceiling", {{-Half, Height, -Half}, {Half, Height + Thickness, Half}}}});
}

Result<void> applyMaterials(Document& document)
{
    constexpr std::array Materials{std::pair{"Floor", "Materials/Spaceship/scififloorb"},
                                   std::pair{"Wall", "Materials/Spaceship/scifiwall_basea2"},
                                   std::pair{"Ceiling", "Materials/Spaceship/scificeilingb"}};
    for (const auto& [start, material] : Materials)
        if (auto done = document.run(
                "Apply material",
                [&](Transaction& edit) {
                    return applyMaterial(edit, brushesNamed(edit.world(), start), Name{material});
                });
            !done)
            return done;
    return {};
}

Result<void> scaleTextures(Document& document)
{
    return document.run("Scale textures", [](Transaction& edit) {
        const auto faces = facesOf(edit.world(), brushesNamed(edit.world(), ""));
        UvChange change;
        change.scaleU = 4.0;
        change.scaleV = 4.0;
        return changeUv(edit, faces, change);
    });
}

Result<void> addLights(Document& document)
{
    std::vector<EntityId> lights;
    for (const auto& at :
         {Vec3d{-4, 2.125, -4}, Vec3d{4, 2.125, -4}, Vec3d{-4, 2.125, 4}, Vec3d{4, 2.125, 4}})
        if (auto done = document.run("Place light",
                                     [&](Transaction& edit) -> Result<void> {
                                         lights.push_back(addLight(edit, at));
                                         return {};
                                     });
            !done)
            return done;
    const auto* type = document.types().find(Light::TypeName);
    return document.run("Set range of 4 objects", [&](Transaction& edit) {
        return setProperty(edit, lights, *type, *type->findProperty("range"), Value{9.0});
    });
}

Result<void> addDoor(Document& document)
{
    // Between the lights, so that the light of each half falls through the doorway into the other.
    constexpr double Front = -1;
    constexpr double Back = Front - Thickness;
    if (auto done = addBoxes(document, "Create partition",
                             {{"Partition left", {{-Half, Thickness, Back}, {-1, Height, Front}}},
                              {"Partition right", {{1, Thickness, Back}, {Half, Height, Front}}},
                              {"Lintel", {{-1, 2.75, Back}, {1, Height, Front}}}});
        !done)
        return done;
    return document.run("Create door", [&](Transaction& edit) -> Result<void> {
        const Name wall{"Materials/Spaceship/scifiwall_basea2"};
        for (const auto* start : {"Partition", "Lintel"}) {
            const auto brushes = brushesNamed(edit.world(), start);
            if (auto done = applyMaterial(edit, brushes, wall); !done)
                return done;
            UvChange change;
            change.scaleU = 4.0;
            change.scaleV = 4.0;
            if (auto done = changeUv(edit, facesOf(edit.world(), brushes), change); !done)
                return done;
        }
        const Aabb leaf{{-1, Thickness, Back + 0.0625}, {1, 2.75, Front - 0.0625}};
        auto made = createBox(edit, leaf, Name{"Materials/Spaceship/door_panel"}, "Door leaf");
        if (!made)
            return made.error();
        const std::vector leafs{*made};
        if (auto fitted = fitUv(edit, facesOf(edit.world(), leafs), {1, 1}, UvSheet::EachFace);
            !fitted)
            return fitted.error();
        auto door = editor::addDoor(edit, leafs);
        if (!door)
            return door.error();
        // Nearly its whole width, into the partition.
        setScriptProperty(edit, std::vector{*door}, "openOffset", Value{Vec3d{1.9, 0, 0}});
        return {};
    });
}

Result<void> addPlayer(Document& document)
{
    return document.run("Place player start", [](Transaction& edit) -> Result<void> {
        addPlayerStart(edit, {0, Thickness, 5});
        const auto tone = addEntity(edit, "Room tone", {0, 2, 0});
        edit.set(tone, AudioSource{.sound = {"Sounds/room_tone.wav"}, .volume = 0.3f, .range = 0});
        return {};
    });
}
} // namespace editor::roomsteps
