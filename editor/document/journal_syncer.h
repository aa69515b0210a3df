#pragma once

#include "editor/document/journal_files.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace editor
{
/// Has the system bring a file to the disk itself soon after it was written, so that a power cut
/// takes the last seconds at most. A thread of its own waits for the disk, also while the main
/// thread is busy. Any thread.
class JournalSyncer
{
public:
    /// From the first write that is not on the disk to the moment when it is sent there.
    static constexpr std::chrono::milliseconds Delay{1000};

    JournalSyncer() = default;
    ~JournalSyncer(); ///< What is not on the disk by then is left to the system.

    JournalSyncer(const JournalSyncer&) = delete;
    JournalSyncer& operator=(const JournalSyncer&) = delete;

    using File = std::shared_ptr<const OpenFile>;

    /// The file has got more.
    void written(File file);

    /// The file took the place of another one in the folder. `then` is called, by the thread, once
    /// both are on the disk; not if something else takes its place before.
    void replaced(File file, const fs::path& folder, std::function<void()> then);

    /// Forgets what was told so far and waits until nothing of it is called any more.
    void forget();

    /// Waits until the disk has what was told so far; false if it failed.
    bool finish();

    /// Whether the disk refused the last file, whose lines may be lost, until another is there.
    [[nodiscard]] bool hasFailed() const { return m_hasFailed; }

private:
    struct Work
    {
        File file;
        fs::path folder; ///< empty if nothing in it changed
        std::function<void()> then;
    };

    void start();
    void run();
    void sync(Work work);

    std::mutex m_mutex;
    std::condition_variable m_told;
    std::condition_variable m_done;
    Work m_work; ///< under the mutex, as what follows
    bool m_isBusy = false;
    bool m_isUrgent = false;
    bool m_ends = false;
    std::atomic<bool> m_hasFailed = false;
    std::thread m_thread; ///< from the first write on
};
} // namespace editor
