#pragma once

#include "engine_core/assets/input/input_map.h"

namespace engine
{
struct Project;
class JsonValue;

/// The section "input" of a project.json on top of the usual map: an action or axis that it names
/// has the bindings that stand there. Errors are one sentence with `nameForMessages` and the place:
/// names that are none or stand for two things, bindings that do not exist, numbers beyond their
/// range, and more than the bounds of InputMap. Members that are not known are passed over.
[[nodiscard]] Result<InputMap> readInput(const JsonValue& section,
                                         const std::string& nameForMessages);

/// The section as text; empty if the map is the usual one.
[[nodiscard]] std::string inputText(const InputMap& map);

/// Writes the map into the project's file, whose other members, known or not, stay. Errors if the
/// file cannot be read or written.
[[nodiscard]] Result<void> saveInput(const Project& project, const InputMap& map);
} // namespace engine
