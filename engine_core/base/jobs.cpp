#include "engine_core/base/jobs.h"

#include <condition_variable>
#include <deque>
#include <mutex>
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

struct JobQueue::State
{
    mutable std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::shared_ptr<QueuedJob>> waiting;
    std::vector<std::shared_ptr<QueuedJob>> active;
    std::deque<std::shared_ptr<QueuedJob>> finished;
    std::function<void()> wake;
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
                job->work(*job->control);
            job->work = nullptr; // its inputs die here, not on the main thread
            lock.lock();
            std::erase(active, job);
            finished.push_back(job);
            changed.notify_all();
            if (wake)
                wake();
        }
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
        m_state->changed.wait(
            lock, [this] { return m_state->waiting.empty() && m_state->active.empty(); });
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
