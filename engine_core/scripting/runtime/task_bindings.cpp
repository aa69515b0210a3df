#include "engine_core/scripting/runtime/task_bindings.h"

#include "engine_core/scripting/runtime/script_tasks.h"

#include <angelscript.h>

namespace engine
{
using scriptcore::ScriptTasks;

namespace
{
using Function = AngelScript::asIScriptFunction*;

TaskId begin(Function routine, double seconds, bool repeats)
{
    auto* tasks = ScriptTasks::ofActiveScript();
    return tasks != nullptr ? tasks->start(routine, seconds, repeats) : TaskId{};
}

void stop(const TaskId& task)
{
    if (auto* tasks = ScriptTasks::ofActiveScript())
        tasks->end(task);
}

bool isRunning(const TaskId& task)
{
    const auto* tasks = ScriptTasks::ofActiveScript();
    return tasks != nullptr && tasks->isThere(task);
}

void wait(double seconds)
{
    if (auto* tasks = ScriptTasks::ofActiveScript())
        tasks->wait("wait()", seconds);
}

void waitTicks(int ticks)
{
    if (auto* tasks = ScriptTasks::ofActiveScript())
        tasks->waitTicks("waitTicks()", ticks);
}

void waitUntil(Function condition)
{
    if (auto* tasks = ScriptTasks::ofActiveScript())
        tasks->waitUntil("waitUntil()", condition);
}
} // namespace

void waitInScript(const char* what, std::function<bool()> step)
{
    if (auto* tasks = ScriptTasks::ofActiveScript())
        tasks->waitUntil(what, std::move(step));
}

Result<void> bindTasks(ScriptBinder& binder)
{
    for (const auto* declaration : {"void Routine()", "bool Condition()"})
        binder.check(binder.engine().RegisterFuncdef(declaration), declaration);
    binder.value<TaskId>("Task");
    binder.method("Task", "void stop() const", stop,
                  "Ends it; what is running comes to its next wait");
    binder.method("Task", "bool get_isRunning() const property", isRunning,
                  "Whether it has not ended yet");
    binder.function(
        "Task start(Routine@+ f)", +[](Function f) { return begin(f, 0, false); },
        "Starts a coroutine, as in start(Routine(method)): it may wait");
    binder.function(
        "Task after(double seconds, Routine@+ f)",
        +[](double seconds, Function f) { return begin(f, seconds, false); },
        "Starts a coroutine that much later");
    binder.function(
        "Task every(double seconds, Routine@+ f)",
        +[](double seconds, Function f) { return begin(f, seconds, true); },
        "Starts a coroutine again and again, for the first time after so many seconds");
    binder.function("void wait(double seconds)", wait,
                    "In a coroutine: goes on that much later, in the next tick at the earliest");
    binder.function("void waitTicks(int count)", waitTicks,
                    "In a coroutine: goes on so many ticks later");
    binder.function("void waitUntil(Condition@+ f)", waitUntil,
                    "In a coroutine: goes on in the first tick in which the method answers true");
    return binder.finish("task");
}
} // namespace engine
