#pragma once

#include "engine_core/reflect/type_registry.h"

#include <string>

namespace editor
{
/// The page of the manual (Markdown) with every component: the paths by which scripts and files
/// name its properties, their kinds, ranges, units and defaults, and what a change does while
/// playing.
[[nodiscard]] std::string componentPage(const engine::TypeRegistry& types);
} // namespace editor
