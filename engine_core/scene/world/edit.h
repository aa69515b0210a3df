#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/reflect/type_info.h"

#include <vector>

namespace engine
{
/// Exchanges the value of one component. Null means "has no such component".
struct Swap
{
    EntityId entity;
    TypeId type = 0;
    ComponentValue value;
};

/// A list of exchanges: add, remove, modify, undo and redo are all the same call, World::apply.
/// After it the edit holds the values that were there before, so applying it again takes it back.
struct Edit
{
    std::vector<Swap> swaps;

    [[nodiscard]] bool isEmpty() const { return swaps.empty(); }
};
} // namespace engine
