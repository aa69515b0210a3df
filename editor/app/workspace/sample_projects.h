#pragma once

#include "engine_core/assets/project/project.h"

#include <QString>

#include <optional>
#include <vector>

namespace engine
{
class JobControl;
}

namespace editor
{
namespace fs = engine::fs;

/// A project that ships with the program. It stays as it is: what opens is the user's own copy.
struct SampleProject
{
    std::string id; ///< of its folder, and the template's name
    QString name;   ///< as people read it
    fs::path source;
};

/// What `mapwright` opens the first time.
inline constexpr auto FirstSample = "first_room";

/// Those of the installation, by their ids.
[[nodiscard]] std::vector<SampleProject> sampleProjects();

/// What is to be seen there, in a sentence.
[[nodiscard]] QString aboutSample(const std::string& id);

/// What it looks like, as it ships with the program: drawing a wood takes its time.
[[nodiscard]] fs::path pictureOfSample(const std::string& id);

/// Where new projects go unless the user says otherwise.
[[nodiscard]] fs::path projectsFolder();

/// The user's copy of a sample, wherever it was made; nothing if there is none (any more).
[[nodiscard]] std::optional<fs::path> copyOfSample(const std::string& id);

/// Where a copy goes: a folder of the sample's name that is not there yet.
[[nodiscard]] fs::path placeForCopy(const std::string& id);

/// From now on this is the user's copy.
void rememberCopy(const std::string& id, const fs::path& folder);

/// Makes the user's copy and remembers it.
[[nodiscard]] engine::Result<fs::path> copySample(const std::string& id);
} // namespace editor
