#include "editor/tools/gestures/handle.h"

#include <algorithm>

namespace editor
{
using engine::Vec2d;
using engine::Vec3d;

engine::DrawColor toolcolor::axis(int axis)
{
    static constexpr std::array<engine::DrawColor, 3> Colors{
        {{0.94f, 0.33f, 0.31f, 1}, {0.45f, 0.78f, 0.33f, 1}, {0.31f, 0.56f, 0.96f, 1}}};
    return Colors[static_cast<std::size_t>(axis)];
}

std::optional<double> pixelsTo(const PointerEvent& event, const Vec3d& place)
{
    const auto at = event.camera.project(place, event.viewSize.x, event.viewSize.y);
    if (!at)
        return std::nullopt;
    return glm::length(*at - event.position);
}

std::optional<double> pixelsTo(const PointerEvent& event, const Vec3d& from, const Vec3d& to)
{
    const auto a = event.camera.project(from, event.viewSize.x, event.viewSize.y);
    const auto b = event.camera.project(to, event.viewSize.x, event.viewSize.y);
    if (!a || !b)
        return std::nullopt;
    const Vec2d along = *b - *a;
    const double length = glm::dot(along, along);
    const double t =
        length > 0 ? std::clamp(glm::dot(event.position - *a, along) / length, 0.0, 1.0) : 0.0;
    return glm::length(event.position - (*a + along * t));
}

double metresOf(const PointerEvent& event, double pixels, const Vec3d& place)
{
    return pixels * event.camera.metresPerPixel(place, event.viewSize.y);
}

std::optional<int> depthAxis(ViewKind view)
{
    switch (view) {
    case ViewKind::Top:
        return 1;
    case ViewKind::Front:
        return 2;
    case ViewKind::Side:
        return 0;
    case ViewKind::Perspective:
        break;
    }
    return std::nullopt;
}

int majorAxis(const Vec3d& direction)
{
    const auto size = glm::abs(direction);
    if (size.x >= size.y && size.x >= size.z)
        return 0;
    return size.y >= size.z ? 1 : 2;
}

Vec3d unitAxis(int axis)
{
    Vec3d unit{0};
    unit[axis] = 1;
    return unit;
}

PointerShape sizeShape(const PointerEvent& event, const Vec3d& place, const Vec3d& direction)
{
    const auto length = glm::length(direction);
    const auto way = direction * (length > 0 ? metresOf(event, HandleRadius, place) / length : 0);
    const auto from = event.camera.project(place, event.viewSize.x, event.viewSize.y);
    const auto to = event.camera.project(place + way, event.viewSize.x, event.viewSize.y);
    if (!from || !to)
        return PointerShape::Move;
    const Vec2d onScreen = *to - *from;
    if (glm::length(onScreen) < HandleRadius / 4)
        return PointerShape::Move;         // towards the viewer
    constexpr double Slanted = 0.41421356; // tangent of 22.5 degrees: eight ways of equal share
    const auto size = glm::abs(onScreen);
    if (size.y <= size.x * Slanted)
        return PointerShape::SizeHorizontal;
    if (size.x <= size.y * Slanted)
        return PointerShape::SizeVertical;
    return onScreen.x * onScreen.y < 0 ? PointerShape::SizeRising : PointerShape::SizeFalling;
}

std::optional<int> axisOf(ToolKey key)
{
    switch (key) {
    case ToolKey::X:
        return 0;
    case ToolKey::Y:
        return 1;
    case ToolKey::Z:
        return 2;
    default:
        return std::nullopt;
    }
}

bool isCovered(const PointerEvent& event, const Vec3d& place)
{
    if (event.view != ViewKind::Perspective || event.hits.empty())
        return false;
    // The pointer is a little beside the place, and may meet a slanted face before it.
    const double slack = metresOf(event, 4 * HandleRadius, place);
    const auto& direction = event.ray.direction;
    return glm::dot(place - event.hits.front().point, direction) > slack;
}

void drawRectangle(engine::DebugDraw& draw, const PointerEvent& to, const Vec2d& from)
{
    const auto corner = [&](double x, double y) {
        const auto ray = to.camera.rayThrough(x, y, to.viewSize.x, to.viewSize.y);
        return ray.at(std::max(0.1, to.camera.nearPlane * 2));
    };
    const auto& b = to.position;
    const std::array corners{corner(from.x, from.y), corner(b.x, from.y), corner(b.x, b.y),
                             corner(from.x, b.y)};
    for (std::size_t i = 0; i < corners.size(); ++i)
        draw.line(corners[i], corners[(i + 1) % corners.size()], toolcolor::Active, 1,
                  engine::DebugDraw::Depth::OnTop);
}
} // namespace editor
