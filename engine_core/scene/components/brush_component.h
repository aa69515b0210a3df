#pragma once

#include "engine_core/geometry/brush.h"
#include "engine_core/reflect/type_builder.h"

#include <memory>

namespace engine
{
/// A convex solid of the level. Its faces are written by a JSON codec of its own, not by
/// properties.
struct BrushComponent
{
    static constexpr std::string_view TypeName = "brush";

    std::shared_ptr<const Brush> brush; ///< null only in a default-made component

    friend bool operator==(const BrushComponent& a, const BrushComponent& b)
    {
        return a.brush == b.brush || (a.brush && b.brush && *a.brush == *b.brush);
    }
};

void describe(TypeBuilder<BrushComponent>& brush);
} // namespace engine
