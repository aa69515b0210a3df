#pragma once

#include "editor/document/transaction.h"

#include <optional>
#include <span>
#include <string>

namespace editor
{
using engine::EntityId;

/// Sets one property on every entity that has such a component. Refused as a whole, with the name
/// of the property, if the value does not fit.
engine::Result<void> setProperty(Transaction& transaction,
                                 std::span<const EntityId> entities,
                                 const engine::TypeInfo& type,
                                 const engine::Property& property,
                                 const engine::Value& value);

/// As a new component has it.
engine::Result<void> resetProperty(Transaction& transaction,
                                   std::span<const EntityId> entities,
                                   const engine::TypeInfo& type,
                                   const engine::Property& property);

/// Sets one public property of the scripts; nullopt goes back to the script's own value.
void setScriptProperty(Transaction& transaction,
                       std::span<const EntityId> entities,
                       const std::string& name,
                       const std::optional<engine::Value>& value);

/// Gives every entity that has no such component one with default values.
void addComponent(Transaction& transaction,
                  std::span<const EntityId> entities,
                  const engine::TypeInfo& type);

/// Refused for what makes an entity what it is (name and parent).
engine::Result<void> removeComponent(Transaction& transaction,
                                     std::span<const EntityId> entities,
                                     const engine::TypeInfo& type);
} // namespace editor
