#include "engine_core/base/files/new_files.h"

#include "engine_core/base/files/write_place.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <optional>
#include <set>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace engine
{
namespace
{
/// The disk takes what several threads ask for at once; more of them than this are no faster.
constexpr unsigned Threads = 4;

/// Files and folders alike. What is gone by now needs no flush.
Result<void> flush(const fs::path& file)
{
    const FileDescriptor descriptor{::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)};
    if (!descriptor.isOpen() && errno == ENOENT)
        return {};
    if (descriptor.isOpen() &&
        (::fsync(descriptor.get()) == 0 || errno == EINVAL)) // some have none
        return {};
    return Error{"Cannot write '{}' to the disk: {}", file.string(), std::strerror(errno)};
}
} // namespace

class NewFiles::Flusher
{
public:
    ~Flusher()
    {
        {
            const std::lock_guard lock{m_mutex};
            m_files.clear();
            m_ends = true;
        }
        m_wake.notify_all();
        m_threads.clear(); // joins
    }

    void add(const fs::path& file)
    {
        start();
        {
            const std::lock_guard lock{m_mutex};
            m_files.push_back(file);
            m_folders.insert(file.parent_path());
        }
        m_wake.notify_one();
    }

    Result<void> finish()
    {
        // This thread helps: it is all there is if none could be started.
        std::unique_lock lock{m_mutex};
        while (flushNext(lock)) {
        }
        m_idle.wait(lock, [this] { return m_underWay == 0; });
        m_files.assign(m_folders.begin(), m_folders.end());
        m_folders.clear();
        while (flushNext(lock)) {
        }
        m_idle.wait(lock, [this] { return m_underWay == 0; });
        auto problem = std::exchange(m_problem, std::nullopt);
        return problem ? Result<void>{*std::move(problem)} : Result<void>{};
    }

private:
    void start()
    {
        if (m_threads.size() == Threads || m_cannotStart)
            return;
        try {
            m_threads.emplace_back([this] { run(); });
        } catch (const std::system_error&) {
            m_cannotStart = true;
        }
    }

    void run()
    {
        std::unique_lock lock{m_mutex};
        while (!m_ends)
            if (!flushNext(lock))
                m_wake.wait(lock, [this] { return m_ends || !m_files.empty(); });
    }

    /// Unlocked while it waits for the disk. False if there was none.
    bool flushNext(std::unique_lock<std::mutex>& lock)
    {
        if (m_files.empty())
            return false;
        const auto file = std::move(m_files.back());
        m_files.pop_back();
        ++m_underWay;
        lock.unlock();
        auto flushed = flush(file);
        lock.lock();
        if (!flushed && !m_problem)
            m_problem = flushed.error();
        if (--m_underWay == 0)
            m_idle.notify_all();
        return true;
    }

    std::mutex m_mutex;
    std::condition_variable m_wake; ///< there is more to do, or it ends
    std::condition_variable m_idle;
    std::vector<fs::path> m_files;
    std::set<fs::path> m_folders;
    std::size_t m_underWay = 0;
    std::optional<Error> m_problem;
    bool m_ends = false;
    bool m_cannotStart = false;
    std::vector<std::jthread> m_threads;
};

NewFiles::NewFiles() : m_flusher{std::make_unique<Flusher>()} {}

NewFiles::~NewFiles() = default;
NewFiles::NewFiles(NewFiles&& other) noexcept = default;
NewFiles& NewFiles::operator=(NewFiles&& other) noexcept = default;

Result<void> NewFiles::write(const fs::path& file, std::string_view bytes)
{
    if (auto written = writeFileUnflushed(file, bytes); !written)
        return written;
    m_flusher->add(file);
    return {};
}

Result<void> NewFiles::finish()
{
    return m_flusher->finish();
}
} // namespace engine
