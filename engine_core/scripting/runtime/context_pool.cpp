#include "engine_core/scripting/runtime/context_pool.h"

#include "engine_core/scripting/limits/script_budget.h"

#include <angelscript.h>

namespace engine::scriptcore
{
using namespace AngelScript;

namespace
{
/// Each holds some kilobytes, which count for what scripts may hold.
constexpr std::size_t MaxIdle = 1024;
} // namespace

ContextPool::ContextPool(asIScriptEngine& scripts) : m_budget{*ScriptBudget::of(scripts)} {}

ContextPool::~ContextPool()
{
    for (auto* context : m_idle) {
        m_budget.forget(*context);
        context->Release();
    }
}

/// Those that wait here stay watched: to begin and to end that takes a lock.
asIScriptContext& ContextPool::take()
{
    if (m_idle.empty())
        return *m_budget.makeContext();
    auto& context = *m_idle.back();
    m_idle.pop_back();
    return context;
}

void ContextPool::giveBack(asIScriptContext& context)
{
    const ScriptBudget::Entry entry{m_budget}; // destructors of what the call still holds
    if (context.GetState() == asEXECUTION_SUSPENDED)
        context.Abort();
    context.Unprepare();
    if (m_idle.size() < MaxIdle) {
        m_idle.push_back(&context);
        return;
    }
    m_budget.forget(context);
    context.Release();
}
} // namespace engine::scriptcore
