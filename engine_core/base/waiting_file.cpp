#include "engine_core/base/waiting_file.h"

#include "engine_core/base/text_codes.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <utility>

namespace engine
{
namespace
{
constexpr std::string_view Ending = ".new";

fs::path waitingFile(const fs::path& place, ContentHash hash)
{
    return fmt::format("{}.{}{}", place.string(), hashToText(hash), Ending);
}

/// The name of the place that a file of this name waits for, and the hash in it; an empty name if
/// it waits for nothing. Older versions had one name without a hash.
struct Waited
{
    std::string place;
    ContentHash hash = 0;
};

Waited waitedFor(std::string_view name)
{
    if (!name.ends_with(Ending))
        return {};
    name.remove_suffix(Ending.size());
    const auto dot = name.rfind('.');
    if (dot != std::string_view::npos)
        if (const auto hash = hashFromText(name.substr(dot + 1)))
            return {std::string{name.substr(0, dot)}, *hash};
    return {std::string{name}, 0};
}

bool isSameFile(const FileDescriptor& open, const fs::path& path)
{
    struct stat held = {};
    struct stat there = {};
    return ::fstat(open.get(), &held) == 0 && ::lstat(path.c_str(), &there) == 0 &&
           held.st_dev == there.st_dev && held.st_ino == there.st_ino;
}
} // namespace

WaitingFile::WaitingFile(fs::path place, ContentHash hash)
    : m_place{std::move(place)}, m_path{waitingFile(m_place, hash)}
{
}

WaitingFile::WaitingFile(WaitingFile&& other) noexcept
    : m_place{std::move(other.m_place)}
    , m_path{std::move(other.m_path)}
    , m_held{std::move(other.m_held)}
    , m_isOurs{std::exchange(other.m_isOurs, false)}
    , m_stays{other.m_stays}
{
}

WaitingFile::~WaitingFile()
{
    std::error_code ignored;
    if (m_isOurs && !m_stays)
        fs::remove(m_path, ignored);
}

bool WaitingFile::hold()
{
    m_held = FileDescriptor{::open(m_path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
    if (!m_held.isOpen())
        return false;
    // Shared: the same may wait for two programs. Some disks of the network have no locks.
    static_cast<void>(::flock(m_held.get(), LOCK_SH | LOCK_NB));
    return isSameFile(m_held, m_path); // somebody may have removed it before it was locked
}

Result<void> WaitingFile::write(const std::function<Result<void>(const fs::path&)>& write)
{
    constexpr int Attempts = 3;
    std::error_code ignored;
    const bool wasThere = fs::exists(m_path, ignored);
    for (int attempt = 0; attempt < Attempts; ++attempt) {
        if (auto done = write(m_path); !done)
            return done;
        m_isOurs = !wasThere;
        if (hold())
            return {};
    }
    return Error{"Cannot write '{}': it is taken away again at once", m_path.string()};
}

Result<void> WaitingFile::publish()
{
    m_isOurs = false;
    if (auto free = checkPlaceToWrite(m_place); !free)
        return free;
    std::error_code failed;
    fs::rename(m_path, m_place, failed);
    if (failed)
        return Error{"Cannot write '{}': {}", m_place.string(), failed.message()};
    m_held = FileDescriptor{};
    removeWaitingFiles(m_place);
    return {};
}

bool isLeftWaiting(const fs::path& file)
{
    struct stat status = {};
    if (::lstat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    const FileDescriptor held{::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
    return held.isOpen() && ::flock(held.get(), LOCK_EX | LOCK_NB) == 0;
}

std::vector<fs::path> waitingFiles(const fs::path& place, ContentHash hash)
{
    return {waitingFile(place, hash), fmt::format("{}{}", place.string(), Ending)};
}

void removeWaitingFiles(const fs::path& place)
{
    const auto name = place.filename().string();
    clearWaitingFiles(place.has_parent_path() ? place.parent_path() : fs::path{"."},
                      [&](const std::string& waited, ContentHash) { return waited == name; });
}

void clearWaitingFiles(const fs::path& folder,
                       const std::function<bool(const std::string& place, ContentHash)>& isLeft)
{
    std::vector<fs::path> left;
    std::error_code failed;
    for (fs::directory_iterator at{folder, failed}, end; !failed && at != end; at.increment(failed))
        if (const auto waited = waitedFor(at->path().filename().string());
            !waited.place.empty() && isLeft(waited.place, waited.hash))
            left.push_back(at->path());
    for (const auto& file : left)
        if (isLeftWaiting(file))
            fs::remove(file, failed);
}
} // namespace engine
