#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/base/hash.h"

#include <string>
#include <vector>

namespace engine
{
/// Where a user's recordings of a project lie: a file for each session, named after its beginning
/// and its scene, and below `levels` the levels that they were played in, by their hash. In the
/// user's own folder (userFolderOf()), never in the project.
class RecordingStore
{
public:
    static constexpr std::size_t MostRecordings = 30;
    static constexpr std::uintmax_t MostBytes = 256U << 20U; ///< of all recordings and levels
    static constexpr const char* Extension = ".recording";

    explicit RecordingStore(const fs::path& project);

    /// In another folder; for tests.
    [[nodiscard]] static RecordingStore in(fs::path folder);

    [[nodiscard]] const fs::path& folder() const { return m_folder; }

    [[nodiscard]] fs::path levelFile(ContentHash level) const;

    struct Entry
    {
        fs::path file;
        std::uintmax_t bytes = 0;
    };

    /// What is there, the latest first. Reads no file.
    [[nodiscard]] std::vector<Entry> list() const;

    /// Removes what is beyond the limits, the oldest first, and levels that no recording names any
    /// more. What a running program still writes stays. Any thread.
    void prune(std::size_t mostRecordings = MostRecordings,
               std::uintmax_t mostBytes = MostBytes) const;

private:
    RecordingStore() = default;
    fs::path m_folder;
};
} // namespace engine
