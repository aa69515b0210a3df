#pragma once

#include "engine_core/base/files.h"

#include <optional>
#include <string>

namespace engine
{
/// A file that was written, while the disk did not confirm its new name: a power cut may bring the
/// old one back.
struct UnsyncedFile
{
    fs::path file;
    std::string why; ///< as the system says it
};

/// Any thread.
void noteUnsynced(UnsyncedFile file);

/// The latest since the last call. Any thread.
[[nodiscard]] std::optional<UnsyncedFile> takeUnsynced();
} // namespace engine
