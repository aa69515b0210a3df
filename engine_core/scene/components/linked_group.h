#pragma once

#include "engine_core/reflect/type_builder.h"

namespace engine
{
/// Groups with the same link show the same contents, each at its own TransformComponent: an edit of
/// one is done to all (editor/operations/linked_groups.h). Its Node and place are its own.
struct LinkedGroup
{
    static constexpr std::string_view TypeName = "linked_group";

    std::int64_t link = 0; ///< as a rule the id of the entity that was linked first
    ValueBag own;          ///< "light.intensity": true for what this copy's root keeps for itself
    friend bool operator==(const LinkedGroup&, const LinkedGroup&) = default;
};

/// What of a linked group's contents answers to what in the other copies: members with the same
/// source. Belongs to the nearest linked group above.
struct LinkedMember
{
    static constexpr std::string_view TypeName = "linked_member";

    std::int64_t source = 0; ///< as a rule the id of the entity that came first
    ValueBag own;            ///< "light.intensity": true for what this copy keeps for itself
    friend bool operator==(const LinkedMember&, const LinkedMember&) = default;
};

void describe(TypeBuilder<LinkedGroup>& group);
void describe(TypeBuilder<LinkedMember>& member);
} // namespace engine
