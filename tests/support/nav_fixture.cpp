#include "tests/support/nav_fixture.h"

#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/navigation/nav_islands.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"

namespace mapwright::test
{
using namespace engine;

NavFixture::NavFixture()
{
    world.setNextId(100);
}

NavConfig NavFixture::config() const
{
    const auto config = makeNavConfig({"walker", agent, {}}, settings);
    ENGINE_EXPECT(config);
    return *config;
}

Result<NavBuilt> NavFixture::build(unsigned threads) const
{
    JobControl control;
    return buildNavMesh(config(), NavScene{world}, {threads}, control);
}

NavMesh NavFixture::mesh() const
{
    auto built = build();
    ENGINE_EXPECT(built);
    return std::move((*built).mesh);
}

EntityId NavFixture::box(const Vec3d& min, const Vec3d& max, const std::string& name)
{
    return addBox(world, min, max, name);
}

EntityId
NavFixture::prism(std::span<const Vec2d> outline, double from, double to, const std::string& name)
{
    auto brush = engine::makePrism(outline, 2, from, to);
    ENGINE_EXPECT(brush);
    const auto entity = world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(entity, Node{.name = name, .parent = {}}));
    edit.swaps.push_back(
        swapTo(entity, BrushComponent{std::make_shared<const Brush>(*std::move(brush))}));
    world.apply(edit);
    return entity;
}

EntityId NavFixture::addPlace(const Vec3d& at, const std::string& name)
{
    const auto entity = world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(entity, Node{.name = name, .parent = {}}));
    edit.swaps.push_back(swapTo(entity, TransformComponent{.position = at}));
    world.apply(edit);
    return entity;
}

void NavFixture::remove(EntityId entity)
{
    Edit edit;
    addRemoval(world, entity, edit);
    world.apply(edit);
}

void NavFixture::reshape(EntityId entity, const Vec3d& min, const Vec3d& max)
{
    auto brush = makeBox({min, max}, Name{});
    ENGINE_EXPECT(brush);
    set(entity, BrushComponent{std::make_shared<const Brush>(*std::move(brush))});
}

NavLink linkTo(const Vec3d& end)
{
    NavLink link;
    link.end = end;
    return link;
}

double groundArea(const NavMesh& mesh)
{
    double area = 0;
    const NavIslands islands{mesh};
    for (const auto& island : islands.all())
        area += island.area;
    return area;
}

bool leads(const NavMesh& mesh, const Vec3d& from, const Vec3d& to)
{
    return NavQuery{mesh}.findPath(from, to).found;
}
} // namespace mapwright::test
