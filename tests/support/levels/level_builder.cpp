#include "tests/support/levels/level_builder.h"

#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/patches/curved_patch.h"

#include <array>

namespace mapwright::test
{
using namespace engine;

namespace
{
Brush scaledBox(const Vec3d& min, const Vec3d& max, Name material, double textureScale)
{
    const auto box = makeBox({min, max}, material);
    ENGINE_EXPECT(box);
    auto faces = std::vector(box->faces().begin(), box->faces().end());
    for (auto& face : faces)
        face.uv.scale = {textureScale, textureScale};
    auto scaled = Brush::fromFaces(std::move(faces));
    ENGINE_EXPECT(scaled);
    return *std::move(scaled);
}

EntityId addBrush(World& world, Brush brush, const std::string& name)
{
    const auto id = world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(id, Node{.name = name, .parent = {}}));
    edit.swaps.push_back(
        swapTo(id, BrushComponent{std::make_shared<const Brush>(std::move(brush))}));
    world.apply(edit);
    return id;
}

EntityId addAt(World& world, const Vec3d& at, const std::string& name, Swap component)
{
    const auto id = world.newId();
    component.entity = id;
    Edit edit;
    edit.swaps.push_back(swapTo(id, Node{.name = name, .parent = {}}));
    edit.swaps.push_back(swapTo(id, TransformComponent{.position = at}));
    edit.swaps.push_back(std::move(component));
    world.apply(edit);
    return id;
}

struct BoxAt
{
    const char* name;
    Vec3d min;
    Vec3d max;
    const char* material;
};

const std::array<BoxAt, 6>& roomBoxes()
{
    static const std::array<BoxAt, 6> boxes{{
        {"floor", {-8, -0.25, -8}, {8, 0, 8}, "Materials/Spaceship/scififloorb"},
        {"wall north", {-8, 0, -8.25}, {8, 4, -8}, "Materials/Spaceship/scifiwall_basea2"},
        {"wall south", {-8, 0, 8}, {8, 4, 8.25}, "Materials/Spaceship/scifiwall_basea2"},
        {"wall west", {-8.25, 0, -8}, {-8, 4, 8}, "Materials/Spaceship/scifiwall_basea2"},
        {"wall east", {8, 0, -8}, {8.25, 4, 8}, "Materials/Spaceship/scifiwall_basea2"},
        {"ceiling", {-8, 4, -8}, {8, 4.25, 8}, "Materials/Spaceship/scificeilingb"},
    }};
    return boxes;
}
} // namespace

EntityId
addBox(World& world, const Vec3d& min, const Vec3d& max, const std::string& name, Name material)
{
    return addBrush(world, scaledBox(min, max, material, 1.0), name);
}

EntityId addLight(World& world, const Vec3d& at, float range, float intensity)
{
    Light light;
    light.range = range;
    light.intensity = intensity;
    return addAt(world, at, "light", swapTo(EntityId{}, light));
}

EntityId addPlayerStart(World& world, const Vec3d& at)
{
    return addAt(world, at, "player start", swapTo(EntityId{}, PlayerStart{}));
}

EntityId addPatch(World& world, PatchShape shape, const Aabb& box, const std::string& material)
{
    CurvedPatch patch;
    patch.material = {material};
    patch.grid = *makePatch(shape, box);
    const auto id = world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(id, Node{.name = "patch", .parent = {}}));
    edit.swaps.push_back(swapTo(id, std::move(patch)));
    world.apply(edit);
    return id;
}

void buildRoom(World& world)
{
    for (const auto& box : roomBoxes())
        addBrush(world, scaledBox(box.min, box.max, Name{box.material}, 4.0), box.name);
}

void buildLevel(World& world, std::size_t brushes)
{
    world.setNextId(1024);
    // Shells of 6 brushes and 4 crates a room, rooms 20 m apart in a square grid.
    constexpr std::size_t PerRoom = 10;
    std::size_t side = 1;
    while (side * side * PerRoom < brushes)
        ++side;
    std::size_t made = 0;
    for (std::size_t room = 0; made < brushes; ++room) {
        const Vec3d at{static_cast<double>(room % side) * 20.0, 0,
                       static_cast<double>(room / side) * 20.0};
        for (std::size_t i = 0; i < PerRoom && made < brushes; ++i, ++made) {
            if (i < roomBoxes().size()) {
                const auto& box = roomBoxes()[i];
                addBrush(world, scaledBox(box.min + at, box.max + at, Name{box.material}, 4.0),
                         box.name);
                continue;
            }
            const auto crate = static_cast<double>(i - roomBoxes().size());
            const Vec3d corner = at + Vec3d{-5 + crate * 2.5, 0, -4 + crate * 2};
            addBox(world, corner, corner + Vec3d{1, 0.5 + 0.25 * crate, 1}, "crate",
                   Name{"Materials/Spaceship/scifiwall_basea2"});
        }
        addLight(world, at + Vec3d{0, 3.5, 0});
    }
    addPlayerStart(world, {0, 0, 5});
}
} // namespace mapwright::test
