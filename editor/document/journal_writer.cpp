#include "editor/document/journal_writer.h"

#include "editor/document/journal_files.h"
#include "editor/document/journal_syncer.h"
#include "engine_core/base/jobs.h"
#include "engine_core/base/log.h"
#include "engine_core/scene/components/foliage.h"

#include <fcntl.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <mutex>

namespace editor
{
namespace
{
/// Steps that write more plants than this are put into words and written by a worker: a million of
/// them take some tenths of a second. Fewer take a millisecond or two.
constexpr std::size_t ManyPlants = 20'000;

/// The same of changes of components: a brush takes some microseconds.
constexpr std::size_t ManyChanges = 1000;

/// As much as this of the old file is taken over into a new one at once.
constexpr std::uint64_t ManyBytes = std::uint64_t{1} << 20;

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

bool isLong(const DocumentStep& step)
{
    return step.changes.size() > ManyChanges || plantsWritten(step) > ManyPlants;
}

/// Seconds between two attempts to write a long line on a full disk: twice as many each time.
constexpr double ShortestPause = 1;
constexpr double LongestPause = 30;

/// A step that is not in the file yet. Its values are shared with the history.
struct WaitingLine
{
    std::uint64_t number = 0;
    DocumentStep step;
    bool modified = false;
    bool isLong = false;
};

struct WrittenLine
{
    std::uint64_t number = 0;
    std::uint64_t size = 0; ///< bytes
};

struct Rebase
{
    JournalHeader header;
    std::uint64_t first = 0;
};
} // namespace

struct JournalWriter::State
{
    State(fs::path place, const engine::TypeRegistry& registry)
        : path{std::move(place)}, types{registry}
    {
    }

    const fs::path path;
    const engine::TypeRegistry& types;

    // Of the main thread alone.
    std::uint64_t nextNumber = 0;
    bool warned = false;
    bool warnedOfSync = false;
    bool isRefused = false; ///< nothing may be written there
    double pause = 0;       ///< seconds after the last attempt; 0 if it was good
    double untilRetry = 0;  ///< what is left of it

    // Of the worker while it is busy, otherwise of the main thread.
    std::shared_ptr<OpenFile> file;
    bool isWhole = false;            ///< ends where the last line ends
    std::deque<WrittenLine> written; ///< since the base
    std::string base;                ///< beside the journal, or empty

    std::atomic<std::uint64_t> size = 0; ///< bytes up to the end of the last line
    std::atomic<bool> isGivenUp = false; ///< what waits need not be written

    mutable std::mutex mutex; ///< guards what follows
    std::deque<WaitingLine> waiting;
    std::optional<Rebase> rebase;
    bool isBusy = false;
    bool isTroubled = false; ///< the last attempt failed

    std::mutex replacedMutex;               ///< guards what follows
    std::uint64_t begun = 0;                ///< files so far
    bool hasOld = false;                    ///< the last one that the disk has is kept beside it
    std::vector<std::string> replacedBases; ///< that the old one may begin with

    JournalSyncer syncer;                   // almost last, so that its thread ends before the rest
    std::optional<engine::JobQueue> worker; // last: its thread ends first

    /// Has what waits written: at once if that is quick, otherwise by the worker, which pauses
    /// after a full disk.
    void go()
    {
        {
            const std::lock_guard lock{mutex};
            if (isBusy || (waiting.empty() && !rebase))
                return;
            const bool isLong = isLongWork();
            if (isLong && !rebase && untilRetry > 0)
                return;
            isBusy = true;
            if (isLong) {
                if (!worker)
                    worker.emplace();
                static_cast<void>(worker->start(
                    "Unsaved work", [this](auto&) { work(); }, [this] { tell(); }));
                return;
            }
        }
        work();
        tell();
    }

    /// Under the mutex, while nobody is busy.
    [[nodiscard]] bool isLongWork() const
    {
        std::uint64_t kept = 0;
        for (const auto& line : written)
            kept += rebase && line.number >= rebase->first ? line.size : 0;
        return kept > ManyBytes || std::any_of(waiting.begin(), waiting.end(),
                                               [](const auto& each) { return each.isLong; });
    }

    /// Writes until nothing waits or the disk is full. A new base comes first: it may hold what
    /// waits.
    void work()
    {
        bool goesOn = true;
        while (goesOn) {
            std::optional<Rebase> fresh;
            const WaitingLine* line = nullptr;
            {
                const std::lock_guard lock{mutex};
                isBusy = !isGivenUp && (rebase || !waiting.empty());
                if (!isBusy)
                    return;
                fresh = std::exchange(rebase, std::nullopt);
                line = fresh ? nullptr : &waiting.front();
            }
            const bool good = attempt([&] { return fresh ? begin(*fresh) : write(*line); });
            if (!good && fresh)
                removeBase(fresh->header.base);
            std::deque<WaitingLine> done; // dies without the mutex
            const std::lock_guard lock{mutex};
            isTroubled = !good && !isGivenUp;
            isBusy = goesOn = good || fresh;
            while (good && !waiting.empty() &&
                   (fresh ? waiting.front().number < fresh->first : done.empty())) {
                done.push_back(std::move(waiting.front()));
                waiting.pop_front();
            }
        }
    }

    /// False also if there is not enough memory.
    template <typename F>
    static bool attempt(F write)
    {
        try {
            return write();
        } catch (const std::exception&) {
            return false;
        }
    }

    /// A line that finds the disk full is taken back as a whole, since a later one behind a half
    /// line could not be read.
    bool write(const WaitingLine& line)
    {
        if (!file || !isWhole)
            return false;
        isWhole = false;
        std::uint64_t bytes = 0;
        bool good = true;
        const auto put = [&](std::string& text) {
            good = good && !isGivenUp && file->write(text);
            bytes += text.size();
            text.clear();
            return good;
        };
        good = attempt([&] {
            auto rest = writeStep(line.step, line.modified, types, put);
            return put(rest);
        });
        isWhole = good || file->truncate(size);
        if (good) {
            size += bytes;
            written.push_back({line.number, bytes});
            syncer.written(file);
        }
        return good;
    }

    /// A whole new journal takes the place of the old one.
    bool begin(const Rebase& fresh)
    {
        if (isRefused)
            return false;
        std::uint64_t kept = 0;
        for (const auto& line : written)
            kept += line.number >= fresh.first ? line.size : 0;
        const auto header = writeHeader(fresh.header);
        auto temporary = path;
        temporary += ".tmp";
        auto made = std::make_shared<OpenFile>(temporary, O_RDWR | O_CREAT | O_TRUNC | O_APPEND);
        std::error_code error;
        const bool isMade = made->isOpen() && made->write(header) &&
                            (kept == 0 || file->copyTo(*made, size - kept, kept));
        if (isMade) {
            keepOld();
            fs::rename(temporary, path, error);
        }
        if (!isMade || error) {
            fs::remove(temporary, error);
            return false;
        }
        std::erase_if(written, [&](const auto& line) { return line.number < fresh.first; });
        size = header.size() + kept;
        file = std::move(made);
        isWhole = true;
        replaceBase(std::exchange(base, fresh.header.base));
        return true;
    }

    [[nodiscard]] fs::path oldPath() const
    {
        auto old = path;
        return old.replace_extension(OldEnding);
    }

    /// Of two that follow quickly the first is the one that the disk has.
    void keepOld()
    {
        const std::lock_guard lock{replacedMutex};
        ++begun;
        std::error_code error;
        if (!hasOld)
            fs::create_hard_link(path, oldPath(), error);
        hasOld = hasOld || !error;
    }

    /// With what it began with; unless yet another file was begun since that one.
    void removeOld(std::uint64_t number)
    {
        std::vector<std::string> unused;
        {
            const std::lock_guard lock{replacedMutex};
            if (number != begun)
                return; // the old one is still the only one that the disk has for sure
            std::error_code error;
            fs::remove(oldPath(), error);
            hasOld = false;
            unused = std::exchange(replacedBases, {});
        }
        for (const auto& each : unused)
            removeJournalBase(path.parent_path() / each);
    }

    void replaceBase(const std::string& old)
    {
        std::uint64_t number = 0;
        {
            const std::lock_guard lock{replacedMutex};
            if (!old.empty() && old != base)
                replacedBases.push_back(old);
            number = begun;
        }
        syncer.replaced(file, path.parent_path(), [this, number] { removeOld(number); });
    }

    /// Unless the file begins with it.
    void removeBase(const std::string& name) const
    {
        if (!name.empty() && name != base)
            removeJournalBase(path.parent_path() / name);
    }

    void tell()
    {
        bool troubled = false;
        {
            const std::lock_guard lock{mutex};
            troubled = isTroubled;
        }
        pause = troubled ? std::clamp(2 * pause, ShortestPause, LongestPause) : 0;
        untilRetry = pause;
        if (troubled || syncer.hasFailed())
            warn();
        else if (std::exchange(warned, false))
            engine::logInfo("autosave", "Unsaved work is protected again");
    }

    void tellOfSync()
    {
        if (syncer.hasFailed()) {
            warnedOfSync = true;
            warn();
        } else if (std::exchange(warnedOfSync, false)) {
            tell();
        }
    }

    /// Once for each time that the disk fills up, not for each step.
    void warn()
    {
        if (!std::exchange(warned, true))
            engine::logWarning("autosave", "Unsaved work is not protected: cannot write to '{}'",
                               path.parent_path().string());
    }

    void giveUp()
    {
        isGivenUp = true;
        if (worker)
            worker->finishAll();
        isGivenUp = false;
    }
};

JournalWriter::JournalWriter(fs::path file, const engine::TypeRegistry& types)
    : m_state{std::make_unique<State>(std::move(file), types)}
{
}

JournalWriter::~JournalWriter()
{
    m_state->isGivenUp = true;
}

void JournalWriter::refuse()
{
    m_state->isRefused = true;
    warn();
}

std::uint64_t JournalWriter::append(const DocumentStep& step, bool modified)
{
    auto& state = *m_state;
    const auto number = state.nextNumber++;
    {
        const std::lock_guard lock{state.mutex};
        state.waiting.push_back({number, step, modified, isLong(step)});
    }
    state.go();
    return number;
}

std::uint64_t JournalWriter::nextLine() const
{
    return m_state->nextNumber;
}

void JournalWriter::rebase(JournalHeader header, std::uint64_t first)
{
    auto& state = *m_state;
    header.first = first;
    {
        const std::lock_guard lock{state.mutex};
        const auto older = std::exchange(state.rebase, Rebase{std::move(header), first});
        if (older && !older->header.base.empty() && older->header.base != state.rebase->header.base)
            removeJournalBase(state.path.parent_path() / older->header.base);
    }
    state.go();
}

void JournalWriter::clear()
{
    auto& state = *m_state;
    state.giveUp();
    state.waiting.clear();
    if (const auto unused = std::exchange(state.rebase, std::nullopt))
        state.removeBase(unused->header.base);
    state.syncer.forget();
    state.removeOld(state.begun);
    std::error_code error;
    fs::remove(state.path, error);
    state.file = {};
    state.isWhole = false;
    state.written.clear();
    state.size = 0;
    state.pause = state.untilRetry = 0;
}

void JournalWriter::update(double secondsPassed)
{
    m_state->untilRetry -= secondsPassed;
    if (m_state->worker)
        m_state->worker->deliver();
    m_state->go();
    m_state->tellOfSync();
}

void JournalWriter::finish()
{
    if (m_state->worker)
        m_state->worker->finishAll();
}

bool JournalWriter::sync()
{
    finish();
    return m_state->syncer.finish();
}

bool JournalWriter::isDoubtful() const
{
    return m_state->syncer.hasFailed();
}

bool JournalWriter::isBehind() const
{
    const std::lock_guard lock{m_state->mutex};
    return m_state->isBusy || !m_state->waiting.empty();
}

bool JournalWriter::isComplete() const
{
    const std::lock_guard lock{m_state->mutex};
    return !m_state->isBusy && m_state->waiting.empty() && m_state->isWhole;
}

bool JournalWriter::isRebasing() const
{
    const std::lock_guard lock{m_state->mutex};
    return m_state->rebase.has_value();
}

std::uint64_t JournalWriter::size() const
{
    return m_state->size;
}

void JournalWriter::warn()
{
    m_state->warn();
}

bool JournalWriter::isWarned() const
{
    return m_state->warned;
}
} // namespace editor
