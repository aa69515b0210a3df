#pragma once

#include "editor/document/document.h"
#include "editor/document/journal_files.h"
#include "engine_core/base/hash.h"
#include "engine_core/serialization/scene_io.h"

#include <optional>

namespace editor
{
/// Keeps unsaved work safe from a crash: every committed, undone or redone step is appended to a
/// file in the user's own folder (journalPlaceOf()) within the step itself (one write), which
/// another thread brings to the disk itself within a second or two, should the power be cut. An
/// autosave replaces the journal's beginning from time to time on a worker thread. After a kill -9
/// the next start finds both and offers them. A step with very many changes or plants, and those
/// that follow before it is written, are appended by a worker in their order (see isBehind()): a
/// kill meanwhile takes these.
///
/// Files, each beginning with the session's name: ".lock", locked as long as the program lives and
/// holding its process id; ".journal", a header line and one JSON line for each step;
/// ".journal.old", the one before it, until the disk has the new one; and the contents that the
/// steps start from: ".auto-N.scene.json", or ".base-N.scene.json", a second name (hard link) or a
/// copy of the saved scene, so that saving over the scene does not take the base away. A save tells
/// ".saves" what the scene's file is about to hold before it holds it: should the crash come before
/// the journal is begun anew, the file is the base of what followed.
class Journal
{
public:
    /// The text of a scene's file, as whoever read or wrote it on a worker knows it.
    struct FileState
    {
        engine::ContentHash hash = 0;
        FileStamp stamp; ///< not later than the text
    };

    /// A scene as it was read from its file, to be opened.
    struct ReadScene
    {
        fs::path file;
        engine::LoadedScene scene;
        FileState state;
    };

    /// Follows the document until destroyed; a clean close removes the files. `known` is the state
    /// of the document's file, which is read for it otherwise.
    Journal(Document& document, JournalPlace place, std::optional<FileState> known = std::nullopt);
    ~Journal();

    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    /// What the file may grow to before an autosave shortens it without waiting for its interval,
    /// though not more often than every ten seconds.
    static constexpr std::uint64_t MostBytes = std::uint64_t{512} << 20;

    /// Call from a timer: starts an autosave if the interval has passed, or the journal has grown
    /// beyond so many bytes, and something changed. Of a scene that waits only steps are written
    /// that the disk had no room for.
    void update(double secondsPassed, double intervalSeconds, std::uint64_t mostBytes = MostBytes);

    /// What a save of the document's state of now to that file calls, from any thread but one save
    /// after the other, right before it writes the scene.
    [[nodiscard]] engine::BeforeSave noteSave(const fs::path& file) const;

    /// Of the file that the document's next save is about, or of the one that what is recovered
    /// next began with, so that it need not be read again on the main thread.
    void setSaved(std::optional<FileState> file);

    /// Of the document's file, which a save has written although it failed as a whole.
    void setWritten(FileState file);

    /// Of the document's file as it was read or written last; nothing for a scene without one.
    [[nodiscard]] const std::optional<FileState>& knownFile() const;

    /// Whether something else has written the document's file since it was read or saved, other
    /// than what a save may replace. Not if it is gone.
    [[nodiscard]] bool isFileChanged() const;

    /// What the document's file holds now may be replaced by a save.
    void allowReplacing(engine::ContentHash hash);

    [[nodiscard]] bool mayReplace(engine::ContentHash hash) const;

    /// The file that the steps start from is no longer what it was, or may soon be: what is open
    /// now becomes their start, as an autosave in a file of our own.
    void becomeIndependent();

    /// The document becomes what its file holds by now, in one step that can be undone, and is
    /// unmodified. What the file has that could not be used. Refused during a drag.
    engine::Result<std::vector<engine::Issue>> reload(ReadScene file);

    /// Waits until steps and an autosave are written.
    void finish();

    /// Whether steps wait for the worker or for room on the disk.
    [[nodiscard]] bool isBehind() const;

    /// Where nothing can be written, so that unsaved work is not protected; nothing if it is.
    [[nodiscard]] std::optional<fs::path> unwritableFolder() const;

    /// Any thread. Ends soon, with an Error, when `control` is cancelled.
    static engine::Result<ReadScene> read(const fs::path& file,
                                          const engine::TypeRegistry& types,
                                          const engine::JobControl* control = nullptr);

    /// As Document::open(). What the file has that could not be used.
    engine::Result<std::vector<engine::Issue>> open(ReadScene other);

    /// Opens another scene in place of the one that is followed. That one waits, with its unsaved
    /// edits, history and selection, and its files keep it safe; a journal of its own may follow
    /// the document meanwhile. What the other file has that could not be used. Refused, and nothing
    /// happens, during a drag.
    engine::Result<std::vector<engine::Issue>> openAside(ReadScene other);

    /// Brings the scene back that waits and follows it again; what is open now is given up. Not
    /// while a drag is under way.
    void comeBack();

    /// Of the scene that waits.
    [[nodiscard]] const fs::path& waitingPath() const;
    [[nodiscard]] bool isWaitingModified() const;

    /// Work that a dead program left behind. Files of programs that still run are no leftovers.
    struct Leftover
    {
        fs::path file;
        fs::path project; ///< that it belongs to
        fs::path scene;   ///< whose unsaved edits these are; empty for one never saved
        std::string when; ///< local time of the last edit
        std::vector<std::string> steps;    ///< those that stand, in words
        bool isAutosaved = false;          ///< the steps follow an autosave that holds others
        engine::ContentHash sceneHash = 0; ///< of the scene's file as they know it
        bool isSceneChanged = false;       ///< something else has written it since
        bool isSceneOutside = false; ///< of the project, also through a link: recovered without it
    };

    /// Of that project alone. What others could have written is not read.
    [[nodiscard]] static std::vector<Leftover> findLeftovers(const JournalPlace& place);

    /// Opens the scene with the unsaved edits on top, as one modified document with one step;
    /// nothing is written before it is saved. It has the scene's path if that lies below the
    /// project, else none, so that no recovery writes anywhere else. A line that the crash cut off
    /// is left out. On an Error (the scene was changed by others and no copy of it is left) the
    /// document stays as it was. Afterwards let the document's journal takeOver() the leftover.
    static engine::Result<void> recover(Document& document, const Leftover& leftover);

    /// The document is what was recovered from it: waits for the worker and discards it as soon as
    /// this journal or a save holds the work, which after a full disk a later update() finds. Until
    /// then it stays, as the only copy; also if another scene is opened before.
    void takeOver(const Leftover& leftover);

    static void discard(const Leftover& leftover);

private:
    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace editor
