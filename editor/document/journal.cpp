#include "editor/document/journal.h"

#include "editor/document/document_state.h"
#include "editor/document/journal_codec.h"
#include "engine_core/base/jobs.h"
#include "engine_core/base/log.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/serialization/foliage_file.h"
#include "engine_core/serialization/scene_io.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

namespace editor
{
namespace
{
using engine::Error;
using engine::Result;

/// A file descriptor that closes itself.
class OpenFile
{
public:
    OpenFile() = default;

    OpenFile(const fs::path& file, int flags)
        : m_handle{::open(file.c_str(), flags | O_CLOEXEC, 0644)}
    {
    }

    OpenFile(OpenFile&& other) noexcept : m_handle{std::exchange(other.m_handle, -1)} {}

    OpenFile& operator=(OpenFile&& other) noexcept
    {
        std::swap(m_handle, other.m_handle);
        return *this;
    }

    ~OpenFile()
    {
        if (m_handle >= 0)
            ::close(m_handle);
    }

    [[nodiscard]] bool isOpen() const { return m_handle >= 0; }

    /// False if another open file, of this program or another, holds the lock.
    [[nodiscard]] bool lock() const { return ::flock(m_handle, LOCK_EX | LOCK_NB) == 0; }

    [[nodiscard]] bool write(std::string_view text) const
    {
        while (!text.empty()) {
            const auto written = ::write(m_handle, text.data(), text.size());
            if (written < 0 && errno == EINTR)
                continue;
            if (written <= 0)
                return false;
            text.remove_prefix(static_cast<std::size_t>(written));
        }
        return true;
    }

    /// Drops what is behind the first `size` bytes.
    [[nodiscard]] bool truncate(std::size_t size) const
    {
        return ::ftruncate(m_handle, static_cast<off_t>(size)) == 0;
    }

private:
    int m_handle = -1;
};

/// Steps that write more plants than this are put into words on a worker: a million of them take
/// about a tenth of a second. Fewer take a millisecond or two.
constexpr std::size_t ManyPlants = 20'000;

/// Plants in cells that the step changed.
std::size_t plantsWritten(const DocumentStep& step)
{
    std::size_t count = 0;
    for (const auto& change : step.changes) {
        if (change.type != engine::typeIdOf<engine::FoliagePlacement>() || !change.after)
            continue;
        const auto instancesOf = [](const engine::ComponentValue& value) {
            return value ? static_cast<const engine::FoliagePlacement*>(value.get())->instances
                         : nullptr;
        };
        const auto before = instancesOf(change.before);
        if (const auto after = instancesOf(change.after))
            for (const auto& [key, chunk] : after->cells())
                if (!before || before->find(key) != chunk.get())
                    count += chunk->instances.size();
    }
    return count;
}

std::string newSessionName()
{
    static int count = 0;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return fmt::format("{}-{}-{}", ::getpid(),
                       std::chrono::duration_cast<std::chrono::milliseconds>(now).count(), count++);
}

/// "room" of "room.journal", "room.base.scene.json", ...
std::string sessionOf(const fs::path& file)
{
    const auto name = file.filename().string();
    return name.substr(0, name.find('.'));
}

void removeFiles(const fs::path& folder, const std::string& session, const std::string& except = {})
{
    std::error_code error;
    std::vector<fs::path> gone;
    for (const auto& entry : fs::directory_iterator{folder, error})
        if (sessionOf(entry.path()) == session && entry.path().filename() != except)
            gone.push_back(entry.path());
    for (const auto& file : gone)
        fs::remove(file, error);
}

bool isAlive(const fs::path& lockFile)
{
    const OpenFile file{lockFile, O_RDWR};
    return file.isOpen() && !file.lock();
}

engine::ContentHash hashOfFile(const fs::path& file)
{
    const auto bytes = engine::readFile(file);
    return bytes ? engine::hashText(*bytes) : 0;
}

/// The file that holds what the steps start from, if it is still what it was.
Result<fs::path> baseFile(const Journal::Leftover& leftover, const JournalHeader& header)
{
    for (const auto& file : {leftover.file.parent_path() / header.base, header.scene}) {
        std::error_code error;
        if (fs::is_regular_file(file, error) && hashOfFile(file) == header.hash)
            return file;
    }
    return Error{"'{}' was changed since the unsaved edits were made, so they do not fit any more",
                 header.scene.filename().string()};
}

/// Plants that the saved scene has in its own files already are not written again.
bool writePlants(const engine::World& world, const fs::path& target, const fs::path& scene)
{
    engine::FoliageSave plants;
    return plants.write(world, target, scene) && plants.publish();
}

/// A base with the plants beside it.
void removeBase(const fs::path& base)
{
    auto stem = base.filename().string();
    stem.resize(stem.find(".scene.json"));
    std::error_code error;
    std::vector<fs::path> gone;
    for (const auto& entry : fs::directory_iterator{base.parent_path(), error})
        if (entry.path().filename().string().starts_with(stem + "."))
            gone.push_back(entry.path());
    for (const auto& file : gone)
        fs::remove(file, error);
}

std::string localTime(const fs::path& file)
{
    struct stat status
    {
    };

    if (::stat(file.c_str(), &status) != 0)
        return {};
    std::tm parts{};
    ::localtime_r(&status.st_mtime, &parts);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M", &parts)};
}
} // namespace

struct Journal::State
{
    struct Line
    {
        std::uint64_t stateId = 0;
        std::string text;
        bool ready = true; ///< otherwise a worker still writes the text
    };

    State(Document& followed, fs::path place)
        : document{followed}, folder{std::move(place)}, session{newSessionName()}
    {
    }

    Document& document;
    fs::path folder;
    std::string session;
    OpenFile lockFile;
    OpenFile file;
    std::string baseName;                     ///< of the base beside the journal, or empty
    std::uint64_t baseState = 0;              ///< of the document, as the base holds it
    std::vector<std::shared_ptr<Line>> lines; ///< since the base
    std::size_t linesOnDisk = 0; ///< the first of them, which the file holds as a whole
    std::size_t fileSize = 0;    ///< bytes up to the end of the last of those
    int nextAutosave = 1;
    int generation = 0; ///< changes with the base; an autosave of an older one is of no use
    double sinceAutosave = 0;
    bool autosaving = false;
    bool warned = false;
    std::optional<engine::ContentHash> savedHash;
    std::unique_ptr<KeptScene> waiting; ///< while another scene is open in its place
    engine::Connections connections;
    engine::JobQueue jobs{1}; // last: its thread ends first

    [[nodiscard]] fs::path path(const std::string& ending) const
    {
        return folder / (session + ending);
    }

    /// Once for each time that the disk fills up, not for each step.
    void warn()
    {
        if (!std::exchange(warned, true))
            engine::logWarning("autosave", "Unsaved work is not protected: cannot write to '{}'",
                               folder.string());
    }

    void takeWarningBack()
    {
        if (std::exchange(warned, false))
            engine::logInfo("autosave", "Unsaved work is protected again");
    }

    /// Writes the lines that the file does not hold yet. A line that finds the disk full is taken
    /// back as a whole, since a later one behind a half line could not be read; update() and the
    /// next step try again. A line that is not ready keeps those behind it waiting.
    void writeLines()
    {
        while (file.isOpen() && linesOnDisk < lines.size() && lines[linesOnDisk]->ready) {
            const auto& text = lines[linesOnDisk]->text;
            if (!file.write(text)) {
                if (!file.truncate(fileSize))
                    file = {}; // its end is unknown; the next base begins a new one
                return warn();
            }
            fileSize += text.size();
            ++linesOnDisk;
        }
        if (!file.isOpen())
            return warn();
        takeWarningBack();
    }

    /// A whole new journal takes the place of the old one in one step. If it cannot be written, the
    /// old one goes on.
    void rebase(const JournalHeader& header, std::uint64_t stateId, std::size_t firstLine)
    {
        std::string text = writeHeader(header);
        auto end = firstLine;
        for (; end < lines.size() && lines[end]->ready; ++end)
            text += lines[end]->text;
        const auto temporary = path(".journal.tmp");
        OpenFile fresh{temporary, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND};
        std::error_code error;
        const bool isWritten = fresh.isOpen() && fresh.write(text);
        if (isWritten)
            fs::rename(temporary, path(".journal"), error);
        if (!isWritten || error) {
            fs::remove(temporary, error);
            if (header.base != baseName && !header.base.empty())
                fs::remove(folder / header.base, error);
            return warn();
        }
        lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(firstLine));
        linesOnDisk = end - firstLine;
        fileSize = text.size();
        file = std::move(fresh);
        if (baseName != header.base && !baseName.empty())
            removeBase(folder / baseName);
        baseName = header.base;
        baseState = stateId;
        ++generation;
        sinceAutosave = 0;
        takeWarningBack();
    }

    /// The saved scene, under a name of our own that outlives the next save.
    void rebaseOnScene(std::uint64_t stateId, std::size_t firstLine)
    {
        JournalHeader header{document.path(), {}, 0};
        if (!header.scene.empty()) {
            const auto name = fmt::format("{}.base-{}.scene.json", session, generation);
            std::error_code error;
            fs::create_hard_link(header.scene, folder / name, error);
            if (!error)
                header.base = name;
            header.hash = savedHash ? *savedHash : hashOfFile(header.scene);
            header.scene = fs::absolute(header.scene, error);
        }
        rebase(header, stateId, firstLine);
    }

    /// What is open is in no file: write it as the base, now.
    void rebaseOnCurrent()
    {
        const auto name = fmt::format("{}.auto-{}.scene.json", session, nextAutosave++);
        const auto text = engine::writeScene(document.world(), document.types());
        const OpenFile base{folder / name, O_WRONLY | O_CREAT | O_TRUNC};
        if (!base.isOpen() || !base.write(text) ||
            !writePlants(document.world(), folder / name, document.path())) {
            std::error_code error;
            fs::remove(folder / name, error);
            return warn();
        }
        rebase({document.path(), name, engine::hashText(text)}, document.history().stateId(),
               lines.size());
    }

    void follow()
    {
        connections += document.reset.connect([this] { onReset(); });
        connections += document.saved.connect([this](std::uint64_t id) { onSaved(id); });
        connections += document.stepped.connect([this](const DocumentStep& step) { onStep(step); });
    }

    void onReset()
    {
        // The journal tells of another scene: should the new one not be written, it must not go on.
        std::error_code error;
        fs::remove(path(".journal"), error);
        file = {};
        lines.clear();
        linesOnDisk = 0;
        ++generation;
        if (document.isModified())
            rebaseOnCurrent();
        else
            rebaseOnScene(document.history().stateId(), 0);
    }

    void onSaved(std::uint64_t stateId)
    {
        rebaseOnSaved(stateId);
        savedHash.reset();
    }

    void rebaseOnSaved(std::uint64_t stateId)
    {
        const auto last = std::find_if(lines.rbegin(), lines.rend(),
                                       [&](const auto& line) { return line->stateId == stateId; });
        if (last != lines.rend())
            rebaseOnScene(stateId, static_cast<std::size_t>(lines.rend() - last));
        else if (stateId == baseState)
            rebaseOnScene(stateId, 0);
        else if (!autosaving) // an autosave of a later state came first: another one, then
            startAutosave();
    }

    void onStep(const DocumentStep& step)
    {
        auto line = std::make_shared<Line>(Line{step.stateId, {}, false});
        lines.push_back(line);
        const bool isModified = document.isModified();
        if (plantsWritten(step) <= ManyPlants) {
            line->text = writeStep(step, isModified, document.types());
            line->ready = true;
            return writeLines();
        }
        const auto text = std::make_shared<std::string>();
        static_cast<void>(jobs.start(
            "Unsaved plants",
            [step, isModified, text, &types = document.types()](auto&) {
                *text = writeStep(step, isModified, types);
            },
            [this, line, text] {
                line->text = std::move(*text);
                line->ready = true;
                if (line->text.empty() && !autosaving)
                    startAutosave(); // it failed, so what follows needs another beginning
                writeLines();
            }));
    }

    struct Autosave
    {
        std::string name;
        engine::ContentHash hash = 0;
        std::size_t lines = 0;
        std::uint64_t stateId = 0;
        int generation = 0;
        bool written = false;
    };

    void startAutosave()
    {
        autosaving = true;
        sinceAutosave = 0;
        auto save = std::make_shared<Autosave>();
        save->name = fmt::format("{}.auto-{}.scene.json", session, nextAutosave++);
        save->lines = lines.size();
        save->stateId = document.history().stateId();
        save->generation = generation;
        auto world = std::make_shared<const engine::World>(document.world());
        static_cast<void>(jobs.start(
            "Autosave",
            [save, world, target = folder / save->name, scene = document.path(),
             &types = document.types()](auto&) {
                const auto text = engine::writeScene(*world, types);
                save->hash = engine::hashText(text);
                save->written = writePlants(*world, target, scene) &&
                                engine::writeFileAtomically(target, text).hasValue();
            },
            [this, save] { finishAutosave(*save); }));
    }

    void finishAutosave(const Autosave& save)
    {
        autosaving = false;
        std::error_code error;
        if (!save.written)
            warn();
        else if (save.generation != generation)
            removeBase(folder / save.name); // saved or another scene meanwhile
        else
            rebase({document.path(), save.name, save.hash}, save.stateId, save.lines);
    }
};

Journal::Journal(Document& document, fs::path folder)
    : m_state{std::make_unique<State>(document, std::move(folder))}
{
    auto& state = *m_state;
    std::error_code error;
    fs::create_directories(state.folder, error);
    state.lockFile = OpenFile{state.path(".lock"), O_RDWR | O_CREAT | O_TRUNC};
    if (!state.lockFile.isOpen() || !state.lockFile.lock() ||
        !state.lockFile.write(fmt::format("{}\n", ::getpid())))
        state.warn();
    state.onReset();
    state.follow();
}

Journal::~Journal()
{
    m_state->jobs.finishAll();
    m_state->connections.clear();
    removeFiles(m_state->folder, m_state->session);
}

void Journal::update(double secondsPassed, double intervalSeconds)
{
    auto& state = *m_state;
    state.jobs.deliver();
    if (state.linesOnDisk < state.lines.size() && state.file.isOpen())
        state.writeLines();
    state.sinceAutosave += secondsPassed;
    if (!state.autosaving && !state.lines.empty() && state.document.isModified() &&
        state.sinceAutosave >= intervalSeconds)
        state.startAutosave();
}

void Journal::setSavedHash(engine::ContentHash hash)
{
    m_state->savedHash = hash;
}

void Journal::finish()
{
    m_state->jobs.finishAll();
}

Result<std::vector<engine::Issue>> Journal::openAside(const fs::path& other)
{
    auto& state = *m_state;
    auto& document = state.document;
    ENGINE_EXPECT(!state.waiting);
    if (document.isEditing())
        return Error{"Finish the drag before opening another scene"};
    auto loaded = engine::loadScene(other, document.types());
    if (!loaded)
        return loaded.error();
    state.jobs.finishAll(); // an autosave under way is about the scene that is open now
    state.connections.clear();
    state.waiting = document.m_state->keep();
    document.replaceBy(*loaded->world, other);
    return std::move(loaded->problems);
}

void Journal::comeBack()
{
    auto& state = *m_state;
    ENGINE_EXPECT(state.waiting && !state.document.isEditing());
    const auto waiting = std::exchange(state.waiting, nullptr);
    state.document.m_state->comeBackTo(state.document, *waiting);
    state.follow();
}

const fs::path& Journal::waitingPath() const
{
    ENGINE_EXPECT(m_state->waiting);
    return m_state->waiting->path;
}

bool Journal::isWaitingModified() const
{
    const auto& waiting = m_state->waiting;
    ENGINE_EXPECT(waiting);
    const auto position = waiting->position;
    return waiting->savedState !=
           (position == 0 ? waiting->baseId : waiting->entries[position - 1].id);
}

std::vector<Journal::Leftover> Journal::findLeftovers(const fs::path& folder)
{
    std::vector<Leftover> leftovers;
    std::vector<std::string> worthless;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator{folder, error}) {
        const auto session = sessionOf(entry.path());
        if (entry.path().extension() != ".journal" || isAlive(folder / (session + ".lock")))
            continue;
        const auto text = engine::readFile(entry.path());
        const auto journal = text ? readJournal(*text, nullptr)
                                  : Result<JournalText>{Error{"The journal cannot be read"}};
        const bool isAutosave = journal && journal->header.base.find(".auto-") != std::string::npos;
        if (journal && (journal->stepCount > 0 ? journal->modified : isAutosave))
            leftovers.push_back(
                {entry.path(), journal->header.scene, localTime(entry.path()), journal->stepCount});
        else
            worthless.push_back(session);
    }
    for (const auto& session : worthless)
        removeFiles(folder, session);
    std::sort(leftovers.begin(), leftovers.end(), [](const Leftover& a, const Leftover& b) {
        return std::tie(b.when, b.file) < std::tie(a.when, a.file);
    });
    return leftovers;
}

Result<void> Journal::recover(Document& document, const Leftover& leftover)
{
    if (document.isEditing())
        return Error{"Finish the drag before recovering unsaved work"};
    const auto text = engine::readFile(leftover.file);
    if (!text)
        return text.error();
    auto journal = readJournal(*text, &document.types());
    if (!journal)
        return journal.error();
    if (journal->header.startsEmpty()) {
        document.clear();
    } else {
        const auto base = baseFile(leftover, journal->header);
        if (!base)
            return base.error();
        if (const auto opened = document.openUnsaved(*base, journal->header.scene); !opened)
            return opened.error();
        if (!journal->header.scene.empty() &&
            hashOfFile(journal->header.scene) != hashOfFile(*base))
            engine::logWarning("autosave",
                               "'{}' on disk differs from what the recovered work started from; "
                               "saving replaces it",
                               journal->header.scene.filename().string());
    }
    auto transaction = document.begin("Recover unsaved work");
    for (auto& step : journal->steps) {
        transaction.swap(std::move(step.edit.swaps));
        for (auto& [layer, delta] : step.foliage) {
            const auto before = engine::foliageOf(transaction.world(), layer);
            auto after = engine::applyFoliageDelta(*before, std::move(delta));
            if (!after)
                return after.error();
            transaction.set(layer, engine::FoliagePlacement{.instances = *std::move(after)});
        }
    }
    transaction.trust(); // the steps hold what the rules added when they were done
    transaction.commit();
    return {};
}

void Journal::discard(const Leftover& leftover)
{
    removeFiles(leftover.file.parent_path(), sessionOf(leftover.file));
}
} // namespace editor
