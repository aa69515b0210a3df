#pragma once

#include "engine_core/assets/project/project.h"
#include "engine_core/base/result.h"

#include <string>

namespace editor
{
/// New files of materials, under the first name that is free: NAME, NAME 2, ... Each returns the
/// material as components name it. They are no steps: whoever undoes keeps the file, which may be
/// in use elsewhere.

/// A plain grey one. `folder` lies below assets/, "" is assets/ itself.
[[nodiscard]] engine::Result<std::string>
createMaterial(const engine::Project& project, const std::string& folder, const std::string& name);

/// One beside it that takes everything from it.
[[nodiscard]] engine::Result<std::string> createInstance(const engine::Project& project,
                                                         const std::string& parent);

/// A copy beside it.
[[nodiscard]] engine::Result<std::string> duplicateMaterial(const engine::Project& project,
                                                            const std::string& original);
} // namespace editor
