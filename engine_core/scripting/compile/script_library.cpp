#include "engine_core/scripting/compile/script_library.h"

#include "engine_core/scripting/compile/module_compile.h"
#include "engine_core/scripting/runtime/script_core.h"

#include <algorithm>
#include <map>

namespace engine
{
using namespace scriptcore;

namespace
{
/// How many compilers may be at work that nobody waits for any more. A folder full of scripts that
/// take for ever keeps no more processors busy than that.
constexpr std::ptrdiff_t MaxOverdue = 2;
} // namespace

struct ScriptLibrary::State
{
    struct Entry
    {
        ContentHash hash = 0; ///< of the texts that `program` is made of, or is being made of
        std::unique_ptr<ModuleCompile> pending;
        Result<std::shared_ptr<const ScriptProgram>> program{Error{"not compiled"}};
    };

    FileFinder files;
    ScriptBindings bindings;
    std::vector<LogMessage> messages;
    EnginePtr scratch; ///< made at the first compile
    std::string types; ///< what it declares
    std::map<std::string, Entry> compiled;
    std::chrono::milliseconds patience = AllPatience;
    std::size_t compileCount = 0;
    std::function<bool(const std::string&)> mayRun;

    [[nodiscard]] std::ptrdiff_t overdue() const
    {
        return std::count_if(compiled.begin(), compiled.end(),
                             [](const auto& each) { return each.second.pending != nullptr; });
    }

    Result<void> prepare()
    {
        if (scratch)
            return {};
        auto made = createEngine(bindings, nullptr, messages);
        if (!made)
            return made.error();
        scratch = *std::move(made);
        types = typesOf(*scratch);
        return {};
    }

    /// Takes the result in if there is one by now. False if it is still being compiled.
    bool compile(Entry& entry, const ScriptSources& sources, ContentHash hash)
    {
        if (auto prepared = prepare(); !prepared) {
            entry.program = prepared.error();
            return true;
        }
        // One that takes long must not make a caller wait for each of many.
        const auto wait = overdue() > 0 ? std::chrono::milliseconds{0} : patience;
        if (!entry.pending) {
            if (patience < AllPatience && overdue() >= MaxOverdue)
                return false;
            ++compileCount;
            entry.pending = std::make_unique<ModuleCompile>(
                types, CompileSection{NodeSection, NodeSource}, sources);
        }
        auto made = entry.pending->wait(patience < AllPatience ? wait : patience);
        if (!made)
            return false;
        entry.pending.reset();
        if (*made)
            entry.program = makeProgram(*scratch, **std::move(made), sources, hash);
        else
            entry.program = made->error();
        return true;
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
    const auto find = [this](const std::string& wanted) -> Result<fs::path> {
        if (!mayRun(wanted))
            return Error{"scripts/{} is off, because nobody has trusted this project here", wanted};
        return m_state->files(wanted);
    };
    const auto sources = gatherSources(find, file);
    if (!sources)
        return sources.error();
    const auto hash = sources->hash();
    auto& entry = m_state->compiled[file];
    if (entry.hash != hash)
        entry.pending.reset(); // of texts that are no more
    else if (!entry.pending)
        return entry.program;
    entry.hash = hash;
    if (!m_state->compile(entry, *sources, hash)) {
        entry.hash = entry.pending ? hash : 0;
        return Error{"{} is still being compiled", sources->nameOf(file)};
    }
    return entry.program;
}

void ScriptLibrary::setGuard(std::function<bool(const std::string& file)> mayRun)
{
    m_state->mayRun = std::move(mayRun);
}

bool ScriptLibrary::mayRun(const std::string& file) const
{
    return !m_state->mayRun || m_state->mayRun(file);
}

void ScriptLibrary::setPatience(std::chrono::milliseconds patience)
{
    m_state->patience = patience;
}

bool ScriptLibrary::isCompiling() const
{
    return m_state->overdue() > 0;
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
               ? Error{"{} has {} classes that derive from Node; choose one", "scripts/" + file,
                       classes.size()}
               : Error{"{} has no class '{}' that derives from Node", "scripts/" + file, className};
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
