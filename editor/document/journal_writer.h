#pragma once

#include "editor/document/document.h"
#include "editor/document/journal_codec.h"

#include <memory>

namespace editor
{
/// The file of a journal: a header line and a line for each step, in the order of append(), each as
/// a whole or not at all. Short lines are in the file when append() returns. A worker writes a long
/// one (many changes or plants) piece by piece, and whatever comes in meanwhile behind it. What the
/// disk has no room for waits and is tried again; the log tells of it once. What is in the file is
/// on the disk itself soon after (see JournalSyncer); until a new file is, the one before it is
/// kept beside it, with its base. Main thread.
class JournalWriter
{
public:
    /// The file is written by the first rebase(); bases of journals lie beside it.
    JournalWriter(fs::path file, const engine::TypeRegistry& types);
    ~JournalWriter(); ///< What waits is not written any more.

    JournalWriter(const JournalWriter&) = delete;
    JournalWriter& operator=(const JournalWriter&) = delete;

    /// Before anything else: the folder is none to write to. The log tells so.
    void refuse();

    /// The number of the line, from 0; numbers are not used twice.
    std::uint64_t append(const DocumentStep& step, bool modified);

    /// Of the next line.
    [[nodiscard]] std::uint64_t nextLine() const;

    /// Begins the file anew, in one step: this header, and the lines from `first` on, also those
    /// that wait. The old base goes when the disk has the new file. If it cannot be written, the
    /// old file goes on and the new base goes.
    void rebase(JournalHeader header, std::uint64_t first);

    /// Deletes the file and gives up what waits. Nothing is written before the next rebase().
    void clear();

    /// Tells what became of the worker's lines and tries again what the disk had no room for: long
    /// lines after 1, 2, 4 seconds and so on up to 30, each time from their beginning.
    void update(double secondsPassed);

    /// Waits for the worker.
    void finish();

    /// Waits until the disk itself has what is in the file; false if it refuses.
    bool sync();

    /// Whether the disk refused what is in the file: it should be begun anew.
    [[nodiscard]] bool isDoubtful() const;

    /// Whether lines wait for the worker or for room on the disk.
    [[nodiscard]] bool isBehind() const;

    /// Whether the file was begun and holds every line: a kill now takes nothing.
    [[nodiscard]] bool isComplete() const;

    /// Whether the file waits to be begun anew behind a line that is being written.
    [[nodiscard]] bool isRebasing() const;

    /// Bytes in the file, without a line that is being written.
    [[nodiscard]] std::uint64_t size() const;

    /// Logs that unsaved work is not protected, once until something can be written again.
    void warn();

    /// Since the last warning nothing could be written.
    [[nodiscard]] bool isWarned() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace editor
