#include "editor/operations/foliage/foliage_kinds.h"

#include "editor/operations/foliage/foliage_operations.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/node.h"

#include <algorithm>
#include <bitset>
#include <map>
#include <vector>

namespace editor
{
namespace
{
using engine::Error;
using engine::FoliageEdit;
using engine::FoliageInstance;
using engine::FoliageLayer;
using engine::FoliageType;
using engine::Node;
using engine::Result;

constexpr std::size_t SlotCount = 256;

/// Where a kind is, and what its plants call it.
struct KindPlace
{
    EntityId layer; ///< whatever it is below
    std::int64_t slot = 0;
    friend auto operator<=>(const KindPlace&, const KindPlace&) = default;
};

struct KindChange
{
    EntityId kind;
    std::optional<KindPlace> before, after; ///< nullopt: it is none
};

std::optional<KindPlace> placeOf(const Node* node, const FoliageType* type)
{
    return node != nullptr && type != nullptr ? std::optional{KindPlace{node->parent, type->slot}}
                                              : std::nullopt;
}

/// Kinds that are new, gone, elsewhere or called otherwise; by id.
std::vector<KindChange> changedKinds(const Transaction& transaction)
{
    struct Before
    {
        std::optional<const Node*> node;
        std::optional<const FoliageType*> type;
    };

    const auto& world = transaction.world();
    const auto changes = transaction.changes();
    std::map<EntityId, Before> known;
    for (const auto& change : changes)
        if (change.type == engine::typeIdOf<FoliageType>())
            known[change.entity].type = static_cast<const FoliageType*>(change.before.get());
    for (const auto& change : changes)
        if (change.type == engine::typeIdOf<Node>() &&
            (known.contains(change.entity) || world.get<FoliageType>(change.entity) != nullptr))
            known[change.entity].node = static_cast<const Node*>(change.before.get());
    std::vector<KindChange> kinds;
    for (const auto& [kind, before] : known) {
        const auto* node = world.get<Node>(kind);
        const auto* type = world.get<FoliageType>(kind);
        const KindChange change{kind,
                                placeOf(before.node.value_or(node), before.type.value_or(type)),
                                placeOf(node, type)};
        if (change.before != change.after)
            kinds.push_back(change);
    }
    return kinds;
}

/// Whether another kind has this place, or had it when the edit began: then that one's plants may
/// still stand there.
bool isTaken(const engine::World& world,
             const KindChange& kind,
             std::span<const KindChange> changed)
{
    const auto siblings = world.children(kind.after->layer);
    return std::any_of(siblings.begin(), siblings.end(),
                       [&](EntityId other) {
                           const auto* type = world.get<FoliageType>(other);
                           return other != kind.kind && type != nullptr &&
                                  type->slot == kind.after->slot;
                       }) ||
           (kind.before && std::any_of(changed.begin(), changed.end(), [&](const auto& other) {
                return other.kind != kind.kind && other.before == kind.after;
            }));
}

/// The last one first: of several new kinds with one slot that with the lowest id keeps it, as
/// foliageTypes() has it.
Result<void> giveFreeSlots(Transaction& transaction, std::span<KindChange> changed)
{
    const auto& world = transaction.world();
    for (auto kind = changed.rbegin(); kind != changed.rend(); ++kind) {
        if (!kind->after || world.get<FoliageLayer>(kind->after->layer) == nullptr ||
            !isTaken(world, *kind, changed))
            continue;
        const auto slot = freeFoliageSlot(world, kind->after->layer);
        if (!slot)
            return Error{"A foliage holds up to 256 kinds of plants; make another one"};
        kind->after->slot = *slot;
        auto type = *world.get<FoliageType>(kind->kind);
        type.slot = *slot;
        transaction.set(kind->kind, std::move(type));
    }
    return {};
}

bool hasKind(const engine::World& world, const KindPlace& place)
{
    const auto children = world.children(place.layer);
    return std::any_of(children.begin(), children.end(), [&](EntityId child) {
        const auto* type = world.get<FoliageType>(child);
        return type != nullptr && type->slot == place.slot;
    });
}

void bringTo(Transaction& transaction,
             const KindPlace& place,
             std::span<const FoliageInstance> plants)
{
    FoliageEdit edit{engine::foliageOf(transaction.world(), place.layer)};
    for (auto plant : plants) {
        plant.type = static_cast<std::uint8_t>(place.slot);
        edit.add(plant);
    }
    setFoliage(transaction, place.layer, edit.finish());
}
} // namespace

std::optional<std::int64_t> freeFoliageSlot(const engine::World& world, EntityId layer)
{
    std::bitset<SlotCount> taken;
    for (const auto child : world.children(layer))
        if (const auto* type = world.get<FoliageType>(child);
            type != nullptr && type->slot >= 0 && type->slot < std::int64_t{SlotCount})
            taken.set(static_cast<std::size_t>(type->slot));
    for (const auto& cell : engine::foliageOf(world, layer)->cells())
        for (const auto& instance : cell.chunk->instances)
            if (!instance.isWeight())
                taken.set(instance.type);
    for (std::size_t slot = 0; slot < SlotCount; ++slot)
        if (!taken.test(slot))
            return static_cast<std::int64_t>(slot);
    return std::nullopt;
}

std::vector<FoliageInstance>
takeKindlessFoliage(Transaction& transaction, EntityId layer, std::int64_t slot)
{
    const auto& world = transaction.world();
    std::vector<FoliageInstance> taken;
    if (hasKind(world, {layer, slot}))
        return taken;
    const auto standing = engine::foliageOf(world, layer);
    FoliageEdit edit{standing};
    for (std::size_t c = 0; c < standing->cells().size(); ++c) {
        const auto& all = standing->cells()[c].chunk->instances;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].type == slot && !all[i].isWeight()) {
                edit.remove(c, i);
                taken.push_back(all[i]);
            }
    }
    if (!edit.isEmpty())
        setFoliage(transaction, layer, edit.finish());
    return taken;
}

Result<void> followFoliageKinds(Transaction& transaction)
{
    const auto& world = transaction.world();
    auto changed = changedKinds(transaction);
    if (auto done = giveFreeSlots(transaction, changed); !done)
        return done;
    std::vector<std::pair<KindPlace, std::vector<FoliageInstance>>> brought;
    for (const auto& kind : changed) {
        if (!kind.before)
            continue;
        auto plants = takeKindlessFoliage(transaction, kind.before->layer, kind.before->slot);
        if (plants.empty() || !kind.after)
            continue;
        if (world.get<FoliageLayer>(kind.after->layer) == nullptr)
            return Error{"The plants of '{}' would be lost; put it below a foliage, or delete it",
                         world.get<Node>(kind.kind)->name};
        brought.emplace_back(*kind.after, std::move(plants));
    }
    for (const auto& [place, plants] : brought)
        bringTo(transaction, place, plants);
    return {};
}
} // namespace editor
