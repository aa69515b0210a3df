#pragma once

#include "engine_core/base/log.h"
#include "engine_core/scripting/compile/compiler_process.h"
#include "engine_core/scripting/compile/script_sources.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace AngelScript
{
class asIScriptEngine;
class asIScriptFunction;
class asIScriptModule;
class asITypeInfo;
} // namespace AngelScript

namespace engine::scriptcore
{
/// What stands in [...] in front of the classes, functions and members of a module.
class ModuleMetadata
{
public:
    ModuleMetadata() = default;
    explicit ModuleMetadata(std::vector<CompiledMetadata> entries);

    [[nodiscard]] const std::vector<std::string>& of(const AngelScript::asITypeInfo& type) const;
    [[nodiscard]] const std::vector<std::string>& of(const AngelScript::asITypeInfo& type,
                                                     const std::string& property) const;
    [[nodiscard]] const std::vector<std::string>&
    of(const AngelScript::asIScriptFunction& function) const;

private:
    [[nodiscard]] const std::vector<std::string>& find(const std::string& key) const;

    std::map<std::string, std::vector<std::string>> m_texts;
};

struct CompiledModule
{
    std::string byteCode;
    ModuleMetadata metadata;
};

/// What the engine declares, for its compiler; some milliseconds of work, so kept by who compiles
/// more than once.
[[nodiscard]] std::string typesOf(AngelScript::asIScriptEngine& scripts);

/// A file that the compiler works on, in a process of its own. Stays on one thread.
class ModuleCompile
{
public:
    /// `base` is the section with the base class of scripts.
    ModuleCompile(const std::string& types, CompileSection base, const ScriptSources& sources);

    /// Waits for it, at most for `patience`. Nothing if it is not done yet. All messages of the
    /// compiler go to the log; the error is a sentence with file and line. To be asked no more once
    /// it has answered.
    [[nodiscard]] std::optional<Result<CompiledModule>> wait(std::chrono::milliseconds patience);

private:
    std::string m_name; ///< "scripts/door.as"
    Result<std::unique_ptr<CompilerProcess>> m_process;
};

/// As much as it takes.
inline constexpr std::chrono::milliseconds AllPatience = 4 * CompilerProcess::TimeLimit;

/// False if AngelScript refuses it, as it does with byte code of other declarations.
[[nodiscard]] bool loadByteCode(AngelScript::asIScriptModule& scriptModule,
                                const std::string& byteCode);
} // namespace engine::scriptcore
