#include "editor/tools/transform/transform_gestures.h"

#include "editor/tools/gestures/handle.h"

#include <algorithm>

namespace editor
{
using engine::Aabb;
using engine::Mat4d;
using engine::Result;
using engine::Vec3d;

namespace
{
/// The other two axes, so that turning from the first to the second is counter-clockwise.
std::pair<int, int> aroundAxis(int axis)
{
    return {(axis + 1) % 3, (axis + 2) % 3};
}
} // namespace

RotateGesture::RotateGesture(EditorApi& editor,
                             std::unique_ptr<TransformSubject> subject,
                             const PointerEvent& event,
                             const Vec3d& pivot,
                             int axis)
    : m_pivot{pivot}, m_axis{axis}, m_drag{editor, std::move(subject), "Rotate"}
{
    m_last = angleOf(event);
}

void RotateGesture::commit()
{
    m_drag.commit();
}

std::optional<double> RotateGesture::angleOf(const PointerEvent& event) const
{
    const engine::Plane plane{unitAxis(m_axis), m_pivot[m_axis]};
    const double slope = glm::dot(event.ray.direction, plane.normal);
    if (std::abs(slope) < 0.02)
        return std::nullopt;
    const auto place = event.ray.at(-plane.above(event.ray.origin) / slope) - m_pivot;
    const auto [first, second] = aroundAxis(m_axis);
    return std::atan2(place[second], place[first]);
}

Result<void> RotateGesture::update(const PointerEvent& event)
{
    m_snaps = event.grid.isActive();
    const auto now = angleOf(event);
    if (now && m_last)
        m_raw += std::remainder(*now - *m_last, 2 * engine::Pi);
    if (now)
        m_last = now;
    return apply();
}

double RotateGesture::angle() const
{
    if (const auto typed = m_number.value())
        return engine::radians(*typed);
    if (!m_snaps)
        return m_raw;
    return engine::radians(std::round(engine::degrees(m_raw) / RotationStep) * RotationStep);
}

Result<void> RotateGesture::apply()
{
    const auto turn = glm::rotate(Mat4d{1}, angle(), unitAxis(m_axis));
    return m_drag.show(
        [pivot = m_pivot, axis = m_axis, angle = angle()](TransformSubject& subject,
                                                          Transaction& transaction) {
            return subject.rotate(transaction, pivot, axis, angle);
        },
        glm::translate(Mat4d{1}, m_pivot) * turn * glm::translate(Mat4d{1}, -m_pivot));
}

bool RotateGesture::key(const KeyEvent& event)
{
    if (const auto axis = axisOf(event.key)) {
        m_axis = *axis;
        m_last.reset(); // the pointer's angle about the new axis comes with the next update
        return true;
    }
    return m_number.key(event);
}

std::string RotateGesture::measure() const
{
    return fmt::format("{}\u00b0 about {}", metresText(engine::degrees(angle())), "XYZ"[m_axis]);
}

void RotateGesture::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    const double radius = metresOf(event, 70, m_pivot);
    const auto [first, second] = aroundAxis(m_axis);
    const auto at = [&](double turn) {
        return m_pivot +
               (unitAxis(first) * std::cos(turn) + unitAxis(second) * std::sin(turn)) * radius;
    };
    const double from = m_last.value_or(0) - m_raw;
    for (const double turn : {from, from + angle()})
        draw.line(m_pivot, at(turn), toolcolor::axis(m_axis), 2, engine::DebugDraw::Depth::OnTop);
    draw.labels.push_back({engine::Vec3f{at(from + angle())}, measure(), toolcolor::Text});
}

std::vector<BoxHandle> boxHandles(ViewKind view, const Aabb& box)
{
    const auto depth = depthAxis(view);
    const auto isOnBox = [&](const BoxHandle& handle) {
        for (int axis = 0; axis < 3; ++axis)
            if (handle.side[axis] != 0 && box.size()[axis] < engine::WeldDistance)
                return false;
        return true;
    };
    std::vector<BoxHandle> handles;
    for (int x = -1; x <= 1; ++x)
        for (int y = -1; y <= 1; ++y)
            for (int z = -1; z <= 1; ++z) {
                const BoxHandle handle{Vec3d{x, y, z}};
                if (handle.axes() > 0 && (!depth || handle.side[*depth] == 0) && isOnBox(handle))
                    handles.push_back(handle);
            }
    return handles;
}

std::optional<BoxHandle>
handleUnder(const PointerEvent& event, std::span<const BoxHandle> handles, const Aabb& box)
{
    if (box.isEmpty())
        return std::nullopt;
    std::optional<BoxHandle> nearest;
    double best = HandleRadius;
    for (const auto& handle : handles)
        if (const auto pixels = pixelsTo(event, handle.on(box)); pixels && *pixels <= best) {
            best = *pixels;
            nearest = handle;
        }
    return nearest;
}

ScaleGesture::ScaleGesture(EditorApi& editor,
                           std::unique_ptr<TransformSubject> subject,
                           const Aabb& box,
                           const BoxHandle& handle)
    : m_document{editor.document()}
    , m_box{box}
    , m_handle{handle}
    , m_to{handle.on(box)}
    , m_grid{editor.grid()}
    , m_scaled{withAllBelow(m_document.world(), m_document.selection().entities())}
    , m_drag{editor, std::move(subject), "Scale"}
{
}

void ScaleGesture::commit()
{
    m_drag.commit();
}

Result<void> ScaleGesture::update(const PointerEvent& event)
{
    m_grid = event.grid;
    const bool flat = event.view != ViewKind::Perspective;
    m_proportional = event.has(Modifier::Shift) || (!flat && m_handle.axes() > 1);
    m_aboutCenter = event.has(Modifier::Alt);
    const auto handle = m_handle.on(m_box);
    std::optional<Vec3d> place;
    if (flat) {
        place = event.onViewPlane(handle);
    } else {
        const auto outwards = glm::normalize(handle - m_box.center());
        if (const auto along = engine::closestDistanceOnAxis(event.ray, handle, outwards))
            place = handle + outwards * *along;
    }
    if (place)
        m_to = snappedTo(m_snap, m_document, event, m_scaled, m_grid.snap(*place));
    return apply();
}

Vec3d ScaleGesture::anchor() const
{
    return m_aboutCenter ? m_box.center() : BoxHandle{-m_handle.side}.on(m_box);
}

Vec3d ScaleGesture::factors() const
{
    Vec3d factors{1};
    const auto typed = m_number.value();
    const auto from = m_handle.on(m_box);
    const auto fixed = anchor();
    double strongest = 1;
    for (int i = 0; i < 3; ++i) {
        const double before = from[i] - fixed[i];
        if (m_handle.side[i] == 0 || std::abs(before) < engine::WeldDistance)
            continue;
        const double now = m_to[i] - fixed[i];
        // Nothing is turned inside out by the mouse: it stops at a thin slice.
        const bool isOnGrid = m_snap == SnapKind::Grid && m_grid.isActive();
        const double least =
            (isOnGrid ? m_grid.step : engine::WeldDistance * 10) / std::abs(before);
        factors[i] = typed.value_or(std::max(now / before, std::min(least, 1.0)));
        if (std::abs(factors[i] - 1) > std::abs(strongest - 1))
            strongest = factors[i];
    }
    return m_proportional ? Vec3d{typed.value_or(strongest)} : factors;
}

Aabb ScaleGesture::scaledBox() const
{
    const auto fixed = anchor();
    const auto by = factors();
    Aabb box;
    box.add(fixed + (m_box.min - fixed) * by);
    box.add(fixed + (m_box.max - fixed) * by);
    return box;
}

Result<void> ScaleGesture::apply()
{
    return m_drag.show(
        [anchor = anchor(), by = factors()](TransformSubject& subject, Transaction& transaction) {
            return subject.scale(transaction, anchor, by);
        },
        glm::translate(Mat4d{1}, anchor()) * glm::scale(Mat4d{1}, factors()) *
            glm::translate(Mat4d{1}, -anchor()));
}

bool ScaleGesture::key(const KeyEvent& event)
{
    if (event.key == ToolKey::V) {
        m_snap = nextSnap(m_snap); // from the next move on
        return true;
    }
    return m_number.key(event);
}

std::string ScaleGesture::measure() const
{
    return sizeText(scaledBox().size()) + snapText(m_snap);
}

void ScaleGesture::draw(engine::DebugDraw& draw, const PointerEvent&) const
{
    const auto box = scaledBox();
    draw.box(box, toolcolor::Active, 1, engine::DebugDraw::Depth::OnTop);
    draw.labels.push_back({engine::Vec3f{m_handle.on(box)}, measure(), toolcolor::Text});
}
} // namespace editor
