#pragma once

#include "engine_core/play/recording/recording_store.h"
#include "engine_core/play/recording/session_recording.h"
#include "engine_core/play/recording/session_trail.h"

#include <memory>
#include <string>
#include <vector>

namespace engine
{
/// Keeps a session as it is played, in a file of its own: what its player does, what is typed, what
/// is edited meanwhile, and a key state every few seconds, so that it can be played again to the
/// same state (SessionReplay). A worker of its own writes; the session's thread only gathers, at
/// most 2 % of a tick. A program that is killed loses half a second. A file grows by at most 1 MB
/// in a minute of play: of edits that would not fit it says that they are lost.
///
/// Give it to PlaySetup::recorder. It outlives the session, whose thread calls it.
class SessionRecorder
{
public:
    static constexpr std::uint64_t KeyTicks = 120; ///< from one key state to the next, at least
    static constexpr double FlushSeconds = 0.5;    ///< that a kill may take
    static constexpr std::uint64_t BytesPerMinute = 1'000'000;

    struct Options
    {
        /// Said of the scene on the command line, "entity.property=value".
        std::vector<std::string> settings{};
        /// A level may have so many bytes to be kept beside the recording.
        std::size_t mostLevelBytes = 16U << 20U;
        /// The recording ends there, as far as it would be read again.
        std::uintmax_t mostBytes = MaxRecordingBytes;
        /// No file is made until keep(): all is held in memory, and goes if nobody asks for it.
        bool isHeldBack = false;
    };

    /// Of one session. The folder is made when that begins.
    explicit SessionRecorder(RecordingStore store);
    SessionRecorder(RecordingStore store, Options options);
    ~SessionRecorder(); ///< Waits for the file, for as long as writing what is left takes.

    SessionRecorder(const SessionRecorder&) = delete;
    SessionRecorder& operator=(const SessionRecorder&) = delete;

    // The session calls these.

    void begin(const World& level, const PlaySetup& setup, PlaySession& session);
    void ticked(PlayerInput input); ///< behind the tick
    void edited(const ChangeSet& changes);
    void scriptsReloaded();
    void filesChanged(std::span<const std::string> paths);
    void end();

    /// The file, with everything until now in it, for any thread to copy; one that is held back is
    /// kept. Waits for the worker: some milliseconds. An Error if nothing is recorded.
    [[nodiscard]] Result<fs::path> broughtUpToDate() const;

    /// A copy of such a file that replays, the level beside it left out. Any thread. Errors are
    /// those of readFile() and writeFileAtomically().
    [[nodiscard]] static Result<void> copy(const fs::path& recording, const fs::path& to);

    /// Both at once, on the session's thread.
    [[nodiscard]] Result<void> writeCopy(const fs::path& to) const;

    /// Of one that is held back: it is written from now on, with all that was.
    void keep() const;

    /// Where it is written; empty before begin(), while it is held back, and if it cannot be.
    [[nodiscard]] fs::path file() const;

    /// What the session's thread has spent, in all. Nanoseconds.
    [[nodiscard]] std::uint64_t nanoseconds() const;

    /// Hands over what was gathered and waits until it is in the file. Keeps what is held back.
    void flush() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace engine
