#include "engine_core/scene/world/reparented.h"

#include "engine_core/scene/components/node.h"

namespace engine
{
bool isReparented(const Change& change)
{
    if (change.type != typeIdOf<Node>())
        return false;
    const auto* before = static_cast<const Node*>(change.before.get());
    const auto* after = static_cast<const Node*>(change.after.get());
    return before == nullptr || after == nullptr || before->parent != after->parent;
}
} // namespace engine
