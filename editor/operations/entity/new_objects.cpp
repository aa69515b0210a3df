#include "editor/operations/entity/new_objects.h"

#include "editor/document/document.h"
#include "editor/operations/entity/entity_operations.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/sibling_order.h"

#include <algorithm>
#include <unordered_set>

namespace editor
{
engine::Result<void> adoptNewObjects(Transaction& transaction)
{
    const auto& document = transaction.document();
    const auto& world = transaction.world();
    const auto open = document.selection().openGroup();
    const auto target = open ? open : document.currentLayer();
    if (!target || !world.exists(target))
        return {};
    std::unordered_set<EntityId> made;
    for (const auto& change : transaction.changes())
        if (change.type == engine::typeIdOf<engine::Node>() && !change.before && change.after)
            made.insert(change.entity);
    std::vector<EntityId> adopted;
    for (const auto entity : made) {
        const auto& children = world.children(entity);
        const bool isAtTop = !world.get<engine::Node>(entity)->parent;
        if (isAtTop && world.get<engine::Layer>(entity) == nullptr &&
            std::all_of(children.begin(), children.end(),
                        [&](EntityId child) { return made.contains(child); }))
            adopted.push_back(entity);
    }
    std::sort(adopted.begin(), adopted.end());
    for (const auto entity : adopted)
        if (world.get<engine::SiblingOrder>(entity) != nullptr)
            transaction.remove<engine::SiblingOrder>(entity); // of where it does not stay
    return reparent(transaction, adopted, target);
}
} // namespace editor
