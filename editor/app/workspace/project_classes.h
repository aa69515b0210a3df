#pragma once

#include "engine_core/interchange/game_data/game_classes.h"

#include <chrono>
#include <optional>
#include <vector>

namespace editor
{
namespace fs = engine::fs;

/// Keeps what the FGD files of a project's folder say, and reads them again when they are others.
/// What is wrong with them goes to the log, once.
class ProjectClasses
{
public:
    /// Asks the file system once a second at most, and for another folder at once; files are read
    /// only if their names, sizes or times differ. What those include is not watched. What it
    /// refers to is replaced by the next call.
    [[nodiscard]] const engine::GameClasses& of(const fs::path& folder);

    /// The next call asks the file system.
    void lookAgain() { m_looked.reset(); }

private:
    using Clock = std::chrono::steady_clock;

    struct Stamp
    {
        fs::path file;
        std::uintmax_t bytes = 0;
        fs::file_time_type time{};
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };

    fs::path m_folder;
    std::optional<Clock::time_point> m_looked; ///< nullopt: not yet
    std::vector<Stamp> m_stamps;
    engine::GameClasses m_classes;
};
} // namespace editor
