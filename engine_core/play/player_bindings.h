#pragma once

#include "engine_core/assets/input/input_map.h"

#include <string>

namespace engine
{
/// The keys, buttons and sticks of whoever plays, as a game's own options change them. Belongs to
/// the host of a session, which outlives it; where nobody plays there is none.
class PlayerBindings
{
public:
    virtual ~PlayerBindings() = default;

    /// The project's map with the player's own bindings in it.
    [[nodiscard]] virtual InputMap map() const = 0;

    /// What the player presses next is bound to the action, for the player and from now on: in
    /// place of its keys and mouse buttons, or of those of controllers. Esc leaves it as it was.
    virtual void listen(const std::string& action) = 0;
    [[nodiscard]] virtual bool isListening() const = 0;

    /// The project's bindings of the action hold again.
    virtual void reset(const std::string& action) = 0;
};
} // namespace engine
