#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace engine
{
enum class InputDevice : std::uint8_t
{
    Keyboard,
    Mouse,
    Pad
};

/// One thing that a hand presses, or moves in one direction: a key, a mouse button, a notch of the
/// wheel, a button of a game controller, half the way of a stick. Each gives 0 to 1.
class InputSource
{
public:
    /// As project.json writes it: "key.W", "mouse.left", "pad.a". nullopt if there is no such one.
    [[nodiscard]] static std::optional<InputSource> named(std::string_view name);

    /// How many there are; index() is below.
    [[nodiscard]] static std::size_t count();

    /// @param index below count()
    [[nodiscard]] static InputSource at(std::size_t index);

    [[nodiscard]] std::string_view name() const;

    /// For people: "W", "Left mouse button", "Pad A".
    [[nodiscard]] std::string label() const;

    [[nodiscard]] InputDevice device() const;

    [[nodiscard]] std::size_t index() const { return m_index; }

    friend bool operator==(const InputSource&, const InputSource&) = default;

private:
    explicit InputSource(std::uint16_t index) : m_index{index} {}

    std::uint16_t m_index;
};

/// The name among all sources that looks most like the given one.
[[nodiscard]] std::string nearestSourceName(std::string_view name);
} // namespace engine
