#include "engine_core/scripting/script_library.h"

#include "engine_core/scripting/script_core.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace engine
{
using namespace scriptcore;

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

Result<std::vector<SourceSection>> gatherSources(const ScriptLibrary::FileFinder& files,
                                                 const std::string& file)
{
    std::vector<SourceSection> sections{{file, {}}};
    for (std::size_t i = 0; i < sections.size(); ++i) {
        const auto path = files(sections[i].file);
        if (!path)
            return path.error();
        auto text = readFile(*path, MaxScriptBytes);
        if (!text)
            return text.error();
        if (const int line = lineNestedTooDeep(*text); line > 0)
            return Error{"{}:{}: brackets are nested too deep", sectionName(sections[i].file),
                         line};
        sections[i].text = *std::move(text);
        for (const auto& include : includesOf(sections[i].text)) {
            auto name = includedFile(include, sections[i].file);
            if (!name)
                return name.error();
            const bool known = std::any_of(sections.begin(), sections.end(),
                                           [&](const auto& one) { return one.file == *name; });
            if (!known)
                sections.push_back({*std::move(name), {}});
        }
        if (sections.size() > MaxSections)
            return Error{"{} includes more than {} files", sectionName(file), MaxSections};
    }
    return sections;
}

ContentHash hashOf(const std::vector<SourceSection>& sections)
{
    Hasher hasher;
    for (const auto& section : sections)
        hasher.add(std::string_view{section.file}).add(std::string_view{section.text});
    return hasher.result();
}
} // namespace

Result<std::string> scriptcore::includedFile(const std::string& include, const std::string& from)
{
    const auto path = (fs::path{from}.parent_path() / include).lexically_normal();
    const auto text = path.generic_string();
    if (path.is_absolute() || text.starts_with(".."))
        return Error{"{} includes '{}', which is not below the scripts folder", sectionName(from),
                     include};
    return text;
}

struct ScriptLibrary::State
{
    struct Entry
    {
        ContentHash hash = 0;
        Result<std::shared_ptr<const ScriptProgram>> program{Error{"not compiled"}};
    };

    FileFinder files;
    ScriptBindings bindings;
    std::vector<LogMessage> messages;
    EnginePtr scratch; ///< made at the first compile
    std::map<std::string, Entry> compiled;
    std::size_t compileCount = 0;

    Result<std::shared_ptr<const ScriptProgram>> compile(const std::vector<SourceSection>& sources,
                                                         ContentHash hash)
    {
        if (!scratch) {
            auto made = createEngine(bindings, nullptr, messages);
            if (!made)
                return made.error();
            scratch = *std::move(made);
        }
        ++compileCount;
        return compileProgram(*scratch, messages, sources, hash);
    }
};

ScriptLibrary::ScriptLibrary(FileFinder files, ScriptBindings bindings)
    : m_state{std::make_unique<State>()}
{
    m_state->files = std::move(files);
    m_state->bindings = std::move(bindings);
}

ScriptLibrary::~ScriptLibrary() = default;

Result<std::shared_ptr<const ScriptProgram>> ScriptLibrary::program(const std::string& file)
{
    const auto sources = gatherSources(m_state->files, file);
    if (!sources)
        return sources.error().withContext("Cannot read the script '{}'", file);
    const auto hash = hashOf(*sources);
    auto& entry = m_state->compiled[file];
    if (entry.hash != hash) {
        entry.program = m_state->compile(*sources, hash);
        entry.hash = hash;
    }
    return entry.program;
}

Result<ScriptClassInfo> ScriptLibrary::classInfo(const std::string& file,
                                                 const std::string& className)
{
    const auto found = program(file);
    if (!found)
        return found.error();
    const auto& classes = (*found)->classes;
    if (className.empty() && classes.size() == 1)
        return classes.front();
    if (const auto* info = (*found)->findClass(className))
        return *info;
    return className.empty()
               ? Error{"{} has {} classes that derive from Node; choose one", sectionName(file),
                       classes.size()}
               : Error{"{} has no class '{}' that derives from Node", sectionName(file), className};
}

std::size_t ScriptLibrary::compileCount() const
{
    return m_state->compileCount;
}

const ScriptBindings& ScriptLibrary::bindings() const
{
    return m_state->bindings;
}
} // namespace engine
