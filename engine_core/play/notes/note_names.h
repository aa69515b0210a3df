#pragma once

#include "engine_core/base/result.h"

#include <string_view>

namespace engine
{
/// A name of a file beside the note: letters, digits and "._-" alone, not beginning with a point.
[[nodiscard]] bool isNoteFileName(std::string_view name);

/// "2026-11-28T00:15:30Z", with numbers that a calendar may have.
[[nodiscard]] bool isNoteDate(std::string_view date);
} // namespace engine
