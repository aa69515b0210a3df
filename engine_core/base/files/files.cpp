#include "engine_core/base/files/files.h"

#include "engine_core/base/files/new_files.h"
#include "engine_core/base/files/unfinished_files.h"
#include "engine_core/base/files/unsynced_files.h"
#include "engine_core/base/files/write_place.h"
#include "engine_core/base/log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace engine
{
namespace
{
Error systemError(const char* what, const fs::path& file)
{
    return Error{"Cannot {} '{}': {}", what, file.string(), std::strerror(errno)};
}

Result<void> writeAll(int descriptor, std::string_view bytes, const fs::path& file)
{
    while (!bytes.empty()) {
        const auto written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return systemError("write", file);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

struct NewFile
{
    std::string name;
    FileDescriptor descriptor; ///< not open if none could be made; errno tells why
};

/// A new file beside the target. Unlike mkostemp it leaves the mode to the umask, which a program
/// with threads cannot ask for safely.
NewFile createBeside(const WritePlace& place, mode_t mode)
{
    constexpr int Attempts = 100; // files of a crashed program with our process id
    NewFile made;
    for (int i = 0; i < Attempts; ++i) {
        made.name = unfinishedFileName();
        made.descriptor = FileDescriptor{::openat(place.folder(), made.name.c_str(),
                                                  O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)};
        if (made.descriptor.isOpen() || errno != EEXIST)
            break;
    }
    if (made.descriptor.isOpen())
        holdUnfinished(made.descriptor);
    return made;
}
/// Without this the rename itself may be lost in a power cut. The file is there by now: what fails
/// here is told and is no error, nor is it one that nobody can be told for want of memory.
void syncFolder(const FileDescriptor& folder, int whyClosed, const fs::path& file) noexcept
try {
    if (folder.isOpen() && (::fsync(folder.get()) == 0 || errno == EINVAL)) // some have none
        return;
    const std::string why = std::strerror(folder.isOpen() ? errno : whyClosed);
    noteUnsynced({file, why});
    logWarning("files", "'{}' is written, but a power cut may bring the old one back: {}",
               file.string(), why);

} catch (const std::exception&) {
}
} // namespace

Result<std::string> readFile(const fs::path& file, std::uintmax_t limit)
{
    const FileDescriptor descriptor{::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (descriptor.get() < 0)
        return systemError("read", file);
    struct stat status = {};
    if (::fstat(descriptor.get(), &status) != 0)
        return systemError("read", file);
    if (!S_ISREG(status.st_mode))
        return Error{"Cannot read '{}': it is not a file", file.string()};
    const auto size = static_cast<std::uintmax_t>(status.st_size);
    if (size > limit)
        return Error{"Cannot read '{}': it has {} bytes, the limit is {}", file.string(), size,
                     limit};

    std::string bytes(size, '\0');
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto got = ::read(descriptor.get(), bytes.data() + done, bytes.size() - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return systemError("read", file);
        if (got == 0)
            break; // it shrank while we read
        done += static_cast<std::size_t>(got);
    }
    bytes.resize(done);
    return bytes;
}

namespace
{
enum class Flush : std::uint8_t
{
    Now,  ///< waits for the disk
    Later ///< somebody else sees to it
};

Result<void> placeFile(const fs::path& file, std::string_view bytes, Flush flush)
try {
    const auto place = WritePlace::find(file);
    if (!place)
        return place.error();
    const FileDescriptor folder{::openat(place->folder(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    const int whyClosed = errno;
    const auto* const old = place->old();
    constexpr mode_t ForAll = 0666; // less the umask
    constexpr mode_t ForOwner = 0600;
    auto fresh = createBeside(*place, old == nullptr ? ForAll : ForOwner);
    auto& descriptor = fresh.descriptor;
    if (!descriptor.isOpen())
        return systemError("write", file);

    const auto fail = [&](const Error& error) {
        ::unlinkat(place->folder(), fresh.name.c_str(), 0);
        return error;
    };
    if (old != nullptr && ::fchmod(descriptor.get(), old->st_mode & 07777U) != 0)
        return fail(systemError("write", file));
    if (auto written = writeAll(descriptor.get(), bytes, file); !written)
        return fail(written.error());
    if (flush == Flush::Now && ::fsync(descriptor.get()) != 0)
        return fail(systemError("write", file));
    if (descriptor.close() != 0)
        return fail(systemError("write", file));
    if (::renameat(place->folder(), fresh.name.c_str(), place->folder(), place->name().c_str()) !=
        0)
        return fail(systemError("write", file));

    if (flush == Flush::Now)
        syncFolder(folder, whyClosed, file);
    return {};

} catch (const std::exception& problem) {
    return writeProblemOf(file, problem);
}
} // namespace

Result<void> writeFileAtomically(const fs::path& file, std::string_view bytes)
{
    return placeFile(file, bytes, Flush::Now);
}

Result<void> writeFileUnflushed(const fs::path& file, std::string_view bytes)
{
    return placeFile(file, bytes, Flush::Later);
}

Result<fs::path> resolveInside(const fs::path& root, const fs::path& relative)
{
    if (relative.empty() || relative.is_absolute())
        return Error{"'{}' is not a path inside the project", relative.string()};
    std::error_code failed;
    const auto base = fs::weakly_canonical(root.empty() ? fs::path{"."} : root, failed);
    if (failed || base.empty()) // there may be no memory for it
        return Error{"'{}' cannot be looked up: {}", root.string(), failed.message()};
    const auto full = fs::weakly_canonical(base / relative, failed);
    const auto inside = full.lexically_relative(base);
    if (failed || inside.empty() || *inside.begin() == "..")
        return Error{"'{}' leads out of the project", relative.string()};
    return full;
}

fs::path installationFolder()
{
    if (const char* set = std::getenv("MAPWRIGHT_HOME"))
        return set;
    std::error_code failed;
    auto folder = fs::read_symlink("/proc/self/exe", failed).parent_path();
    for (; folder.has_relative_path(); folder = folder.parent_path())
        if (fs::exists(folder / "resources" / "shaders", failed))
            return folder;
    return fs::current_path(failed);
}

fs::path resourceFolder()
{
    return installationFolder() / "resources";
}
} // namespace engine
