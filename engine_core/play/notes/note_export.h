#pragma once

#include "engine_core/play/notes/note_fit.h"
#include "engine_core/play/notes/note_folder.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace engine
{
class JobControl;

/// What an export says of each note beyond its file; may be empty.
using FitOf = std::function<NoteFit(const Note&)>;

/// A sentence if what the note points at is not as it was; empty if it is, or if nobody says.
[[nodiscard]] std::string_view fitText(const Note& note, const FitOf& fitOf);

/// One chapter a note. Whatever a note's text holds is text: no markup and no HTML of it works.
/// @param pictures the folder of notes as links name it, from where the file will lie
[[nodiscard]] std::string notesAsMarkdown(std::span<const StoredNote> notes,
                                          std::string_view projectName,
                                          std::string_view pictures,
                                          const FitOf& fitOf = {});

/// The project's folder of notes as links of a file there name it.
[[nodiscard]] std::string noteFolderSeenFrom(const fs::path& file, const fs::path& project);

/// One row a note, fields in quotes where need be (RFC 4180). No field begins with what spreadsheet
/// programs take for a formula: those get a ' before it.
[[nodiscard]] std::string notesAsCsv(std::span<const StoredNote> notes, const FitOf& fitOf = {});

/// A page of HTML without scripts: pictures with their drawings over them, from the folder
/// "pictures" beside it. It loads nothing from elsewhere, and whatever a note's text holds is text.
[[nodiscard]] std::string notesAsWebPage(std::span<const StoredNote> notes,
                                         std::string_view projectName,
                                         const FitOf& fitOf = {});

/// Makes the folder `to`, which is not there yet or empty, with that page as index.html and copies
/// of the pictures. Pictures that are not there are left out. On an Error nothing new is left.
[[nodiscard]] Result<void> writeNoteSite(const fs::path& project,
                                         std::span<const StoredNote> notes,
                                         std::string_view projectName,
                                         const fs::path& to,
                                         const FitOf& fitOf = {},
                                         const JobControl* control = nullptr);

/// Writes the given notes as Markdown, a table or a web page: as the ending ".md" or ".csv" of `to`
/// says, the web page as writeNoteSite. The file to be opened.
[[nodiscard]] Result<fs::path> exportNotes(const fs::path& project,
                                           std::span<const StoredNote> notes,
                                           std::string_view projectName,
                                           const fs::path& to,
                                           const FitOf& fitOf = {},
                                           const JobControl* control = nullptr);

/// As people read them: "Bug", "Won't fix".
[[nodiscard]] std::string_view labelOf(NoteKind kind);
[[nodiscard]] std::string_view labelOf(NoteState state);
} // namespace engine
