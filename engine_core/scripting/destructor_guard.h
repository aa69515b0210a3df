#pragma once

#include "engine_core/scripting/script_watchdog.h"

#include <chrono>
#include <memory>
#include <mutex>

namespace AngelScript
{
class asIScriptContext;
class asIScriptEngine;
} // namespace AngelScript

namespace engine::scriptcore
{
/// Ends destructors of scripts that take too long. AngelScript runs those of objects that go while
/// no script runs, such as at the stop of a game, in contexts of its own: it gets them from here.
class DestructorGuard
{
public:
    /// Watches over an engine until that is released; goes after it.
    explicit DestructorGuard(AngelScript::asIScriptEngine& scripts);

    /// The guard of the engine.
    [[nodiscard]] static DestructorGuard* of(AngelScript::asIScriptEngine& scripts);

private:
    static AngelScript::asIScriptContext* lend(AngelScript::asIScriptEngine* scripts, void* guard);
    static void
    takeBack(AngelScript::asIScriptEngine*, AngelScript::asIScriptContext* context, void* guard);

    void abort();

    /// After one that was ended all others are left out for a while: an array of such objects would
    /// take the limit for each.
    std::chrono::steady_clock::time_point m_pausesUntil;
    std::mutex m_mutex;
    AngelScript::asIScriptContext* m_lent = nullptr; ///< the latest one; read by the watchdog
    std::unique_ptr<ScriptWatchdog> m_watchdog;      ///< made when first needed
};
} // namespace engine::scriptcore
