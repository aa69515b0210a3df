#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/base/hash.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace editor
{
namespace fs = engine::fs;

/// Where the journals of one project lie, and the project, below which alone they write scenes.
struct JournalPlace
{
    fs::path folder;
    fs::path project; ///< canonical
};

/// Among the user's own data, where no project can put anything.
[[nodiscard]] JournalPlace journalPlaceOf(const fs::path& project);

/// The one way to that file, from any folder and without links.
[[nodiscard]] fs::path wholePath(const fs::path& file);

/// Whether the file lies below the project, and no link is on the way. It need not be there.
[[nodiscard]] bool isInside(const fs::path& project, const fs::path& file);

/// A file descriptor that closes itself.
class OpenFile
{
public:
    OpenFile() = default;

    /// As open(2); see isOpen().
    OpenFile(const fs::path& file, int flags);
    OpenFile(OpenFile&& other) noexcept;
    OpenFile& operator=(OpenFile&& other) noexcept;
    ~OpenFile();

    [[nodiscard]] bool isOpen() const { return m_handle >= 0; }

    /// False if another open file, of this program or another, holds the lock.
    [[nodiscard]] bool lock() const;

    [[nodiscard]] bool write(std::string_view text) const;

    /// Appends `size` bytes from `offset` on, which this file has, to the other one. The file is
    /// open for reading, too.
    [[nodiscard]] bool
    copyTo(const OpenFile& other, std::uint64_t offset, std::uint64_t size) const;

    /// Waits until the disk itself has its contents, which may take long.
    [[nodiscard]] bool sync() const;

    /// Drops what is behind the first `size` bytes.
    [[nodiscard]] bool truncate(std::size_t size) const;

private:
    int m_handle = -1;
};

/// Waits until the disk itself has the names of the files in it.
[[nodiscard]] bool syncFolder(const fs::path& folder);

/// Of the file that holds a line for each save of a session.
inline constexpr auto SavesEnding = ".saves";

/// Of the journal, and of the one before it until the disk has the new one.
inline constexpr auto JournalEnding = ".journal";
inline constexpr auto OldEnding = ".journal.old";

/// "room" of "room.journal", "room.base.scene.json", ...
[[nodiscard]] std::string journalSessionOf(const fs::path& file);

void removeJournalFiles(const fs::path& folder, const std::string& session);

/// What a journal's steps start from, with the plants beside it.
void removeJournalBase(const fs::path& base);

/// 0 if it cannot be read.
[[nodiscard]] engine::ContentHash hashOfFile(const fs::path& file);

/// Tells cheaply that a file is still the same; all 0 if it is not there.
struct FileStamp
{
    std::uint64_t inode = 0;
    std::uint64_t size = 0;
    std::int64_t seconds = 0; ///< of the last write
    std::int64_t nanoseconds = 0;
    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

[[nodiscard]] FileStamp stampOf(const fs::path& file);
} // namespace editor
