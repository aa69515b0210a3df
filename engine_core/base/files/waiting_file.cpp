#include "engine_core/base/files/waiting_file.h"

#include "engine_core/base/files/file_lock.h"
#include "engine_core/base/text_codes.h"

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
    // The same may wait for another program by now, which then holds it, too.
    std::error_code ignored;
    if (m_isOurs && !m_stays && m_held.isOpen() && tryLockAlone(m_held) != FileLock::Busy &&
        isSameFile(m_held, m_path))
        fs::remove(m_path, ignored);
}

bool WaitingFile::hold()
{
    m_held = openToLock(m_path);
    // Shared: the same may wait for two programs. Somebody may remove it before it is locked.
    return m_held.isOpen() && lockShared(m_held) != FileLock::Busy && isSameFile(m_held, m_path);
}

Result<void> WaitingFile::write(const std::function<Result<void>(const fs::path&)>& write)
{
    constexpr int Attempts = 3;
    // Held while it is replaced: who clears away what is left would take the new one for the old.
    const bool wasThere = hold();
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
    // Another program that waited for the same may have brought it there.
    if (failed && !isSameFile(m_held, m_place))
        return Error{"Cannot write '{}': {}", m_place.string(), failed.message()};
    m_held = FileDescriptor{};
    removeWaitingFiles(m_place);
    return {};
}

FileDescriptor takeLeftWaiting(const fs::path& file)
{
    auto taken = openToLock(file);
    if (!taken.isOpen() || tryLockAlone(taken) != FileLock::Held || !isSameFile(taken, file))
        return FileDescriptor{};
    return taken;
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
        if (const auto taken = takeLeftWaiting(file); taken.isOpen())
            fs::remove(file, failed);
}
} // namespace engine
