#include "editor/tools/move_gesture.h"

#include "editor/operations/brush_operations.h"
#include "editor/operations/object_sets.h"
#include "editor/operations/transform_operations.h"
#include "editor/tools/handle.h"

namespace editor
{
using engine::Result;
using engine::Vec3d;

namespace
{
constexpr double FarthestPoint = 2000; // metres; rays near the horizon meet the plane anywhere
} // namespace

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
    , m_grabbed{grabbed}
    , m_grid{editor.grid()}
    , m_axis{axis}
    , m_transaction{editor.document().begin((kind == MoveKind::Move ? "Move " : "Duplicate ") +
                                            countText(m_entities.size()))}
{
}

void MoveGesture::follow(const PointerEvent& event)
{
    m_grid = event.grid;
    m_keepToMajor = event.has(Modifier::Shift);
    if (event.view != ViewKind::Perspective) {
        m_raw = event.onViewPlane(m_grabbed) - m_grabbed;
        m_raw[*depthAxis(event.view)] = 0;
        return;
    }
    const bool vertical = event.has(Modifier::Alt) || m_axis == 1;
    if (vertical || m_axis) {
        const int axis = vertical ? 1 : *m_axis;
        const auto along = engine::closestDistanceOnAxis(event.ray, m_grabbed, unitAxis(axis));
        if (along && std::abs(*along) < FarthestPoint)
            m_raw[axis] = *along;
        return;
    }
    const engine::Plane floor{{0, 1, 0}, m_grabbed.y};
    const auto distance = engine::intersect(event.ray, floor);
    if (!distance || *distance > FarthestPoint)
        return; // the pointer is above the horizon: stay
    const auto way = event.ray.at(*distance) - m_grabbed;
    m_raw.x = way.x;
    m_raw.z = way.z;
}

Vec3d MoveGesture::way() const
{
    if (m_found && !m_number.value())
        return m_axis ? unitAxis(*m_axis) * (*m_found)[*m_axis] : *m_found;
    const int major = majorAxis(m_raw);
    const int axis = m_axis.value_or(major);
    if (const auto typed = m_number.value())
        return unitAxis(axis) * (m_raw[axis] < 0 ? -*typed : *typed);
    const auto snapped = m_grid.snap(m_raw);
    return m_axis || m_keepToMajor ? unitAxis(axis) * snapped[axis] : snapped;
}

void MoveGesture::nextSnapping()
{
    const auto& world = m_editor.document().world();
    m_snap = nextSnap(m_snap);
    m_found.reset();
    if (!m_moved.empty())
        return;
    const auto& moving = m_kind == MoveKind::Move ? m_entities : m_copies;
    const auto by = way();
    m_moved = withAllBelow(world, moving);
    m_bounds = boundsOfAll(world, moving).translated(-by);
    m_corner = nearestCorner(world, m_moved, m_grabbed + by).value_or(m_grabbed + by) - by;
}

/// The nearest side of the moved box comes to lie against the plane; along it the grid holds.
Vec3d MoveGesture::wayToPlane(const SnapPlane& plane) const
{
    auto by = m_grid.snap(m_raw);
    const double toMin = plane.place - m_bounds.min[plane.axis];
    const double toMax = plane.place - m_bounds.max[plane.axis];
    const double raw = m_raw[plane.axis];
    const bool minIsNearer = std::abs(toMin - raw) < std::abs(toMax - raw);
    by[plane.axis] = plane.side > 0 || (plane.side == 0 && minIsNearer) ? toMin : toMax;
    return by;
}

std::optional<Vec3d> MoveGesture::findTarget(const PointerEvent& event) const
{
    const auto& document = m_editor.document();
    if (m_snap == SnapKind::Vertices) {
        const auto corner = vertexUnder(document, event, m_moved);
        if (!corner)
            return std::nullopt;
        auto by = *corner - m_corner;
        if (const auto depth = depthAxis(event.view))
            by[*depth] = 0;
        return by;
    }
    const auto plane = planeUnder(document, event, m_moved);
    if (!plane)
        return std::nullopt;
    return wayToPlane(*plane);
}

Result<void> MoveGesture::apply()
{
    return m_transaction.replace([this](Transaction& transaction) -> Result<void> {
        const auto by = way();
        const auto lock = m_editor.textureLock();
        if (m_kind == MoveKind::Move)
            return by == Vec3d{0} ? Result<void>{} : translate(transaction, m_entities, by, lock);
        m_copies = duplicate(transaction, m_entities);
        return translate(transaction, m_copies, by, lock);
    });
}

Result<void> MoveGesture::update(const PointerEvent& event)
{
    follow(event);
    m_found = m_snap == SnapKind::Grid ? std::nullopt : findTarget(event);
    return apply();
}

void MoveGesture::commit()
{
    m_transaction.commit();
    if (m_kind == MoveKind::Duplicate && !m_copies.empty())
        m_editor.document().selection().set(m_copies);
}

bool MoveGesture::key(const KeyEvent& event)
{
    if (const auto axis = axisOf(event.key))
        m_axis = m_axis == axis ? std::nullopt : axis;
    else if (event.key == ToolKey::V)
        nextSnapping();
    else if (!m_number.key(event))
        return false;
    if (auto done = apply(); !done)
        m_editor.showMessage(MessageKind::Warning, done.error().message());
    return true;
}

std::string MoveGesture::measure() const
{
    static constexpr std::array Names{"X", "Y", "Z"};
    const auto by = way();
    std::string text;
    for (int i = 0; i < 3; ++i)
        if (by[i] != 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : "  ",
                                Names[static_cast<std::size_t>(i)], metresText(by[i]));
    return (text.empty() ? "0" : text) + " m" + snapText(m_snap);
}

void MoveGesture::draw(engine::DebugDraw& draw, const PointerEvent&) const
{
    const auto to = m_grabbed + way();
    draw.line(m_grabbed, to, m_axis ? toolcolor::axis(*m_axis) : toolcolor::Active,
              m_axis || m_keepToMajor ? 2.0f : 1.0f, engine::DebugDraw::Depth::OnTop);
    draw.labels.push_back({engine::Vec3f{to}, measure(), toolcolor::Text});
}
} // namespace editor
