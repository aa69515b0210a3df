#pragma once

#include "editor/document/transaction.h"
#include "engine_core/scene/prefabs/linked_parts.h"

#include <set>
#include <span>
#include <string_view>
#include <vector>

namespace editor
{
using engine::EntityId;
using engine::linkedGroupAbove;

/// Linked groups: copies of a group that stay equal. Each copy is an entity with a LinkedGroup and
/// a transform of its own; its contents, in the copy's own space, are equal to those of the other
/// copies component by component and share the very values. So an edit of one copy is a few shared
/// pointers for each other one, and textures need no thought. What is hidden or locked is each
/// copy's own matter.

/// Makes a group a linked one, alone of its link so far; its contents stay where they are. Does
/// nothing if it is one.
engine::Result<void> linkGroup(Transaction& transaction, EntityId group);

/// Copies every group among the objects in place and links it with its copy; other objects are
/// grouped first. The copies. Refused if nothing is selected.
engine::Result<std::vector<EntityId>> createLinkedDuplicate(Transaction& transaction,
                                                            std::span<const EntityId> entities);

/// Gives each linked group among the objects contents of its own again. Refused if there is none.
engine::Result<void> separateLinked(Transaction& transaction, std::span<const EntityId> entities);

/// The links whose groups are not all equal, but for what each keeps for itself. No edit leaves
/// such a link; files written by hand may.
[[nodiscard]] std::set<std::int64_t> unequalLinks(const engine::World& world,
                                                  const engine::TypeRegistry& types);

/// All copies that are linked with the group, itself too; none if it is not linked.
[[nodiscard]] std::vector<EntityId> linkedCopies(const engine::World& world, EntityId group);

/// Whether this copy keeps a property for itself. `entity` is a linked group or a part of one.
[[nodiscard]] bool keepsOwn(const engine::World& world,
                            EntityId entity,
                            std::string_view component,
                            std::string_view property);

/// Lets this copy keep the property for itself, or follow the others again: then it takes their
/// value. Refused if the entity belongs to no linked group, or has no such property.
engine::Result<void> setKeepsOwn(Transaction& transaction,
                                 EntityId entity,
                                 std::string_view component,
                                 std::string_view property,
                                 bool own);

/// Gives linked groups that were just pasted another link if their contents are not those that the
/// groups of that link have here by now.
void relinkPasted(Transaction& transaction, std::span<const EntityId> pasted);

/// A rule of every document: does to the other copies what a step did to one. Refused with a
/// sentence if two copies were changed differently, if a group would contain itself, or if a copy
/// would leave the world.
engine::Result<void> updateLinkedGroups(Transaction& transaction);
} // namespace editor
