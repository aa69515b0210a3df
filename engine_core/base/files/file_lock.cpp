#include "engine_core/base/files/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace engine
{
namespace
{
FileLock tryLock(const FileDescriptor& descriptor, int kind)
{
    if (::flock(descriptor.get(), kind | LOCK_NB) == 0)
        return FileLock::Held;
    return errno == EWOULDBLOCK ? FileLock::Busy : FileLock::Unavailable;
}

FileLock lock(const FileDescriptor& descriptor, int kind)
{
    constexpr int Attempts = 50;
    constexpr std::chrono::milliseconds Pause{2};
    auto result = tryLock(descriptor, kind);
    for (int attempt = 1; result == FileLock::Busy && attempt < Attempts; ++attempt) {
        std::this_thread::sleep_for(Pause);
        result = tryLock(descriptor, kind);
    }
    return result;
}
} // namespace

FileLock lockShared(const FileDescriptor& descriptor)
{
    return lock(descriptor, LOCK_SH);
}

FileLock lockAlone(const FileDescriptor& descriptor)
{
    return lock(descriptor, LOCK_EX);
}

FileLock tryLockAlone(const FileDescriptor& descriptor)
{
    return tryLock(descriptor, LOCK_EX);
}

FileDescriptor openToLock(const fs::path& file)
{
    constexpr int Flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    struct stat status = {};
    if (::lstat(file.c_str(), &status) != 0)
        return FileDescriptor{};
    if (!S_ISREG(status.st_mode)) {
        errno = EINVAL;
        return FileDescriptor{};
    }
    FileDescriptor opened{::open(file.c_str(), O_RDWR | Flags)};
    if (!opened.isOpen())
        opened = FileDescriptor{::open(file.c_str(), O_RDONLY | Flags)};
    return opened;
}

bool isSameFile(const FileDescriptor& open, const fs::path& path)
{
    struct stat held = {};
    struct stat there = {};
    return open.isOpen() && ::fstat(open.get(), &held) == 0 && ::lstat(path.c_str(), &there) == 0 &&
           held.st_dev == there.st_dev && held.st_ino == there.st_ino;
}
} // namespace engine
