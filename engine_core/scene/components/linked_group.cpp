#include "engine_core/scene/components/linked_group.h"

namespace engine
{
void describe(TypeBuilder<LinkedGroup>& group)
{
    group.type("linked_group", "Linked group", "An edit of one copy is done to all copies");
    group.notAddable();
    group.property("link", &LinkedGroup::link).hidden().range(0, 4294967295.0);
    group.property("own", &LinkedGroup::own).hidden();
}

void describe(TypeBuilder<LinkedMember>& member)
{
    member.type("linked_member", "Part of a linked group");
    member.notAddable();
    member.property("source", &LinkedMember::source).hidden().range(0, 4294967295.0);
    member.property("own", &LinkedMember::own).hidden();
}
} // namespace engine
