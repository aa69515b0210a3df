#pragma once

#include "editor/document/transaction.h"
#include "engine_core/geometry/brush.h"

namespace editor
{
/// A new object for a part that is split off a brush, or continues it: with the parent, name and
/// components of `original`, but for what there is one of (its light, its sound, its place to
/// start) and without what is below it.
engine::EntityId
addBrushPart(Transaction& transaction, engine::EntityId original, engine::Brush brush);
} // namespace editor
