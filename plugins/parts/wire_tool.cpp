#include "plugins/parts/wire_tool.h"

#include "editor/operations/entity/object_names.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/operations/entity/wire_operations.h"
#include "editor/tools/gestures/handle.h"
#include "editor/tools/select/pick_target.h"
#include "engine_core/play/play_session.h"
#include "plugins/parts/wire_arrows.h"

#include <array>

namespace parts
{
using editor::EditorApi;
using editor::PointerEvent;
using engine::EntityId;
using engine::Vec3d;

namespace
{
/// Null where nothing can be wired.
EntityId endUnder(EditorApi& editor, const PointerEvent& event)
{
    const auto& world = editor.document().world();
    if (const auto end = editor::wireEndAbove(world, event.icon))
        return end;
    const auto hit = editor::clickedHit(world, event);
    return hit ? editor::wireEndAbove(world, hit->entity) : EntityId{};
}

/// Views show the running game, where the object may be elsewhere.
const engine::World& shownWorld(EditorApi& editor, EntityId entity)
{
    const auto* session = editor.playSession();
    return session != nullptr && session->world().exists(entity) ? session->world()
                                                                 : editor.document().world();
}

Vec3d shownPlace(EditorApi& editor, EntityId entity)
{
    return wireEndPlace(shownWorld(editor, entity), entity);
}

void drawFrame(engine::DebugDraw& draw, const engine::World& world, EntityId entity)
{
    const auto bounds = editor::boundsOfAll(world, std::array{entity});
    if (!bounds.isEmpty())
        draw.box(bounds.grown(0.05), editor::toolcolor::Active, 2, engine::DebugDraw::Depth::OnTop);
}

/// Where the arrow ends while there is no target: the surface under the pointer, else as deep as
/// the place where it begins.
Vec3d looseEnd(const PointerEvent& event, const Vec3d& from)
{
    if (event.view != editor::ViewKind::Perspective)
        return event.onViewPlane(from);
    if (!event.hits.empty())
        return event.hits.front().point;
    const auto facing = -event.camera.forward();
    const auto distance = engine::intersect(event.ray, {facing, glm::dot(facing, from)});
    return distance ? event.ray.at(*distance) : from;
}

class WireGesture final : public editor::Gesture
{
public:
    WireGesture(EditorApi& editor, const WireTool::Ask& ask, EntityId from)
        : m_editor{editor}, m_ask{ask}, m_from{from}
    {
    }

    engine::Result<void> update(const PointerEvent& event) override
    {
        m_to = endUnder(m_editor, event);
        if (m_to == m_from)
            m_to = {};
        m_tip = looseEnd(event, shownPlace(m_editor, m_from));
        return {};
    }

    void commit() override
    {
        if (world().exists(m_from) && world().exists(m_to))
            return m_ask(m_from, m_to);
        m_editor.showMessage(editor::MessageKind::Info,
                             "No wire was drawn: it ends at an object with a script, a light or a "
                             "trigger");
    }

    [[nodiscard]] std::string measure() const override
    {
        const auto nameOf = [this](EntityId entity) {
            return world().exists(entity) ? editor::shownNameOf(world(), entity) : "...";
        };
        return nameOf(m_from) + " -> " + nameOf(m_to);
    }

    void draw(engine::DebugDraw& draw, const PointerEvent&) const override
    {
        if (!world().exists(m_from))
            return;
        const bool hasTarget = world().exists(m_to);
        drawWireArrow(draw, shownPlace(m_editor, m_from),
                      hasTarget ? shownPlace(m_editor, m_to) : m_tip, editor::toolcolor::Active);
        drawFrame(draw, shownWorld(m_editor, m_from), m_from);
        if (hasTarget)
            drawFrame(draw, shownWorld(m_editor, m_to), m_to);
    }

private:
    [[nodiscard]] const engine::World& world() const { return m_editor.document().world(); }

    EditorApi& m_editor;
    const WireTool::Ask& m_ask;
    EntityId m_from;
    EntityId m_to; ///< null: the release would draw nothing
    Vec3d m_tip{0};
};
} // namespace

WireTool::WireTool(EditorApi& editor, Ask ask) : m_editor{editor}, m_ask{std::move(ask)} {}

std::unique_ptr<editor::Gesture> WireTool::press(const PointerEvent& event)
{
    const auto from = endUnder(m_editor, event);
    if (!from)
        return nullptr;
    m_under = {};
    return std::make_unique<WireGesture>(m_editor, m_ask, from);
}

void WireTool::hover(const PointerEvent& event)
{
    m_under = endUnder(m_editor, event);
}

std::optional<editor::PointerShape> WireTool::pointer(const PointerEvent& event) const
{
    return endUnder(m_editor, event) ? std::optional{editor::PointerShape::Cross} : std::nullopt;
}

std::string WireTool::hint() const
{
    return "Drag from an object with a script, a light or a trigger to the one that it shall tell "
           "something";
}

void WireTool::draw(engine::DebugDraw& draw, const PointerEvent&) const
{
    if (m_editor.document().world().exists(m_under))
        drawFrame(draw, shownWorld(m_editor, m_under), m_under);
}
} // namespace parts
