#pragma once

#include "engine_core/scripting/runtime/script_core.h"

#include <vector>

namespace engine::scriptcore
{
/// Contexts for calls within calls and for coroutines, held to the budget of the engine.
class ContextPool
{
public:
    explicit ContextPool(AngelScript::asIScriptEngine& scripts);
    ~ContextPool();

    ContextPool(const ContextPool&) = delete;
    ContextPool& operator=(const ContextPool&) = delete;

    /// Ready for Prepare(); the caller gives it back, and has told the budget to watch it again if
    /// it was forgotten meanwhile.
    [[nodiscard]] AngelScript::asIScriptContext& take();

    /// Ends what is left of its call, within the budget of the engine.
    void giveBack(AngelScript::asIScriptContext& context);

private:
    ScriptBudget& m_budget;
    std::vector<AngelScript::asIScriptContext*> m_idle;
};
} // namespace engine::scriptcore
