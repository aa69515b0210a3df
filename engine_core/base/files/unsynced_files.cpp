#include "engine_core/base/files/unsynced_files.h"

#include <mutex>
#include <utility>

namespace engine
{
namespace
{
constexpr std::size_t Most = 16;

std::mutex mutex;
std::vector<UnsyncedFile> noted; ///< guarded by the mutex
} // namespace

void noteUnsynced(UnsyncedFile file)
{
    const std::lock_guard lock{mutex};
    std::erase_if(noted, [&](const UnsyncedFile& each) { return each.file == file.file; });
    if (noted.size() == Most)
        noted.erase(noted.begin());
    noted.push_back(std::move(file));
}

std::vector<UnsyncedFile> takeUnsynced()
{
    const std::lock_guard lock{mutex};
    return std::exchange(noted, {});
}
} // namespace engine
