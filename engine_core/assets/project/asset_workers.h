#pragma once

#include "engine_core/base/jobs.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>

namespace engine
{
/// The threads that files are read on: as many as there are cores, and none until something is to
/// be read. Main thread only.
class AssetWorkers
{
public:
    /// `then` is called by the worker when the future is ready.
    template <typename T>
    std::shared_future<T>
    start(const char* name, std::function<T()> work, std::function<void()> then = {})
    {
        if (!m_jobs)
            m_jobs = std::make_unique<JobQueue>(std::max(1U, std::thread::hardware_concurrency()));
        auto task = std::make_shared<std::packaged_task<T()>>(std::move(work));
        const std::shared_future<T> future = task->get_future().share();
        m_jobs->start(name,
                      [task, then = std::move(then)](JobControl&) {
                          (*task)();
                          if (then)
                              then();
                      },
                      {});
        return future;
    }

    /// Forgets what has ended.
    void deliver()
    {
        if (m_jobs)
            m_jobs->deliver();
    }

private:
    std::unique_ptr<JobQueue> m_jobs;
};

template <typename T>
[[nodiscard]] bool isReady(const std::shared_future<T>& future)
{
    return future.wait_for(std::chrono::seconds{0}) == std::future_status::ready;
}
} // namespace engine
