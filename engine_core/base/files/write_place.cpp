#include "engine_core/base/files/write_place.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

namespace engine
{
namespace
{
constexpr int FolderFlags = O_PATH | O_DIRECTORY | O_CLOEXEC;

Error refused(const fs::path& file, const char* reason)
{
    return Error{"Cannot write '{}': {}", file.string(), reason};
}

Error refusedOnTheWay(const fs::path& file, const fs::path& part, const char* reason)
{
    return Error{"Cannot write '{}': '{}' {}", file.string(), part.string(), reason};
}

Error systemError(const fs::path& file)
{
    return refused(file, std::strerror(errno));
}

fs::path parentOf(const fs::path& file)
{
    return file.has_parent_path() ? file.parent_path() : fs::path{"."};
}

/// One folder deeper, without following a link and on the same disk. Not open if there is no such
/// folder, with errno set.
Result<FileDescriptor> stepInto(const FileDescriptor& from,
                                const fs::path& name,
                                const fs::path& here,
                                const fs::path& file)
{
    struct stat above = {};
    struct stat next = {};
    if (::fstat(from.get(), &above) != 0)
        return systemError(file);
    if (::fstatat(from.get(), name.c_str(), &next, AT_SYMLINK_NOFOLLOW) != 0)
        return FileDescriptor{};
    if (S_ISLNK(next.st_mode))
        return refusedOnTheWay(file, here / name, "is a link");
    if (!S_ISDIR(next.st_mode))
        return refusedOnTheWay(file, here / name, "is no folder");
    if (next.st_dev != above.st_dev)
        return refusedOnTheWay(file, here / name, "is on another file system than its project");
    FileDescriptor folder{::openat(from.get(), name.c_str(), FolderFlags | O_NOFOLLOW)};
    return folder.isOpen() ? Result<FileDescriptor>{std::move(folder)} : systemError(file);
}

/// As far as the folders are there: an error if one of them must not be walked through. With
/// `makes`, the rest is made.
Result<FileDescriptor>
walk(const fs::path& root, const fs::path& folder, const fs::path& file, bool makes)
{
    FileDescriptor at{::open(root.c_str(), FolderFlags)};
    if (!at.isOpen())
        return systemError(file);
    auto here = root;
    for (const auto& name : folder.lexically_relative(root)) {
        if (name == ".")
            continue;
        auto next = stepInto(at, name, here, file);
        if (!next)
            return next;
        if (!next->isOpen() && errno == ENOENT && makes &&
            (::mkdirat(at.get(), name.c_str(), 0777) == 0 || errno == EEXIST))
            next = stepInto(at, name, here, file);
        if (!next || !next->isOpen())
            return next;
        at = *std::move(next);
        here /= name;
    }
    return at;
}
} // namespace

FileDescriptor::FileDescriptor(FileDescriptor&& other) noexcept
    : m_descriptor{std::exchange(other.m_descriptor, -1)}
{
}

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept
{
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

FileDescriptor::~FileDescriptor()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

int FileDescriptor::close()
{
    return ::close(std::exchange(m_descriptor, -1));
}

fs::path outermostProjectOf(const fs::path& file)
{
    // What is no path must not look like a place outside of projects: fs::absolute() throws then.
    fs::path found;
    for (auto at = fs::absolute(file).lexically_normal().parent_path();; at = at.parent_path()) {
        struct stat status = {};
        if (::stat((at / "project.json").c_str(), &status) == 0 && S_ISREG(status.st_mode))
            found = at;
        if (at == at.parent_path())
            return found;
    }
}

Error writeProblemOf(const fs::path& file, const std::exception& problem)
{
    const bool isMemory = dynamic_cast<const std::bad_alloc*>(&problem) != nullptr;
    return refused(file, isMemory ? "there is not enough memory" : problem.what());
}

Result<WritePlace> WritePlace::find(const fs::path& file)
{
    WritePlace place;
    std::error_code ignored;
    place.m_file = file;
    const auto root = outermostProjectOf(file);
    if (root.empty()) {
        // A link is followed, so that saving through one keeps it.
        if (fs::is_symlink(file, ignored))
            place.m_file = fs::weakly_canonical(file, ignored);
        place.m_folder = FileDescriptor{::open(parentOf(place.m_file).c_str(), FolderFlags)};
    } else {
        const auto whole = fs::absolute(file).lexically_normal();
        auto folder = walk(root, whole.parent_path(), file, false);
        if (!folder)
            return folder.error();
        place.m_folder = *std::move(folder);
    }
    if (!place.m_folder.isOpen())
        return systemError(file);
    place.m_name = place.m_file.filename().string();
    if (place.m_name.empty() || place.m_name == "." || place.m_name == "..")
        return refused(file, "it is a folder");
    struct stat above = {};
    place.m_isNew =
        ::fstatat(place.folder(), place.m_name.c_str(), &place.m_old, AT_SYMLINK_NOFOLLOW) != 0;
    if (place.m_isNew)
        return place;
    if (S_ISLNK(place.m_old.st_mode))
        return refused(file, "it is a link");
    if (S_ISDIR(place.m_old.st_mode))
        return refused(file, "it is a folder");
    if (!S_ISREG(place.m_old.st_mode)) // renaming over a device or a pipe would replace it
        return refused(file, "it is no file");
    if (!root.empty() && ::fstat(place.folder(), &above) == 0 && above.st_dev != place.m_old.st_dev)
        return refused(file, "it is on another file system than its project");
    return place;
}

Result<void> checkPlaceToWrite(const fs::path& file)
try {
    std::error_code failed;
    const auto whole = fs::absolute(file).lexically_normal();
    if (const auto root = outermostProjectOf(file); !root.empty()) {
        const auto folder = walk(root, whole.parent_path(), file, false);
        if (!folder)
            return folder.error();
        if (!folder->isOpen())
            return errno == ENOENT ? Result<void>{} : systemError(file);
    } else if (!fs::exists(whole.parent_path(), failed)) {
        return failed ? refused(file, failed.message().c_str()) : Result<void>{};
    }
    const auto place = WritePlace::find(file);
    if (!place)
        return place.error();
    if (::faccessat(place->folder(), ".", W_OK, AT_EACCESS) != 0)
        return systemError(file);
    return {};

} catch (const std::exception& problem) {
    return writeProblemOf(file, problem);
}

Result<void> makeFolders(const fs::path& folder)
try {
    std::error_code failed;
    const auto root = outermostProjectOf(folder / "x");
    if (root.empty()) {
        fs::create_directories(folder, failed);
        if (failed)
            return Error{"Cannot make the folder '{}': {}", folder.string(), failed.message()};
        return {};
    }
    const auto made = walk(root, fs::absolute(folder).lexically_normal(), folder, true);
    if (!made)
        return made.error();
    if (!made->isOpen())
        return Error{"Cannot make the folder '{}': {}", folder.string(), std::strerror(errno)};
    return {};

} catch (const std::exception& problem) {
    return writeProblemOf(folder, problem);
}
} // namespace engine
