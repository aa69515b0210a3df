#include "editor/operations/entity/sibling_places.h"

#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/sibling_order.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_set>

namespace editor
{
using engine::SiblingOrder;
using engine::siblingPlace;
using engine::World;

namespace
{
constexpr double Endless = std::numeric_limits<double>::infinity();

/// Numbers between which objects are to be shown.
struct Gap
{
    double after = -Endless;
    double before = Endless;
};

EntityId parentOf(const World& world, EntityId entity)
{
    return world.get<engine::Node>(entity)->parent;
}

/// Gives the objects, in this order, places in the gap; none where their ids do already.
void placeIn(Transaction& transaction, const Gap& gap, const std::vector<EntityId>& entities)
{
    const auto placeOfId = [](EntityId entity) {
        return static_cast<double>(entity.value);
    };
    if (std::is_sorted(entities.begin(), entities.end()) &&
        placeOfId(entities.front()) > gap.after && placeOfId(entities.back()) < gap.before)
        return;
    const auto count = static_cast<double>(entities.size());
    const double step = gap.before < Endless ? (gap.before - gap.after) / (count + 1) : 1;
    // Where the numbers between two neighbours are used up, equal ones are told apart by their ids.
    const double most = std::nextafter(gap.before, gap.after);
    double number = 0;
    for (const auto entity : entities)
        transaction.set(entity, SiblingOrder{std::min(gap.after + ++number * step, most)});
}

/// From the number to that of the next sibling which is none of the copies.
Gap gapBehind(const World& world,
              EntityId parent,
              double after,
              const std::unordered_set<EntityId>& copies)
{
    Gap gap{after};
    for (const auto sibling : world.children(parent))
        if (const double place = siblingPlace(world, sibling);
            place > after && place < gap.before && !copies.contains(sibling))
            gap.before = place;
    return gap;
}
} // namespace

std::vector<EntityId> inSiblingOrder(const World& world, std::vector<EntityId> entities)
{
    std::sort(entities.begin(), entities.end(), [&](EntityId a, EntityId b) {
        return std::pair{siblingPlace(world, a), a} < std::pair{siblingPlace(world, b), b};
    });
    return entities;
}

void placeBehind(Transaction& transaction,
                 std::span<const EntityId> sources,
                 std::span<const EntityId> copies)
{
    const auto& world = transaction.world();
    std::map<EntityId, std::vector<EntityId>> byParent;
    for (const auto copy : copies)
        byParent[parentOf(world, copy)].push_back(copy);
    std::map<EntityId, double> last; // of the sources of each parent
    for (const auto source : sources) {
        const auto [at, isNew] = last.try_emplace(parentOf(world, source), -Endless);
        at->second = std::max(at->second, siblingPlace(world, source));
    }
    const std::unordered_set<EntityId> made{copies.begin(), copies.end()};
    for (const auto& [parent, children] : byParent)
        if (const auto after = last.find(parent); after != last.end())
            placeIn(transaction, gapBehind(world, parent, after->second, made), children);
}

void placeInOrder(Transaction& transaction, const std::vector<EntityId>& siblings)
{
    if (siblings.empty())
        return;
    const auto lowest = *std::min_element(siblings.begin(), siblings.end());
    placeIn(transaction, {static_cast<double>(lowest.value) - 1}, siblings);
}

engine::Result<void> placeNewObjects(Transaction& transaction)
{
    const auto& world = transaction.world();
    std::unordered_set<EntityId> made;
    for (const auto& change : transaction.changes())
        if (change.type == engine::typeIdOf<engine::Node>() && !change.before && change.after)
            made.insert(change.entity);
    std::map<EntityId, std::vector<EntityId>> byParent;
    for (const auto entity : made)
        if (world.get<SiblingOrder>(entity) == nullptr)
            byParent[parentOf(world, entity)].push_back(entity);
    for (auto& [parent, children] : byParent) {
        Gap gap;
        for (const auto sibling : world.children(parent))
            if (!made.contains(sibling))
                gap.after = std::max(gap.after, siblingPlace(world, sibling));
        std::sort(children.begin(), children.end());
        placeIn(transaction, gap, children);
    }
    return {};
}
} // namespace editor
