#pragma once

#include "engine_core/play/recording/recorded_files.h"
#include "engine_core/play/recording/recording_store.h"
#include "engine_core/play/recording/session_recording.h"
#include "engine_core/play/recording/session_trail.h"

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

namespace engine
{
/// What a session begins with, for its file.
struct RecordedStart
{
    std::unique_ptr<const World> level; ///< a copy
    fs::path project;
    std::string scene;
    std::uint64_t seed = 1;
    std::optional<Transform> startFrom;
    std::string savedValues;
    std::vector<std::string> settings;
    std::vector<RecordedFile> files;
    ContentHash state = 0; ///< before the first tick
    std::size_t mostLevelBytes = 0;
    std::uintmax_t mostBytes = MaxRecordingBytes; ///< of the file, which then ends
};

/// Some ticks of a session, on their way to the file.
struct RecordedBlock
{
    struct Note
    {
        enum class Kind
        {
            KeyState, ///< with `state` and `parts`
            Edit,     ///< with `changes`
            ScriptsLoaded,
            Text, ///< with `word` and `text`
            End
        };

        std::size_t behind = 0; ///< so many ticks of the block
        Kind kind = Kind::Text;
        ContentHash state = 0;
        std::vector<SessionTrail::Part> parts{};
        ChangeSet changes{};
        const char* word = ""; ///< of the line
        std::string text{};
    };

    std::vector<PlayerInput> ticks;
    std::vector<std::uint16_t> checks; ///< as many
    std::vector<PathPoint> path;
    std::vector<Note> notes;

    [[nodiscard]] bool isEmpty() const { return ticks.empty() && notes.empty(); }
};

/// Writes the file of a recording on a thread of its own, block by block.
class RecordingWriter
{
public:
    RecordingWriter(RecordingStore store, const TypeRegistry& types, RecordedStart start);
    ~RecordingWriter(); ///< writes what is left

    RecordingWriter(const RecordingWriter&) = delete;
    RecordingWriter& operator=(const RecordingWriter&) = delete;

    void put(RecordedBlock block);

    /// Until all that was put is in the file.
    void wait();

    /// Empty until it is open, and if it cannot be.
    [[nodiscard]] fs::path file() const;

private:
    class Output;
    void run();
    void begin(Output& output);
    void keepLevel(ContentHash hash);
    void writeWaiting(Output& output);

    RecordingStore m_store;
    const TypeRegistry& m_types;
    RecordedStart m_start;
    mutable std::mutex m_mutex;
    std::condition_variable m_wake;
    std::condition_variable m_done;
    std::deque<RecordedBlock> m_blocks;
    bool m_isBusy = true; ///< a block is being written, or the beginning
    bool m_ends = false;
    fs::path m_file;
    std::thread m_thread; ///< the last member: it uses the others
};
} // namespace engine
