#include "engine_core/scripting/limits/script_budget.h"

#include "engine_core/scripting/runtime/script_core.h"

#include <angelscript.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace engine::scriptcore
{
using namespace AngelScript;

namespace
{
constexpr asPWORD BudgetTag = 0x4d58; // any number that no add-on uses
} // namespace

ScriptBudget::ScriptBudget(asIScriptEngine& scripts, const ScriptLimits& limits)
    : m_scripts{scripts}, m_limits{limits}, m_watchdog{limits.time, [this](std::uint64_t entry) {
                                                           end(entry, Cause::Time);
                                                       }}
{
    scripts.SetUserData(this, BudgetTag);
    scripts.SetContextCallbacks(&lend, &takeBack, this);
}

ScriptBudget::~ScriptBudget() = default;

ScriptBudget* ScriptBudget::of(asIScriptEngine& scripts)
{
    return static_cast<ScriptBudget*>(scripts.GetUserData(BudgetTag));
}

void ScriptBudget::leaveOutWhatIsHeld()
{
    m_bytesBefore = scriptMemory().bytes;
    m_objectsBefore = scriptMemory().objects;
}

asIScriptContext* ScriptBudget::makeContext()
{
    auto* context = m_scripts.CreateContext();
    watch(*context);
    return context;
}

void ScriptBudget::watch(asIScriptContext& context)
{
    const std::lock_guard lock{m_mutex};
    m_contexts.push_back(&context);
    if (m_hasCallbacks.load(std::memory_order_acquire))
        context.SetLineCallback(asFUNCTION(onLine), this, asCALL_CDECL);
}

void ScriptBudget::forget(asIScriptContext& context)
{
    const std::lock_guard lock{m_mutex};
    // Mostly it is among the last that began.
    const auto found = std::find(m_contexts.rbegin(), m_contexts.rend(), &context);
    if (found != m_contexts.rend())
        m_contexts.erase(std::next(found).base());
    if (m_hasCallbacks.load(std::memory_order_acquire))
        context.ClearLineCallback();
}

void ScriptBudget::enter()
{
    if (m_depth++ > 0)
        return;
    m_watchdog.callBegins(++m_serial);
    auto& memory = m_memory;
    m_outer.takeLimitsOf(memory);
    memory.maxBytes = m_bytesBefore + m_limits.bytes;
    memory.maxObjects = m_objectsBefore + m_limits.objects;
    memory.tell = [](void* budget) {
        static_cast<ScriptBudget*>(budget)->holdsTooMuch();
    };
    memory.budget = this;
}

void ScriptBudget::leave()
{
    if (--m_depth > 0)
        return;
    m_watchdog.callEnds();
    m_memory.takeLimitsOf(m_outer);
    if (m_hasCallbacks.load(std::memory_order_acquire))
        setLineCallbacks(false);
    if (m_spent.load(std::memory_order_acquire) == m_serial && !m_isTold)
        report(m_failure.value_or(ScriptFailure{whySpent(), {}, 0}));
    m_failure.reset();
    m_isTold = false;
}

/// Only scripts can end themselves: at their next line, each of those that wait for another.
void ScriptBudget::end(std::uint64_t entry, Cause cause)
{
    if (m_spent.load(std::memory_order_acquire) != entry)
        m_cause.store(cause, std::memory_order_release);
    m_spent.store(entry, std::memory_order_release);
    setLineCallbacks(true);
}

/// Called while memory is given out, which has to succeed: the script ends a moment later.
void ScriptBudget::holdsTooMuch()
{
    if (isSpent() || asGetActiveContext() == nullptr)
        return;
    end(m_serial, scriptMemory().bytes > scriptMemory().maxBytes ? Cause::Bytes : Cause::Objects);
}

void ScriptBudget::setLineCallbacks(bool on)
{
    const std::lock_guard lock{m_mutex};
    // Never again where one is set: the context clears it first, and may be about to call it.
    if (m_hasCallbacks.exchange(on, std::memory_order_acq_rel) == on)
        return;
    for (auto* context : m_contexts)
        if (on)
            context->SetLineCallback(asFUNCTION(onLine), this, asCALL_CDECL);
        else
            context->ClearLineCallback();
}

void ScriptBudget::onLine(asIScriptContext* context, void* budget)
{
    auto& self = *static_cast<ScriptBudget*>(budget);
    if (!self.isSpent()) // the watchdog was a moment late
        return;
    if (!self.m_failure)
        self.m_failure = failureOf(*context, asEXECUTION_ABORTED);
    context->Abort();
}

/// AngelScript runs destructors of objects that go while no script runs, such as at the stop of a
/// game, in contexts of its own: it gets them from here.
asIScriptContext* ScriptBudget::lend(asIScriptEngine*, void* budget)
{
    auto& self = *static_cast<ScriptBudget*>(budget);
    if (self.isSpent() || std::chrono::steady_clock::now() < self.m_pausesUntil)
        return nullptr; // AngelScript frees the object without its destructor
    auto* context = self.makeContext();
    self.m_lentOver.push_back(std::exchange(self.m_active, {self.m_host, nullptr}));
    self.enter();
    return context;
}

void ScriptBudget::takeBack(asIScriptEngine*, asIScriptContext* context, void* budget)
{
    auto& self = *static_cast<ScriptBudget*>(budget);
    if (context->GetState() == asEXECUTION_EXCEPTION)
        report(failureOf(*context, asEXECUTION_EXCEPTION));
    if (context->GetState() == asEXECUTION_ABORTED)
        self.m_pausesUntil = std::chrono::steady_clock::now() + 2 * self.m_limits.time;
    self.forget(*context);
    context->Release();
    self.m_active = self.m_lentOver.back();
    self.m_lentOver.pop_back();
    self.leave();
}

std::string ScriptBudget::tooMuch() const
{
    constexpr std::int64_t Megabyte = std::int64_t{1} << 20U;
    return fmt::format("There is too much in arrays, strings and objects (limit {} MB)",
                       m_limits.bytes / Megabyte);
}

std::string ScriptBudget::whySpent() const
{
    switch (m_cause.load(std::memory_order_acquire)) {
    case Cause::Bytes:
        return tooMuch();
    case Cause::Objects:
        return fmt::format("Scripts hold too many objects and arrays (limit {})", m_limits.objects);
    case Cause::Time:
        break;
    }
    return fmt::format("This took over {:g} seconds and was ended; is it an endless loop?",
                       std::chrono::duration<double>{m_limits.time}.count());
}

std::optional<ScriptFailure> ScriptBudget::execute(asIScriptContext& context,
                                                   const EntityId* entity)
{
    const Entry entry{*this};
    const Activation activation{m_active, {m_host, entity}};
    return failureOfCall(context, context.Execute());
}

std::optional<ScriptFailure> ScriptBudget::run(asIScriptContext& context,
                                               const EntityId* entity,
                                               const std::function<int()>& call)
{
    const Entry entry{*this};
    const Activation activation{m_active, {m_host, entity}};
    return failureOfCall(context, call());
}

/// Nothing if it went well.
std::optional<ScriptFailure> ScriptBudget::failureOfCall(asIScriptContext& context, int ended)
{
    const bool spent = isSpent(); // even if it finished: it may not have come to another line
    if ((ended == asEXECUTION_FINISHED || ended == asEXECUTION_SUSPENDED) && !spent)
        return std::nullopt;
    auto failure = spent && m_failure ? *m_failure : failureOf(context, ended);
    if (spent && ended != asEXECUTION_ABORTED && !m_failure)
        failure.message = whySpent();
    m_isTold = spent;
    if (ended == asEXECUTION_SUSPENDED)
        context.Abort();
    context.Unprepare(); // lets go of what the stopped call still held
    return failure;
}

/// For what nobody waits for: clean-up.
void ScriptBudget::report(ScriptFailure failure)
{
    LogMessage message;
    message.level = LogLevel::Error;
    message.source = "script";
    message.text = std::move(failure.message);
    message.file = std::move(failure.file);
    message.line = failure.line;
    log(std::move(message));
}
} // namespace engine::scriptcore
