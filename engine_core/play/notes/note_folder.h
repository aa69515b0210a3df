#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/play/notes/note.h"

#include <string>
#include <vector>

namespace engine
{
class JobControl;

inline constexpr std::string_view NoteFileEnding = ".note.json";
inline constexpr std::size_t MostNotes = 20'000; ///< that are read of one folder
inline constexpr std::uintmax_t MostNotesBytes = std::uintmax_t{256} << 20; ///< all of them
inline constexpr std::uintmax_t MostPictureBytes = std::uintmax_t{64} << 20;

/// A note as it lies in the folder.
struct StoredNote
{
    std::string file; ///< its name there
    Note note;
    friend bool operator==(const StoredNote&, const StoredNote&) = default;
};

struct NoteList
{
    std::vector<StoredNote> notes;     ///< by date, then by id
    std::vector<std::string> problems; ///< files that are no notes, one sentence each
};

/// `notes` below the project, whether it is there or not.
[[nodiscard]] fs::path noteFolder(const fs::path& project);

/// What the files of a note begin with: "20261128-001530-0123456789abcdef". Notes of several people
/// never share it, so that their files meet in no version control.
[[nodiscard]] std::string noteFileStem(const Note& note);

/// The name of the file of a new note, of its picture and of its recording.
[[nodiscard]] std::string noteFileName(const Note& note);
[[nodiscard]] std::string notePictureName(const Note& note);
[[nodiscard]] std::string noteRecordingName(const Note& note);

/// All notes of a project; none where there is no folder. Any thread; ends soon, with what was read
/// by then, when `control` is cancelled, which may be null.
[[nodiscard]] NoteList readNotes(const fs::path& project, const JobControl* control = nullptr);

/// One of them, by the name of its file.
[[nodiscard]] Result<Note> readNoteFile(const fs::path& project, const std::string& file);

/// Writes it as a whole or not at all, and makes the folder if need be. Refuses what readNote()
/// would.
[[nodiscard]] Result<void> saveNote(const fs::path& project, const StoredNote& stored);

/// Its picture, or its recording, if it names one that lies in the folder itself: an Error for what
/// is not there, and for links that lead out of the project.
[[nodiscard]] Result<fs::path> noteFilePath(const fs::path& project, const std::string& file);

struct NoteImport
{
    std::size_t added = 0;
    std::size_t changed = 0;           ///< were here already, and have got something new
    std::size_t known = 0;             ///< were here already as they are
    std::vector<std::string> problems; ///< one sentence each; the rest is imported
};

/// Takes over the notes of another folder, with pictures and recordings: `from` is a project or its
/// folder of notes. Of a note that is here already, answers are united, and of the rest the later
/// change counts. A file of ours that is no note stays, and the note that would replace it is a
/// problem. An Error if `from` is no such folder. Any thread, also cancelled as readNotes().
[[nodiscard]] Result<NoteImport>
importNotes(const fs::path& project, const fs::path& from, const JobControl* control = nullptr);

/// `ours` with what `theirs`, the same note of somebody else, has beyond it.
[[nodiscard]] Note mergedNote(const Note& ours, const Note& theirs);
} // namespace engine
