#pragma once

#include "editor/document/transaction.h"
#include "engine_core/assets/project/asset_database.h"
#include "engine_core/scene/checks/issue.h"

#include <optional>
#include <string>

namespace editor
{
/// What can be done about one kind of issue.
struct IssueFix
{
    std::string rule;  ///< of the issues that it mends
    std::string label; ///< of button and undo step, such as "Delete"
    engine::Result<void> (*run)(Transaction& transaction,
                                const engine::Issue& issue,
                                engine::AssetDatabase& assets);
};

/// The material that an issue of missing materials, or of their pictures, is about; nothing for
/// other issues, and once the face has another one.
[[nodiscard]] std::optional<engine::Name> materialOf(const engine::World& world,
                                                     const engine::Issue& issue);

/// Null if people have to mend it themselves. A new fix is a line in the .cpp.
[[nodiscard]] const IssueFix* fixFor(const engine::Issue& issue);
} // namespace editor
