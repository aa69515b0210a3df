#pragma once

#include "engine_core/base/files.h"
#include "engine_core/base/hash.h"

#include <functional>
#include <string>
#include <vector>

namespace AngelScript
{
class CScriptBuilder;
} // namespace AngelScript

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

/// Reads a file and everything it includes. Refused: what climbs out of the folder, files over
/// 4 MiB, more than 256 of them, brackets nested deeper than the compiler can take.
[[nodiscard]] Result<ScriptSources> gatherSources(const SourceFinder& files,
                                                  const std::string& file,
                                                  const std::string& folder = "scripts");

/// Hands the texts to a builder that has begun its module. The sources must outlive the build.
/// False if AngelScript did not take them; its messages say why.
[[nodiscard]] bool addSources(AngelScript::CScriptBuilder& builder, ScriptSources& sources);
} // namespace engine::scriptcore
