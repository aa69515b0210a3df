#pragma once

#include "engine_core/base/result.h"
#include "engine_core/scripting/compile/compile_exchange.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace engine::scriptcore
{
/// One run of the compiler of scripts, a small program beside this one. Whatever a script does to
/// it, crash or hang or hunger for memory, becomes an error of that script. It is killed when this
/// object goes. Stays on one thread.
class CompilerProcess
{
public:
    /// Longest time of one file and what it includes.
    static constexpr std::chrono::milliseconds TimeLimit{5000};

    /// Errors if it cannot be started, such as when it is missing.
    [[nodiscard]] static Result<std::unique_ptr<CompilerProcess>>
    start(const CompileRequest& request);
    ~CompilerProcess();

    CompilerProcess(const CompilerProcess&) = delete;
    CompilerProcess& operator=(const CompilerProcess&) = delete;

    /// Waits until it is done, at most for `patience`; kills it when its time is up. Nothing if it
    /// is still at work. Errors say what became of it, as what follows "scripts/door.as: ". To be
    /// asked no more once it has answered.
    [[nodiscard]] std::optional<Result<CompileAnswer>> wait(std::chrono::milliseconds patience);

    /// For tests, which kill it.
    [[nodiscard]] int processId() const;

private:
    struct State;
    explicit CompilerProcess(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};
} // namespace engine::scriptcore
