#include "engine_core/base/jobs.h"

#include "engine_core/base/log.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <new>
#include <thread>

namespace engine
{
namespace
{
struct QueuedJob
{
    std::string name;
    JobQueue::Work work;
    JobQueue::Done done;
    std::shared_ptr<JobControl> control;
};
} // namespace

void JobControl::setProgress(double fraction)
{
    const double begin = m_begin.load(std::memory_order_relaxed);
    const double end = m_end.load(std::memory_order_relaxed);
    const double now = begin + (end - begin) * std::clamp(fraction, 0.0, 1.0);
    double before = m_progress.load(std::memory_order_relaxed);
    while (before < now &&
           !m_progress.compare_exchange_weak(before, now, std::memory_order_relaxed)) {
    }
}

ProgressPart::ProgressPart(JobControl& control, double begin, double end)
    : m_control{control}, m_begin{control.m_begin}, m_end{control.m_end}
{
    const double whole = m_end - m_begin;
    control.m_begin = m_begin + whole * begin;
    control.m_end = m_begin + whole * end;
}

ProgressPart::~ProgressPart()
{
    if (!m_control.isCancelled())
        m_control.setProgress(1);
    m_control.m_begin = m_begin;
    m_control.m_end = m_end;
}

std::optional<std::string> JobControl::failure() const
{
    const std::lock_guard lock{m_mutex};
    return m_failure;
}

void JobControl::fail(std::string reason)
{
    const std::lock_guard lock{m_mutex};
    m_failure = std::move(reason);
}

std::string reasonOfCurrentException()
{
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return "there is not enough memory";
    } catch (const std::exception& error) {
        return error.what();
    } catch (...) {
        return "the reason is unknown";
    }
}

void runGuarded(const std::string& name,
                const std::function<void(JobControl&)>& work,
                JobControl& control)
{
    try {
        work(control);
    } catch (...) {
        auto reason = reasonOfCurrentException();
        logError("jobs", "{} failed: {}", name, reason);
        control.fail(std::move(reason));
    }
}

struct JobQueue::State
{
    mutable std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::shared_ptr<QueuedJob>> waiting;
    std::vector<std::shared_ptr<QueuedJob>> active;
    std::deque<std::shared_ptr<QueuedJob>> finished;
    std::function<void()> wake;
    std::size_t waking = 0; ///< workers that are inside wake()
    bool ending = false;
    std::vector<std::jthread> workers;

    void run()
    {
        std::unique_lock lock{mutex};
        while (true) {
            changed.wait(lock, [this] { return ending || !waiting.empty(); });
            if (ending)
                return;
            const auto job = waiting.front();
            waiting.pop_front();
            active.push_back(job);
            lock.unlock();
            if (!job->control->isCancelled())
                runGuarded(job->name, job->work, *job->control);
            job->work = nullptr; // its inputs die here, not on the main thread
            lock.lock();
            std::erase(active, job);
            finished.push_back(job);
            changed.notify_all();
            callWake(lock);
        }
    }

    /// Without the mutex, so that it may ask or start jobs.
    void callWake(std::unique_lock<std::mutex>& lock)
    {
        if (!wake)
            return;
        const auto call = wake;
        ++waking;
        lock.unlock();
        call();
        lock.lock();
        --waking;
        changed.notify_all();
    }
};

JobQueue::JobQueue(unsigned threads, std::function<void()> wake)
    : m_state{std::make_unique<State>()}
{
    m_state->wake = std::move(wake);
    for (unsigned i = 0; i < threads; ++i)
        m_state->workers.emplace_back([state = m_state.get()] { state->run(); });
}

JobQueue::~JobQueue()
{
    {
        const std::lock_guard lock{m_state->mutex};
        m_state->ending = true;
        m_state->wake = nullptr;
        for (const auto& job : m_state->active)
            job->control->cancel();
    }
    m_state->changed.notify_all();
    m_state->workers.clear();
}

std::shared_ptr<JobControl> JobQueue::start(std::string name, Work work, Done done)
{
    auto control = std::make_shared<JobControl>();
    {
        const std::lock_guard lock{m_state->mutex};
        m_state->waiting.push_back(std::make_shared<QueuedJob>(
            QueuedJob{std::move(name), std::move(work), std::move(done), control}));
    }
    m_state->changed.notify_all();
    return control;
}

void JobQueue::deliver()
{
    std::deque<std::shared_ptr<QueuedJob>> finished;
    {
        const std::lock_guard lock{m_state->mutex};
        finished.swap(m_state->finished);
    }
    for (const auto& job : finished)
        if (job->done)
            job->done();
}

void JobQueue::finishAll()
{
    {
        std::unique_lock lock{m_state->mutex};
        m_state->changed.wait(lock, [&state = *m_state] {
            return state.waiting.empty() && state.active.empty() && state.waking == 0;
        });
    }
    deliver();
}

std::vector<JobQueue::Running> JobQueue::running() const
{
    const std::lock_guard lock{m_state->mutex};
    std::vector<Running> all;
    for (const auto& job : m_state->active)
        all.push_back({job->name, job->control});
    for (const auto& job : m_state->waiting)
        all.push_back({job->name, job->control});
    return all;
}
} // namespace engine
