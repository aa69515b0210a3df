#pragma once

#include "engine_core/assets/input/input_source.h"
#include "engine_core/base/result.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace engine
{
struct Project;

/// What is pressed or not, with a value of 0 to 1.
struct InputAction
{
    std::string name;
    std::vector<InputSource> bindings; ///< any of them does it

    friend bool operator==(const InputAction&, const InputAction&) = default;
};

/// A value of -1 to 1.
struct InputAxis
{
    std::string name;
    std::vector<InputSource> negative;
    std::vector<InputSource> positive;

    friend bool operator==(const InputAxis&, const InputAxis&) = default;
};

/// What a game knows of its player, and which keys, buttons and sticks that is: the section "input"
/// of project.json. Begins with the actions and axes that every game has.
struct InputMap
{
    static constexpr std::size_t MaxActions = 70; ///< the built-in ones included
    static constexpr std::size_t MaxAxes = 32;
    static constexpr std::size_t MaxBindings = 8; ///< of an action, or of one direction of an axis
    static constexpr std::size_t MaxNameLength = 32;

    double deadZone = 0.15;        ///< of sticks, see pressPad(); 0 to 0.9
    double triggerThreshold = 0.5; ///< from here on a trigger presses an action; 0.05 to 1
    double stickTurn = 150;        ///< degrees that a stick turns the head in a second; 10 to 720
    std::vector<InputAction> actions;
    std::vector<InputAxis> axes;

    /// The built-in ones with their usual bindings.
    [[nodiscard]] static const InputMap& usual();

    [[nodiscard]] const InputAction* action(std::string_view name) const;
    [[nodiscard]] const InputAxis* axis(std::string_view name) const;
    [[nodiscard]] InputAction* action(std::string_view name);
    [[nodiscard]] InputAxis* axis(std::string_view name);

    [[nodiscard]] bool has(std::string_view name) const;

    /// Whether anything is bound to it.
    [[nodiscard]] bool binds(InputSource source) const;

    /// Other actions, and axes, that have a binding of that action, and happen with it.
    [[nodiscard]] std::vector<std::string> sharing(std::string_view action) const;

    /// The names of actions, then of axes.
    [[nodiscard]] std::vector<std::string> names() const;

    friend bool operator==(const InputMap&, const InputMap&) = default;
};

/// Names of the axes with which sticks turn the player's head.
inline constexpr const char* LookRightAxis = "LookRight";
inline constexpr const char* LookUpAxis = "LookUp";

/// What steers menus of a game's HUD: up, down, left and right; to choose a row; to leave.
inline constexpr std::array<const char*, 4> MenuActions{"MenuUp", "MenuDown", "MenuLeft",
                                                        "MenuRight"};
inline constexpr const char* MenuChooseAction = "MenuChoose";
inline constexpr const char* MenuBackAction = "MenuBack";

/// Whether it counts in menus alone: what is bound to it and to others never does both.
[[nodiscard]] bool isMenuAction(std::string_view name);

/// Letters, digits and "_", no digit first, at most MaxNameLength of them.
[[nodiscard]] bool isInputName(std::string_view name);

/// The project's, or the usual one if it says nothing.
[[nodiscard]] const InputMap& inputOf(const Project& project);
} // namespace engine
