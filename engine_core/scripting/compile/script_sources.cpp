#include "engine_core/scripting/compile/script_sources.h"

#include "engine_core/scripting/compile/source_bounds.h"
#include "engine_core/scripting/compile/source_names.h"

#include <algorithm>
#include <string_view>

namespace engine::scriptcore
{
namespace
{
constexpr std::uintmax_t MaxScriptBytes = 1U << 22U;
constexpr std::size_t MaxSections = 256;

std::string_view withoutBlanks(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return text;
}

/// What stands in quotes after #include; empty if the line is none.
std::string_view includeIn(std::string_view line)
{
    constexpr std::string_view Word = "#include";
    line = withoutBlanks(line);
    if (!line.starts_with(Word))
        return {};
    line = withoutBlanks(line.substr(Word.size()));
    if (line.empty() || (line.front() != '"' && line.front() != '\''))
        return {};
    const auto end = line.find_first_of("\"'", 1);
    return end == std::string_view::npos ? std::string_view{} : line.substr(1, end - 1);
}

/// The quoted names of all #include lines. By hand: std::regex recurses for every character, which
/// a long line turns into a stack overflow.
std::vector<std::string> includesOf(std::string_view text)
{
    std::vector<std::string> names;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        if (const auto name = includeIn(text.substr(0, end)); !name.empty())
            names.emplace_back(name);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return names;
}
} // namespace

ContentHash ScriptSources::hash() const
{
    Hasher hasher;
    for (const auto& section : sections)
        hasher.add(std::string_view{section.file}).add(std::string_view{section.text});
    return hasher.result();
}

Result<ScriptSources>
gatherSources(const SourceFinder& files, const std::string& file, const std::string& folder)
{
    ScriptSources sources{folder, {{file, {}}}};
    auto& sections = sources.sections;
    std::uintmax_t allBytes = 0;
    for (std::size_t i = 0; i < sections.size(); ++i) {
        const auto path = files(sections[i].file);
        if (!path)
            return path.error();
        auto text = readFile(*path, MaxScriptBytes);
        if (!text)
            return text.error();
        if (auto bounds = checkBounds(sources.nameOf(sections[i].file), *text); !bounds)
            return bounds.error();
        allBytes += text->size();
        if (allBytes > MaxScriptBytes)
            return Error{"{} and what it includes are over {} MiB", sources.nameOf(file),
                         MaxScriptBytes >> 20U};
        sections[i].text = *std::move(text);
        for (const auto& include : includesOf(sections[i].text)) {
            auto name = includedFile(include, sections[i].file, folder);
            if (!name)
                return name.error();
            const bool known = std::any_of(sections.begin(), sections.end(),
                                           [&](const auto& one) { return one.file == *name; });
            if (!known)
                sections.push_back({*std::move(name), {}});
        }
        if (sections.size() > MaxSections)
            return Error{"{} includes more than {} files", sources.nameOf(file), MaxSections};
    }
    return sources;
}
} // namespace engine::scriptcore
