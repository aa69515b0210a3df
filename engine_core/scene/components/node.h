#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/reflect/type_builder.h"

#include <string>

namespace engine
{
/// What every entity has: an entity exists as long as it has a Node.
struct Node
{
    static constexpr std::string_view TypeName = "node";

    std::string name;
    EntityId parent;     ///< null for the top level
    bool hidden = false; ///< in the editor's views; play shows it all the same
    bool locked = false; ///< cannot be picked in the editor's views
    friend bool operator==(const Node&, const Node&) = default;
};

void describe(TypeBuilder<Node>& node);
} // namespace engine
