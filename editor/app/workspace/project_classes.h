#pragma once

#include "engine_core/interchange/game_data/game_classes.h"

#include <utility>
#include <vector>

namespace editor
{
namespace fs = engine::fs;

/// Keeps what the FGD files of a project's folder say, and reads them again when they are others.
/// What is wrong with them goes to the log, once.
class ProjectClasses
{
public:
    /// Asks the file system each time; files are read only if their names, sizes or times differ.
    /// What those include is not watched.
    [[nodiscard]] const engine::GameClasses& of(const fs::path& folder);

private:
    struct Stamp
    {
        fs::path file;
        std::uintmax_t bytes = 0;
        fs::file_time_type time{};
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };

    std::vector<Stamp> m_stamps;
    engine::GameClasses m_classes;
};
} // namespace editor
