#pragma once

#include "editor/document/document.h"

#include <optional>

namespace editor
{
/// Keeps unsaved work safe from a crash: every committed step is appended to a file in the
/// project's .mapwright folder within the step itself (one write, no flush to disk), and an
/// autosave replaces the journal's beginning from time to time on a worker thread. After a kill -9
/// the next start finds both and offers them.
class Journal
{
public:
    /// Follows the document until destroyed; a clean close removes the files.
    Journal(Document& document, fs::path folder);
    ~Journal();

    /// Call from a timer: writes an autosave if the interval has passed and something changed.
    void update(double secondsPassed, double intervalSeconds);

    /// Work that a dead program left behind. Files of programs that still run are no leftovers.
    struct Leftover
    {
        fs::path file;
        fs::path scene;   ///< whose unsaved edits these are; empty for one never saved
        std::string when; ///< local time of the last edit
        std::size_t steps = 0;
    };

    [[nodiscard]] static std::vector<Leftover> findLeftovers(const fs::path& folder);

    /// Opens the scene with the unsaved edits on top, as one modified document.
    static engine::Result<void> recover(Document& document, const Leftover& leftover);

    static void discard(const Leftover& leftover);

private:
    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace editor
