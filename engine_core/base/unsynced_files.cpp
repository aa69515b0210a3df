#include "engine_core/base/unsynced_files.h"

#include <mutex>
#include <utility>

namespace engine
{
namespace
{
std::mutex mutex;
std::optional<UnsyncedFile> latest; ///< guarded by the mutex
} // namespace

void noteUnsynced(UnsyncedFile file)
{
    const std::lock_guard lock{mutex};
    latest = std::move(file);
}

std::optional<UnsyncedFile> takeUnsynced()
{
    const std::lock_guard lock{mutex};
    return std::exchange(latest, std::nullopt);
}
} // namespace engine
