#pragma once

#include "engine_core/math/types.h"

#include <optional>

namespace engine
{
struct CharacterState;
struct CharacterView;

/// How far from the player's eyes the picture is taken: the bob of steps, the dip of a landing and
/// the smooth way up a step. Only the picture knows of it.
class PlayerEyes
{
public:
    /// Once after each tick of a character that is `height` metres tall and looks with `rotation`.
    /// Metres in world space, no farther than a metre, never above the head but on a way down.
    [[nodiscard]] Vec3d tick(const CharacterView& view,
                             const CharacterState& state,
                             double height,
                             const Quatd& rotation,
                             double seconds);

private:
    [[nodiscard]] Vec3d bob(const CharacterView& view,
                            const CharacterState& state,
                            const Quatd& rotation,
                            double seconds);
    [[nodiscard]] double
    dip(const CharacterView& view, const CharacterState& state, double seconds);
    [[nodiscard]] double
    lag(const CharacterView& view, const CharacterState& state, double height, double seconds);

    /// Of the tick before.
    struct Before
    {
        Vec3d foot{0};
        double height = 0;
    };

    std::optional<Before> m_before; ///< none: the eyes are new here
    double m_bob = 0;               ///< how much of the bob there is, following the speed
    double m_depth = 0;             ///< metres that the last landing takes them down
    double m_sinceLanding = 0;      ///< seconds
    double m_lag = 0;               ///< metres that they are above where they go
};
} // namespace engine
