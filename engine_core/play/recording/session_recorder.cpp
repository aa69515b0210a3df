#include "engine_core/play/recording/session_recorder.h"

#include "engine_core/play/recording/recording_writer.h"
#include "engine_core/scene/world/world.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace engine
{
namespace
{
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t PathTicks = 6;
constexpr double KeyShare = 0.004;          ///< of the time, at most, for key states
constexpr double KeyBytesPerSecond = 8'000; ///< that they may take, on the average
constexpr double PartBytes = 16;

/// Adds the time that it lives.
class Stopwatch
{
public:
    explicit Stopwatch(std::uint64_t& nanoseconds) : m_sum{nanoseconds} {}

    ~Stopwatch()
    {
        m_sum += static_cast<std::uint64_t>(
            std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - m_from).count());
    }

    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

    [[nodiscard]] double seconds() const
    {
        return std::chrono::duration<double>(Clock::now() - m_from).count();
    }

private:
    std::uint64_t& m_sum;
    Clock::time_point m_from = Clock::now();
};
} // namespace

struct SessionRecorder::State
{
    RecordingStore store;
    Options options;
    PlaySession* session = nullptr;
    std::unique_ptr<RecordingWriter> writer;
    const TypeRegistry* types = nullptr;
    std::optional<RecordedStart> heldBack; ///< until it is kept; then its writer has it
    SessionTrail trail;
    RecordedBlock block;
    Clock::time_point flushed = Clock::now();
    std::uint64_t ticks = 0;
    std::uint64_t nextKey = KeyTicks;
    std::uint64_t keyed = 0; ///< tick of the last key state; the beginning has one
    std::size_t errorsTold = 0;
    std::uint64_t nanoseconds = 0;

    void flush()
    {
        flushed = Clock::now();
        if (block.isEmpty() || !writer)
            return;
        RecordedBlock next;
        next.ticks.reserve(block.ticks.size() + 8);
        next.checks.reserve(block.checks.size() + 8);
        next.path.reserve(block.path.size() + 2);
        writer->put(std::exchange(block, std::move(next)));
    }

    void keep()
    {
        if (!heldBack)
            return;
        writer = std::make_unique<RecordingWriter>(store, *types, *std::move(heldBack));
        heldBack.reset();
        flush();
    }

    RecordedBlock::Note& note(RecordedBlock::Note::Kind kind)
    {
        auto& added = block.notes.emplace_back();
        added.behind = block.ticks.size();
        added.kind = kind;
        return added;
    }

    void noteText(const char* word, std::string text)
    {
        auto& added = note(RecordedBlock::Note::Kind::Text);
        added.word = word;
        added.text = std::move(text);
    }

    /// The next one is due when this one's time and bytes have become a small share of all.
    void addKeyState()
    {
        const Stopwatch watch{nanoseconds};
        auto parts = trail.changedParts();
        std::sort(parts.begin(), parts.end(),
                  [](const auto& a, const auto& b) { return a.entity < b.entity; });
        const double bytes = PartBytes * static_cast<double>(parts.size());
        auto& added = note(RecordedBlock::Note::Kind::KeyState);
        added.state = session->stateHash();
        added.parts = std::move(parts);
        keyed = ticks;
        const double pause = std::max(watch.seconds() / KeyShare, bytes / KeyBytesPerSecond);
        nextKey = ticks + std::max(KeyTicks, static_cast<std::uint64_t>(
                                                 std::ceil(pause / PlaySession::TickSeconds)));
    }

    void addPlace()
    {
        const auto view = session->camera();
        const auto forward = view.forward();
        block.path.push_back({ticks, view.position, std::atan2(-forward.x, -forward.z),
                              std::asin(std::clamp(forward.y, -1.0, 1.0))});
    }
};

SessionRecorder::SessionRecorder(RecordingStore store)
    : SessionRecorder{std::move(store), Options{}}
{
}

SessionRecorder::SessionRecorder(RecordingStore store, Options options)
    : m_state{std::make_unique<State>(State{.store = std::move(store),
                                            .options = std::move(options),
                                            .session = nullptr,
                                            .writer = nullptr,
                                            .types = nullptr,
                                            .heldBack = std::nullopt,
                                            .trail = {},
                                            .block = {}})}
{
}

SessionRecorder::~SessionRecorder()
{
    end();
}

void SessionRecorder::begin(const World& level, const PlaySetup& setup, PlaySession& session)
{
    auto& state = *m_state;
    const Stopwatch watch{state.nanoseconds};
    state.session = &session;
    RecordedStart start{
        .level = std::make_unique<const World>(level),
        .project = setup.assets.project().root,
        .scene = setup.scene,
        .seed = setup.seed,
        .startFrom = std::nullopt,
        .savedValues = session.savedValues(),
        .settings = state.options.settings,
        .files = recordedFilesOf(level, setup.assets),
        .state = session.stateHash(),
        .mostLevelBytes = state.options.mostLevelBytes,
        .mostBytes = state.options.mostBytes,
    };
    if (setup.startFrom)
        start.startFrom = Transform{setup.startFrom->position, setup.startFrom->rotation, Vec3d{1}};
    state.trail.begin(session);
    state.types = &setup.types;
    state.heldBack = std::move(start);
    if (!state.options.isHeldBack)
        state.keep();
}

void SessionRecorder::ticked(PlayerInput input)
{
    auto& state = *m_state;
    if (state.session == nullptr)
        return;
    {
        const Stopwatch watch{state.nanoseconds};
        ++state.ticks;
        state.block.ticks.push_back(std::move(input));
        state.block.checks.push_back(state.trail.check());
        if (state.ticks % PathTicks == 0)
            state.addPlace();
        const auto& errors = state.session->scriptErrors();
        for (; state.errorsTold < errors.size(); ++state.errorsTold)
            state.noteText("error", errors[state.errorsTold].place + ": " +
                                        errors[state.errorsTold].message);
    }
    if (state.ticks >= state.nextKey)
        state.addKeyState();
    const std::chrono::duration<double> since = Clock::now() - state.flushed;
    if (since.count() >= FlushSeconds) {
        const Stopwatch watch{state.nanoseconds};
        state.flush();
    }
}

void SessionRecorder::edited(const ChangeSet& changes)
{
    auto& state = *m_state;
    if (state.session == nullptr)
        return;
    const Stopwatch watch{state.nanoseconds};
    state.note(RecordedBlock::Note::Kind::Edit).changes = changes;
    if (state.session->isPaused())
        state.flush(); // no tick does
}

void SessionRecorder::scriptsReloaded()
{
    auto& state = *m_state;
    if (state.session == nullptr)
        return;
    state.note(RecordedBlock::Note::Kind::ScriptsLoaded);
    state.flush(); // their hashes are taken as long as they are these
}

void SessionRecorder::filesChanged(std::span<const std::string> paths)
{
    auto& state = *m_state;
    if (state.session == nullptr || paths.empty())
        return;
    std::string text;
    for (const auto& path : paths)
        text += (text.empty() ? "" : ", ") + path;
    state.noteText("files", std::move(text));
}

void SessionRecorder::end()
{
    auto& state = *m_state;
    if (state.session == nullptr)
        return;
    if (state.keyed != state.ticks)
        state.addKeyState();
    state.note(RecordedBlock::Note::Kind::End);
    state.flush();
    state.trail.end();
    state.session = nullptr;
}

void SessionRecorder::keep() const
{
    m_state->keep();
}

void SessionRecorder::flush() const
{
    m_state->keep();
    if (!m_state->writer)
        return;
    m_state->flush();
    m_state->writer->wait();
}

Result<fs::path> SessionRecorder::broughtUpToDate() const
{
    if (m_state->session != nullptr && m_state->keyed != m_state->ticks)
        m_state->addKeyState();
    flush();
    auto file = this->file();
    if (file.empty())
        return Error{"Nothing is recorded"};
    return file;
}

Result<void> SessionRecorder::copy(const fs::path& recording, const fs::path& to)
{
    const auto text = loadRecordingText(recording);
    return text ? writeFileAtomically(to, *text) : Result<void>{text.error()};
}

Result<void> SessionRecorder::writeCopy(const fs::path& to) const
{
    const auto recording = broughtUpToDate();
    return recording ? copy(*recording, to) : Result<void>{recording.error()};
}

fs::path SessionRecorder::file() const
{
    return m_state->writer ? m_state->writer->file() : fs::path{};
}

std::uint64_t SessionRecorder::nanoseconds() const
{
    return m_state->nanoseconds;
}
} // namespace engine
