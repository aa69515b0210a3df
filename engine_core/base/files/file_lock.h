#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/base/files/write_place.h"

namespace engine
{
enum class FileLock
{
    Held,
    Busy,       ///< another program holds it
    Unavailable ///< the disk has no locks, or not for this descriptor; some of the network do not
};

/// Locks what is open until the descriptor closes (flock(2)). Who holds a lock to look whether a
/// file is left does so for a moment only: such a moment is waited for, 0.1 s at most. Any thread.
[[nodiscard]] FileLock lockShared(const FileDescriptor& descriptor);
[[nodiscard]] FileLock lockAlone(const FileDescriptor& descriptor);

/// The same without waiting.
[[nodiscard]] FileLock tryLockAlone(const FileDescriptor& descriptor);

/// Opens a plain file so that it can be locked: for writing where that is allowed, since NFS locks
/// nothing alone that is open for reading. Not open, with errno set, if it cannot be or is a link.
[[nodiscard]] FileDescriptor openToLock(const fs::path& file);

/// Whether the path still leads to what is open.
[[nodiscard]] bool isSameFile(const FileDescriptor& open, const fs::path& path);
} // namespace engine
