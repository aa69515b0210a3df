#include "engine_core/scripting/limits/script_watchdog.h"

namespace engine
{
ScriptWatchdog::ScriptWatchdog(std::chrono::milliseconds limit,
                               std::function<void(std::uint64_t)> end)
    : m_limit{limit}, m_end{std::move(end)}, m_thread{[this] {
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
    const auto poll = m_limit / 20;
    std::uint64_t watched = 0;
    std::uint64_t watchedTick = 0;
    auto since = std::chrono::steady_clock::now();
    auto tickSince = since;
    std::unique_lock lock{m_mutex};
    while (!m_wake.wait_for(lock, poll, [this] { return m_stop; })) {
        const auto now = std::chrono::steady_clock::now();
        const auto call = m_call.load(std::memory_order_acquire);
        if (call != watched) {
            watched = call;
            since = now;
        } else if (call != 0 && now - since >= m_limit - 2 * poll) {
            m_end(call);
        }
        const auto tick = m_tick.load(std::memory_order_acquire);
        if (tick != watchedTick) {
            watchedTick = tick;
            tickSince = now;
        } else if (tick != 0 && now - tickSince >= m_limit - 2 * poll) {
            m_spentTick.store(tick, std::memory_order_release);
        }
    }
}
} // namespace engine
