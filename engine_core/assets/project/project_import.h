#pragma once

#include "engine_core/assets/project/project.h"

namespace engine
{
/// Unpacks a zipped project into a folder that does not exist yet or is empty. The archive holds
/// the project itself or one folder with it. Refused, with nothing left behind: paths that are
/// absolute or climb out, symbolic links and devices, encrypted entries, more than 100,000 entries
/// or 1 GiB unpacked (counted while unpacking, whatever the archive claims), and archives without a
/// project.json. Runs on any thread; a cancelled `control` makes it stop with an Error.
[[nodiscard]] Result<Project>
importProject(const fs::path& archive, const fs::path& folder, JobControl* control = nullptr);
} // namespace engine
