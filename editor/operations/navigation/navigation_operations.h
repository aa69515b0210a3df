#pragma once

#include "editor/document/transaction.h"
#include "engine_core/navigation/query/nav_mend.h"
#include "engine_core/navigation/survey/nav_proposals.h"

#include <span>
#include <string>

namespace editor
{
/// An agent profile with usual measures; a number follows the name if another agent has it, or
/// one that gives the same name of a file.
engine::EntityId addNavAgent(Transaction& transaction, const std::string& name);

/// A number follows the agent's name, so that neither it nor its file is another agent's. What was
/// for this agent, and for no other one of the name, stays for it.
void renameNavAgent(Transaction& transaction, engine::EntityId agent);

/// A link for each proposal, at the top level; for its agent alone if the scene has several.
std::vector<engine::EntityId> addNavLinks(Transaction& transaction,
                                          std::span<const engine::NavProposal> proposals);

/// Does what a remedy says, for the agent of that name; one that the scene has no object for gets
/// one if need be. A link is for that agent alone if the scene has several. An error if what it is
/// about is gone, or it is no edit (NavMend::isEdit).
engine::Result<void>
applyNavMend(Transaction& transaction, const engine::NavMend& mend, const std::string& agent);
} // namespace editor
