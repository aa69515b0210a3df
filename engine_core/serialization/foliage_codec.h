#pragma once

#include "engine_core/base/json_tree.h"
#include "engine_core/scene/components/foliage.h"

#include <functional>
#include <string>

namespace engine
{
/// {"hash": "0123456789abcdef"}; {} without plants. The plants themselves lie in a sidecar.
void writeFoliagePlacement(std::string& out, const FoliagePlacement& placement);

/// With `missing` set, unless there are none: loadFoliage() brings the plants in. What
/// writeFoliageDelta() wrote against nothing comes with its plants.
[[nodiscard]] Result<FoliagePlacement> readFoliagePlacement(const JsonValue& json);

/// What tells one state of a layer from another: the cells that differ, whole. A cell with no
/// instances is one that is empty now.
struct FoliageDelta
{
    struct Cell
    {
        FoliageCellKey key;
        std::vector<FoliageInstance> instances;
    };

    std::vector<Cell> cells;
    ContentHash result = 0; ///< of the state that it leads to
};

/// Gets a text that goes on and takes away what there is of it, so that it never lies in memory as
/// a whole. False if the rest is of no use to anybody: then the text need not be whole.
using PutText = std::function<bool(std::string&)>;

/// [[x, y, z, "instances as base64"], ...] as "cells", and "hash". `before` may be null. `put`, if
/// there is one, gets the text about every megabyte.
void writeFoliageDelta(std::string& out,
                       const FoliageInstances* before,
                       const FoliageInstances& after,
                       const PutText& put = {});

[[nodiscard]] Result<FoliageDelta> readFoliageDelta(const JsonValue& json);

/// An error if it does not lead to the state that it was written for.
[[nodiscard]] Result<std::shared_ptr<const FoliageInstances>>
applyFoliageDelta(const FoliageInstances& before, FoliageDelta delta);
} // namespace engine
