#include "editor/tools/transform/move_gesture.h"

#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/tools/gestures/handle.h"

namespace editor
{
using engine::Result;
using engine::Vec3d;

std::string countText(std::size_t count)
{
    return fmt::format("{} object{}", count, count == 1 ? "" : "s");
}

MoveGesture::MoveGesture(EditorApi& editor,
                         const Vec3d& grabbed,
                         MoveKind kind,
                         std::optional<int> axis)
    : m_editor{editor}
    , m_kind{kind}
    , m_entities{topmost(editor.document().world(), editor.document().selection().entities())}
    , m_drag{grabbed, editor.grid(), axis}
    , m_transaction{editor.document().begin((kind == MoveKind::Move ? "Move " : "Duplicate ") +
                                            countText(m_entities.size()))}
{
}

DragWay::Grip MoveGesture::grip() const
{
    const auto& world = m_editor.document().world();
    const auto& moving = m_kind == MoveKind::Move ? m_entities : m_copies;
    DragWay::Grip grip{withAllBelow(world, moving), boundsOfAll(world, moving).translated(-m_done)};
    const auto grabbed = m_drag.grabbed() + m_done;
    grip.corner = nearestCorner(world, grip.moved, grabbed).value_or(grabbed) - m_done;
    return grip;
}

Result<void> MoveGesture::apply()
{
    const auto by = m_drag.way();
    auto done = m_transaction.replace([&](Transaction& transaction) -> Result<void> {
        const auto lock = m_editor.textureLock();
        if (m_kind == MoveKind::Move)
            return by == Vec3d{0} ? Result<void>{} : translate(transaction, m_entities, by, lock);
        m_copies = duplicate(transaction, m_entities);
        return translate(transaction, m_copies, by, lock);
    });
    if (done)
        m_done = by;
    return done;
}

Result<void> MoveGesture::update(const PointerEvent& event)
{
    m_drag.follow(event, m_editor.document());
    return apply();
}

void MoveGesture::commit()
{
    m_transaction.commit();
    if (m_kind == MoveKind::Duplicate && !m_copies.empty())
        m_editor.document().selectAfterStep(m_copies);
}

bool MoveGesture::key(const KeyEvent& event)
{
    if (event.key != ToolKey::V)
        return m_drag.key(event);
    m_drag.snapToNext(grip());
    return true;
}

std::string MoveGesture::measure() const
{
    return wayText(m_drag.way()) + m_drag.snapText();
}

void MoveGesture::draw(engine::DebugDraw& draw, const PointerEvent&) const
{
    m_drag.draw(draw, m_drag.way(), measure());
}
} // namespace editor
