#include "engine_core/scripting/script_library.h"

#include "engine_core/scripting/script_core.h"

#include <map>

namespace engine
{
using namespace scriptcore;

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

    Result<std::shared_ptr<const ScriptProgram>> compile(const ScriptSources& sources,
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
    const auto hash = sources->hash();
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
