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
    , m_copies{std::make_shared<std::vector<engine::EntityId>>()}
    , m_way{grabbed, editor.grid(), axis}
    , m_drag{editor, makeObjectSubject(editor), kind == MoveKind::Move ? "Move" : "Duplicate",
             kind == MoveKind::Move ? TransformDrag::Divisible::Yes : TransformDrag::Divisible::No}
{
}

DragWay::Grip MoveGesture::grip() const
{
    const auto& world = m_editor.document().world();
    const auto& moving = m_kind == MoveKind::Move || m_copies->empty() ? m_entities : *m_copies;
    DragWay::Grip grip{withAllBelow(world, moving), boundsOfAll(world, moving).translated(-m_done)};
    const auto grabbed = m_way.grabbed() + m_done;
    grip.corner = nearestCorner(world, grip.moved, grabbed).value_or(grabbed) - m_done;
    return grip;
}

Result<void> MoveGesture::apply()
{
    const auto by = m_way.way();
    const auto move = [by](TransformSubject& subject, Transaction& transaction) -> Result<void> {
        return by == Vec3d{0} ? Result<void>{} : subject.move(transaction, by);
    };
    const auto duplicateTo = [by, copies = m_copies, entities = m_entities,
                              lock = m_editor.textureLock()](TransformSubject&,
                                                             Transaction& transaction) {
        *copies = duplicate(transaction, entities);
        return translate(transaction, *copies, by, lock);
    };
    const auto moved = glm::translate(engine::Mat4d{1}, by);
    auto done =
        m_kind == MoveKind::Move ? m_drag.show(move, moved) : m_drag.show(duplicateTo, moved);
    if (done && !m_drag.isOutlined())
        m_done = by;
    return done;
}

Result<void> MoveGesture::update(const PointerEvent& event)
{
    m_way.follow(event, m_editor.document());
    return apply();
}

void MoveGesture::commit()
{
    m_drag.commit([&document = m_editor.document(), copies = m_copies] {
        if (!copies->empty())
            document.selectAfterStep(*copies);
    });
}

bool MoveGesture::key(const KeyEvent& event)
{
    if (event.key != ToolKey::V)
        return m_way.key(event);
    m_way.snapToNext(grip());
    return true;
}

std::string MoveGesture::measure() const
{
    return wayText(m_way.way()) + m_way.snapText();
}

void MoveGesture::draw(engine::DebugDraw& draw, const PointerEvent&) const
{
    m_way.draw(draw, m_way.way(), measure());
}
} // namespace editor
