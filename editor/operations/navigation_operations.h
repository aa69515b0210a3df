#pragma once

#include "editor/document/transaction.h"
#include "engine_core/navigation/nav_proposals.h"

#include <span>
#include <string>

namespace editor
{
/// An agent profile with usual measures; a number follows the name if another agent has it.
engine::EntityId addNavAgent(Transaction& transaction, const std::string& name);

/// A link for each proposal, at the top level.
std::vector<engine::EntityId> addNavLinks(Transaction& transaction,
                                          std::span<const engine::NavProposal> proposals);
} // namespace editor
