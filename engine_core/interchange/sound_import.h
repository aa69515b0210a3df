#pragma once

#include "engine_core/assets/project/project.h"

#include <string>

namespace engine
{
/// A sound of a project.
struct BroughtSound
{
    std::string path;     ///< as components store it
    double seconds = 0;   ///< that it lasts
    bool isAdded = false; ///< false: the same sound was there already
};

/// Whether sounds of this ending are assets, in any case.
[[nodiscard]] bool isSoundFile(const fs::path& file);

/// Copies the sound into assets/Sounds, under the next name that is free; one that lies in the
/// project already, or there with the same bytes, stays. Runs on any thread. Refused, with nothing
/// left behind: what is no sound that can be read.
[[nodiscard]] Result<BroughtSound> bringSound(const fs::path& file, const Project& project);
} // namespace engine
