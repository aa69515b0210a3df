#pragma once

#include "editor/scripting/script_host.h"
#include "engine_core/reflect/value_convert.h"

namespace editor
{
/// What collects the running onGui(); null, with an exception in the script, outside of one.
[[nodiscard]] GuiBuilder* activeGui();

/// An exception in the script if the result is an error.
void checkOrRaise(const engine::Result<void>& result);

/// A new element, null after an exception in the script. Valid until the next one is added.
GuiNode* addElement(GuiKind kind, const std::string& label);

/// The value that the user gave the element in this run, or else `given`; the element shows it.
template <typename T>
T answer(GuiNode& node, T given)
{
    if (const auto* event = activeHost()->gui->eventOf(node))
        if (auto typed = engine::ValueConvert<T>::fromValue(event->value))
            given = *std::move(typed);
    node.value = engine::ValueConvert<T>::toValue(given);
    return given;
}

/// A field whose value is all there is to it.
template <typename T>
T field(GuiKind kind, const std::string& label, const T& given)
{
    auto* node = addElement(kind, label);
    return node != nullptr ? answer<T>(*node, given) : given;
}
} // namespace editor
