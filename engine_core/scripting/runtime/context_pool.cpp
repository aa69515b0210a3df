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

ContextPool::ContextPool(asIScriptEngine& scripts) : m_scripts{scripts} {}

ContextPool::~ContextPool()
{
    for (auto* context : m_idle)
        context->Release();
}

asIScriptContext& ContextPool::take()
{
    auto& budget = *ScriptBudget::of(m_scripts);
    if (m_idle.empty())
        return *budget.makeContext();
    auto& context = *m_idle.back();
    m_idle.pop_back();
    budget.watch(context);
    return context;
}

void ContextPool::giveBack(asIScriptContext& context)
{
    auto& budget = *ScriptBudget::of(m_scripts);
    const ScriptBudget::Entry entry{budget}; // destructors of what the call still holds
    if (context.GetState() == asEXECUTION_SUSPENDED)
        context.Abort();
    context.Unprepare();
    setActiveEntity(context, nullptr);
    budget.forget(context);
    if (m_idle.size() < MaxIdle)
        m_idle.push_back(&context);
    else
        context.Release();
}
} // namespace engine::scriptcore
