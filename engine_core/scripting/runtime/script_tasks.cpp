#include "engine_core/scripting/runtime/script_tasks.h"

#include "engine_core/scripting/limits/script_budget.h"

#include <angelscript.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace engine::scriptcore
{
using namespace AngelScript;

namespace
{
constexpr asPWORD TasksTag = 0x4d59; // of engines; any number that no add-on uses
constexpr asPWORD TaskTag = 0x4d5a;  // of contexts
constexpr double MaxSeconds = 1e6;
constexpr double TickSlack = 1e-6; ///< ticks that a sum of seconds may be off

struct ReleaseFunction
{
    void operator()(asIScriptFunction* function) const { function->Release(); }
};

using FunctionPtr = std::unique_ptr<asIScriptFunction, ReleaseFunction>;

FunctionPtr keep(asIScriptFunction* function)
{
    if (function != nullptr)
        function->AddRef();
    return FunctionPtr{function};
}
} // namespace

struct ScriptTasks::Task
{
    std::uint64_t id = 0;
    EntityId owner;
    FunctionPtr routine;                 ///< null for a call of the program
    std::function<void()> call;          ///< of the program
    ContentHash what = 0;                ///< of that call
    std::uint64_t due = 0;               ///< tick
    std::uint64_t turn = 0;              ///< among those that are due in that tick
    std::uint64_t begins = 0;            ///< tick of this round
    std::uint64_t period = 0;            ///< ticks; 0 runs once
    asIScriptContext* context = nullptr; ///< while it is under way
    FunctionPtr condition;               ///< that it waits for
    std::function<bool()> step;          ///< the same, of the program
    bool isRunning = false;
    bool isEnded = false; ///< while it runs
};

/// Whether a task that waits may go on.
enum class ScriptTasks::Answer
{
    Yes,
    No
};

ScriptTasks::ScriptTasks(asIScriptEngine& scripts, ContextPool& contexts)
    : m_scripts{scripts}, m_contexts{contexts}, m_budget{*ScriptBudget::of(scripts)}
{
    scripts.SetUserData(this, TasksTag);
}

ScriptTasks::~ScriptTasks()
{
    const ScriptBudget::Entry entry{m_budget};
    ++m_closed; // destructors may want to set something going
    while (!m_tasks.empty())
        remove(*m_tasks.begin()->second);
    m_scripts.SetUserData(nullptr, TasksTag);
}

ScriptTasks* ScriptTasks::ofActiveScript()
{
    const auto* context = asGetActiveContext();
    auto* tasks = context != nullptr
                      ? static_cast<ScriptTasks*>(context->GetEngine()->GetUserData(TasksTag))
                      : nullptr;
    if (tasks == nullptr || tasks->m_closed > 0) {
        raiseInScript("Coroutines and timers can be used from onStart() on, not while an object "
                      "is made");
        return nullptr;
    }
    return tasks;
}

ScriptTasks::Task* ScriptTasks::find(std::uint64_t id) const
{
    const auto at = m_tasks.find(id);
    return at != m_tasks.end() ? at->second.get() : nullptr;
}

bool ScriptTasks::isThere(TaskId task) const
{
    const auto* found = find(task.value);
    return found != nullptr && !found->isEnded;
}

/// Nothing, with an exception in the script, if that is no time to wait.
std::optional<std::uint64_t> ScriptTasks::ticksOf(double seconds) const
{
    if (!(seconds >= 0) || seconds > MaxSeconds) {
        raiseInScript(fmt::format("The time must be from 0 to 1,000,000 seconds, not {}", seconds));
        return std::nullopt;
    }
    return static_cast<std::uint64_t>(
        std::max(std::ceil(seconds * TaskTicksPerSecond - TickSlack), 0.0));
}

/// The tick of the next run(): the one under way before that has come to it.
std::uint64_t ScriptTasks::nextRun() const
{
    return m_ranAt == m_now ? m_now + 1 : m_now;
}

ScriptTasks::Task* ScriptTasks::add(double seconds)
{
    const auto ticks = ticksOf(seconds);
    if (!ticks)
        return nullptr;
    if (m_tasks.size() >= MaxTasks) {
        raiseInScript(fmt::format("There are too many coroutines, timers and later messages "
                                  "(limit {})",
                                  MaxTasks));
        return nullptr;
    }
    auto task = std::make_unique<Task>();
    task->id = ++m_lastId;
    task->begins = std::max(m_now + *ticks, nextRun());
    return m_tasks.emplace(task->id, std::move(task)).first->second.get();
}

void ScriptTasks::enqueue(Task& task, std::uint64_t due)
{
    task.due = due;
    task.turn = ++m_lastTurn;
    m_queue.emplace(std::pair{task.due, task.turn}, &task);
}

TaskId ScriptTasks::start(asIScriptFunction* routine, double seconds, bool repeats)
{
    const auto owner = entityOfActiveScript();
    if (routine == nullptr || owner.isNull()) {
        raiseInScript(routine == nullptr ? "There is no method to start"
                                         : "Only the script of an object can start something");
        return {};
    }
    auto* task = add(seconds);
    if (task == nullptr)
        return {};
    task->owner = owner;
    task->routine = keep(routine);
    task->period = repeats ? std::max<std::uint64_t>(task->begins - m_now, 1) : 0;
    m_byOwner.emplace(owner, task->id);
    enqueue(*task, task->begins);
    return {task->id};
}

TaskId ScriptTasks::callLater(double seconds, ContentHash what, std::function<void()> call)
{
    auto* task = add(seconds);
    if (task == nullptr)
        return {};
    task->call = std::move(call);
    task->what = what;
    m_byOwner.emplace(EntityId{}, task->id);
    enqueue(*task, task->begins);
    return {task->id};
}

/// The coroutine that calls a native; null, with an exception, if it is none or cannot wait here.
ScriptTasks::Task* ScriptTasks::waiting(const char* what) const
{
    auto* context = asGetActiveContext();
    auto* task = static_cast<Task*>(context->GetUserData(TaskTag));
    if (task == nullptr)
        raiseInScript(fmt::format("Only a coroutine can call {}: put it into a method of its own, "
                                  "and call start(Routine(method))",
                                  what));
    else if (context->IsNested()) {
        raiseInScript(fmt::format("{} cannot be called where the engine waits for an answer, such "
                                  "as in a comparison",
                                  what));
        task = nullptr;
    }
    if (task != nullptr)
        context->Suspend();
    return task;
}

void ScriptTasks::wait(const char* what, double seconds)
{
    const auto ticks = ticksOf(seconds);
    if (auto* task = ticks ? waiting(what) : nullptr)
        task->due = m_now + std::max<std::uint64_t>(*ticks, 1);
}

void ScriptTasks::waitTicks(const char* what, int ticks)
{
    if (auto* task = waiting(what))
        task->due = m_now + static_cast<std::uint64_t>(std::max(ticks, 1));
}

void ScriptTasks::waitUntil(const char* what, asIScriptFunction* condition)
{
    if (condition == nullptr) {
        raiseInScript("There is no condition to wait for");
        return;
    }
    if (auto* task = waiting(what)) {
        task->due = m_now + 1;
        task->condition = keep(condition);
    }
}

void ScriptTasks::waitUntil(const char* what, std::function<bool()> step)
{
    if (auto* task = waiting(what)) {
        task->due = m_now + 1;
        task->step = std::move(step);
    }
}

void ScriptTasks::run(const ScriptRuntime::TaskFailed& failed)
{
    m_ranAt = m_now; // what is set going by now is due in the next tick at the earliest
    while (!m_queue.empty() && m_queue.begin()->first.first <= m_now && !m_budget.isTickSpent()) {
        auto& task = *m_queue.begin()->second;
        m_queue.erase(m_queue.begin());
        advance(task, failed);
    }
}

void ScriptTasks::advance(Task& task, const ScriptRuntime::TaskFailed& failed)
{
    if (task.call) {
        const auto call = std::move(task.call);
        remove(task);
        call();
        return;
    }
    task.isRunning = true;
    std::optional<ScriptFailure> failure;
    if (ask(task, failure) == Answer::Yes && !task.isEnded)
        failure = resume(task);
    task.isRunning = false;
    const auto owner = task.owner;
    if (failure || task.isEnded) {
        remove(task);
    } else if (task.context != nullptr) {
        enqueue(task, task.due);
    } else if (task.period > 0) {
        task.begins = std::max(task.begins + task.period, m_now + 1);
        enqueue(task, task.begins);
    } else {
        remove(task);
    }
    if (failure)
        failed(owner, *failure);
}

/// If the answer is no, it is asked again in the next tick.
ScriptTasks::Answer ScriptTasks::ask(Task& task, std::optional<ScriptFailure>& failure)
{
    bool isMet = true;
    if (task.step) {
        isMet = task.step();
    } else if (task.condition) {
        auto& context = m_contexts.take();
        context.Prepare(task.condition.get());
        failure = m_budget.execute(context, &task.owner);
        isMet = !failure && context.GetReturnByte() != 0;
        m_contexts.giveBack(context);
    }
    task.due = m_now + 1;
    if (!isMet)
        return Answer::No;
    task.step = nullptr;
    task.condition.reset();
    return Answer::Yes;
}

std::optional<ScriptFailure> ScriptTasks::resume(Task& task)
{
    if (task.context == nullptr) {
        task.context = &m_contexts.take();
        task.context->Prepare(task.routine.get());
        task.context->SetUserData(&task, TaskTag);
    } else {
        m_budget.watch(*task.context);
    }
    auto failure = m_budget.execute(*task.context, &task.owner);
    if (!failure && task.context->GetState() == asEXECUTION_SUSPENDED) {
        m_budget.forget(*task.context);
        return failure;
    }
    task.context->SetUserData(nullptr, TaskTag);
    m_contexts.giveBack(*std::exchange(task.context, nullptr));
    return failure;
}

/// Destructors of what it held may set other things going.
void ScriptTasks::remove(Task& task)
{
    const ScriptBudget::Entry entry{m_budget};
    auto node = m_tasks.extract(task.id);
    m_byOwner.erase({task.owner, task.id});
    m_queue.erase({task.due, task.turn});
    if (task.context != nullptr) {
        m_budget.watch(*task.context);
        task.context->SetUserData(nullptr, TaskTag);
        m_contexts.giveBack(*std::exchange(task.context, nullptr));
    }
    node.mapped().reset(); // while the entry lasts
}

void ScriptTasks::end(TaskId task)
{
    auto* found = find(task.value);
    if (found == nullptr)
        return;
    if (found->isRunning)
        found->isEnded = true; // by advance(), when it waits or is through
    else
        remove(*found);
}

std::size_t ScriptTasks::endAllOf(EntityId owner)
{
    std::vector<std::uint64_t> all;
    for (auto at = m_byOwner.lower_bound({owner, 0}); at != m_byOwner.end() && at->first == owner;
         ++at)
        all.push_back(at->second);
    for (const auto id : all)
        end({id});
    return all.size();
}

void ScriptTasks::addTo(Hasher& hasher) const
{
    for (const auto& [owner, id] : m_byOwner) {
        const auto& task = *find(id);
        hasher.add(owner.value).add(id).add(task.due).add(task.period).add(task.what);
        if (task.context == nullptr)
            continue;
        for (asUINT level = 0; level < task.context->GetCallstackSize(); ++level)
            hasher.add(task.context->GetLineNumber(level));
    }
}
} // namespace engine::scriptcore
