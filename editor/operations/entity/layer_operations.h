#pragma once

#include "editor/document/transaction.h"
#include "engine_core/scene/components/layer.h"

#include <span>
#include <string>
#include <vector>

namespace editor
{
using engine::EntityId;

/// A new, empty layer behind all others, in a colour that few others have.
EntityId addLayer(Transaction& transaction, const std::string& name);

/// Objects of the layer at its top; those of null, the default layer, are all that have none.
[[nodiscard]] std::vector<EntityId> objectsOfLayer(const engine::World& world, EntityId layer);

/// Moves the objects, each with the outermost group it is part of, to the layer (null: the default
/// one). They stay where they are. Refused if there is nothing to move.
engine::Result<void>
moveToLayer(Transaction& transaction, std::span<const EntityId> entities, EntityId layer);

/// Removes the layer; its objects go to the default layer and stay.
engine::Result<void> removeLayer(Transaction& transaction, EntityId layer);

/// One place up (-1) or down (1) in the list; nothing at its ends.
void shiftLayer(Transaction& transaction, EntityId layer, int by);

void setLayerColor(Transaction& transaction, EntityId layer, const engine::Color& color);
void setLayerOmitted(Transaction& transaction, EntityId layer, bool omit);

/// Hides all objects of all other layers, and shows this one.
void isolateLayer(Transaction& transaction, EntityId layer);
} // namespace editor
