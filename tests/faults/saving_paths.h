#pragma once

#include "engine_core/base/files/files.h"

#include <functional>
#include <span>
#include <string>

/// The ways in which files are saved, each with an old and a new state, small.
namespace mapwright::faults
{
namespace fs = engine::fs;

enum class Found
{
    Old,
    New,
    Both, ///< the same in either state
    Damaged
};

struct SavingPath
{
    const char* name;
    void (*prepare)(const fs::path& folder); ///< writes the old state into an empty folder

    /// Made before the faults begin; the call saves the new state.
    std::function<engine::Result<void>()> (*save)(const fs::path& folder);

    /// What is there, read by what reads it in earnest.
    Found (*look)(const fs::path& folder);

    void (*openNext)(const fs::path& folder); ///< as the next start does
};

[[nodiscard]] std::span<const SavingPath> savingPaths();
} // namespace mapwright::faults
