#include "engine_core/base/files.h"

#include "engine_core/base/log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace engine
{
namespace
{
class FileDescriptor
{
public:
    explicit FileDescriptor(int descriptor) : m_descriptor{descriptor} {}

    FileDescriptor(const FileDescriptor&) = delete;
    FileDescriptor& operator=(const FileDescriptor&) = delete;

    ~FileDescriptor()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }

    [[nodiscard]] int get() const { return m_descriptor; }

    int close() { return ::close(std::exchange(m_descriptor, -1)); }

private:
    int m_descriptor;
};

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
    if (::fsync(descriptor) != 0)
        return systemError("write", file);
    return {};
}

struct NewFile
{
    std::string path;
    int descriptor = -1; ///< -1 if none could be made; errno tells why
};

/// A new file beside the target. Unlike mkostemp it leaves the mode to the umask, which a program
/// with threads cannot ask for safely.
NewFile createBeside(const fs::path& target, mode_t mode)
{
    static std::atomic<unsigned> count = 0;
    constexpr int Attempts = 100; // files of a crashed program with our process id
    NewFile made;
    for (int i = 0; i < Attempts; ++i) {
        made.path = fmt::format("{}.{}-{}.tmp", target.string(), ::getpid(), ++count);
        made.descriptor = ::open(made.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (made.descriptor >= 0 || errno != EEXIST)
            break;
    }
    return made;
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

Result<void> writeFileAtomically(const fs::path& file, std::string_view bytes)
{
    // A link is followed, so that saving through one keeps it.
    std::error_code ignored;
    const auto target = fs::is_symlink(file, ignored) ? fs::weakly_canonical(file, ignored) : file;
    struct stat old = {};
    const bool isNew = ::stat(target.c_str(), &old) != 0;
    // Renaming over a device or a pipe would put a file in its place.
    if (!isNew && !S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode))
        return Error{"Cannot write '{}': it is no file", target.string()};
    constexpr mode_t ForAll = 0666; // less the umask
    constexpr mode_t ForOwner = 0600;
    const auto fresh = createBeside(target, isNew ? ForAll : ForOwner);
    FileDescriptor descriptor{fresh.descriptor};
    if (descriptor.get() < 0)
        return systemError("write", target);

    const auto fail = [&](Error error) {
        ::unlink(fresh.path.c_str());
        return error;
    };
    if (!isNew && ::fchmod(descriptor.get(), old.st_mode & 07777U) != 0)
        return fail(systemError("write", target));
    if (auto written = writeAll(descriptor.get(), bytes, target); !written)
        return fail(written.error());
    if (descriptor.close() != 0)
        return fail(systemError("write", target));
    if (::rename(fresh.path.c_str(), target.c_str()) != 0)
        return fail(systemError("write", target));

    // Without this the rename itself may be lost in a power cut.
    const auto folder = target.has_parent_path() ? target.parent_path() : fs::path{"."};
    if (const FileDescriptor parent{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
        parent.get() >= 0 && ::fsync(parent.get()) != 0 &&
        errno != EINVAL) // some have no such sync
        logWarning("files", "'{}' is written, but a power cut may bring the old one back: {}",
                   target.string(), std::strerror(errno));
    return {};
}

Result<fs::path> resolveInside(const fs::path& root, const fs::path& relative)
{
    if (relative.empty() || relative.is_absolute())
        return Error{"'{}' is not a path inside the project", relative.string()};
    std::error_code failed;
    const auto base = fs::weakly_canonical(root.empty() ? fs::path{"."} : root, failed);
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
