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
    /// Longest time of one call; it is ended within a tenth of a second after this.
    static constexpr std::chrono::milliseconds Limit{1800};

    /// `abort` is called on the watching thread, while a call is under way.
    explicit ScriptWatchdog(std::function<void()> abort);
    ~ScriptWatchdog();

    void callBegins() { m_call.store(++m_serial, std::memory_order_release); }

    void callEnds() { m_call.store(0, std::memory_order_release); }

private:
    void watch();

    std::function<void()> m_abort;
    std::atomic<std::uint64_t> m_call{0}; ///< number of the call under way; 0 is none
    std::uint64_t m_serial = 0;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_stop = false;
    std::thread m_thread;
};
} // namespace engine
