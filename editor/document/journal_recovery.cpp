#include "editor/document/journal.h"
#include "editor/document/journal_codec.h"
#include "engine_core/base/files/user_folders.h"
#include "engine_core/base/log.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/serialization/scene_io.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <set>
#include <tuple>

namespace editor
{
using engine::Error;
using engine::Result;

namespace
{
bool isAlive(const fs::path& lockFile)
{
    const OpenFile file{lockFile, O_RDWR};
    return file.isOpen() && !file.lock();
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

/// Of the session that the journal belongs to.
std::vector<JournalSave> savesOf(const fs::path& journal)
{
    const auto notes =
        engine::readFile(journal.parent_path() / (journalSessionOf(journal) + SavesEnding));
    return notes ? readSaves(*notes) : std::vector<JournalSave>{};
}

bool startsFromAutosave(const JournalHeader& header)
{
    return header.base.find(".auto-") != std::string::npos;
}

/// A crash may come after the scene's file took its place and before the journal was begun anew
/// behind it, which may take long: then the steps that the file holds are left out.
void startFromLastSave(JournalText& journal, const fs::path& file)
{
    const auto saves = savesOf(file);
    for (auto save = saves.rbegin(); save != saves.rend(); ++save) {
        const auto first = journal.header.first;
        const bool isLater = save->lines > first;
        const auto& scene = journal.header.scene;
        const bool isSame = save->lines == first && save->hash == journal.header.hash &&
                            (scene.empty() || scene == save->scene); // a copy is another scene
        if (save->hash == 0 || !(isLater || isSame) || hashOfFile(save->scene) != save->hash)
            continue;
        const auto held = std::min<std::uint64_t>(save->lines - first, journal.titles.size());
        const auto whole = static_cast<std::ptrdiff_t>(held);
        journal.titles.erase(journal.titles.begin(), journal.titles.begin() + whole);
        if (!journal.steps.empty())
            journal.steps.erase(journal.steps.begin(), journal.steps.begin() + whole);
        // Whether steps modify the scene was told against the file as it was before.
        const bool wasOther = isLater || startsFromAutosave(journal.header);
        journal.modified = journal.modified || wasOther;
        journal.header = {save->scene, {},         save->hash,
                          save->lines, save->hash, journal.header.project};
        return;
    }
}

/// As far as it is whole. Without types the steps are only counted.
Result<JournalText> readJournalFile(const fs::path& file, const engine::TypeRegistry* types)
{
    const auto text = engine::readFile(file);
    if (!text)
        return text.error();
    auto journal = readJournal(*text, types);
    if (!journal)
        return journal;
    if (const auto& base = journal->header.base; fs::path{base}.filename() != base)
        return Error{"The journal begins with a file that does not lie beside it"};
    startFromLastSave(*journal, file);
    return journal;
}

struct FoundJournal
{
    fs::path file;
    Result<JournalText> text;
};

/// Of a session. After a power cut the last file may lack what the one before it has.
FoundJournal findJournal(const fs::path& folder, const std::string& session)
{
    FoundJournal found{folder / (session + JournalEnding), Error{"none"}};
    found.text = readJournalFile(found.file, nullptr);
    auto oldFile = folder / (session + OldEnding);
    auto old = readJournalFile(oldFile, nullptr);
    const auto endOf = [](const JournalText& text) {
        return text.header.first + text.titles.size();
    };
    if (old && (!found.text || endOf(*old) > endOf(*found.text)))
        return {std::move(oldFile), std::move(old)};
    return found;
}

/// With its plants; empty for a scene that was in no file when the journal was begun.
Result<std::unique_ptr<engine::World>> readBase(const Journal::Leftover& leftover,
                                                const JournalHeader& header,
                                                const engine::TypeRegistry& types)
{
    if (header.startsEmpty())
        return std::make_unique<engine::World>();
    const auto file = baseFile(leftover, header);
    if (!file)
        return file.error();
    auto loaded = engine::loadScene(*file, types, header.scene);
    if (!loaded)
        return loaded.error();
    return std::move(loaded->world);
}

/// What each step does to the world that they start from, one after the other; an Error if plants
/// are not what they were.
Result<std::vector<std::vector<engine::Swap>>> editsOf(std::vector<JournalStep> steps,
                                                       engine::World world)
{
    std::vector<std::vector<engine::Swap>> edits;
    const auto add = [&](std::vector<engine::Swap> swaps) {
        edits.push_back(swaps);
        engine::Edit edit{std::move(swaps)};
        static_cast<void>(world.exchange(edit));
    };
    for (auto& step : steps) {
        add(std::move(step.edit.swaps));
        for (auto& [layer, delta] : step.foliage) {
            const auto before = engine::foliageOf(world, layer);
            auto after = engine::applyFoliageDelta(*before, std::move(delta));
            if (!after)
                return after.error();
            add({engine::swapTo(layer, engine::FoliagePlacement{.instances = *std::move(after)})});
        }
    }
    return edits;
}

/// Whether the scene's file is there and holds what the session's program did not write.
bool isChanged(const JournalHeader& header, const fs::path& file)
{
    const auto hash = header.scene.empty() ? 0 : hashOfFile(header.scene);
    const auto saves = savesOf(file);
    return hash != 0 && hash != header.sceneHash &&
           std::none_of(saves.begin(), saves.end(),
                        [&](const JournalSave& save) { return save.hash == hash; });
}

/// Of the last edit.
std::timespec timeOf(const fs::path& file)
{
    struct stat status
    {
    };

    return ::stat(file.c_str(), &status) == 0 ? status.st_mtim : std::timespec{};
}

std::string localTime(const std::timespec& time)
{
    std::tm parts{};
    ::localtime_r(&time.tv_sec, &parts);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M", &parts)};
}

bool isOutside(const JournalHeader& header)
{
    return !header.scene.empty() && !isInside(header.project, header.scene);
}

Journal::Leftover leftoverIn(const fs::path& file, const JournalText& journal)
{
    const auto& header = journal.header;
    return {.file = file,
            .project = header.project,
            .scene = header.scene,
            .when = localTime(timeOf(file)),
            .steps = standingSteps(journal),
            .isAutosaved = startsFromAutosave(header),
            .sceneHash = header.sceneHash,
            .isSceneChanged = isChanged(header, file),
            .isSceneOutside = isOutside(header)};
}
} // namespace

std::vector<Journal::Leftover> Journal::findLeftovers(const JournalPlace& place)
{
    std::vector<Leftover> leftovers;
    std::set<std::string> sessions;
    std::error_code error;
    if (!fs::is_directory(place.folder, error) || !engine::makeUserFolder(place.folder))
        return {};
    for (const auto& entry : fs::directory_iterator{place.folder, error}) {
        const auto name = entry.path().filename().string();
        if (name.ends_with(JournalEnding) || name.ends_with(OldEnding))
            sessions.insert(journalSessionOf(entry.path()));
    }
    for (const auto& session : sessions) {
        if (isAlive(place.folder / (session + ".lock")))
            continue;
        auto [file, journal] = findJournal(place.folder, session);
        if (journal && journal->header.project != place.project)
            continue; // not ours to judge
        if (journal &&
            (!journal->titles.empty() ? journal->modified : startsFromAutosave(journal->header)))
            leftovers.push_back(leftoverIn(file, *journal));
        else
            removeJournalFiles(place.folder, session);
    }
    // The latest first, also of two crashes in one minute: the other holds less of the same work.
    std::sort(leftovers.begin(), leftovers.end(), [](const Leftover& a, const Leftover& b) {
        const auto first = timeOf(a.file);
        const auto second = timeOf(b.file);
        return std::tie(second.tv_sec, second.tv_nsec, b.file) <
               std::tie(first.tv_sec, first.tv_nsec, a.file);
    });
    return leftovers;
}

Result<void> Journal::recover(Document& document, const Leftover& leftover)
{
    if (document.isEditing())
        return Error{"Finish the drag before recovering unsaved work"};
    auto journal = readJournalFile(leftover.file, &document.types());
    if (!journal)
        return journal.error();
    const auto& header = journal->header;
    const auto base = readBase(leftover, header, document.types());
    if (!base)
        return base.error();
    auto edits = editsOf(std::move(journal->steps), **base);
    if (!edits)
        return edits.error();
    const bool isOurs = header.project == leftover.project && !isOutside(header);
    if (header.startsEmpty())
        document.clear();
    else
        document.replaceBy(**base, isOurs ? header.scene : fs::path{}, Document::Origin::Unsaved);
    if (!isOurs)
        engine::logWarning("autosave",
                           "'{}' lies outside of the project: what was recovered is a new scene",
                           header.scene.string());
    else if (isChanged(header, leftover.file))
        engine::logWarning("autosave",
                           "'{}' on disk differs from what the recovered work started from; "
                           "saving replaces it",
                           header.scene.filename().string());
    auto transaction = document.begin("Recover unsaved work");
    for (auto& swaps : *edits)
        transaction.swap(std::move(swaps));
    transaction.trust(); // the steps hold what the rules added when they were done
    transaction.commit();
    return {};
}

void Journal::discard(const Leftover& leftover)
{
    removeJournalFiles(leftover.file.parent_path(), journalSessionOf(leftover.file));
}
} // namespace editor
