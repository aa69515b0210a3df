#pragma once

#include "engine_core/scene/world/change_set.h"

#include <string>
#include <vector>

namespace engine
{
struct PlayState;

/// Brings a change of the edited world into the running one: each property by its Apply policy,
/// brushes as a whole, new and removed components as such, script properties onto the running
/// object. What did not change is left as scripts have made it, and the player makes way for
/// brushes (make_way.h). Returns, as sentences, what the author should know: what waits for the
/// next start, and what became of the player.
std::vector<std::string> applyLiveEdit(PlayState& state, const ChangeSet& changes);
} // namespace engine
