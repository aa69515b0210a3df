#pragma once

#include "engine_core/math/types.h"
#include "engine_core/scene/components/navigation.h"

namespace engine
{
/// How a walker gets over a link: a function of time alone, so that it is the same every time.
class LinkMotion
{
public:
    LinkMotion() = default;

    /// `speed` is that of walking, in metres a second and above 0. Downwards a jump is a jump and a
    /// drop falls; upwards a drop is a jump, because nobody falls up.
    LinkMotion(NavLinkKind kind, const Vec3d& from, const Vec3d& to, double speed);

    [[nodiscard]] double seconds() const { return m_seconds; }

    /// Before the start it is `from`, after the end it is `to`.
    [[nodiscard]] Vec3d at(double seconds) const;

    [[nodiscard]] const Vec3d& from() const { return m_from; }

    [[nodiscard]] const Vec3d& to() const { return m_to; }

private:
    [[nodiscard]] Vec3d dropAt(double seconds) const;
    [[nodiscard]] Vec3d climbAt(double seconds) const;

    NavLinkKind m_kind = NavLinkKind::Walk;
    Vec3d m_from{0}, m_to{0};
    double m_seconds = 0;
    double m_height = 0; ///< of a jump's arc above the straight line, in metres
    double m_across = 0; ///< seconds to the side, of drops and ladders
};
} // namespace engine
