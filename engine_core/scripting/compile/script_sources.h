#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/base/hash.h"

#include <functional>
#include <string>
#include <vector>

namespace engine::scriptcore
{
struct SourceSection
{
    std::string file; ///< below the folder
    std::string text;
};

/// The texts that one script file is compiled of.
struct ScriptSources
{
    std::string folder = "scripts";      ///< how places are named in messages: "scripts/door.as"
    std::vector<SourceSection> sections; ///< the file itself first, then what it includes

    [[nodiscard]] std::string nameOf(const std::string& file) const { return folder + '/' + file; }

    [[nodiscard]] ContentHash hash() const;
};

/// Where a script file lies, by its path below the folder.
using SourceFinder = std::function<Result<fs::path>(const std::string& file)>;

/// Reads a file and everything it includes. Refused: what climbs out of the folder, more than 4 MiB
/// or 256 files in all, and what goes beyond SourceBounds.
[[nodiscard]] Result<ScriptSources> gatherSources(const SourceFinder& files,
                                                  const std::string& file,
                                                  const std::string& folder = "scripts");
} // namespace engine::scriptcore
