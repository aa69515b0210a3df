#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/base/files/write_place.h"
#include "engine_core/base/hash.h"

#include <functional>
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
    ~WaitingFile(); ///< takes away what write() has made, unless it stays or publish() was called

    WaitingFile(WaitingFile&& other) noexcept;
    WaitingFile& operator=(WaitingFile&&) = delete;

    [[nodiscard]] const fs::path& place() const { return m_place; }

    [[nodiscard]] const fs::path& path() const { return m_path; } ///< where it waits

    /// Whether it waits already; from then on nobody takes it for litter.
    [[nodiscard]] bool hold();

    /// `write` gets path() and puts all there or nothing. What waited there before goes on waiting
    /// whatever comes of the scene. Holds it.
    [[nodiscard]] Result<void> write(const std::function<Result<void>(const fs::path&)>& write);

    /// The scene is about to be written: whatever happens from now on, also for want of memory, the
    /// file goes on waiting, since the scene may be there and name it.
    void stay() { m_stays = true; }

    /// The scene was not written after all.
    void leave() { m_stays = false; }

    /// The scene is there: the file takes its place, and others that waited for it go. If it
    /// cannot, all go on waiting.
    [[nodiscard]] Result<void> publish();

private:
    fs::path m_place;
    fs::path m_path;
    FileDescriptor m_held; ///< locked, until it has its place
    bool m_isOurs = false;
    bool m_stays = false;
};

/// Where contents with this hash may wait for their place; older versions had one name for all.
[[nodiscard]] std::vector<fs::path> waitingFiles(const fs::path& place, ContentHash hash);

/// A waiting file that no program is about to bring to its place. As long as it is open, nobody
/// takes it: it may be removed or renamed. Not open if it is in use, or if that cannot be told.
[[nodiscard]] FileDescriptor takeLeftWaiting(const fs::path& file);

/// For a scene that is written and finds what it names in its place. Not those that another program
/// is about to bring there.
void removeWaitingFiles(const fs::path& place);

/// Removes what programs that are gone left waiting in a folder, if `isLeft` says so of the place's
/// name ("start.lightmap.exr") and the hash.
void clearWaitingFiles(const fs::path& folder,
                       const std::function<bool(const std::string& place, ContentHash)>& isLeft);
} // namespace engine
