#pragma once

#include "engine_core/math/types.h"

#include <cstdint>

namespace engine
{
/// Held keys and mouse buttons. Flags.
enum class PlayerKey : std::uint32_t
{
    Forward = 1,
    Back = 2,
    Left = 4,
    Right = 8,
    Run = 16,
    Jump = 32,
    Crouch = 64,
    Use = 128,
    Fire = 256,   ///< the left mouse button
    AltFire = 512 ///< the right one
};

/// What a player does in one tick.
struct PlayerInput
{
    std::uint32_t keys = 0; ///< PlayerKey flags
    Vec2d look{0};          ///< radians since the last tick: x turns right, y looks up
    double wheel = 0;       ///< notches since the last tick, away from the user

    [[nodiscard]] bool isDown(PlayerKey key) const
    {
        return (keys & static_cast<std::uint32_t>(key)) != 0;
    }
};
} // namespace engine
