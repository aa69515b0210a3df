#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/base/files/write_place.h"

#include <string>

namespace engine
{
class JobControl;

/// Names of what is made beside its place and takes it in one rename: ".mapwright-PID-N.tmp" is a
/// file, ".mapwright-PID-N.new" a folder. What a killed program leaves can so be told from files of
/// the user for sure. A new one each time.
[[nodiscard]] std::string unfinishedFileName();
[[nodiscard]] std::string unfinishedFolderName();

/// Marks it as in use for as long as the descriptor is open, also for programs on other machines.
void holdUnfinished(const FileDescriptor& descriptor);

/// A folder to be filled and then renamed into its place; whatever is left of it goes with the
/// object.
class UnfinishedFolder
{
public:
    /// Beside the place, whose parent is made if need be, under the rule for places to write.
    [[nodiscard]] static Result<UnfinishedFolder> beside(const fs::path& place);

    UnfinishedFolder(UnfinishedFolder&& other) noexcept;
    UnfinishedFolder& operator=(UnfinishedFolder&&) = delete;
    ~UnfinishedFolder();

    [[nodiscard]] const fs::path& path() const { return m_path; }

    /// Replaces an empty folder. The error is a sentence.
    [[nodiscard]] Result<void> moveTo(const fs::path& place);

private:
    UnfinishedFolder() = default;

    fs::path m_path;
    FileDescriptor m_held;
};

/// Removes what programs that are gone left in a folder, this user's alone.
void clearUnfinished(const fs::path& folder);

/// The same in all folders below, neither through links nor on other disks. Any thread; it may take
/// a while, and ends soon when `control` is cancelled, which may be null.
void clearUnfinishedBelow(const fs::path& root, const JobControl* control = nullptr);
} // namespace engine
