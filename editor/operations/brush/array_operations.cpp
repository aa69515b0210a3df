#include "editor/operations/brush/array_operations.h"

#include "editor/operations/brush/transform_parts.h"
#include "editor/operations/entity/object_sets.h"

#include <utility>

namespace editor
{
using engine::Error;
using engine::Result;
using engine::TextureLock;
using engine::Vec3d;

namespace
{
constexpr int MostCopies = 1000;
constexpr std::size_t MostObjects = 100'000;

Result<void> check(const engine::World& world, std::span<const EntityId> roots, int copies)
{
    if (roots.empty())
        return Error{"Select what to copy first"};
    if (copies < 1 || copies > MostCopies)
        return Error{"An array has 1 to {} copies", MostCopies};
    std::size_t objects = 0;
    for (const auto root : roots)
        objects += engine::subtree(world, root).size();
    if (objects * static_cast<std::size_t>(copies) > MostObjects)
        return Error{"That would make {} objects; {} at once are the most",
                     objects * static_cast<std::size_t>(copies), MostObjects};
    return {};
}

using Place = std::function<Result<void>(std::span<const EntityId> copies, int number)>;

Result<std::vector<EntityId>> copyEach(Transaction& transaction,
                                       std::span<const EntityId> entities,
                                       int copies,
                                       const Place& place)
{
    const auto roots = topmost(transaction.world(), entities);
    if (auto fits = check(transaction.world(), roots, copies); !fits)
        return fits.error();
    std::vector<EntityId> all;
    for (int number = 1; number <= copies; ++number) {
        const auto made = parts::duplicate(transaction, roots);
        if (auto done = place(made, number); !done)
            return done.error();
        all.insert(all.end(), made.begin(), made.end());
    }
    parts::settleAmongSiblings(transaction, roots, all);
    return all;
}

/// Repeating an array makes another one of what it made last.
template <typename Array>
void noteArray(Transaction& transaction, const Array& array, TextureLock lock)
{
    transaction.noteRepeat(
        [array, lock](Transaction& again, std::vector<EntityId>& chosen) -> Result<void> {
            auto made = makeArray(again, chosen, array, lock);
            if (!made)
                return made.error();
            chosen = *std::move(made);
            return {};
        });
}
} // namespace

Result<std::vector<EntityId>> makeArray(Transaction& transaction,
                                        std::span<const EntityId> entities,
                                        const LinearArray& array,
                                        TextureLock lock)
{
    if (!engine::isFinite(array.offset))
        return Error{"The offset is no number that can be used"};
    noteArray(transaction, array, lock);
    return copyEach(transaction, entities, array.copies, [&](auto copies, int number) {
        return parts::translate(transaction, copies, array.offset * static_cast<double>(number),
                                lock);
    });
}

Result<std::vector<EntityId>> makeArray(Transaction& transaction,
                                        std::span<const EntityId> entities,
                                        const RadialArray& array,
                                        TextureLock lock)
{
    ENGINE_EXPECT(array.axis >= 0 && array.axis < 3);
    if (!engine::isFinite(array.pivot) || !std::isfinite(array.angle))
        return Error{"The angle or the middle of the circle is no number that can be used"};
    noteArray(transaction, array, lock);
    Vec3d axis{0};
    axis[array.axis] = 1;
    return copyEach(transaction, entities, array.copies, [&](auto copies, int number) {
        return parts::rotate(transaction, copies, array.pivot, axis, array.angle * number, lock);
    });
}

Result<std::vector<EntityId>> mirror(Transaction& transaction,
                                     std::span<const EntityId> entities,
                                     int axis,
                                     double place,
                                     bool copy,
                                     TextureLock lock)
{
    ENGINE_EXPECT(axis >= 0 && axis < 3);
    auto chosen = topmost(transaction.world(), entities);
    if (chosen.empty())
        return Error{"Select what to mirror first"};
    transaction.noteRepeat([=](Transaction& again, std::vector<EntityId>& other) -> Result<void> {
        auto made = mirror(again, other, axis, place, copy, lock);
        if (!made)
            return made.error();
        other = *std::move(made);
        return {};
    });
    if (copy) {
        const auto sources = std::exchange(chosen, parts::duplicate(transaction, chosen));
        parts::settleAmongSiblings(transaction, sources, chosen);
    }
    Vec3d anchor{0};
    Vec3d factors{1};
    anchor[axis] = place;
    factors[axis] = -1;
    if (auto done = parts::scale(transaction, chosen, anchor, factors, lock); !done)
        return done.error();
    return chosen;
}

Result<std::vector<EntityId>> repeatTransform(Transaction& transaction,
                                              std::span<const RepeatStep> steps,
                                              std::span<const EntityId> entities)
{
    if (steps.empty())
        return Error{"Nothing was moved, turned or scaled yet that could be repeated"};
    auto chosen = topmost(transaction.world(), entities);
    if (chosen.empty())
        return Error{"Select what to repeat it on first"};
    for (const auto& step : steps)
        if (auto done = step(transaction, chosen); !done)
            return done.error();
    return chosen;
}
} // namespace editor
