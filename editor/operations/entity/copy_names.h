#pragma once

#include "editor/document/transaction.h"

#include <span>

namespace editor
{
/// Counts on the names that users gave: a copy of "Lamp" or "Lamp 2" is "Lamp 3", or has the first
/// higher number that no sibling has; "Wall 01" is followed by "Wall 02". What a brush is called by
/// the program stays.
void countNamesOn(Transaction& transaction, std::span<const engine::EntityId> copies);
} // namespace editor
