#include "engine_core/base/files/unfinished_files.h"

#include "engine_core/base/files/file_lock.h"
#include "engine_core/base/jobs.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <ctime>
#include <utility>
#include <vector>

namespace engine
{
namespace
{
constexpr std::string_view Beginning = ".mapwright-";
constexpr std::string_view FileEnding = ".tmp";
constexpr std::string_view FolderEnding = ".new";

std::string unfinishedName(std::string_view ending)
{
    static std::atomic<unsigned> count = 0;
    return fmt::format("{}{}-{}{}", Beginning, ::getpid(), ++count, ending);
}

/// The process id in a name that is exactly one of ours; 0 in any other.
pid_t writerOf(std::string_view name, std::string_view ending)
{
    if (!name.starts_with(Beginning) || !name.ends_with(ending) ||
        name.size() < Beginning.size() + ending.size())
        return 0;
    name.remove_prefix(Beginning.size());
    name.remove_suffix(ending.size());
    pid_t process = 0;
    unsigned count = 0;
    const auto* const end = name.data() + name.size();
    const auto first = std::from_chars(name.data(), end, process);
    if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '-' || process <= 0)
        return 0;
    const auto second = std::from_chars(first.ptr + 1, end, count);
    return second.ec == std::errc{} && second.ptr == end ? process : 0;
}

bool isRunning(pid_t process)
{
    return ::kill(process, 0) == 0 || errno != ESRCH;
}

/// A program that runs may not have come to lock what it has just made.
bool isFresh(const struct stat& status)
{
    constexpr std::time_t Minutes = 10;
    return std::time(nullptr) - status.st_mtime < Minutes * 60;
}

FileDescriptor openEither(const fs::path& path, bool isFolder)
{
    return isFolder ? FileDescriptor{::open(path.c_str(),
                                            O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)}
                    : openToLock(path);
}

/// Nobody holds it, here or on another machine that shares the disk. The lock decides: the process
/// id may be another program's by now, and in a container the editor has the same one each time.
/// What cannot be locked, such as folders on NFS, stays: its program may run on another machine.
bool isLeft(const FileDescriptor& held, pid_t process)
{
    struct stat status = {};
    return held.isOpen() && tryLockAlone(held) == FileLock::Held &&
           ::fstat(held.get(), &status) == 0 && status.st_uid == ::geteuid() &&
           (!isRunning(process) || !isFresh(status));
}

void clearIfLeft(const fs::path& path)
{
    const auto name = path.filename().string();
    const auto file = writerOf(name, FileEnding);
    const auto folder = file == 0 ? writerOf(name, FolderEnding) : 0;
    const auto process = file + folder;
    if (process == 0)
        return;
    const auto held = openEither(path, folder != 0); // until it is gone
    if (!isLeft(held, process))
        return;
    std::error_code ignored;
    fs::remove_all(path, ignored);
}
} // namespace

std::string unfinishedFileName()
{
    return unfinishedName(FileEnding);
}

std::string unfinishedFolderName()
{
    return unfinishedName(FolderEnding);
}

void holdUnfinished(const FileDescriptor& descriptor)
{
    // Where it cannot be had nobody clears away either. Somebody may hold it for a moment to look.
    static_cast<void>(lockAlone(descriptor));
}

Result<UnfinishedFolder> UnfinishedFolder::beside(const fs::path& place)
{
    const auto parent = place.has_parent_path() ? place.parent_path() : fs::path{"."};
    if (auto made = makeFolders(parent); !made)
        return made.error();
    clearUnfinished(parent);
    UnfinishedFolder folder;
    const auto path = parent / unfinishedFolderName();
    std::error_code failed;
    if (!fs::create_directory(path, failed))
        return Error{"Cannot make the folder '{}': {}", path.string(),
                     failed ? failed.message() : "it is there already"};
    folder.m_path = path;
    folder.m_held = FileDescriptor{::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    holdUnfinished(folder.m_held);
    return folder;
}

UnfinishedFolder::UnfinishedFolder(UnfinishedFolder&& other) noexcept
    : m_path{std::exchange(other.m_path, {})}, m_held{std::move(other.m_held)}
{
}

UnfinishedFolder::~UnfinishedFolder()
{
    std::error_code ignored;
    if (!m_path.empty())
        fs::remove_all(m_path, ignored);
}

Result<void> UnfinishedFolder::moveTo(const fs::path& place)
{
    std::error_code failed;
    // Also what was not synced file by file: a power cut leaves the whole folder or none of it.
    if (m_held.isOpen() && ::syncfs(m_held.get()) != 0)
        return Error{"Cannot make the folder '{}': {}", place.string(), std::strerror(errno)};
    fs::rename(m_path, place, failed);
    if (failed)
        return Error{"Cannot make the folder '{}': {}", place.string(), failed.message()};
    m_path.clear();
    return {};
}

void clearUnfinished(const fs::path& folder)
{
    std::error_code failed;
    std::vector<fs::path> left;
    for (fs::directory_iterator at{folder, failed}, end; !failed && at != end; at.increment(failed))
        left.push_back(at->path());
    for (const auto& path : left)
        clearIfLeft(path);
}

void clearUnfinishedBelow(const fs::path& root, const JobControl* control)
{
    const auto device = [](const fs::path& folder) {
        struct stat status = {};
        return ::lstat(folder.c_str(), &status) == 0 ? status.st_dev : dev_t{};
    };
    std::error_code missing;
    const auto disk = device(fs::canonical(root, missing));
    std::vector<fs::path> folders{root};
    while (!folders.empty() && !(control && control->isCancelled())) {
        const auto folder = std::move(folders.back());
        folders.pop_back();
        clearUnfinished(folder);
        // A folder that cannot be read hides its own alone.
        std::error_code failed;
        for (fs::directory_iterator at{folder, failed}, end; !failed && at != end;
             at.increment(failed)) {
            std::error_code unknown;
            if (fs::is_directory(at->symlink_status(unknown)) && device(at->path()) == disk)
                folders.push_back(at->path());
        }
    }
}
} // namespace engine
