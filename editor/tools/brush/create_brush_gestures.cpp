#include "editor/tools/brush/create_brush_gestures.h"

#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/tools/gestures/handle.h"
#include "editor/tools/gestures/measure_label.h"
#include "editor/tools/select/pick_target.h"

namespace editor
{
using engine::Result;

BoxGesture::BoxGesture(CreateBrushTool& tool, const BoundsDrag& drag)
    : m_tool{tool}
    , m_drag{drag}
    , m_name{freeName(tool.m_editor.document().world(), "Box")}
    , m_transaction{tool.m_editor.document().begin("Create brush")}
{
}

Result<void> BoxGesture::apply()
{
    return m_transaction.replace([this](Transaction& transaction) -> Result<void> {
        if (!m_drag.hasHeight())
            return {};
        auto made = createBox(transaction, m_drag.box(), m_tool.m_editor.currentMaterial(), m_name);
        if (!made)
            return made.error();
        m_made = *made;
        return {};
    });
}

Result<void> BoxGesture::update(const PointerEvent& event)
{
    if (auto moved = m_drag.drag(event, m_tool.m_editor.document(), {m_made}); !moved)
        return moved;
    return apply();
}

bool BoxGesture::key(const KeyEvent& event)
{
    return m_drag.key(event);
}

void BoxGesture::commit()
{
    if (!m_drag.hasHeight()) {
        m_transaction.rollback();
        m_tool.m_base = m_drag;
        return;
    }
    if (!m_transaction.world().exists(m_made))
        return;
    m_transaction.commit();
    m_tool.m_last = m_made;
    if (m_drag.height() > 0)
        m_tool.m_height.use(m_drag.height());
    m_tool.m_editor.document().selectAfterStep({m_made});
}

std::string BoxGesture::measure() const
{
    return sizeText(m_drag.hasHeight() ? m_drag.box().size() : m_drag.base().size()) +
           m_drag.snapText();
}

void BoxGesture::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    const auto shown = m_drag.hasHeight() ? m_drag.box() : m_drag.base();
    draw.box(shown, toolcolor::Active, m_drag.hasHeight() ? 1.0f : 2.0f,
             engine::DebugDraw::Depth::OnTop);
    drawSizeLabel(draw, event, shown);
}

bool CreateBrushTool::pullsFace(const PointerEvent& event) const
{
    return !m_base && event.has(Modifier::Shift) && faceToPull(m_editor.document(), event);
}

std::optional<PointerShape> CreateBrushTool::pointer(const PointerEvent& event) const
{
    return pullsFace(event) ? std::nullopt : std::optional{PointerShape::Cross};
}

std::unique_ptr<Gesture> CreateBrushTool::press(const PointerEvent& event)
{
    if (event.button != PointerButton::Left)
        return nullptr;
    if (m_base) {
        accept(); // a click whose pointer slipped
        return std::make_unique<IdleGesture>();
    }
    if (pullsFace(event))
        return nullptr; // pulls a face of the box made last
    const int axis = depthAxis(event.view).value_or(1);
    const auto place = event.grid.snap(event.onViewPlane(engine::Vec3d{0}));
    const auto& document = m_editor.document();
    const auto drag =
        BoundsDrag::start(event, height(), depthOfNewThings(document, m_last, axis, place));
    if (!drag)
        return std::make_unique<IdleGesture>();
    return std::make_unique<BoxGesture>(*this, *drag);
}
} // namespace editor
