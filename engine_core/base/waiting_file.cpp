#include "engine_core/base/waiting_file.h"

#include "engine_core/base/text_codes.h"
#include "engine_core/base/unfinished_files.h"

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

/// Whether no program is about to bring it to its place.
bool isFree(const fs::path& file)
{
    struct stat status = {};
    if (::lstat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    const FileDescriptor held{::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
    return held.isOpen() && ::flock(held.get(), LOCK_EX | LOCK_NB) == 0;
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

Result<void> WaitingFile::write(const std::function<Result<void>(const fs::path&)>& write)
{
    std::error_code ignored;
    const bool wasThere = fs::exists(m_path, ignored);
    auto done = write(m_path);
    m_isOurs = done && !wasThere;
    if (done) {
        m_held = FileDescriptor{::open(m_path.c_str(), O_RDONLY | O_CLOEXEC)};
        holdUnfinished(m_held);
    }
    return done;
}

Result<void> WaitingFile::publish()
{
    m_isOurs = false;
    m_held = FileDescriptor{}; // it may be taken for litter now, as what was there before
    if (auto free = checkPlaceToWrite(m_place); !free)
        return free;
    std::error_code failed;
    fs::rename(m_path, m_place, failed);
    if (failed)
        return Error{"Cannot write '{}': {}", m_place.string(), failed.message()};
    removeWaitingFiles(m_place);
    return {};
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
        if (isFree(file))
            fs::remove(file, failed);
}
} // namespace engine
