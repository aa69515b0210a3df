#include "engine_core/base/files/moved_files.h"

#include "engine_core/base/files/write_place.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace engine
{
Result<void> addFileName(const fs::path& from, const fs::path& to)
try {
    const auto old = WritePlace::find(from);
    if (!old)
        return old.error();
    if (old->old() == nullptr)
        return Error{"'{}' is not there any more", from.string()};
    if (auto made = makeFolders(to.parent_path()); !made)
        return made;
    const auto fresh = WritePlace::find(to);
    if (!fresh)
        return fresh.error();
    if (fresh->old() != nullptr)
        return Error{"'{}' is there already", to.string()};
    if (::linkat(old->folder(), old->name().c_str(), fresh->folder(), fresh->name().c_str(), 0) ==
        0) {
        const FileDescriptor folder{
            ::openat(fresh->folder(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
        if (folder.isOpen())
            ::fsync(folder.get()); // the new name must be there before the old one goes
        return {};
    }
    if (errno == EEXIST)
        return Error{"'{}' is there already", to.string()};
    const auto bytes = readFile(from);
    return bytes ? writeFileAtomically(to, *bytes) : bytes.error();

} catch (const std::exception& problem) {
    return writeProblemOf(to, problem);
}

Result<void> removeFileName(const fs::path& file)
try {
    const auto place = WritePlace::find(file);
    if (!place)
        return place.error();
    if (place->old() == nullptr)
        return {};
    if (::unlinkat(place->folder(), place->name().c_str(), 0) != 0)
        return Error{"Cannot remove '{}': {}", file.string(), std::strerror(errno)};
    return {};

} catch (const std::exception& problem) {
    return writeProblemOf(file, problem);
}

void removeEmptyFolders(const fs::path& folder, const fs::path& root)
{
    for (auto at = folder; at != root && at.has_relative_path(); at = at.parent_path()) {
        const auto below = at.lexically_relative(root);
        if (below.empty() || *below.begin() == ".." || ::rmdir(at.c_str()) != 0)
            return;
    }
}
} // namespace engine
