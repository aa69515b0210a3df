#include "editor/tools/transform/shear_tool.h"

#include "editor/tools/gestures/handle.h"

namespace editor
{
using engine::Aabb;
using engine::Result;
using engine::Vec3d;

namespace
{
std::vector<BoxHandle> sideHandles(ViewKind view, const Aabb& box)
{
    auto handles = boxHandles(view, box);
    std::erase_if(handles, [](const BoxHandle& handle) { return handle.axes() != 1; });
    return handles;
}
} // namespace

ShearGesture::ShearGesture(EditorApi& editor,
                           std::unique_ptr<TransformSubject> subject,
                           const Aabb& box,
                           const BoxHandle& handle)
    : m_box{box}
    , m_handle{handle}
    , m_axis{majorAxis(handle.side)}
    , m_grid{editor.grid()}
    , m_drag{editor, std::move(subject), "Shear"}
{
}

void ShearGesture::commit()
{
    m_drag.commit();
}

Result<void> ShearGesture::update(const PointerEvent& event)
{
    m_grid = event.grid;
    m_keepToMajor = event.has(Modifier::Shift);
    const auto handle = m_handle.on(m_box);
    if (const auto depth = depthAxis(event.view)) {
        m_raw = event.onViewPlane(handle) - handle;
        m_raw[*depth] = 0;
    } else if (m_axis == 1) {
        const auto distance = engine::intersect(event.ray, engine::Plane{{0, 1, 0}, handle.y});
        if (distance && *distance < FarthestDrag)
            m_raw = event.ray.at(*distance) - handle;
    } else {
        const int along = event.has(Modifier::Alt) ? 1 : 2 - m_axis;
        const auto distance = engine::closestDistanceOnAxis(event.ray, handle, unitAxis(along));
        if (distance && std::abs(*distance) < FarthestDrag)
            m_raw = unitAxis(along) * *distance;
    }
    m_raw[m_axis] = 0;
    return apply();
}

Vec3d ShearGesture::way() const
{
    const int major = majorAxis(m_raw);
    if (const auto typed = m_number.along(m_raw[major]))
        return major == m_axis ? Vec3d{0} : unitAxis(major) * *typed;
    const auto snapped = m_grid.snap(m_raw);
    return m_keepToMajor ? unitAxis(major) * snapped[major] : snapped;
}

Result<void> ShearGesture::apply()
{
    const double moving = m_handle.on(m_box)[m_axis];
    const double fixed = BoxHandle{-m_handle.side}.on(m_box)[m_axis];
    const auto slope = way() / (moving - fixed);
    engine::Mat4d moved{1};
    moved[m_axis] += engine::Vec4d{slope, 0};
    moved[3] -= engine::Vec4d{slope * fixed, 0};
    return m_drag.show(
        [axis = m_axis, fixed, slope](TransformSubject& subject, Transaction& transaction) {
            return subject.shear(transaction, axis, fixed, slope);
        },
        moved);
}

bool ShearGesture::key(const KeyEvent& event)
{
    return m_number.key(event);
}

std::string ShearGesture::measure() const
{
    const auto by = way();
    std::string text;
    for (int i = 0; i < 3; ++i)
        if (by[i] != 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : "  ", "XYZ"[i], metresText(by[i]));
    const double angle = engine::degrees(std::atan2(glm::length(by), m_box.size()[m_axis]));
    return fmt::format("{} m  ({}\u00b0)", text.empty() ? "0" : text,
                       metresText(std::round(angle * 10) / 10));
}

void ShearGesture::draw(engine::DebugDraw& draw, const PointerEvent&) const
{
    const auto from = m_handle.on(m_box);
    const auto to = from + way();
    draw.line(from, to, toolcolor::Active, 2, engine::DebugDraw::Depth::OnTop);
    draw.labels.push_back({engine::Vec3f{to}, measure(), toolcolor::Text});
}

std::unique_ptr<Gesture> ShearTool::press(const PointerEvent& event)
{
    const auto box = selectionBounds();
    const auto handle = handleUnder(event, sideHandles(event.view, box), box);
    if (event.button != PointerButton::Left || !handle)
        return nullptr;
    return std::make_unique<ShearGesture>(editor(), subject(), box, *handle);
}

std::optional<PointerShape> ShearTool::pointer(const PointerEvent& event) const
{
    const auto box = selectionBounds();
    return handleUnder(event, sideHandles(event.view, box), box) ? std::optional{PointerShape::Move}
                                                                 : std::nullopt;
}

Result<void>
ShearTool::applyTyped(TransformSubject& subject, Transaction& transaction, double number)
{
    const auto box = selectionBounds();
    const int along = axis().value_or(0);
    const int across = along == 1 ? 0 : 1;
    const double size = box.size()[across];
    if (size < engine::WeldDistance)
        return engine::Error{"Something flat cannot be sheared"};
    return subject.shear(transaction, across, box.min[across], unitAxis(along) * (number / size));
}

std::string ShearTool::label() const
{
    return "Shear";
}

std::string ShearTool::hint() const
{
    return "Drag a side of the box: it slides and the opposite side stays; Alt slides upright "
           "sides "
           "up and down; " +
           typedHint();
}

void ShearTool::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    const auto box = selectionBounds();
    if (box.isEmpty())
        return;
    drawChosen(draw);
    draw.box(box, toolcolor::Quiet, 1, engine::DebugDraw::Depth::Dimmed);
    for (const auto& handle : sideHandles(event.view, box))
        draw.point(handle.on(box), toolcolor::Active, 8);
}
} // namespace editor
