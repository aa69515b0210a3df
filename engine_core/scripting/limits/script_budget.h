#pragma once

#include "engine_core/scripting/limits/script_limits.h"
#include "engine_core/scripting/limits/script_memory.h"
#include "engine_core/scripting/limits/script_watchdog.h"
#include "engine_core/scripting/runtime/active_script.h"
#include "engine_core/scripting/runtime/script_runtime.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace AngelScript
{
class asIScriptContext;
class asIScriptEngine;
} // namespace AngelScript

namespace engine::scriptcore
{
/// What everything may use that one call from the program into the scripts of an engine sets off:
/// calls of natives that call back, comparisons, constructors, destructors, clean-up (ADR 0021).
/// Used on the thread of the engine, and by the watchdog.
class ScriptBudget
{
public:
    /// Holds for an engine until that is released; goes after it.
    ScriptBudget(AngelScript::asIScriptEngine& scripts, const ScriptLimits& limits);
    ~ScriptBudget();

    /// The budget of the engine.
    [[nodiscard]] static ScriptBudget* of(AngelScript::asIScriptEngine& scripts);

    /// What is held by now, such as all that an engine declares, is not the scripts'.
    void leaveOutWhatIsHeld();

    /// What natives get from hostOfActiveScript(); not owned.
    void setHost(void* host) { m_host = host; }

    /// A context for execute(); not counted. Its owner calls forget() before it releases it, and
    /// may while it waits for long; watch() comes before it runs on.
    [[nodiscard]] AngelScript::asIScriptContext* makeContext();
    void watch(AngelScript::asIScriptContext& context);
    void forget(AngelScript::asIScriptContext& context);

    /// One entry from the program into scripts. One within another belongs to that.
    class Entry
    {
    public:
        explicit Entry(ScriptBudget& budget) : m_budget{budget} { budget.enter(); }

        ~Entry() { m_budget.leave(); }

        Entry(const Entry&) = delete;
        Entry& operator=(const Entry&) = delete;

    private:
        ScriptBudget& m_budget;
    };

    /// Runs what the context is prepared for, to its end or until it is suspended. After a failure
    /// the context is clean. `entity` is what natives get from entityOfActiveScript(); not owned,
    /// null for none.
    std::optional<ScriptFailure> execute(AngelScript::asIScriptContext& context,
                                         const EntityId* entity = nullptr);

    /// The same for what runs in the context by `call`, which returns how it ended
    /// (asEContextState).
    std::optional<ScriptFailure> run(AngelScript::asIScriptContext& context,
                                     const EntityId* entity,
                                     const std::function<int()>& call);

    /// Entries that are made in a row, and whether they have together used up the time that one
    /// has: the next ones wait for the next tick.
    void beginTick() { m_watchdog.tickBegins(); }

    void endTick() { m_watchdog.tickEnds(); }

    [[nodiscard]] bool isTickSpent() const { return m_watchdog.isTickSpent(); }

    /// Whether the entry under way has used up what it may use.
    [[nodiscard]] bool isSpent() const
    {
        return m_spent.load(std::memory_order_acquire) == m_serial && m_depth > 0;
    }

    /// What it used up, as a sentence.
    [[nodiscard]] std::string whySpent() const;

    /// That scripts hold more bytes than they may, as a sentence.
    [[nodiscard]] std::string tooMuch() const;

private:
    /// What an entry can use up.
    enum class Cause : std::uint8_t
    {
        Time,
        Bytes,
        Objects
    };

    static AngelScript::asIScriptContext* lend(AngelScript::asIScriptEngine* scripts, void* budget);
    static void
    takeBack(AngelScript::asIScriptEngine*, AngelScript::asIScriptContext* context, void* budget);
    static void onLine(AngelScript::asIScriptContext* context, void* budget);

    std::optional<ScriptFailure> failureOfCall(AngelScript::asIScriptContext& context, int ended);
    void enter();
    void leave();
    void end(std::uint64_t entry, Cause cause);
    void holdsTooMuch();
    void setLineCallbacks(bool on);
    static void report(ScriptFailure failure);

    AngelScript::asIScriptEngine& m_scripts;
    ScriptLimits m_limits;
    std::int64_t m_bytesBefore = 0;
    std::int64_t m_objectsBefore = 0;
    std::atomic<Cause> m_cause{Cause::Time};
    void* m_host = nullptr;
    ActiveScript& m_active = activeScript(); ///< of the thread of the engine
    std::vector<ActiveScript> m_lentOver; ///< what ran when a context was lent, the last one last
    ScriptMemory& m_memory = scriptMemory();
    ScriptMemory m_outer;                  ///< whose limits held on this thread before
    std::uint64_t m_serial = 0;            ///< of the entry under way, or the last one
    int m_depth = 0;                       ///< entries within each other
    std::atomic<std::uint64_t> m_spent{0}; ///< the last entry that used up everything
    std::atomic<bool> m_hasCallbacks{false};
    std::optional<ScriptFailure> m_failure; ///< of the entry under way: its first place
    bool m_isTold = false;                  ///< the caller hears of it
    /// After destructors that were ended all others are left out for a while: each object of many
    /// that go one by one would take the limit.
    std::chrono::steady_clock::time_point m_pausesUntil;
    std::mutex m_mutex;
    std::vector<AngelScript::asIScriptContext*> m_contexts; ///< that may be running
    ScriptWatchdog m_watchdog;
};
} // namespace engine::scriptcore
