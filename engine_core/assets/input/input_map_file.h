#pragma once

#include "engine_core/assets/input/input_map.h"

#include <functional>

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

/// Reads the map that the project's file holds now, which may differ from that of `project`, lets
/// `change` work on it, and writes it back if it has become another. The file's other members,
/// known or not, stay; so do actions and axes that `change` takes away. Returns what the file holds
/// then. Errors if it is no project that could be opened, or cannot be written.
[[nodiscard]] Result<InputMap> saveInput(const Project& project,
                                         const std::function<void(InputMap&)>& change);
} // namespace engine
