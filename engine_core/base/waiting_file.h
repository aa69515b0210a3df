#pragma once

#include "engine_core/base/files.h"
#include "engine_core/base/hash.h"

#include <functional>
#include <system_error>
#include <vector>

namespace engine
{
/// A file that a scene names by the hash of its contents, such as its light. It waits beside its
/// place until the scene is written, under a name that tells its hash: what waits already, maybe
/// for the scene that is there, is neither overwritten nor taken away before. So whatever fails,
/// and whenever the program dies, the scene that is there finds what it names.
class WaitingFile
{
public:
    WaitingFile(fs::path place, ContentHash hash);
    ~WaitingFile(); ///< takes away what write() has made, unless publish() was called

    WaitingFile(WaitingFile&& other) noexcept;
    WaitingFile& operator=(WaitingFile&&) = delete;

    [[nodiscard]] const fs::path& place() const { return m_place; }

    [[nodiscard]] const fs::path& path() const { return m_path; } ///< where it waits

    /// `write` gets path() and puts all there or nothing. What waited there before goes on waiting
    /// whatever comes of the scene.
    [[nodiscard]] Result<void> write(const std::function<Result<void>(const fs::path&)>& write);

    /// The scene is there: the file takes its place, and others that waited for it go. If it
    /// cannot, for the reason that is returned, all go on waiting.
    [[nodiscard]] std::error_code publish();

private:
    fs::path m_place;
    fs::path m_path;
    bool m_isOurs = false;
};

/// Where contents with this hash may wait for their place; older versions had one name for all.
[[nodiscard]] std::vector<fs::path> waitingFiles(const fs::path& place, ContentHash hash);

/// For a scene that is written and finds what it names in its place.
void removeWaitingFiles(const fs::path& place);
} // namespace engine
