#pragma once

#include "engine_core/scripting/runtime/context_pool.h"
#include "engine_core/scripting/runtime/task_bindings.h"

#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

namespace AngelScript
{
class asIScriptFunction;
} // namespace AngelScript

namespace engine::scriptcore
{
/// What scripts set going in one tick and what runs in later ones: coroutines, timers, later calls.
/// Time is counted in ticks. Those that wait cost nothing until the tick that they wait for, except
/// for those that wait for a condition.
class ScriptTasks
{
public:
    /// They are not counted as what scripts hold, so there is a limit for them alone.
    static constexpr std::size_t MaxTasks = 100'000;

    ScriptTasks(AngelScript::asIScriptEngine& scripts, ContextPool& contexts);
    ~ScriptTasks();

    ScriptTasks(const ScriptTasks&) = delete;
    ScriptTasks& operator=(const ScriptTasks&) = delete;

    /// Those of the running script's engine; null, with an exception in the script, if it has none:
    /// while a class is only looked at.
    [[nodiscard]] static ScriptTasks* ofActiveScript();

    /// While it lives, scripts cannot set anything going: an object is being made.
    class Closed
    {
    public:
        explicit Closed(ScriptTasks& tasks) : m_tasks{tasks} { ++m_tasks.m_closed; }

        ~Closed() { --m_tasks.m_closed; }

        Closed(const Closed&) = delete;
        Closed& operator=(const Closed&) = delete;

    private:
        ScriptTasks& m_tasks;
    };

    void beginTick() { ++m_now; }

    void run(const ScriptRuntime::TaskFailed& failed);

    /// A coroutine of the running script's object. It begins `seconds` from now, and anew that long
    /// after it began if it `repeats`. The script gets an exception if that cannot be.
    TaskId start(AngelScript::asIScriptFunction* routine, double seconds, bool repeats);

    TaskId callLater(double seconds, ContentHash what, std::function<void()> call);

    /// Each suspends the coroutine that calls; `what` names the native for the exception that
    /// everything else gets.
    void wait(const char* what, double seconds);
    void waitTicks(const char* what, int ticks);
    void waitUntil(const char* what, AngelScript::asIScriptFunction* condition);
    void waitUntil(const char* what, std::function<bool()> step);

    void end(TaskId task);
    std::size_t endAllOf(EntityId owner);

    [[nodiscard]] bool isThere(TaskId task) const;

    [[nodiscard]] std::size_t count() const { return m_tasks.size(); }

    void addTo(Hasher& hasher) const;

private:
    struct Task;
    enum class Answer;

    Task* find(std::uint64_t id) const;
    std::optional<std::uint64_t> ticksOf(double seconds) const;
    std::uint64_t nextRun() const;
    Task* add(double seconds);
    void enqueue(Task& task, std::uint64_t due);
    Task* waiting(const char* what) const;
    void advance(Task& task, const ScriptRuntime::TaskFailed& failed);
    Answer ask(Task& task, std::optional<ScriptFailure>& failure);
    std::optional<ScriptFailure> resume(Task& task);
    void remove(Task& task);

    AngelScript::asIScriptEngine& m_scripts;
    ContextPool& m_contexts;
    ScriptBudget& m_budget;
    std::uint64_t m_now = 0;   ///< the tick under way
    std::uint64_t m_ranAt = 0; ///< the tick of the last run(), 0 before the first
    std::uint64_t m_lastId = 0;
    int m_closed = 0;
    std::unordered_map<std::uint64_t, std::unique_ptr<Task>> m_tasks;
    std::set<std::pair<EntityId, std::uint64_t>> m_byOwner;
    std::uint64_t m_lastTurn = 0;
    /// What waits, by the tick that it is due in and then in the order of its coming.
    std::map<std::pair<std::uint64_t, std::uint64_t>, Task*> m_queue;
};
} // namespace engine::scriptcore
