#pragma once

#include "engine_core/assets/input/input_map.h"

#include <vector>

namespace editor
{
/// What has bindings of its own: an action, or one direction of an axis.
struct InputSlot
{
    enum class Part
    {
        Action,
        Negative,
        Positive
    };

    std::string name;
    Part part = Part::Action;

    friend bool operator==(const InputSlot&, const InputSlot&) = default;
};

/// All of a map, in its order.
[[nodiscard]] std::vector<InputSlot> slotsOf(const engine::InputMap& map);

/// Its bindings in the map; null if the map has no such slot.
[[nodiscard]] const std::vector<engine::InputSource>* bindingsOf(const engine::InputMap& map,
                                                                 const InputSlot& slot);

/// Nothing happens if the map has no such slot.
void setBindings(engine::InputMap& map,
                 const InputSlot& slot,
                 std::vector<engine::InputSource> bindings);

/// The project's map with the user's own bindings, which are in the settings under the names of
/// actions and hold in all projects, in place of the project's.
[[nodiscard]] engine::InputMap withUserBindings(engine::InputMap map);

[[nodiscard]] bool hasUserBindings(const InputSlot& slot);

/// In the settings at once.
void setUserBindings(const InputSlot& slot, const std::vector<engine::InputSource>& bindings);

/// From now on the project's hold.
void resetUserBindings(const InputSlot& slot);
} // namespace editor
