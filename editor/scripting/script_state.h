#pragma once

#include <string>
#include <string_view>

namespace AngelScript
{
class asIScriptObject;
} // namespace AngelScript

namespace editor
{
/// The public members of a script's object as one JSON object: numbers, enums (as
/// numbers), truth values, texts, vectors, colours, entities, and arrays of those. Handles,
/// dictionaries and objects of the script's own classes are left out, and so are private and
/// protected members.
[[nodiscard]] std::string stateOf(AngelScript::asIScriptObject& object);

/// Gives public members the values of the same name. Values that do not fit the member's type, and
/// those that no member has, are passed over, as is text that is no JSON object.
void restoreState(AngelScript::asIScriptObject& object, std::string_view state);
} // namespace editor
