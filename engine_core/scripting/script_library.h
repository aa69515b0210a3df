#pragma once

#include "engine_core/base/files.h"
#include "engine_core/scripting/script_binder.h"
#include "engine_core/scripting/script_class.h"

#include <memory>
#include <string>

namespace engine
{
/// The compiled scripts of a project. A file is compiled when it is first asked for and again when
/// its text, or that of a file it includes, has changed; so play starts without compiling, and the
/// inspector shows a script's properties without playing. It stays on the thread that made it; the
/// programs it returns may be used anywhere.
class ScriptLibrary
{
public:
    /// Where a script file lies, by its path below the scripts folder.
    using FileFinder = std::function<Result<fs::path>(const std::string& file)>;

    ScriptLibrary(FileFinder files, ScriptBindings bindings);
    ~ScriptLibrary();

    /// Errors name file and line of the first mistake; all messages are in the log.
    [[nodiscard]] Result<std::shared_ptr<const ScriptProgram>> program(const std::string& file);

    /// The class of that name; a file's only class if `className` is empty.
    [[nodiscard]] Result<ScriptClassInfo> classInfo(const std::string& file,
                                                    const std::string& className);

    /// How often a file was compiled so far.
    [[nodiscard]] std::size_t compileCount() const;

    [[nodiscard]] const ScriptBindings& bindings() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace engine
