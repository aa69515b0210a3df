#include "editor/document/journal.h"

#include "editor/document/document_state.h"
#include "editor/document/journal_writer.h"
#include "engine_core/base/files/user_folders.h"
#include "engine_core/base/jobs.h"
#include "engine_core/serialization/foliage_file.h"
#include "engine_core/serialization/scene_io.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

namespace editor
{
namespace
{
using engine::Error;
using engine::Result;

std::string newSessionName()
{
    static int count = 0;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return fmt::format("{}-{}-{}", ::getpid(),
                       std::chrono::duration_cast<std::chrono::milliseconds>(now).count(), count++);
}

/// Between two autosaves, however big the journal is: the disk may be full.
constexpr double LeastSeconds = 10;

/// Plants that the saved scene has in its own files already are not written again.
bool writePlants(const engine::World& world, const fs::path& target, const fs::path& scene)
{
    engine::FoliageSave plants;
    return plants.write(world, target, scene) && plants.publish();
}

} // namespace

struct Journal::State
{
    struct Line
    {
        std::uint64_t stateId = 0;
        std::uint64_t number = 0; ///< in the journal's file
    };

    State(Document& followed, JournalPlace place)
        : document{followed}
        , folder{std::move(place.folder)}
        , project{std::move(place.project)}
        , session{newSessionName()}
        , writer{path(".journal"), followed.types()}
    {
    }

    Document& document;
    fs::path folder;
    fs::path project;
    std::string session;
    OpenFile lockFile;
    std::uint64_t baseState = 0; ///< of the document, as the base holds it
    std::vector<Line> lines;     ///< since the base
    int nextAutosave = 1;
    int generation = 0; ///< changes with the base; an autosave of an older one is of no use
    double sinceAutosave = 0;
    bool autosaving = false;
    bool awaitsAutosave = false;         ///< until nobody edits
    std::optional<FileState> saved;      ///< of the save or opening that is being told
    std::optional<FileState> known;      ///< of the document's file as it was read or written last
    engine::ContentHash replaceable = 0; ///< of what else that file may lose to a save
    std::optional<Leftover> recovered;   ///< the document's work, which our files do not hold yet
    std::unique_ptr<KeptScene> waiting;  ///< while another scene is open in its place
    JournalWriter writer;
    engine::Connections connections;
    engine::JobQueue jobs{1}; // last: its thread ends first

    [[nodiscard]] fs::path path(const std::string& ending) const
    {
        return folder / (session + ending);
    }

    /// The writer may still be at it or fail: then the old base goes on with all of its lines, of
    /// which nobody here speaks any more.
    void rebase(std::string base,
                engine::ContentHash hash,
                std::uint64_t stateId,
                std::uint64_t firstLine)
    {
        JournalHeader header;
        header.base = std::move(base);
        header.hash = hash;
        header.project = project;
        header.scene = document.path().empty() ? fs::path{} : wholePath(document.path());
        header.sceneHash = known ? known->hash : 0;
        std::erase_if(lines, [&](const Line& line) { return line.number < firstLine; });
        baseState = stateId;
        ++generation;
        sinceAutosave = 0;
        writer.rebase(std::move(header), firstLine);
    }

    /// The saved scene, under a name of our own that outlives the next save.
    void rebaseOnScene(std::uint64_t stateId, std::uint64_t firstLine)
    {
        if (document.path().empty())
            return rebase({}, 0, stateId, firstLine);
        const auto base = fmt::format("{}.base-{}.scene.json", session, generation);
        const auto hash = known ? known->hash : 0;
        std::error_code error;
        fs::create_hard_link(wholePath(document.path()), folder / base, error);
        if (error && hash != 0)
            copyScene(folder / base, hash);
        rebase(base, hash, stateId, firstLine);
    }

    /// Where the user's folder is on another disk than the scene. Until it is there, the scene
    /// itself is the base. Before rebase().
    void copyScene(const fs::path& base, engine::ContentHash hash)
    {
        static_cast<void>(jobs.start(
            "Unsaved work",
            [scene = document.path(), base, hash](auto&) {
                const auto text = engine::readFile(scene);
                if (text && engine::hashText(*text) == hash)
                    static_cast<void>(engine::writeFileAtomically(base, *text));
            },
            [this, base, made = generation + 1] {
                if (made != generation) // another base came meanwhile
                    removeJournalBase(base);
            }));
    }

    /// What is open is in no file: write it as the base, now.
    void rebaseOnCurrent()
    {
        const auto name = fmt::format("{}.auto-{}.scene.json", session, nextAutosave++);
        const auto text = engine::writeScene(document.world(), document.types());
        const OpenFile base{folder / name, O_WRONLY | O_CREAT | O_TRUNC};
        if (!base.isOpen() || !base.write(text) || !base.sync() ||
            !writePlants(document.world(), folder / name, document.path())) {
            std::error_code error;
            fs::remove(folder / name, error);
            return writer.warn();
        }
        rebase(name, engine::hashText(text), document.history().stateId(), writer.nextLine());
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
        writer.clear();
        lines.clear();
        ++generation;
        recovered.reset();
        learnFile();
        if (document.isModified())
            rebaseOnCurrent();
        else
            rebaseOnScene(document.history().stateId(), writer.nextLine());
    }

    /// What the document's file holds now is known to whoever tells of it, or else is read.
    void learnFile()
    {
        const auto& scene = document.path();
        known.reset();
        replaceable = 0;
        if (!scene.empty())
            known = saved ? *saved : FileState{hashOfFile(scene), stampOf(scene)};
        saved.reset();
    }

    void onSaved(std::uint64_t stateId)
    {
        learnFile();
        discardRecovered();
        rebaseOnSaved(stateId);
    }

    void discardRecovered()
    {
        if (recovered)
            discard(*recovered);
        recovered.reset();
    }

    /// Once the disk itself has all of it in our own files: a moment that may take its time.
    void discardTakenOver()
    {
        if (recovered && writer.isComplete() && writer.sync())
            discardRecovered();
    }

    void rebaseOnSaved(std::uint64_t stateId)
    {
        const auto last = std::find_if(lines.rbegin(), lines.rend(),
                                       [&](const auto& line) { return line.stateId == stateId; });
        if (last != lines.rend())
            rebaseOnScene(stateId, last->number + 1);
        else if (stateId == baseState)
            rebaseOnScene(stateId, lines.empty() ? writer.nextLine() : lines.front().number);
        else if (!autosaving) // an autosave of a later state came first: another one, then
            startAutosave();
    }

    void onStep(const DocumentStep& step)
    {
        lines.push_back({step.stateId, writer.append(step, document.isModified())});
    }

    struct Autosave
    {
        std::string name;
        engine::ContentHash hash = 0;
        std::uint64_t firstLine = 0; ///< that it does not hold
        std::uint64_t stateId = 0;
        int generation = 0;
        bool written = false;
    };

    void startAutosave()
    {
        awaitsAutosave = document.isEditing(); // what is half done is nobody's work to keep
        if (awaitsAutosave)
            return;
        autosaving = true;
        sinceAutosave = 0;
        auto save = std::make_shared<Autosave>();
        save->name = fmt::format("{}.auto-{}.scene.json", session, nextAutosave++);
        save->firstLine = writer.nextLine();
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
            writer.warn();
        else if (save.generation != generation)
            removeJournalBase(folder / save.name); // saved or another scene meanwhile
        else
            rebase(save.name, save.hash, save.stateId, save.firstLine);
    }

    /// False if nobody can tell that we live, or others could write what we would believe later.
    bool takeLock()
    {
        constexpr int Attempts = 3; // another program may just be taking the empty folder away
        for (int i = 0; i < Attempts && !lockFile.isOpen(); ++i) {
            if (!engine::makeUserFolder(folder))
                return false;
            lockFile = OpenFile{path(".lock"), O_RDWR | O_CREAT | O_EXCL};
        }
        if (!lockFile.isOpen() || !lockFile.lock())
            return false;
        static_cast<void>(lockFile.write(fmt::format("{}\n", ::getpid()))); // for people to read
        return true;
    }
};

Journal::Journal(Document& document, JournalPlace place, std::optional<FileState> known)
    : m_state{std::make_unique<State>(document, std::move(place))}
{
    auto& state = *m_state;
    state.saved = known;
    if (!state.takeLock())
        state.writer.refuse();
    state.onReset();
    state.follow();
}

Journal::~Journal()
{
    m_state->jobs.finishAll();
    m_state->connections.clear();
    m_state->writer.clear();
    removeJournalFiles(m_state->folder, m_state->session);
    std::error_code ignored;
    fs::remove(m_state->folder, ignored); // unless something is left in it
}

void Journal::update(double secondsPassed, double intervalSeconds, std::uint64_t mostBytes)
{
    auto& state = *m_state;
    state.jobs.deliver();
    state.writer.update(secondsPassed);
    state.discardTakenOver();
    if (state.waiting)
        return; // what the document holds is another scene
    state.sinceAutosave += secondsPassed;
    const bool isDoubtful = state.writer.isDoubtful();
    const bool isDue =
        state.sinceAutosave >= intervalSeconds ||
        (state.sinceAutosave >= LeastSeconds && (state.writer.size() > mostBytes || isDoubtful));
    const bool hasGrown = !state.lines.empty() || !state.writer.isComplete() || isDoubtful;
    const bool isUnderWay = state.autosaving || state.writer.isRebasing();
    const bool isWanted =
        state.awaitsAutosave || (isDue && hasGrown && state.document.isModified());
    if (isWanted && !isUnderWay)
        state.startAutosave();
}

engine::BeforeSave Journal::noteSave(const fs::path& file) const
{
    JournalSave save{wholePath(file), 0, m_state->writer.nextLine()};
    return [save = std::move(save), notes = m_state->path(SavesEnding)](engine::ContentHash hash) {
        auto next = save;
        next.hash = hash;
        // An earlier save may be what the file goes on to hold.
        const auto earlier = engine::readFile(notes);
        const auto all = (earlier ? *earlier : std::string{}) + writeSave(next);
        static_cast<void>(engine::writeFileAtomically(notes, all)); // without it more is offered
    };
}

void Journal::setSaved(std::optional<FileState> file)
{
    m_state->saved = file;
}

void Journal::setWritten(FileState file)
{
    m_state->known = file;
}

bool Journal::isFileChanged() const
{
    const auto& known = m_state->known;
    const auto& file = m_state->document.path();
    std::error_code failed;
    if (!known || file.empty() || !fs::exists(file, failed) || stampOf(file) == known->stamp)
        return false;
    const auto hash = hashOfFile(file);
    return hash != known->hash && !mayReplace(hash);
}

const std::optional<Journal::FileState>& Journal::knownFile() const
{
    return m_state->known;
}

void Journal::allowReplacing(engine::ContentHash hash)
{
    m_state->replaceable = hash;
}

bool Journal::mayReplace(engine::ContentHash hash) const
{
    return hash != 0 && hash == m_state->replaceable;
}

void Journal::becomeIndependent()
{
    if (!m_state->waiting && !m_state->autosaving)
        m_state->startAutosave();
}

void Journal::finish()
{
    m_state->jobs.finishAll();
    m_state->writer.finish();
}

bool Journal::isBehind() const
{
    return m_state->writer.isBehind();
}

std::optional<fs::path> Journal::unwritableFolder() const
{
    return m_state->writer.isWarned() ? std::optional{m_state->folder} : std::nullopt;
}

void Journal::takeOver(const Leftover& leftover)
{
    m_state->recovered = leftover;
    finish();
    m_state->discardTakenOver();
}

Result<Journal::ReadScene> Journal::read(const fs::path& file,
                                         const engine::TypeRegistry& types,
                                         const engine::JobControl* control)
{
    const auto stamp = stampOf(file);
    const auto text = engine::readFile(file);
    if (!text)
        return text.error();
    auto scene = engine::readScene(*text, types, file.string(), control);
    if (!scene)
        return scene.error();
    auto problems = engine::loadFoliage(*scene->world, file, {}, control);
    if (control != nullptr && control->isCancelled())
        return Error{"Reading '{}' was stopped", file.string()};
    scene->problems.insert(scene->problems.end(), problems.begin(), problems.end());
    return ReadScene{file, *std::move(scene), {engine::hashText(*text), stamp}};
}

Result<std::vector<engine::Issue>> Journal::open(ReadScene other)
{
    auto& state = *m_state;
    ENGINE_EXPECT(!state.waiting);
    if (state.document.isEditing())
        return Error{"Finish the drag before opening another scene"};
    state.saved = other.state;
    state.document.replaceBy(*other.scene.world, other.file);
    return std::move(other.scene.problems);
}

Result<std::vector<engine::Issue>> Journal::reload(ReadScene file)
{
    auto& state = *m_state;
    auto& document = state.document;
    ENGINE_EXPECT(!state.waiting && file.file == document.path());
    if (document.isEditing())
        return Error{"Finish the drag before reading the scene again"};
    document.becomeLike(*file.scene.world, "Reload from disk");
    state.saved = file.state;
    document.endSave(file.file, document.history().stateId());
    return std::move(file.scene.problems);
}

Result<std::vector<engine::Issue>> Journal::openAside(ReadScene other)
{
    auto& state = *m_state;
    auto& document = state.document;
    ENGINE_EXPECT(!state.waiting);
    if (document.isEditing())
        return Error{"Finish the drag before opening another scene"};
    finish(); // an autosave under way is about the scene that is open now
    state.connections.clear();
    state.waiting = document.m_state->keep();
    document.replaceBy(*other.scene.world, other.file);
    return std::move(other.scene.problems);
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
    return waiting->isFileLost ||
           waiting->savedState !=
               (position == 0 ? waiting->baseId : waiting->entries[position - 1].id);
}
} // namespace editor
