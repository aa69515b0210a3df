#pragma once

#include "engine_core/base/files/files.h"

#include <string>
#include <vector>

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

/// Those since the last call, each file once, the latest sixteen. Any thread.
[[nodiscard]] std::vector<UnsyncedFile> takeUnsynced();
} // namespace engine
