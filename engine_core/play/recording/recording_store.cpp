#include "engine_core/play/recording/recording_store.h"

#include "engine_core/base/files/file_lock.h"
#include "engine_core/base/files/user_folders.h"
#include "engine_core/base/text_codes.h"

#include <algorithm>
#include <fstream>
#include <set>

namespace engine
{
namespace
{
constexpr std::size_t MostBytesBeforeScene = 4U << 20U;

/// The hash of the level that a recording begins with; 0 if it does not say. Settings and the first
/// seconds of play stand before it.
ContentHash levelOf(const fs::path& recording)
{
    std::ifstream file{recording};
    std::string line;
    for (std::size_t bytes = 0; bytes < MostBytesBeforeScene && std::getline(file, line);
         bytes += line.size() + 1)
        if (line.starts_with("scene "))
            return hashFromText(std::string_view{line}.substr(6)).value_or(0);
    return 0;
}

bool isWritten(const fs::path& recording)
{
    const auto open = openToLock(recording);
    return open.isOpen() && tryLockAlone(open) == FileLock::Busy;
}
} // namespace

RecordingStore::RecordingStore(const fs::path& project)
    : m_folder{userFolderOf(project) / "recordings"}
{
}

RecordingStore RecordingStore::in(fs::path folder)
{
    RecordingStore store;
    store.m_folder = std::move(folder);
    return store;
}

fs::path RecordingStore::levelFile(ContentHash level) const
{
    return m_folder / "levels" / (hashToText(level) + ".scene.json");
}

std::vector<RecordingStore::Entry> RecordingStore::list() const
{
    std::vector<Entry> all;
    std::error_code failed;
    for (fs::directory_iterator at{m_folder, failed}, end; !failed && at != end;
         at.increment(failed)) {
        std::error_code unknown;
        if (at->path().extension() == Extension && at->is_regular_file(unknown) &&
            !at->is_symlink(unknown))
            all.push_back({at->path(), at->file_size(unknown)});
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.file > b.file; });
    return all;
}

void RecordingStore::prune(std::size_t mostRecordings, std::uintmax_t mostBytes) const
{
    std::error_code failed;
    std::size_t count = 0;
    std::uintmax_t bytes = 0;
    std::set<fs::path> levels;
    for (const auto& each : list()) {
        const auto level = levelFile(levelOf(each.file));
        const auto levelBytes = levels.contains(level) ? 0 : fs::file_size(level, failed);
        const auto size = each.bytes + (failed ? 0 : levelBytes);
        const bool fits = count < mostRecordings && bytes + size <= mostBytes;
        if (!fits && !isWritten(each.file)) {
            fs::remove(each.file, failed);
            continue;
        }
        ++count;
        bytes += size;
        levels.insert(level);
    }
    for (fs::directory_iterator at{m_folder / "levels", failed}, end; !failed && at != end;
         at.increment(failed)) {
        std::error_code ignored;
        // A program that has just written it names it in its recording a moment later.
        const auto age = fs::file_time_type::clock::now() - at->last_write_time(ignored);
        if (!levels.contains(at->path()) && at->path().extension() == ".json" &&
            age > std::chrono::minutes{1})
            fs::remove(at->path(), ignored);
    }
}
} // namespace engine
