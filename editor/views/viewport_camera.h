#pragma once

#include "editor/api/tool.h"
#include "engine_core/math/aabb.h"

#include <optional>

namespace editor
{
/// Moves the camera of one view as mappers expect: flying and orbiting in 3D, panning and zooming
/// at the pointer in 2D. Without Qt, so that tests drive it directly.
class ViewportCamera
{
public:
    explicit ViewportCamera(ViewKind kind);

    [[nodiscard]] ViewKind kind() const { return m_kind; }

    /// 2D views may be switched to another side; the place looked at stays. A view that was 3D
    /// before is again where it was; one that becomes 3D for the first time looks at what was in
    /// the middle of the flat view, at its scale.
    void setKind(ViewKind kind);

    [[nodiscard]] const engine::ViewCamera& camera() const { return m_camera; }

    /// Takes place, direction and zoom over; roll is dropped.
    void setCamera(const engine::ViewCamera& camera);

    /// 3D: turns by pixels of mouse movement, at 0.25 degrees a pixel. No roll; stops at the poles.
    void look(double dx, double dy);

    /// 3D: moves for `seconds` along the camera's right, the world's up and the camera's forward;
    /// components -1 to 1.
    void fly(const engine::Vec3d& direction, double seconds, bool fast);

    /// Metres per second; also how far a step of the wheel goes.
    [[nodiscard]] double flySpeed() const { return m_flySpeed; }

    void setFlySpeed(double metresPerSecond) { m_flySpeed = metresPerSecond; }

    /// 3D: turns about a point by pixels.
    void orbit(const engine::Vec3d& pivot, double dx, double dy);

    /// Moves so that what is at `grabbed` stays under the pointer: pixels of movement, view height.
    void pan(double dx, double dy, double viewHeight, const engine::Vec3d& grabbed);

    /// 2D: zooms, keeping the point under the pointer. 3D: dollies towards it. Steps of the wheel.
    void zoom(double steps, const engine::Vec2d& pointer, const engine::Vec2d& viewSize);

    /// Where the camera stands when the box fills the view, in the direction that it looks now.
    [[nodiscard]] engine::Vec3d eyeFor(const engine::Aabb& box, double aspect) const;

    /// Moves so that the box fills the view, over 150 ms; call animate() until it returns false.
    void focus(const engine::Aabb& box, double aspect);

    /// 3D: moves to `eye` and turns to what is at `target`, animated in the same way.
    void lookFrom(const engine::Vec3d& eye, const engine::Vec3d& target);
    bool animate(double seconds);

private:
    /// Where a 3D view stands and looks to.
    struct Stand
    {
        engine::Vec3d position;
        double yaw = 0;
        double pitch = 0;
    };

    void stopAnimation() { m_target.reset(); }

    void turnTo(double yaw, double pitch);
    void lookFlat(ViewKind kind, const engine::Vec3d& center);
    void look3D(const engine::Vec3d& center);

    ViewKind m_kind;
    engine::ViewCamera m_camera;
    double m_flySpeed = 6.0;
    double m_yaw = 0;   ///< radians about +Y, 0 looks along -Z
    double m_pitch = 0; ///< radians, up is positive
    std::optional<Stand> m_left3D; ///< before it became flat

    struct Animation
    {
        engine::Vec3d fromPosition, toPosition;
        double fromHeight, toHeight;
        double fromYaw = 0, toYaw = 0;
        double fromPitch = 0, toPitch = 0;
        double elapsed = 0;
    };

    [[nodiscard]] Animation animationFromHere() const;

    std::optional<Animation> m_target;
};
} // namespace editor
