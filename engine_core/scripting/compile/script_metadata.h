#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace engine
{
/// One entry of a script's [...]: a name and what stands in its brackets, as in
/// [range(0, 10), unit("m")]. Quoted arguments come without their quotes. A single quoted one needs
/// no brackets: [MenuItem "Window/Notes"].
struct ScriptMetadata
{
    std::string name;
    std::vector<std::string> arguments;
};

/// The entries of the text between [ and ]. What makes no sense is left out.
[[nodiscard]] std::vector<ScriptMetadata> parseScriptMetadata(std::string_view text);
} // namespace engine
