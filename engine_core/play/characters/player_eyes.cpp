#include "engine_core/play/characters/player_eyes.h"

#include "engine_core/physics/character_controller.h"
#include "engine_core/scene/components/movement.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
constexpr double FullBob = 3.5;      ///< metres per second of a walk with the bob that is asked for
constexpr double MostBob = 1.5;      ///< so many times that much in a run
constexpr double BobTime = 0.12;     ///< seconds in which the bob comes and goes
constexpr double SoftLanding = 2.0;  ///< metres per second; slower ones are not seen
constexpr double HardLanding = 10.0; ///< with the whole dip
constexpr double MostLag = 0.8;      ///< metres
constexpr double FarAway = 1.0;      ///< metres beyond its speed: it did not go there by itself

double share(double seconds, double time)
{
    return time > 0 ? 1 - std::exp(-seconds / time) : 1.0;
}
} // namespace

Vec3d PlayerEyes::tick(const CharacterView& view,
                       const CharacterState& state,
                       double height,
                       const Quatd& rotation,
                       double seconds)
{
    const double own = glm::length(state.velocity) * seconds;
    if (m_before && !(glm::distance(m_before->foot, state.foot) <= own + FarAway))
        *this = {};
    Vec3d sway = bob(view, state, rotation, seconds);
    sway.y += lag(view, state, height, seconds) - dip(view, state, seconds);
    m_before = Before{state.foot, height};
    return isFinite(sway) ? sway : Vec3d{0};
}

/// A foot comes down at each whole number of steps; there the eyes are lowest, and in the middle of
/// two of them farthest aside.
Vec3d PlayerEyes::bob(const CharacterView& view,
                      const CharacterState& state,
                      const Quatd& rotation,
                      double seconds)
{
    const double speed = std::hypot(state.velocity.x, state.velocity.z);
    const double wanted =
        state.grounded && state.steps > 0 ? std::min(speed / FullBob, MostBob) : 0.0;
    m_bob += (wanted - m_bob) * share(seconds, BobTime);
    const double down = 0.5 + 0.5 * std::cos(2 * Pi * state.steps);
    const double aside = std::sin(Pi * state.steps);
    const Vec3d right = rotation * Vec3d{1, 0, 0};
    return m_bob * (right * (view.bobWidth * aside) - Vec3d{0, view.bobHeight * down, 0});
}

/// Down in a quarter of the time, and up again in the rest.
double PlayerEyes::dip(const CharacterView& view, const CharacterState& state, double seconds)
{
    m_sinceLanding += seconds;
    if (state.landed) {
        const double part = (state.landingSpeed - SoftLanding) / (HardLanding - SoftLanding);
        m_depth = view.landingDip * std::clamp(part, 0.0, 1.0);
        m_sinceLanding = 0;
    }
    const double part = m_sinceLanding / std::max(view.dipTime, 0.01);
    return part < 1 ? m_depth * std::sin(Pi * std::sqrt(part)) : 0.0;
}

/// What the feet climb, and what a crouch takes away, is followed little by little.
double PlayerEyes::lag(const CharacterView& view,
                       const CharacterState& state,
                       double height,
                       double seconds)
{
    const double grown = m_before ? height - m_before->height : 0.0;
    m_lag = std::clamp(m_lag - state.stepRise - grown, -MostLag, MostLag);
    m_lag -= m_lag * share(seconds, view.stepTime);
    return m_lag;
}
} // namespace engine
