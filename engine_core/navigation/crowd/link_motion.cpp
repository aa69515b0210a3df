#include "engine_core/navigation/crowd/link_motion.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr double Gravity = 15;       ///< metres a second squared, as characters fall
constexpr double LeastArc = 0.3;     ///< metres
constexpr double ArcShare = 0.2;     ///< of the width of a jump
constexpr double ClimbShare = 0.5;   ///< of the walking speed
constexpr double LeastSeconds = 0.1; ///< so that nobody is in two places at once

double acrossOf(const Vec3d& way)
{
    return glm::length(Vec2d{way.x, way.z});
}
} // namespace

LinkMotion::LinkMotion(NavLinkKind kind, const Vec3d& from, const Vec3d& to, double speed)
    : m_kind{kind}, m_from{from}, m_to{to}
{
    const auto way = to - from;
    const double across = acrossOf(way);
    if (kind == NavLinkKind::Drop && way.y >= 0)
        m_kind = NavLinkKind::Jump;
    m_across = across / speed;
    switch (m_kind) {
    case NavLinkKind::Walk:
        m_seconds = glm::length(way) / speed;
        break;
    case NavLinkKind::Jump: {
        m_height = std::max(LeastArc, across * ArcShare) + std::max(way.y, 0.0) / 2;
        // Up the arc and down again takes as long as a stone would.
        m_seconds = std::max(m_across, 2 * std::sqrt(2 * m_height / Gravity));
        break;
    }
    case NavLinkKind::Drop:
        m_seconds = m_across / 2 + std::max(m_across / 2, std::sqrt(-2 * way.y / Gravity));
        break;
    case NavLinkKind::Ladder:
        m_seconds = m_across + std::abs(way.y) / (speed * ClimbShare);
        break;
    }
    m_seconds = std::max(m_seconds, LeastSeconds);
}

/// Over the edge first, and down once the middle of the way is passed.
Vec3d LinkMotion::dropAt(double seconds) const
{
    const double share = m_across > 0 ? std::min(seconds / m_across, 1.0) : 1.0;
    const double falling = std::max(seconds - m_across / 2, 0.0);
    auto place = m_from + (m_to - m_from) * share;
    place.y = std::max(m_from.y - Gravity / 2 * falling * falling, m_to.y);
    return place;
}

/// Up: along the ladder and then away from it. Down: the other way round.
Vec3d LinkMotion::climbAt(double seconds) const
{
    const double climb = m_seconds - m_across;
    const bool isUp = m_to.y > m_from.y;
    const double climbed = isUp ? seconds : seconds - m_across;
    const double walked = isUp ? seconds - climb : seconds;
    const double share = m_across > 0 ? std::clamp(walked / m_across, 0.0, 1.0) : 1.0;
    auto place = m_from + (m_to - m_from) * share;
    place.y =
        m_from.y + (m_to.y - m_from.y) * (climb > 0 ? std::clamp(climbed / climb, 0.0, 1.0) : 1.0);
    return place;
}

Vec3d LinkMotion::at(double seconds) const
{
    if (seconds <= 0)
        return m_from;
    if (seconds >= m_seconds)
        return m_to;
    if (m_kind == NavLinkKind::Drop)
        return dropAt(seconds);
    if (m_kind == NavLinkKind::Ladder)
        return climbAt(seconds);
    const double share = seconds / m_seconds;
    return m_from + (m_to - m_from) * share + Vec3d{0, 4 * m_height * share * (1 - share), 0};
}
} // namespace engine
