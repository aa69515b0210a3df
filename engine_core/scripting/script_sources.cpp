#include "engine_core/scripting/script_sources.h"

#include <angelscript.h>
#include <angelscript/scriptbuilder.h>

#include <algorithm>
#include <string_view>

namespace engine::scriptcore
{
using namespace AngelScript;

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

/// The line on which brackets nest deeper than the compiler, which calls itself for each level, can
/// take without running out of stack; 0 if none does. Brackets in texts and comments count, too:
/// nobody writes that many of them.
int lineNestedTooDeep(std::string_view text)
{
    constexpr int MaxDepth = 256;
    int depth = 0;
    int line = 1;
    for (const char c : text) {
        if (c == '\n')
            ++line;
        else if (c == '(' || c == '[' || c == '{')
            ++depth;
        else if ((c == ')' || c == ']' || c == '}') && depth > 0)
            --depth;
        if (depth > MaxDepth)
            return line;
    }
    return 0;
}

/// The file that `include` means in `from`; an error if it climbs out of the folder.
Result<std::string>
includedFile(const std::string& include, const std::string& from, const std::string& folder)
{
    const auto path = (fs::path{from}.parent_path() / include).lexically_normal();
    const auto text = path.generic_string();
    if (path.is_absolute() || text.starts_with(".."))
        return Error{"{}/{} includes '{}', which is not below the {} folder", folder, from, include,
                     folder};
    return text;
}

/// Adds the section that an #include names; called back by the builder.
int addIncluded(const char* include, const char* from, CScriptBuilder* builder, void* texts)
{
    const auto& sources = *static_cast<const ScriptSources*>(texts);
    std::string includer{from};
    includer.erase(0, sources.nameOf("").size());
    const auto file = includedFile(include, includer, sources.folder);
    if (!file)
        return asERROR;
    for (const auto& section : sources.sections)
        if (section.file == *file)
            return builder->AddSectionFromMemory(sources.nameOf(section.file).c_str(),
                                                 section.text.data(),
                                                 static_cast<unsigned>(section.text.size()));
    return asERROR;
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
    for (std::size_t i = 0; i < sections.size(); ++i) {
        const auto path = files(sections[i].file);
        if (!path)
            return path.error();
        auto text = readFile(*path, MaxScriptBytes);
        if (!text)
            return text.error();
        if (const int line = lineNestedTooDeep(*text); line > 0)
            return Error{"{}:{}: brackets are nested too deep", sources.nameOf(sections[i].file),
                         line};
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

bool addSources(CScriptBuilder& builder, ScriptSources& sources)
{
    const auto& main = sources.sections.front();
    builder.SetIncludeCallback(addIncluded, &sources);
    return builder.AddSectionFromMemory(sources.nameOf(main.file).c_str(), main.text.data(),
                                        static_cast<unsigned>(main.text.size())) >= 0;
}
} // namespace engine::scriptcore
