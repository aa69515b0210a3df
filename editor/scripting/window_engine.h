#pragma once

#include "editor/scripting/script_host.h"
#include "engine_core/scripting/compile/module_compile.h"
#include "engine_core/scripting/limits/script_watchdog.h"
#include "engine_core/scripting/runtime/script_core.h"

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace AngelScript
{
class asIScriptObject;
} // namespace AngelScript

namespace editor
{
/// The methods of a window's class that the editor calls.
enum class WindowHook
{
    Open,
    Close,
    Gui,
    Draw,
    Selection,
    Level,
    Press,
    Drag,
    Release,
    Click,
    Hover,
    Key,
    Count
};

/// How a hook is declared, such as "void onGui()".
[[nodiscard]] const char* hookDeclaration(WindowHook hook);

/// What stands in front of a class or function: [MenuItem "Window/Notes"], [Shortcut "Ctrl+F9"],
/// [Tooltip "..."], [Icon "measure"].
struct ScriptEntry
{
    std::string name; ///< of the class or function
    std::string menu; ///< "Window/Notes"; empty if there is none
    std::string shortcut;
    std::string tooltip;
    std::string icon;
    friend bool operator==(const ScriptEntry&, const ScriptEntry&) = default;
};

struct WindowClass : ScriptEntry
{
    AngelScript::asITypeInfo* type = nullptr;
    std::array<AngelScript::asIScriptFunction*, static_cast<std::size_t>(WindowHook::Count)>
        hooks{};

    [[nodiscard]] bool has(WindowHook hook) const
    {
        return hooks[static_cast<std::size_t>(hook)] != nullptr;
    }

    /// It does something with the mouse in the views.
    [[nodiscard]] bool isTool() const
    {
        return has(WindowHook::Press) || has(WindowHook::Click) || has(WindowHook::Hover);
    }
};

struct MenuFunction : ScriptEntry
{
    AngelScript::asIScriptFunction* function = nullptr;
};

/// One compiled file.
struct WindowModule
{
    std::string moduleName; ///< as AngelScript knows it; the same file has another one next time
    std::vector<WindowClass> classes;
    std::vector<MenuFunction> functions;
};

struct ScriptObjectRelease
{
    void operator()(AngelScript::asIScriptObject* object) const;
};

using WindowObject = std::unique_ptr<AngelScript::asIScriptObject, ScriptObjectRelease>;

/// AngelScript as the scripts of the editor use it: one engine, a module for each file, calls that
/// are ended after 2 seconds. Main thread only.
class WindowEngine
{
public:
    using SetArguments = std::function<void(AngelScript::asIScriptContext&)>;

    /// `host` is what the bindings work on; outlives the engine.
    [[nodiscard]] static engine::Result<std::unique_ptr<WindowEngine>> create(ScriptHost& host);
    ~WindowEngine();

    /// Hands the texts to the compiler, a process of its own; outlived by the engine.
    [[nodiscard]] std::unique_ptr<engine::scriptcore::ModuleCompile>
    compile(const engine::scriptcore::ScriptSources& sources);

    /// Takes in what was compiled of a file ("Editor/scatter.as") and runs its globals' initialisers.
    /// The module stands beside older ones of the same file. The error is a sentence with the place.
    [[nodiscard]] engine::Result<WindowModule>
    load(const std::string& file, const engine::scriptcore::CompiledModule& compiled);

    /// Objects of its classes stay usable.
    void discard(const WindowModule& compiled);

    /// A new object as its script initialises it.
    [[nodiscard]] engine::Result<WindowObject> makeObject(const WindowClass& type);

    /// Calls a method, or a function with a null object. `returned` gets the truth value that it
    /// returns, if any.
    std::optional<engine::ScriptFailure> call(AngelScript::asIScriptFunction& function,
                                              AngelScript::asIScriptObject* object,
                                              const SetArguments& setArguments = {},
                                              bool* returned = nullptr);

private:
    WindowEngine() = default;
    std::optional<engine::ScriptFailure> execute();

    std::vector<engine::LogMessage> m_messages;
    engine::scriptcore::EnginePtr m_scripts;
    engine::scriptcore::ContextPtr m_context;
    std::string m_types; ///< what it declares, for the compiler
    bool m_running = false;
    int m_compiled = 0; ///< modules so far; makes their names differ
};
} // namespace editor
