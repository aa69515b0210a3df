#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace engine
{
/// Ends calls that take too long. Looking at a clock from inside a script would double the cost of
/// every line, so another thread watches: a call costs two atomic writes.
class ScriptWatchdog
{
public:
    /// `end` is called on the watching thread with the number of a call, within the twentieth of
    /// `limit` before that is over, and again while the call is still under way. It can come a
    /// moment after the end of the call.
    ScriptWatchdog(std::chrono::milliseconds limit, std::function<void(std::uint64_t call)> end);
    ~ScriptWatchdog();

    /// Numbers are not 0.
    void callBegins(std::uint64_t call) { m_call.store(call, std::memory_order_release); }

    void callEnds() { m_call.store(0, std::memory_order_release); }

    /// A tick is many calls, which are together under way no longer than about one may be: nobody
    /// ends them, but who makes them asks.
    void tickBegins() { m_tick.store(++m_ticks, std::memory_order_release); }

    void tickEnds() { m_tick.store(0, std::memory_order_release); }

    /// Whether the tick under way has taken its time.
    [[nodiscard]] bool isTickSpent() const
    {
        return m_ticks != 0 && m_spentTick.load(std::memory_order_acquire) == m_ticks;
    }

private:
    void watch();

    std::chrono::milliseconds m_limit;
    std::function<void(std::uint64_t)> m_end;
    std::atomic<std::uint64_t> m_call{0}; ///< number of the call under way; 0 is none
    std::atomic<std::uint64_t> m_tick{0}; ///< number of the tick under way; 0 is none
    std::atomic<std::uint64_t> m_spentTick{0};
    std::uint64_t m_ticks = 0; ///< that began
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_stop = false;
    std::thread m_thread;
};
} // namespace engine
