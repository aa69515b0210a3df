#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/scripting/binding/script_binder.h"
#include "engine_core/scripting/runtime/script_class.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace engine
{
/// The compiled scripts of a project. A file is compiled when it is first asked for and again when
/// its text, or that of a file it includes, has changed; so play starts without compiling, and the
/// inspector shows a script's properties without playing. A process of its own compiles, with limits
/// of time and memory (ADR 0020). It stays on the thread that made it; the programs it returns may be
/// used anywhere.
class ScriptLibrary
{
public:
    /// Where a script file lies, by its path below the scripts folder.
    using FileFinder = std::function<Result<fs::path>(const std::string& file)>;

    ScriptLibrary(FileFinder files, ScriptBindings bindings);
    ~ScriptLibrary();

    /// Which files may be compiled and run; asked for each, also for those that are included. All of
    /// them until somebody says otherwise.
    void setGuard(std::function<bool(const std::string& file)> mayRun);

    [[nodiscard]] bool mayRun(const std::string& file) const;

    /// Longest time that a call waits for the compiler; as long as that takes, if nobody says. Where
    /// a thread must not wait, such as that of windows, a short one.
    void setPatience(std::chrono::milliseconds patience);

    /// Whether the last answer for some file was that it is still being compiled. Asking for it again
    /// takes the result in, once there is one.
    [[nodiscard]] bool isCompiling() const;

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
