#pragma once

#include "editor/document/document.h"
#include "engine_core/base/hash.h"

#include <optional>

namespace editor
{
/// Keeps unsaved work safe from a crash: every committed, undone or redone step is appended to a
/// file in the project's .mapwright folder within the step itself (one write, no flush to disk),
/// and an autosave replaces the journal's beginning from time to time on a worker thread. After a
/// kill -9 the next start finds both and offers them.
///
/// Files, each beginning with the session's name: ".lock", locked as long as the program lives and
/// holding its process id; ".journal", a header line and one JSON line for each step; and the
/// contents that the steps start from: ".auto-N.scene.json", or ".base.scene.json", a second name
/// (hard link) of the saved scene, so that saving over the scene does not take the base away.
class Journal
{
public:
    /// Follows the document until destroyed; a clean close removes the files.
    Journal(Document& document, fs::path folder);
    ~Journal();

    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    /// Call from a timer: writes an autosave if the interval has passed and something changed.
    void update(double secondsPassed, double intervalSeconds);

    /// Of the file that the document's next save is about: whoever wrote it on a worker knows its
    /// hash, so that it need not be read again on the main thread.
    void setSavedHash(engine::ContentHash hash);

    /// Waits for an autosave that is being written.
    void finish();

    /// Opens another scene in place of the one that is followed. That one waits, with its unsaved
    /// edits, history and selection, and its files keep it safe; a journal of its own may follow
    /// the document meanwhile. What the other file has that could not be used. On an Error the
    /// document stays as it was.
    engine::Result<std::vector<engine::Issue>> openAside(const fs::path& other);

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
        fs::path scene;   ///< whose unsaved edits these are; empty for one never saved
        std::string when; ///< local time of the last edit
        std::size_t steps = 0;
    };

    [[nodiscard]] static std::vector<Leftover> findLeftovers(const fs::path& folder);

    /// Opens the scene with the unsaved edits on top, as one modified document with one step. A
    /// line that the crash cut off is left out. On an Error (the scene was changed by others and no
    /// copy of it is left) the document stays as it was. Afterwards discard() the leftover.
    static engine::Result<void> recover(Document& document, const Leftover& leftover);

    static void discard(const Leftover& leftover);

private:
    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace editor
