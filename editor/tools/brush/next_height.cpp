#include "editor/tools/brush/next_height.h"

#include "editor/operations/entity/object_sets.h"
#include "editor/tools/gestures/handle.h"
#include "editor/tools/transform/bounds_drag.h"
#include "engine_core/scene/components/brush_component.h"

namespace editor
{
namespace
{
engine::Aabb boundsOfBrushes(const engine::World& world, std::span<const engine::EntityId> entities)
{
    engine::Aabb bounds;
    for (const auto root : topmost(world, entities))
        for (const auto entity : engine::subtree(world, root))
            if (world.get<engine::BrushComponent>(entity) != nullptr)
                bounds.add(engine::boundsOf(world, entity));
    return bounds;
}
} // namespace

NextHeight::NextHeight(EditorApi& editor, double metres)
    : m_editor{editor}, m_first{metres}, m_metres{metres}
{
    auto& document = editor.document();
    m_connections += document.reset.connect([this] {
        m_reference.reset();
        use(m_first);
    });
    m_connections += document.changed.connect([this](const auto&) { m_reference.reset(); });
    m_connections += document.selection().changed.connect([this] { m_reference.reset(); });
    m_connections += editor.pointerMoved.connect([this](const PointerEvent& event) {
        m_view = event.view;
        m_place = event.grid.snap(event.onViewPlane(engine::Vec3d{0}));
    });
}

const engine::Aabb& NextHeight::reference() const
{
    const auto& document = m_editor.document();
    if (!m_reference)
        m_reference = boundsOfBrushes(document.world(), document.selection().entities());
    return *m_reference;
}

double NextHeight::metres(engine::EntityId last) const
{
    const auto axis = depthAxis(m_view);
    const auto& selected = m_editor.document().selection().entities();
    if (!axis || selected == m_typedFor || selected == std::vector{last})
        return m_metres;
    const auto& brushes = reference();
    if (brushes.isEmpty() || (axis == 1 && isOnFloor(brushes, m_place)))
        return m_metres;
    return brushes.size()[*axis];
}

void NextHeight::use(double metres)
{
    m_metres = metres;
    m_typedFor.clear();
}

void NextHeight::type(double metres)
{
    m_metres = metres;
    m_typedFor = m_editor.document().selection().entities();
}

void NextHeight::hover(engine::EntityId last)
{
    const double now = metres(last);
    if (m_shown != now)
        m_editor.updateViews();
    m_shown = now;
}
} // namespace editor
