#include "editor/document/journal.h"
#include "editor/document/journal_codec.h"
#include "engine_core/base/log.h"
#include "engine_core/scene/components/foliage.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <ctime>

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

std::vector<Journal::Leftover> Journal::findLeftovers(const fs::path& folder)
{
    std::vector<Leftover> leftovers;
    std::vector<std::string> worthless;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator{folder, error}) {
        const auto session = journalSessionOf(entry.path());
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
        removeJournalFiles(folder, session);
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
    removeJournalFiles(leftover.file.parent_path(), journalSessionOf(leftover.file));
}
} // namespace editor
