#include "plugins/path_debugger/path_tool.h"

namespace path_debugger
{
using editor::PointerEvent;
using engine::Vec3d;

namespace
{
constexpr double HandleReach = 12; ///< pixels

/// Where the pointer is in the level: the face under it that is the highest to stand on, or a plane
/// through `depth`.
Vec3d placeUnder(const PointerEvent& event, const Vec3d& depth)
{
    if (event.view != editor::ViewKind::Perspective)
        return event.onViewPlane(depth);
    if (!event.hits.empty())
        return event.hits.front().point;
    const engine::Plane ground{{0, 1, 0}, depth.y};
    const auto distance = engine::intersect(event.ray, ground);
    return distance ? event.ray.at(*distance) : depth;
}

/// Who looks from above chooses no height.
Reach reachOf(const PointerEvent& event)
{
    return event.view == editor::ViewKind::Top ? Reach::AllFloors : Reach::OwnFloor;
}

bool isUnder(const PointerEvent& event, const std::optional<Vec3d>& handle)
{
    if (!handle)
        return false;
    const auto at = event.camera.project(*handle, event.viewSize.x, event.viewSize.y);
    return at && glm::distance(*at, event.position) <= HandleReach;
}

/// Moves one end, or both at the start of a new path. Left without commit() it puts them back.
class EndGesture final : public editor::Gesture
{
public:
    enum class End
    {
        Start,
        Goal
    };

    EndGesture(std::shared_ptr<PathDebugger> debugger, End end)
        : m_debugger{std::move(debugger)}
        , m_end{end}
        , m_fromBefore{m_debugger->from()}
        , m_toBefore{m_debugger->to()}
    {
    }

    ~EndGesture() override
    {
        if (m_kept)
            return;
        m_debugger->clear();
        if (m_fromBefore)
            m_debugger->setFrom(*m_fromBefore);
        if (m_toBefore)
            m_debugger->setTo(*m_toBefore);
    }

    engine::Result<void> update(const PointerEvent& event) override
    {
        const auto& moved = m_end == End::Start ? m_debugger->from() : m_debugger->to();
        const auto& other = m_end == End::Start ? m_debugger->to() : m_debugger->from();
        const auto place = placeUnder(event, moved ? *moved : other ? *other : Vec3d{0});
        if (m_end == End::Start)
            m_debugger->setFrom(place, reachOf(event));
        else
            m_debugger->setTo(place, reachOf(event));
        return {};
    }

    void commit() override { m_kept = true; }

    [[nodiscard]] std::string measure() const override { return m_debugger->summary(); }

private:
    std::shared_ptr<PathDebugger> m_debugger;
    End m_end;
    std::optional<Vec3d> m_fromBefore, m_toBefore;
    bool m_kept = false;
};
} // namespace

PathTool::PathTool(std::shared_ptr<PathDebugger> debugger) : m_debugger{std::move(debugger)} {}

std::unique_ptr<editor::Gesture> PathTool::press(const PointerEvent& event)
{
    if (isUnder(event, m_debugger->to()))
        return std::make_unique<EndGesture>(m_debugger, EndGesture::End::Goal);
    if (isUnder(event, m_debugger->from()))
        return std::make_unique<EndGesture>(m_debugger, EndGesture::End::Start);
    auto gesture = std::make_unique<EndGesture>(m_debugger, EndGesture::End::Goal);
    m_debugger->setFrom(placeUnder(event, m_debugger->from().value_or(Vec3d{0})), reachOf(event));
    return gesture;
}

std::optional<editor::PointerShape> PathTool::pointer(const PointerEvent& event) const
{
    const bool isOnEnd = isUnder(event, m_debugger->to()) || isUnder(event, m_debugger->from());
    return isOnEnd ? editor::PointerShape::Move : editor::PointerShape::Cross;
}

bool PathTool::click(const PointerEvent& event)
{
    if (event.button != editor::PointerButton::Left)
        return false;
    const auto place = placeUnder(event, m_debugger->from().value_or(Vec3d{0}));
    if (m_debugger->from())
        m_debugger->setTo(place, reachOf(event));
    else
        m_debugger->setFrom(place, reachOf(event));
    return true;
}

bool PathTool::key(const editor::KeyEvent& event)
{
    if (event.key != editor::ToolKey::Escape || m_debugger->isEmpty())
        return false;
    m_debugger->clear();
    return true;
}

std::string PathTool::hint() const
{
    return "Drag from a start to a goal; drag either end on; click moves the goal; Esc clears";
}
} // namespace path_debugger
