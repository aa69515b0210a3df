#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace engine
{
/// Shared between a long job and whoever watches it. All members may be used from any thread.
class JobControl
{
public:
    void cancel() { m_cancelled.store(true, std::memory_order_relaxed); }

    [[nodiscard]] bool isCancelled() const { return m_cancelled.load(std::memory_order_relaxed); }

    /// From 0 to 1, of the whole or of the ProgressPart under way. It never goes back.
    void setProgress(double fraction);

    [[nodiscard]] double progress() const { return m_progress.load(std::memory_order_relaxed); }

    /// Why the job could not be done, for its user ("there is not enough memory"); nothing as long
    /// as it runs or when it ended well.
    [[nodiscard]] std::optional<std::string> failure() const;

    void fail(std::string reason);

private:
    friend class ProgressPart;

    std::atomic<bool> m_cancelled{false};
    std::atomic<double> m_progress{0};
    std::atomic<double> m_begin{0}, m_end{1}; ///< of the part under way
    mutable std::mutex m_mutex;
    std::optional<std::string> m_failure;
};

/// For a job of several phases: while it lives, what is told of progress goes from `begin` to `end`
/// of the whole, or of the part that was under way. One at a time within another, on the thread
/// that waits for the phase's work.
class ProgressPart
{
public:
    ProgressPart(JobControl& control, double begin, double end);
    ~ProgressPart(); ///< the part is done

    ProgressPart(const ProgressPart&) = delete;
    ProgressPart& operator=(const ProgressPart&) = delete;

private:
    JobControl& m_control;
    double m_begin, m_end; ///< of what was under way before
};

/// Inside a `catch` only: what the exception means to a user, as a part of a sentence.
[[nodiscard]] std::string reasonOfCurrentException();

/// Runs `work`; what it throws becomes the control's failure, and one line "NAME failed: REASON"
/// in the log.
void runGuarded(const std::string& name,
                const std::function<void(JobControl&)>& work,
                JobControl& control);

/// A job that runs on a worker thread over inputs it owns, and whose result the main thread takes.
/// Jobs get values and return values; only the main thread changes worlds (architecture, part 6).
class JobQueue
{
public:
    using Work = std::function<void(JobControl&)>;
    using Done = std::function<void()>;

    /// `wake` is called from the worker when something waits for deliver(); may be empty. It may
    /// use the queue, but not wait for it.
    explicit JobQueue(unsigned threads = 1, std::function<void()> wake = {});
    ~JobQueue(); ///< cancels what runs and waits for it

    JobQueue(const JobQueue&) = delete;
    JobQueue& operator=(const JobQueue&) = delete;

    /// Runs `work` on a worker; then `done` runs on the main thread inside deliver(), also after a
    /// cancel or a failure, so that it can tidy up (ask the control). Work that throws fails with
    /// a sentence in the log.
    std::shared_ptr<JobControl> start(std::string name, Work work, Done done);

    /// Main thread: runs the `done` of finished jobs.
    void deliver();

    /// Main thread: waits until every job has ended, then delivers.
    void finishAll();

    struct Running
    {
        std::string name;
        std::shared_ptr<JobControl> control;
    };

    [[nodiscard]] std::vector<Running> running() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace engine
