#include "engine_core/play/recording/recording_writer.h"

#include "engine_core/base/build_stamp.h"
#include "engine_core/base/count_text.h"
#include "engine_core/base/files/file_lock.h"
#include "engine_core/base/files/user_folders.h"
#include "engine_core/base/files/write_place.h"
#include "engine_core/base/log.h"
#include "engine_core/play/recording/session_recorder.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/serialization/scene_io.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>

namespace engine
{
namespace
{
constexpr std::uint64_t TicksPerMinute = 3600;
constexpr std::uint64_t FreeBytes = SessionRecorder::BytesPerMinute; ///< for a first big edit
constexpr std::uintmax_t LastLineBytes = 100; ///< that a file which became too large ends with
constexpr std::size_t LeastBrushBytes = 200;  ///< of a brush in the text of its level

std::string localTime(const char* format)
{
    const auto now = std::time(nullptr);
    std::tm parts{};
    localtime_r(&now, &parts);
    std::array<char, 64> text{};
    const auto size = std::strftime(text.data(), text.size(), format, &parts);
    return {text.data(), size};
}

/// As a part of a file's name.
std::string fileNameOf(const std::string& scene)
{
    auto name = fs::path{scene}.filename().string();
    name = name.substr(0, name.find('.'));
    std::erase_if(name, [](char letter) {
        const auto byte = static_cast<unsigned char>(letter);
        return std::isalnum(byte) == 0 && letter != '_' && letter != '-' && byte < 128;
    });
    return name.empty() ? "scene" : name.substr(0, 60);
}

/// Of a line: what would end it becomes space.
std::string onOneLine(std::string text)
{
    std::replace_if(
        text.begin(), text.end(), [](char letter) { return letter == '\n' || letter == '\r'; },
        ' ');
    return text;
}

} // namespace

/// The open file, and the lines that go into it.
class RecordingWriter::Output
{
public:
    Output(const TypeRegistry& types, fs::path project, std::uintmax_t mostBytes)
        : m_types{types}, m_project{std::move(project)}, m_mostBytes{mostBytes}
    {
    }

    /// A new file with a name of its own. An Error says why there is none.
    [[nodiscard]] Result<fs::path> open(const RecordingStore& store, const std::string& scene)
    {
        if (auto made = makeUserFolder(store.folder()); !made)
            return made.error();
        const auto stem = localTime("%Y%m%d-%H%M%S-") + fileNameOf(scene);
        for (int i = 1; i < 1000; ++i) {
            const auto file = store.folder() / ((i == 1 ? stem : fmt::format("{}-{}", stem, i)) +
                                                RecordingStore::Extension);
            m_file = FileDescriptor{
                ::open(file.c_str(),
                       O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600)};
            if (m_file.isOpen()) {
                static_cast<void>(tryLockAlone(m_file));
                return file;
            }
            if (errno != EEXIST)
                break;
        }
        return Error{"'{}' cannot be written: {}", store.folder().string(), std::strerror(errno)};
    }

    /// False once the file is closed: what is added then goes nowhere.
    [[nodiscard]] bool isOpen() const { return m_file.isOpen(); }

    void add(std::string_view word, std::string text)
    {
        m_text += word;
        m_text += ' ';
        m_text += onOneLine(std::move(text));
        m_text += '\n';
    }

    void addFiles(const std::map<std::string, ContentHash>& hashes)
    {
        for (const auto& [name, hash] : hashes)
            add("file", hashToText(hash) + ' ' + name);
    }

    /// All of it in the file, unless that would become larger than what is read again.
    void write(const RecordedBlock& block)
    {
        if (!isOpen())
            return;
        add(block);
        if (m_ticks > MaxRecordedTicks || m_bytes + m_text.size() + LastLineBytes > m_mostBytes) {
            m_text.clear();
            add("lost", "the session went on for longer than is recorded");
            write();
            logWarning("play", "The session is no longer recorded: it is too long");
            m_file = FileDescriptor{};
        }
        write();
    }

    /// Nothing more is written.
    void giveUp(const char* why)
    {
        logWarning("play", "The session is no longer recorded: {}", why);
        m_text.clear();
        m_file = FileDescriptor{};
    }

    void add(const RecordedBlock& block)
    {
        std::size_t written = 0;
        std::size_t points = 0;
        for (const auto& note : block.notes) {
            addTicks(block, written, note.behind);
            written = note.behind;
            addPath(block, points);
            addNote(note);
        }
        addTicks(block, written, block.ticks.size());
        addPath(block, points);
    }

    /// All that was added; once the disk refuses it, nothing more.
    void write()
    {
        std::string_view left = m_text;
        while (!left.empty() && m_file.isOpen()) {
            const auto written = ::write(m_file.get(), left.data(), left.size());
            if (written < 0 && errno == EINTR)
                continue;
            if (written <= 0) {
                logWarning("play", "The session is no longer recorded: {}", std::strerror(errno));
                m_file = FileDescriptor{};
                break;
            }
            left.remove_prefix(static_cast<std::size_t>(written));
        }
        m_bytes += m_text.size();
        m_text.clear();
    }

private:
    void addTicks(const RecordedBlock& block, std::size_t begin, std::size_t end)
    {
        if (begin == end)
            return;
        for (auto at = begin; at < end;) {
            auto next = at + 1;
            while (next < end && isSameInput(block.ticks[at], block.ticks[next]))
                ++next;
            m_text += inputLine(next - at, block.ticks[at]);
            at = next;
        }
        m_text += "checks ";
        for (auto at = begin; at < end; ++at)
            m_text += fmt::format("{:04x}", block.checks[at]);
        m_text += '\n';
        m_ticks += end - begin;
    }

    /// What lies behind the ticks that are written by now.
    void addPath(const RecordedBlock& block, std::size_t& from)
    {
        const auto first = from;
        for (; from < block.path.size() && block.path[from].tick <= m_ticks; ++from) {
            const auto& [tick, eyes, yaw, pitch] = block.path[from];
            m_text += from == first ? "way " : ",";
            m_text += fmt::format("{} {:.3f} {:.3f} {:.3f} {:.3f} {:.3f}", tick, eyes.x, eyes.y,
                                  eyes.z, yaw, pitch);
        }
        if (from > first)
            m_text += '\n';
    }

    [[nodiscard]] std::uint64_t allowance() const
    {
        return FreeBytes + SessionRecorder::BytesPerMinute * m_ticks / TicksPerMinute;
    }

    void addNote(const RecordedBlock::Note& note)
    {
        switch (note.kind) {
        case RecordedBlock::Note::Kind::KeyState:
            return addState(note);
        case RecordedBlock::Note::Kind::Edit:
            return addEdit(note.changes);
        case RecordedBlock::Note::Kind::ScriptsLoaded:
            add("again", "scripts");
            return addFiles(hashesOf(scriptFilesOf(m_project)));
        case RecordedBlock::Note::Kind::Text:
            return add(note.word, note.text);
        case RecordedBlock::Note::Kind::End:
            return add("ended", localTime("%Y-%m-%d %H:%M:%S"));
        }
    }

    void addState(const RecordedBlock::Note& state)
    {
        add("state", hashToText(state.state));
        EntityId last;
        std::size_t kept = 0;
        for (const auto& part : state.parts) {
            if (m_bytes + m_text.size() > allowance())
                break; // the state's own hash is there, which says that something is different
            ++kept;
            if (part.entity != last)
                m_text += fmt::format("{}of {:x}", last ? "\n" : "", part.entity.value);
            m_text += fmt::format(" {} {:x}", part.name.text(), part.hash);
            last = part.entity;
        }
        if (last)
            m_text += '\n';
        if (const auto left = state.parts.size() - kept; left > 0)
            add("lost", fmt::format("{} of a state did not fit into the recording",
                                    countText(left, "value", "values")));
    }

    void addEdit(const ChangeSet& changes)
    {
        auto text = writeRecordedEdit(changes, m_types);
        if (m_bytes + m_text.size() + text.size() <= allowance())
            return add("edit", std::move(text));
        add("lost", fmt::format("an edit of {} was too large to be kept",
                                countText(changes.changes.size(), "value", "values")));
    }

    const TypeRegistry& m_types;
    fs::path m_project;
    std::uintmax_t m_mostBytes;
    FileDescriptor m_file;
    std::string m_text;
    std::uint64_t m_bytes = 0; ///< in the file
    std::uint64_t m_ticks = 0;
};

RecordingWriter::RecordingWriter(RecordingStore store,
                                 const TypeRegistry& types,
                                 RecordedStart start)
    : m_store{std::move(store)}, m_types{types}, m_start{std::move(start)}, m_thread{[this] {
        run();
    }}
{
}

RecordingWriter::~RecordingWriter()
{
    {
        const std::lock_guard lock{m_mutex};
        m_ends = true;
    }
    m_wake.notify_all();
    m_thread.join();
}

void RecordingWriter::put(RecordedBlock block)
{
    {
        const std::lock_guard lock{m_mutex};
        m_blocks.push_back(std::move(block));
    }
    m_wake.notify_all();
}

void RecordingWriter::wait()
{
    std::unique_lock lock{m_mutex};
    m_done.wait(lock, [this] { return m_blocks.empty() && !m_isBusy; });
}

fs::path RecordingWriter::file() const
{
    const std::lock_guard lock{m_mutex};
    return m_file;
}

/// What can be said at once stands in the file before the level is looked at, which takes longer,
/// and what is played meanwhile goes into it between the parts of that: a kill shall cost little.
void RecordingWriter::begin(Output& output)
{
    auto file = output.open(m_store, m_start.scene);
    if (!file)
        return logWarning("play", "The session is not recorded: {}", file.error().message());
    {
        const std::lock_guard lock{m_mutex};
        m_file = *file;
    }
    output.add("#",
               "A session of mapwright: ticks of 1/60 s and keys held, and what came of them.");
    output.add("version", std::to_string(RecordingVersion));
    output.add("build", buildText());
    output.add("time", localTime("%Y-%m-%d %H:%M:%S"));
    if (!m_start.scene.empty())
        output.add("level", m_start.scene);
    output.add("seed", std::to_string(m_start.seed));
    if (const auto& from = m_start.startFrom)
        output.add("from", fmt::format("{} {} {} {} {} {} {}", from->position.x, from->position.y,
                                       from->position.z, from->rotation.w, from->rotation.x,
                                       from->rotation.y, from->rotation.z));
    if (!m_start.savedValues.empty())
        output.add("saves", m_start.savedValues);
    for (const auto& setting : m_start.settings)
        output.add("set", setting);
    output.addFiles(hashesOf(scriptFilesOf(m_start.project)));
    output.add("state", hashToText(m_start.state));
    output.write();

    const auto hash = contentHash(*m_start.level, m_types);
    output.add("scene", hashToText(hash));
    output.write();
    writeWaiting(output);
    keepLevel(hash);
    m_start.level.reset();
    for (const auto& each : m_start.files) {
        writeWaiting(output);
        output.addFiles(hashesOf({each}));
        output.write();
    }
    writeWaiting(output);
    m_store.prune();
}

/// Beside the recording, once for all that were played in it.
void RecordingWriter::keepLevel(ContentHash hash)
{
    const auto beside = m_store.levelFile(hash);
    std::error_code failed;
    if (fs::exists(beside, failed) ||
        m_start.level->count<BrushComponent>() * LeastBrushBytes > m_start.mostLevelBytes)
        return;
    const auto text = writeScene(*m_start.level, m_types);
    if (text.size() > m_start.mostLevelBytes)
        return;
    auto kept = makeUserFolder(beside.parent_path());
    if (kept)
        kept = writeFileAtomically(beside, text);
    if (!kept)
        logWarning("play", "The level is not kept with the recording: {}", kept.error().message());
}

/// Up to where scripts were loaded anew: files that are named behind that would be taken for
/// theirs.
void RecordingWriter::writeWaiting(Output& output)
{
    for (;;) {
        RecordedBlock block;
        {
            const std::lock_guard lock{m_mutex};
            if (m_blocks.empty() || std::any_of(m_blocks.front().notes.begin(),
                                                m_blocks.front().notes.end(), [](const auto& note) {
                                                    return note.kind ==
                                                           RecordedBlock::Note::Kind::ScriptsLoaded;
                                                }))
                return;
            block = std::move(m_blocks.front());
            m_blocks.pop_front();
        }
        output.write(block);
    }
}

void RecordingWriter::run()
{
    Output output{m_types, m_start.project, m_start.mostBytes};
    // Nobody above this would catch what full memory or a broken disk throws.
    const auto tryTo = [&output](const auto& work) {
        try {
            work();
        } catch (const std::exception& problem) {
            output.giveUp(problem.what());
        }
    };
    tryTo([&] { begin(output); });
    std::unique_lock lock{m_mutex};
    for (;;) {
        m_isBusy = false;
        if (m_blocks.empty())
            m_done.notify_all();
        m_wake.wait(lock, [this] { return !m_blocks.empty() || m_ends; });
        if (m_blocks.empty())
            return;
        m_isBusy = true;
        const auto block = std::move(m_blocks.front());
        m_blocks.pop_front();
        lock.unlock();
        tryTo([&] { output.write(block); });
        lock.lock();
    }
}
} // namespace engine
