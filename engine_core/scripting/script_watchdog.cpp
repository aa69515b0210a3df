#include "engine_core/scripting/script_watchdog.h"

namespace engine
{
namespace
{
constexpr std::chrono::milliseconds Poll{100};
} // namespace

ScriptWatchdog::ScriptWatchdog(std::function<void()> abort)
    : m_abort{std::move(abort)}, m_thread{[this] {
        watch();
    }}
{
}

ScriptWatchdog::~ScriptWatchdog()
{
    {
        const std::lock_guard lock{m_mutex};
        m_stop = true;
    }
    m_wake.notify_all();
    m_thread.join();
}

void ScriptWatchdog::watch()
{
    std::uint64_t watched = 0;
    auto since = std::chrono::steady_clock::now();
    std::unique_lock lock{m_mutex};
    while (!m_wake.wait_for(lock, Poll, [this] { return m_stop; })) {
        const auto now = std::chrono::steady_clock::now();
        const auto call = m_call.load(std::memory_order_acquire);
        if (call != watched) {
            watched = call;
            since = now;
        } else if (call != 0 && now - since >= Limit - Poll) {
            m_abort();
        }
    }
}
} // namespace engine
