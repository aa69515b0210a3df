#include "engine_core/render/scene/joint_lines.h"

#include "engine_core/scene/components/joint.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
constexpr double Reach = 0.5;       ///< metres of an axis to each side
constexpr double LongestDrawn = 50; ///< metres of a way, to each side
constexpr float JointWidth = 1.5F;  ///< pixels

class JointLines
{
public:
    JointLines(const Transform& frame, PackedColor color, std::vector<OverlayLine>& lines)
        : m_frame{frame}, m_color{color}, m_lines{lines}
    {
    }

    /// Between two places seen from the anchor, where the axis is +x.
    void line(const Vec3d& from, const Vec3d& to) { add(m_frame.apply(from), m_frame.apply(to)); }

    void add(const Vec3d& from, const Vec3d& to)
    {
        m_lines.push_back({Vec3f{from}, JointWidth, Vec3f{to}, m_color});
    }

    void cross(const Vec3d& at, double half)
    {
        for (const auto& side : {Vec3d{half, 0, 0}, Vec3d{0, half, 0}, Vec3d{0, 0, half}})
            line(at - side, at + side);
    }

    /// About the axis, degrees; with the two edges unless it is all around.
    void arc(double low, double high)
    {
        constexpr int Steps = 32;
        const auto at = [](double degrees) {
            return Vec3d{0, Reach * std::cos(radians(degrees)), Reach * std::sin(radians(degrees))};
        };
        for (int i = 0; i < Steps; ++i)
            line(at(low + (high - low) * i / Steps), at(low + (high - low) * (i + 1) / Steps));
        if (high - low >= 360)
            return;
        line({}, at(low));
        line({}, at(high));
    }

private:
    Transform m_frame;
    PackedColor m_color;
    std::vector<OverlayLine>& m_lines;
};

void addSlider(const Joint& joint, JointLines& lines)
{
    const double half = joint.limited ? 0 : Reach;
    const auto [least, most] = std::minmax(joint.lowestWay, joint.highestWay);
    const double low = joint.limited ? std::max(least, -LongestDrawn) : -half;
    const double high = joint.limited ? std::min(most, LongestDrawn) : half;
    lines.line({low, 0, 0}, {high, 0, 0});
    for (const double end : {low, high}) {
        lines.line({end, -0.1, 0}, {end, 0.1, 0});
        lines.line({end, 0, -0.1}, {end, 0, 0.1});
    }
}

/// A hinge's arrow points to where it turns counter-clockwise about.
void addHinge(const Joint& joint, JointLines& lines)
{
    lines.line({-Reach, 0, 0}, {Reach, 0, 0});
    for (const double side : {-0.06, 0.06})
        lines.line({Reach, 0, 0}, {Reach - 0.15, side, 0});
    const auto [low, high] = std::minmax(joint.lowestAngle, joint.highestAngle);
    lines.arc(joint.limited ? low : -180, joint.limited ? high : 180);
}
} // namespace

void addJointLines(const World& world,
                   EntityId entity,
                   PackedColor color,
                   std::vector<OverlayLine>& lines)
{
    const auto* joint = world.get<Joint>(entity);
    if (joint == nullptr)
        return;
    const auto place = worldTransform(world, entity);
    const auto frame = jointFrame(*joint, place);
    const bool hasOther = joint->other && world.exists(joint->other);
    JointLines drawn{frame, color, lines};
    drawn.cross({}, 0.1);
    if (joint->kind == JointKind::Hinge)
        addHinge(*joint, drawn);
    else if (joint->kind == JointKind::Slider)
        addSlider(*joint, drawn);
    else if (joint->kind == JointKind::Distance)
        drawn.add(frame.position,
                  (hasOther ? worldTransform(world, joint->other) : place).apply(joint->end));
    if (hasOther && joint->kind != JointKind::Distance)
        drawn.add(frame.position, worldTransform(world, joint->other).position);
}
} // namespace engine
