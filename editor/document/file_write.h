#pragma once

#include "engine_core/base/files/files.h"

#include <string>

namespace editor
{
/// Another text for a file outside of the scene, as a part of a step: undo writes the old one back.
struct FileWrite
{
    engine::fs::path file;
    std::string before; ///< what it holds
    std::string after;
};
} // namespace editor
