#include "editor/document/journal_syncer.h"

#include <utility>

namespace editor
{
JournalSyncer::~JournalSyncer()
{
    {
        const std::lock_guard lock{m_mutex};
        m_ends = true;
    }
    m_told.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

void JournalSyncer::written(File file)
{
    {
        const std::lock_guard lock{m_mutex};
        m_work.file = std::move(file);
        start();
    }
    m_told.notify_all();
}

void JournalSyncer::replaced(File file, const fs::path& folder, std::function<void()> then)
{
    {
        const std::lock_guard lock{m_mutex};
        m_work = {std::move(file), folder, std::move(then)};
        start();
    }
    m_told.notify_all();
}

void JournalSyncer::forget()
{
    std::unique_lock lock{m_mutex};
    m_work = {};
    m_done.wait(lock, [this] { return !m_isBusy; });
    m_hasFailed = false;
}

bool JournalSyncer::finish()
{
    std::unique_lock lock{m_mutex};
    m_isUrgent = true;
    m_told.notify_all();
    m_done.wait(lock, [this] { return !m_isBusy && !m_work.file; });
    m_isUrgent = false;
    return !m_hasFailed;
}

/// Under the mutex.
void JournalSyncer::start()
{
    if (!m_thread.joinable())
        m_thread = std::thread{[this] {
            run();
        }};
}

void JournalSyncer::run()
{
    std::unique_lock lock{m_mutex};
    while (!m_ends) {
        m_told.wait(lock, [this] { return m_ends || m_work.file; });
        m_told.wait_for(lock, Delay, [this] { return m_ends || m_isUrgent; });
        if (m_ends || !m_work.file)
            continue;
        auto work = std::exchange(m_work, {});
        m_isBusy = true;
        lock.unlock();
        sync(std::move(work));
        lock.lock();
        m_isBusy = false;
        m_done.notify_all();
    }
}

void JournalSyncer::sync(Work work)
{
    const bool good = work.file->sync() && (work.folder.empty() || syncFolder(work.folder));
    // Pages that a disk refused once are clean for the system and never written again: only another
    // file is a remedy.
    m_hasFailed = !good || (m_hasFailed && work.folder.empty());
    if (good && work.then)
        work.then();
}
} // namespace editor
