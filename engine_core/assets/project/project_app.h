#pragma once

#include "engine_core/assets/project/project.h"

#include <optional>
#include <string>

namespace engine
{
/// The script class of a project that has one object for the whole of a game: "app" in
/// project.json, such as "game.as:Game" or "game.as" for a file with one class.
struct ProjectApp
{
    std::string file;      ///< below the scripts folder
    std::string className; ///< empty: the only one of the file
};

/// Reads it from project.json. Nothing if the project names none; an Error if what it names is no
/// such text.
[[nodiscard]] Result<std::optional<ProjectApp>> appOf(const Project& project);
} // namespace engine
