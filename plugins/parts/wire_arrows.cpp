#include "plugins/parts/wire_arrows.h"

#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/wires.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "engine_core/scene/world/hierarchy.h"

#include <set>

namespace parts
{
using engine::EntityId;
using engine::Vec3d;
using engine::World;

namespace
{
constexpr engine::DrawColor ArrowColor{0.35F, 0.85F, 0.95F, 1};
constexpr auto OnTop = engine::DebugDraw::Depth::OnTop;
} // namespace

Vec3d wireEndPlace(const World& world, EntityId entity)
{
    return world.get<engine::BrushComponent>(entity) != nullptr
               ? engine::boundsOf(world, entity).center()
               : engine::worldTransform(world, entity).position;
}

void drawWireArrow(engine::DebugDraw& draw,
                   const Vec3d& from,
                   const Vec3d& to,
                   engine::DrawColor color)
{
    draw.line(from, to, color, 2, OnTop);
    const Vec3d way = to - from;
    const double length = glm::length(way);
    if (length < 1e-3)
        return;
    const Vec3d along = way / length;
    const Vec3d aside =
        std::abs(along.y) < 0.9 ? glm::normalize(glm::cross(along, {0, 1, 0})) : Vec3d{1, 0, 0};
    const Vec3d up = glm::cross(aside, along);
    const double size = std::min(0.25, length / 4);
    for (const auto& wing : {aside, -aside, up, -up}) // seen from every side
        draw.line(to, to - along * size + wing * (size / 2), color, 2, OnTop);
}

void drawWires(engine::DebugDraw& draw,
               const World& world,
               const std::function<bool(EntityId)>& shows)
{
    int left = MaxArrows;
    world.forEach<engine::Wires>([&](EntityId from, const engine::Wires& wires) {
        std::set<EntityId> drawn;
        for (const auto& wire : wires.list) {
            if (left <= 0 || !world.exists(wire.target) || (!shows(from) && !shows(wire.target)) ||
                !drawn.insert(wire.target).second)
                continue;
            --left;
            drawWireArrow(draw, wireEndPlace(world, from), wireEndPlace(world, wire.target),
                          ArrowColor);
        }
    });
}
} // namespace parts
