#pragma once

#include "engine_core/base/result.h"

#include <string>
#include <string_view>

namespace engine
{
/// Brings the text of a scene of an older format to SceneFormat, one step a format. The text must
/// have passed JsonTree::parse. What a step does not understand it leaves as it is, for the reader
/// to report.
[[nodiscard]] Result<std::string> migrateScene(std::string_view json, int format);
} // namespace engine
