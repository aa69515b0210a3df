#pragma once

#include "editor/api/tool.h"

#include <array>
#include <optional>
#include <span>

namespace editor
{
/// Colours that all tools share (sRGB).
namespace toolcolor
{
inline constexpr engine::DrawColor Active{1.0f, 0.62f, 0.11f, 1};
inline constexpr engine::DrawColor Quiet{0.85f, 0.85f, 0.85f, 0.8f};
inline constexpr engine::DrawColor Text{1, 1, 1, 1};

/// Red, green and blue for X, Y and Z.
[[nodiscard]] engine::DrawColor axis(int axis);
} // namespace toolcolor

/// How near the pointer must be to grab something. Pixels.
inline constexpr double HandleRadius = 9;

/// Handles are not dragged farther from the camera: rays near the horizon meet planes anywhere.
/// Metres.
inline constexpr double FarthestDrag = 2000;

/// Pixels between the pointer and a place of the level; nullopt behind the camera.
[[nodiscard]] std::optional<double> pixelsTo(const PointerEvent& event, const engine::Vec3d& place);

/// The same to the nearest place of a line.
[[nodiscard]] std::optional<double>
pixelsTo(const PointerEvent& event, const engine::Vec3d& from, const engine::Vec3d& to);

/// Metres at `place` that look as long as so many pixels.
[[nodiscard]] double metresOf(const PointerEvent& event, double pixels, const engine::Vec3d& place);

/// The axis that a 2D view looks along (0, 1, 2); nullopt in 3D.
[[nodiscard]] std::optional<int> depthAxis(ViewKind view);

/// The axis that the direction is nearest to.
[[nodiscard]] int majorAxis(const engine::Vec3d& direction);

[[nodiscard]] engine::Vec3d unitAxis(int axis);

/// The shape of a pointer that drags along a direction of the world from `place`.
[[nodiscard]] PointerShape
sizeShape(const PointerEvent& event, const engine::Vec3d& place, const engine::Vec3d& direction);

/// 0, 1, 2 for the keys X, Y, Z.
[[nodiscard]] std::optional<int> axisOf(ToolKey key);

/// Whether a brush under the pointer is in front of the place, which is under it as well. Never in
/// 2D, where everything is shown.
[[nodiscard]] bool isCovered(const PointerEvent& event, const engine::Vec3d& place);

/// The rectangle on the screen from another position to the pointer's.
void drawRectangle(engine::DebugDraw& draw, const PointerEvent& to, const engine::Vec2d& from);

/// Lets nothing happen until release: for a press that was a sloppy click.
class IdleGesture final : public Gesture
{
public:
    engine::Result<void> update(const PointerEvent&) override { return {}; }

    void commit() override {}
};
} // namespace editor
