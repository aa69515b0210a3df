#pragma once

#include "engine_core/math/types.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

/// A named action or axis of the project's InputMap, and how far it is pressed: 0 to 1, axes -1
/// to 1.
struct ActionValue
{
    std::string name;
    double value = 0;

    friend bool operator==(const ActionValue&, const ActionValue&) = default;
};

/// From here on an action, or either side of an axis, counts as down.
inline constexpr double PressedFrom = 0.5;

/// What a player does in one tick.
struct PlayerInput
{
    std::uint32_t keys = 0; ///< PlayerKey flags
    Vec2d look{0};          ///< radians since the last tick: x turns right, y looks up
    double wheel = 0;       ///< notches since the last tick, away from the user

    /// What is neither at rest nor said by `keys`, each name once: actions and axes of the project,
    /// and keys that are half pressed.
    std::vector<ActionValue> values{};

    std::string console{}; ///< a line typed into the console; empty: none

    /// What came and went since the last tick, such as a notch of the wheel: joins the next tick
    /// alone, as keys and as values.
    std::uint32_t tappedKeys = 0;
    std::vector<ActionValue> taps{};

    [[nodiscard]] bool isDown(PlayerKey key) const
    {
        return (keys & static_cast<std::uint32_t>(key)) != 0;
    }

    /// Of the action or axis of that name; 0 if it rests or there is none.
    [[nodiscard]] double valueOf(std::string_view name) const;

    /// Whether it is pressed so far that it counts as down.
    [[nodiscard]] bool isDown(std::string_view name) const;

    /// The same with the taps in it.
    [[nodiscard]] PlayerInput withTaps() const;

    /// Adds taps to those that wait; sums of equal names stay within -1 to 1.
    void addTaps(const PlayerInput& other);
};

/// The key of that name, such as "Jump"; 0 if it is none.
[[nodiscard]] std::uint32_t keyNamed(std::string_view name);

/// The names of keys, in the order of their flags: "Forward" to "AltFire".
[[nodiscard]] const std::vector<std::string>& playerKeyNames();
} // namespace engine
