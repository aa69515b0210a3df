#pragma once

#include "engine_core/scripting/runtime/script_core.h"

#include <vector>

namespace engine::scriptcore
{
/// Contexts for calls within calls and for coroutines. Those that are out are held to the budget of
/// the engine as long as they may run.
class ContextPool
{
public:
    explicit ContextPool(AngelScript::asIScriptEngine& scripts);
    ~ContextPool();

    ContextPool(const ContextPool&) = delete;
    ContextPool& operator=(const ContextPool&) = delete;

    /// Ready for Prepare(); the caller gives it back.
    [[nodiscard]] AngelScript::asIScriptContext& take();

    /// Ends what is left of its call, within the budget of the engine.
    void giveBack(AngelScript::asIScriptContext& context);

private:
    AngelScript::asIScriptEngine& m_scripts;
    std::vector<AngelScript::asIScriptContext*> m_idle;
};
} // namespace engine::scriptcore
