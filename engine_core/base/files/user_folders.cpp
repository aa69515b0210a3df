#include "engine_core/base/files/user_folders.h"

#include "engine_core/base/hash.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace engine
{
fs::path userDataFolder()
{
    const char* data = std::getenv("XDG_DATA_HOME");
    if (data != nullptr && fs::path{data}.is_absolute())
        return fs::path{data} / "mapwright";
    const char* home = std::getenv("HOME");
    return fs::path{home != nullptr ? home : "/"} / ".local" / "share" / "mapwright";
}

fs::path userFolderOf(const fs::path& project)
{
    std::error_code failed;
    auto place = fs::weakly_canonical(project, failed);
    if (failed)
        place = fs::absolute(project, failed).lexically_normal();
    if (!place.has_filename())
        place = place.parent_path(); // "room/"
    return userDataFolder() / "projects" / hashToText(hashText(place.string()));
}

namespace
{
/// Makes the folders on the way as well. True if there is a folder afterwards; else errno tells
/// why.
bool makePrivateFolders(const fs::path& folder)
{
    constexpr mode_t OwnerOnly = 0700;
    if (::mkdir(folder.c_str(), OwnerOnly) == 0 || errno == EEXIST)
        return true;
    return errno == ENOENT && folder.has_relative_path() && makePrivateFolders(folder.parent_path()) &&
           (::mkdir(folder.c_str(), OwnerOnly) == 0 || errno == EEXIST);
}
} // namespace

Result<void> makeUserFolder(const fs::path& folder)
{
    struct stat status = {};
    if (!makePrivateFolders(folder) || ::stat(folder.c_str(), &status) != 0)
        return Error{"Cannot make '{}': {}", folder.string(), std::strerror(errno)};
    if (!S_ISDIR(status.st_mode))
        return Error{"Cannot make '{}': a file of that name is in the way", folder.string()};
    if (status.st_uid != ::geteuid())
        return Error{"'{}' belongs to another user, so nothing in it is believed", folder.string()};
    constexpr mode_t OthersWrite = 0022;
    if ((status.st_mode & OthersWrite) != 0)
        return Error{"Others may write into '{}', so nothing in it is believed", folder.string()};
    return {};
}
} // namespace engine
