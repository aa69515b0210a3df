#pragma once

#include "engine_core/base/files/files.h"

#include <string>

namespace editor
{
/// What an operation did to the file of a prefab.
struct PrefabWrite
{
    engine::fs::path file;
    std::string before; ///< text; empty if the file is new
    std::string after;
};
} // namespace editor
