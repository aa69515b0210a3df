#include "plugins/parts/wire_arrows.h"

#include "engine_core/play/play_session.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/wires.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "engine_core/scene/world/hierarchy.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace parts
{
using engine::EntityId;
using engine::PlaySession;
using engine::Vec3d;
using engine::World;

namespace
{
constexpr engine::DrawColor ArrowColor{0.35F, 0.85F, 0.95F, 1};
constexpr engine::DrawColor FiredColor{1, 0.95F, 0.5F, 1};
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
                   engine::DrawColor color,
                   float width)
{
    draw.line(from, to, color, width, OnTop);
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
        draw.line(to, to - along * size + wing * (size / 2), color, width, OnTop);
}

WireArrows::WireArrows(editor::EditorApi& editor) : m_editor{editor}
{
    auto& document = editor.document();
    m_connections += document.changed.connect([this](const auto&) { m_isStale = true; });
    m_connections += document.reset.connect([this] { m_isStale = true; });
    m_connections += document.selection().changed.connect([this] { m_isStale = true; });
}

void WireArrows::setShowsAll(bool all)
{
    m_all = all;
    m_isStale = true;
    m_editor.updateViews();
}

void WireArrows::draw(engine::DebugDraw& draw)
{
    const auto* session = m_editor.playSession();
    const auto tick = session != nullptr ? session->tickCount() : 0;
    if (std::exchange(m_session, session) != session || std::exchange(m_tick, tick) != tick)
        m_isStale = true;
    if (std::exchange(m_isStale, false))
        collect(session != nullptr ? session->world() : m_editor.document().world());
    draw.lines.insert(draw.lines.end(), m_lines.begin(), m_lines.end());
    if (session != nullptr)
        drawFired(draw, *session);
}

void WireArrows::collect(const World& world)
{
    const auto& selection = m_editor.document().selection();
    engine::DebugDraw arrows;
    std::unordered_map<EntityId, Vec3d> places;
    const auto placeOf = [&](EntityId entity) {
        const auto [at, isNew] = places.try_emplace(entity);
        if (isNew)
            at->second = wireEndPlace(world, entity);
        return at->second;
    };
    int left = MaxArrows;
    std::vector<EntityId> targets;
    world.forEach<engine::Wires>([&](EntityId from, const engine::Wires& wires) {
        const bool showsEach = m_all || selection.contains(from);
        targets.clear();
        for (const auto& wire : wires.list)
            if (world.exists(wire.target) && (showsEach || selection.contains(wire.target)))
                targets.push_back(wire.target);
        std::sort(targets.begin(), targets.end());
        targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
        for (const auto target : targets)
            if (left-- > 0)
                drawWireArrow(arrows, placeOf(from), placeOf(target), ArrowColor);
    });
    m_lines = std::move(arrows.lines);
}

void WireArrows::drawFired(engine::DebugDraw& draw, const PlaySession& session)
{
    const auto& world = session.world();
    int left = MaxArrows;
    for (const auto& fired : session.firedWires()) {
        if (!world.exists(fired.from) || !world.exists(fired.to) || left-- <= 0)
            continue;
        const float strength =
            1 - static_cast<float>(fired.ticksAgo) / static_cast<float>(PlaySession::FlashTicks);
        auto color = FiredColor;
        color.a = 0.4F + 0.6F * strength;
        drawWireArrow(draw, wireEndPlace(world, fired.from), wireEndPlace(world, fired.to), color,
                      3 + 3 * strength);
    }
}
} // namespace parts
