#include "engine_core/scripting/destructor_guard.h"

#include "engine_core/scripting/script_core.h"

#include <angelscript.h>

#include <utility>

namespace engine::scriptcore
{
using namespace AngelScript;

namespace
{
constexpr asPWORD GuardTag = 0x4d58; // any number that no add-on uses
constexpr std::chrono::seconds Pause{2};
} // namespace

DestructorGuard::DestructorGuard(asIScriptEngine& scripts)
{
    scripts.SetUserData(this, GuardTag);
    scripts.SetContextCallbacks(&lend, &takeBack, this);
}

DestructorGuard* DestructorGuard::of(asIScriptEngine& scripts)
{
    return static_cast<DestructorGuard*>(scripts.GetUserData(GuardTag));
}

asIScriptContext* DestructorGuard::lend(asIScriptEngine* scripts, void* guard)
{
    auto& self = *static_cast<DestructorGuard*>(guard);
    if (std::chrono::steady_clock::now() < self.m_pausesUntil)
        return nullptr; // AngelScript frees the object without its destructor
    if (!self.m_watchdog)
        self.m_watchdog = std::make_unique<ScriptWatchdog>([&self] { self.abort(); });
    auto* context = scripts->CreateContext();
    {
        const std::lock_guard lock{self.m_mutex};
        self.m_lent = context;
    }
    self.m_watchdog->callBegins();
    return context;
}

void DestructorGuard::takeBack(asIScriptEngine*, asIScriptContext* context, void* guard)
{
    auto& self = *static_cast<DestructorGuard*>(guard);
    self.m_watchdog->callEnds();
    {
        const std::lock_guard lock{self.m_mutex};
        self.m_lent = nullptr;
    }
    if (context->GetState() == asEXECUTION_ABORTED) {
        self.m_pausesUntil = std::chrono::steady_clock::now() + Pause;
        auto failure = failureOf(*context, asEXECUTION_ABORTED);
        LogMessage message;
        message.level = LogLevel::Error;
        message.source = "script";
        message.text = std::move(failure.message);
        message.file = std::move(failure.file);
        message.line = failure.line;
        log(std::move(message));
    }
    context->Release();
}

void DestructorGuard::abort()
{
    const std::lock_guard lock{m_mutex};
    if (m_lent != nullptr)
        m_lent->Abort();
}
} // namespace engine::scriptcore
