#include "editor/tools/transform/transform_tool.h"

#include "editor/operations/entity/object_sets.h"
#include "editor/tools/gestures/handle.h"
#include "editor/tools/gestures/handle_gestures.h"
#include "editor/tools/gestures/measure_label.h"
#include "editor/tools/transform/move_gesture.h"
#include "editor/tools/transform/pivot_gesture.h"
#include "editor/tools/transform/transform_gestures.h"

namespace editor
{
using engine::Aabb;
using engine::Result;
using engine::Vec3d;

namespace
{
constexpr double ArrowLength = 70; ///< pixels
constexpr double RingRadius = 64;  ///< pixels
constexpr int RingParts = 48;

/// The axes whose handles a view shows: all but the one that a 2D view looks along.
std::vector<int> shownArrows(ViewKind view)
{
    std::vector<int> axes;
    for (int axis = 0; axis < 3; ++axis)
        if (depthAxis(view) != axis)
            axes.push_back(axis);
    return axes;
}

/// And the rings: in 2D only the one that is seen as a circle.
std::vector<int> shownRings(ViewKind view)
{
    if (const auto axis = depthAxis(view))
        return {*axis};
    return {0, 1, 2};
}

Vec3d onRing(const Vec3d& center, int axis, double radius, int part)
{
    const double turn = 2 * engine::Pi * part / RingParts;
    return center +
           (unitAxis((axis + 1) % 3) * std::cos(turn) + unitAxis((axis + 2) % 3) * std::sin(turn)) *
               radius;
}

/// Pixels from the pointer to the ring.
double pixelsToRing(const PointerEvent& event, const Vec3d& center, int axis)
{
    const double radius = metresOf(event, RingRadius, center);
    double best = std::numeric_limits<double>::infinity();
    for (int part = 0; part < RingParts; ++part)
        if (const auto pixels = pixelsTo(event, onRing(center, axis, radius, part),
                                         onRing(center, axis, radius, part + 1)))
            best = std::min(best, *pixels);
    return best;
}
} // namespace

void TransformTool::deactivate()
{
    m_axis.reset();
    m_number.clear();
}

Aabb TransformTool::selectionBounds() const
{
    if (const auto* handles = chosenHandles()) {
        Aabb bounds;
        for (const auto& handle : handles->chosen())
            for (const auto& corner : handle.corners)
                bounds.add(corner);
        return bounds;
    }
    const auto& document = m_editor.document();
    return boundsOfAll(document.world(), document.selection().entities());
}

std::unique_ptr<TransformSubject> TransformTool::subject() const
{
    auto* handles = chosenHandles();
    return handles != nullptr ? makeHandleSubject(m_editor, *handles) : makeObjectSubject(m_editor);
}

void TransformTool::drawChosen(engine::DebugDraw& draw) const
{
    if (const auto* handles = chosenHandles())
        handles->draw(draw, {});
}

Vec3d TransformTool::pivot() const
{
    const auto& document = m_editor.document();
    const auto entities = topmost(document.world(), document.selection().entities());
    // One thing without a body turns about its own place, wherever that is.
    if (chosenHandles() == nullptr && entities.size() == 1 &&
        document.world().children(entities.front()).empty()) {
        const auto place = engine::worldTransform(document.world(), entities.front()).position;
        if (place != Vec3d{0})
            return place;
    }
    return m_editor.grid().snap(selectionBounds().center());
}

bool TransformTool::takesKey(ToolKey key) const
{
    if (isTyping())
        return key != ToolKey::V;
    return key == ToolKey::Text && !m_editor.document().selection().entities().empty();
}

bool TransformTool::isTyping() const
{
    return m_axis.has_value() || !m_number.text().empty();
}

bool TransformTool::key(const KeyEvent& event)
{
    auto& document = m_editor.document();
    if (document.selection().entities().empty())
        return false;
    if (event.key == ToolKey::Escape) {
        const bool wasTyping = isTyping();
        deactivate();
        if (wasTyping || chosenHandles() == nullptr)
            return wasTyping;
        m_choice->drop(); // back to whole objects
        m_editor.updateViews();
        return true;
    }
    if (const auto axis = axisOf(event.key)) {
        m_axis = m_axis == axis ? std::nullopt : axis;
        return true;
    }
    if (event.key != ToolKey::Enter)
        return m_number.key(event);
    const auto number = m_number.value();
    if (!number)
        return false;
    const auto what = subject();
    const auto done = document.run(
        label(), [&](Transaction& transaction) { return applyTyped(*what, transaction, *number); });
    if (!done) {
        what->cancel();
        m_editor.showMessage(MessageKind::Warning, done.error().message());
    }
    deactivate();
    return true;
}

std::string TransformTool::typedHint() const
{
    if (!isTyping())
        return "X, Y or Z, a number and Enter do it exactly";
    return fmt::format("{} {}: Enter does it, Esc drops it",
                       m_axis ? std::string(1, "XYZ"[*m_axis]) : std::string{"All axes"},
                       m_number.text());
}

std::optional<int> MoveTool::arrowUnder(const PointerEvent& event) const
{
    if (selectionBounds().isEmpty())
        return std::nullopt;
    const auto center = pivot();
    for (const int axis : shownArrows(event.view)) {
        const auto tip = center + unitAxis(axis) * metresOf(event, ArrowLength, center);
        if (const auto pixels = pixelsTo(event, center, tip); pixels && *pixels <= HandleRadius)
            return axis;
    }
    return std::nullopt;
}

std::unique_ptr<Gesture> MoveTool::press(const PointerEvent& event)
{
    const auto axis = arrowUnder(event);
    if (event.button != PointerButton::Left || !axis)
        return nullptr;
    const auto along = engine::closestDistanceOnAxis(event.ray, pivot(), unitAxis(*axis));
    const auto grabbed = pivot() + unitAxis(*axis) * along.value_or(0);
    if (auto* handles = chosenHandles())
        return std::make_unique<HandleGesture>(editor(), *handles, grabbed, *axis);
    return std::make_unique<MoveGesture>(editor(), grabbed, MoveKind::Move, *axis);
}

std::optional<PointerShape> MoveTool::pointer(const PointerEvent& event) const
{
    const auto axis = arrowUnder(event);
    return axis ? std::optional{sizeShape(event, pivot(), unitAxis(*axis))} : std::nullopt;
}

Result<void>
MoveTool::applyTyped(TransformSubject& subject, Transaction& transaction, double number)
{
    return subject.move(transaction, unitAxis(axis().value_or(0)) * number);
}

std::string MoveTool::label() const
{
    return "Move";
}

std::string MoveTool::hint() const
{
    return "Drag an arrow or the selection; " + typedHint();
}

void MoveTool::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    if (selectionBounds().isEmpty())
        return;
    drawChosen(draw);
    const auto center = pivot();
    for (const int axis : shownArrows(event.view)) {
        const double pixel = metresOf(event, 1, center);
        const auto along = unitAxis(axis);
        const auto tip = center + along * (ArrowLength * pixel);
        const auto color = toolcolor::axis(axis);
        draw.line(center, tip, color, 3, engine::DebugDraw::Depth::OnTop);
        for (const double side : {-1.0, 1.0})
            draw.line(tip,
                      tip - along * (10 * pixel) + unitAxis((axis + 1) % 3) * (side * 5 * pixel),
                      color, 3, engine::DebugDraw::Depth::OnTop);
    }
}

RotateTool::RotateTool(EditorApi& editor, std::shared_ptr<HandleChoice> choice)
    : TransformTool{editor, std::move(choice)}
{
    m_connections += editor.document().selection().changed.connect([this] { m_pivot.reset(); });
}

std::vector<ToolSetting> RotateTool::settings()
{
    std::vector<ToolSetting> all;
    if (selectionBounds().isEmpty())
        return all;
    static constexpr std::array Labels{"Pivot X", "Pivot Y", "Pivot Z"};
    for (int axis = 0; axis < 3; ++axis)
        all.push_back({Labels[static_cast<std::size_t>(axis)], "m",
                       "The place to turn about; the middle again when something else is selected",
                       -engine::WorldLimit, engine::WorldLimit,
                       [this, axis] { return center()[axis]; },
                       [this, axis](double metres) -> Result<void> {
                           auto place = center();
                           place[axis] = metres;
                           m_pivot = place;
                           editor().updateViews();
                           return {};
                       }});
    return all;
}

bool RotateTool::isPivotUnder(const PointerEvent& event) const
{
    const auto pixels = pixelsTo(event, center());
    return pixels && *pixels <= HandleRadius && !selectionBounds().isEmpty();
}

std::optional<int> RotateTool::ringUnder(const PointerEvent& event) const
{
    if (selectionBounds().isEmpty())
        return std::nullopt;
    std::optional<int> nearest;
    double best = HandleRadius;
    for (const int ring : shownRings(event.view))
        if (const double pixels = pixelsToRing(event, center(), ring); pixels <= best) {
            best = pixels;
            nearest = ring;
        }
    return nearest;
}

std::unique_ptr<Gesture> RotateTool::press(const PointerEvent& event)
{
    if (event.button != PointerButton::Left)
        return nullptr;
    if (isPivotUnder(event))
        return std::make_unique<PivotGesture>(editor(), m_pivot, center());
    const auto ring = ringUnder(event);
    if (!ring)
        return nullptr;
    return std::make_unique<RotateGesture>(editor(), subject(), event, center(), *ring);
}

std::optional<PointerShape> RotateTool::pointer(const PointerEvent& event) const
{
    if (isPivotUnder(event))
        return PointerShape::Move;
    return ringUnder(event) ? std::optional{PointerShape::Grab} : std::nullopt;
}

Result<void>
RotateTool::applyTyped(TransformSubject& subject, Transaction& transaction, double number)
{
    return subject.rotate(transaction, center(), axis().value_or(1), engine::radians(number));
}

std::string RotateTool::label() const
{
    return "Rotate";
}

std::string RotateTool::hint() const
{
    return "Drag a ring, or the point in its middle to turn about another place; " + typedHint() +
           " (degrees; Y if no axis is chosen)";
}

void RotateTool::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    if (selectionBounds().isEmpty())
        return;
    drawChosen(draw);
    const auto at = center();
    const double radius = metresOf(event, RingRadius, at);
    for (const int ring : shownRings(event.view))
        for (int part = 0; part < RingParts; ++part)
            draw.line(onRing(at, ring, radius, part), onRing(at, ring, radius, part + 1),
                      toolcolor::axis(ring), 2, engine::DebugDraw::Depth::OnTop);
    draw.point(at, toolcolor::Active, m_pivot ? 9 : 7);
}

std::unique_ptr<Gesture> ScaleTool::press(const PointerEvent& event)
{
    const auto box = selectionBounds();
    const auto handle = handleUnder(event, boxHandles(event.view, box), box);
    if (event.button != PointerButton::Left || !handle)
        return nullptr;
    return std::make_unique<ScaleGesture>(editor(), subject(), box, *handle);
}

std::optional<PointerShape> ScaleTool::pointer(const PointerEvent& event) const
{
    const auto box = selectionBounds();
    const auto handle = handleUnder(event, boxHandles(event.view, box), box);
    if (!handle)
        return std::nullopt;
    return sizeShape(event, handle->on(box), handle->on(box) - box.center());
}

std::vector<ToolSetting> ScaleTool::settings()
{
    std::vector<ToolSetting> all;
    if (selectionBounds().isEmpty())
        return all;
    static constexpr std::array Labels{"Size X", "Size Y", "Size Z"};
    for (int axis = 0; axis < 3; ++axis)
        all.push_back(
            {Labels[static_cast<std::size_t>(axis)], "m",
             "Of all that is selected; its lower corner stays", 0.001, 2 * engine::WorldLimit,
             [this, axis] { return selectionBounds().size()[axis]; },
             [this, axis](double metres) -> Result<void> {
                 const auto box = selectionBounds();
                 if (box.size()[axis] < engine::WeldDistance)
                     return engine::Error{"Something flat cannot be stretched"};
                 Vec3d factors{1};
                 factors[axis] = metres / box.size()[axis];
                 const auto what = subject();
                 auto done = editor().document().run(label(), [&](Transaction& transaction) {
                     return what->scale(transaction, box.min, factors);
                 });
                 if (!done)
                     what->cancel();
                 return done;
             }});
    return all;
}

Result<void>
ScaleTool::applyTyped(TransformSubject& subject, Transaction& transaction, double number)
{
    Vec3d factors{number};
    if (axis()) {
        factors = Vec3d{1};
        factors[*axis()] = number;
    }
    return subject.scale(transaction, pivot(), factors);
}

std::string ScaleTool::label() const
{
    return "Scale";
}

std::string ScaleTool::hint() const
{
    return "Drag a handle; Shift keeps proportions, Alt the middle; " + typedHint();
}

void ScaleTool::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    const auto box = selectionBounds();
    if (box.isEmpty())
        return;
    drawChosen(draw);
    draw.box(box, toolcolor::Quiet, 1, engine::DebugDraw::Depth::Dimmed);
    for (const auto& handle : boxHandles(event.view, box))
        draw.point(handle.on(box), toolcolor::Active, handle.axes() == 1 ? 8 : 6);
    drawSizeLabel(draw, event, box);
}
} // namespace editor
