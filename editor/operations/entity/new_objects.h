#pragma once

#include "editor/document/transaction.h"

namespace editor
{
/// A rule of every document: what a step makes at the top level goes to the open group or else to
/// the current layer, where it is in the world. What is made around objects that were there before
/// (a group, a door) stays with them.
engine::Result<void> adoptNewObjects(Transaction& transaction);
} // namespace editor
