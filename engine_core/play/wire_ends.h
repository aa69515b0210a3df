#pragma once

#include "engine_core/scene/checks/issue.h"
#include "engine_core/scene/components/wires.h"
#include "engine_core/scene/world/world.h"
#include "engine_core/scripting/compile/script_library.h"

#include <string>
#include <vector>

namespace engine
{
/// What wires of the entity can begin at: what the engine fires for it, then what its script's
/// class declares with [outputs(...)].
[[nodiscard]] std::vector<std::string>
outputsOf(const World& world, EntityId entity, ScriptLibrary& scripts);

/// What wires can tell the entity: the public methods of its script that messages can call, then
/// what every object and every light takes.
[[nodiscard]] std::vector<ScriptMessage>
messagesOf(const World& world, EntityId entity, ScriptLibrary& scripts);

/// "opened -> Hall lamp: switchOn, after 0.5 s, once".
[[nodiscard]] std::string wireText(const World& world, const Wire& wire);

/// The same as its target sees it: "from Door: opened -> switchOn, after 0.5 s, once".
[[nodiscard]] std::string incomingWireText(const World& world, EntityId from, const Wire& wire);

/// Wires that come to nothing: without a target, with one that is gone, with a message that the
/// target does not have, or with an output that nothing fires. At most MaxIssuesPerRule. Scripts
/// that do not compile are not spoken of.
[[nodiscard]] std::vector<Issue> checkWires(const World& world, ScriptLibrary& scripts);
} // namespace engine
