#include "engine_core/play/notes/note_folder.h"

#include "engine_core/base/jobs.h"
#include "engine_core/base/text_codes.h"
#include "engine_core/play/notes/note_names.h"
#include "engine_core/play/recording/recording_store.h"
#include "engine_core/play/recording/session_recording.h"

#include <algorithm>
#include <map>

namespace engine
{
namespace
{
bool isCancelled(const JobControl* control)
{
    return control != nullptr && control->isCancelled();
}

/// Names of the notes in a folder, sorted.
std::vector<std::string> noteFilesIn(const fs::path& folder, std::vector<std::string>& problems)
{
    std::vector<std::string> names;
    std::error_code failed;
    for (fs::directory_iterator at{folder, failed}; !failed && at != fs::directory_iterator{};
         at.increment(failed)) {
        auto name = at->path().filename().string();
        if (!name.ends_with(NoteFileEnding))
            continue;
        if (names.size() == MostNotes) {
            problems.push_back(fmt::format("'{}' has more than {} notes; the others are left out",
                                           folder.string(), MostNotes));
            break;
        }
        names.push_back(std::move(name));
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// A file that lies in the folder, or is linked from a place within the same project.
Result<fs::path> fileIn(const fs::path& folder, const std::string& name)
{
    if (!isNoteFileName(name))
        return Error{"'{}' is no plain name of a file beside a note", name};
    std::error_code failed;
    const auto file = folder / name;
    const auto kind = fs::symlink_status(file, failed).type();
    if (kind == fs::file_type::not_found)
        return Error{"'{}' is not there", file.string()};
    if (kind != fs::file_type::regular)
        return Error{"'{}' is no plain file", file.string()};
    return file;
}

/// @param bytes the file's are added
Result<Note> readNoteIn(const fs::path& folder, const std::string& name, std::uintmax_t& bytes)
{
    const auto file = fileIn(folder, name);
    if (!file)
        return file.error();
    const auto text = readFile(*file, MostNoteBytes);
    if (!text)
        return text.error();
    bytes += text->size();
    return readNote(*text, file->string());
}

bool isEarlier(const StoredNote& a, const StoredNote& b)
{
    return std::tie(a.note.date, a.note.id, a.file) < std::tie(b.note.date, b.note.id, b.file);
}

NoteList readNotesIn(const fs::path& folder, const JobControl* control)
{
    NoteList list;
    std::uintmax_t bytes = 0;
    for (auto& name : noteFilesIn(folder, list.problems)) {
        if (isCancelled(control))
            break;
        if (bytes > MostNotesBytes) {
            list.problems.push_back(fmt::format("'{}' has more than {} MB of notes; those from "
                                                "'{}' on are left out",
                                                folder.string(), MostNotesBytes >> 20, name));
            break;
        }
        auto note = readNoteIn(folder, name, bytes);
        if (note)
            list.notes.push_back({std::move(name), *std::move(note)});
        else
            list.problems.push_back(note.error().message());
    }
    std::sort(list.notes.begin(), list.notes.end(), isEarlier);
    return list;
}

/// A file of a note that is imported, under a name of ours; empty, and a problem, if it cannot be.
std::string takeOver(const fs::path& from,
                     const std::string& name,
                     const fs::path& to,
                     const std::string& newName,
                     std::uintmax_t most,
                     std::vector<std::string>& problems)
{
    if (name.empty())
        return {};
    std::error_code failed;
    if (fs::exists(to / newName, failed))
        return newName;
    const auto file = fileIn(from, name);
    const auto bytes = file ? readFile(*file, most) : Result<std::string>{file.error()};
    const auto written =
        bytes ? writeFileAtomically(to / newName, *bytes) : Result<void>{bytes.error()};
    if (written)
        return newName;
    problems.push_back(written.error().message());
    return {};
}

/// The names that are free to choose are ours, so that nothing here is overwritten.
void takeOverFiles(const fs::path& from,
                   const Note& theirs,
                   const fs::path& to,
                   Note& note,
                   std::vector<std::string>& problems)
{
    if (note.picture.empty() || note.picture == theirs.picture)
        note.picture =
            takeOver(from, theirs.picture, to, notePictureName(note), MostPictureBytes, problems);
    if (note.recording.empty() || note.recording == theirs.recording) {
        note.recording = takeOver(from, theirs.recording, to, noteRecordingName(note),
                                  MaxRecordingBytes, problems);
        note.recordingTick = note.recording.empty() ? 0 : theirs.recordingTick;
    }
}

bool hasBoth(const Note& ours, const Note& theirs)
{
    return ours.picture.empty() <= theirs.picture.empty() &&
           ours.recording.empty() <= theirs.recording.empty();
}
} // namespace

fs::path noteFolder(const fs::path& project)
{
    return project / "notes";
}

std::string noteFileStem(const Note& note)
{
    std::string date;
    for (const char each : note.date)
        if (each >= '0' && each <= '9')
            date += each;
    date.insert(std::min<std::size_t>(8, date.size()), "-");
    return date + '-' + hashToText(note.id);
}

std::string noteFileName(const Note& note)
{
    return noteFileStem(note) + std::string{NoteFileEnding};
}

std::string notePictureName(const Note& note)
{
    return noteFileStem(note) + ".png";
}

std::string noteRecordingName(const Note& note)
{
    return noteFileStem(note) + RecordingStore::Extension;
}

NoteList readNotes(const fs::path& project, const JobControl* control)
{
    return readNotesIn(noteFolder(project), control);
}

Result<Note> readNoteFile(const fs::path& project, const std::string& file)
{
    std::uintmax_t bytes = 0;
    return readNoteIn(noteFolder(project), file, bytes);
}

Result<void> saveNote(const fs::path& project, const StoredNote& stored)
{
    if (!isNoteFileName(stored.file) || !stored.file.ends_with(NoteFileEnding))
        return Error{"'{}' is no name of a note", stored.file};
    const auto text = noteText(stored.note);
    if (const auto readable = readNote(text, stored.file); !readable)
        return readable.error();
    if (auto made = makeFolders(noteFolder(project)); !made)
        return made;
    return writeFileAtomically(noteFolder(project) / stored.file, text);
}

Result<fs::path> noteFilePath(const fs::path& project, const std::string& file)
{
    if (auto inside = resolveInside(project, fs::path{"notes"} / file); !inside)
        return inside.error();
    return fileIn(noteFolder(project), file);
}

Note mergedNote(const Note& ours, const Note& theirs)
{
    const auto lastChange = [](const Note& note) {
        return std::max(note.date, note.changed);
    };
    const bool isTheirsLater = lastChange(theirs) > lastChange(ours);
    auto merged = isTheirsLater ? theirs : ours;
    const auto& other = isTheirsLater ? ours : theirs;
    for (const auto& answer : other.answers)
        if (std::find(merged.answers.begin(), merged.answers.end(), answer) ==
                merged.answers.end() &&
            merged.answers.size() < MostNoteAnswers)
            merged.answers.push_back(answer);
    std::stable_sort(merged.answers.begin(), merged.answers.end(),
                     [](const auto& a, const auto& b) { return a.date < b.date; });
    for (const auto& member : other.unknown)
        if (std::none_of(merged.unknown.begin(), merged.unknown.end(),
                         [&](const auto& each) { return each.first == member.first; }))
            merged.unknown.push_back(member);
    merged.picture = ours.picture.empty() ? theirs.picture : ours.picture;
    merged.recording = ours.recording.empty() ? theirs.recording : ours.recording;
    merged.recordingTick = ours.recording.empty() ? theirs.recordingTick : ours.recordingTick;
    return merged;
}

Result<NoteImport>
importNotes(const fs::path& project, const fs::path& from, const JobControl* control)
{
    std::error_code failed;
    const auto folder = fs::is_directory(noteFolder(from), failed) ? noteFolder(from) : from;
    if (!fs::is_directory(folder, failed))
        return Error{"'{}' is no folder of notes", from.string()};
    const auto own = noteFolder(project);
    if (fs::equivalent(folder, own, failed))
        return Error{"'{}' is the project's own folder of notes", folder.string()};
    if (auto made = makeFolders(own); !made)
        return made.error();
    auto theirs = readNotesIn(folder, control);
    NoteImport import;
    import.problems = std::move(theirs.problems);
    std::map<ContentHash, StoredNote> ours;
    for (auto& each : readNotes(project, control).notes)
        ours.emplace(each.note.id, std::move(each));
    for (const auto& [file, note] : theirs.notes) {
        if (isCancelled(control))
            break;
        const auto here = ours.find(note.id);
        const bool isNew = here == ours.end();
        StoredNote stored{isNew ? noteFileName(note) : here->second.file,
                          isNew ? note : mergedNote(here->second.note, note)};
        if (isNew && fs::exists(fs::symlink_status(own / stored.file, failed))) {
            import.problems.push_back(fmt::format("'{}' is there already and is no such note; "
                                                  "the note of that name is left out",
                                                  (own / stored.file).string()));
            continue;
        }
        if (isNew || !hasBoth(here->second.note, note))
            takeOverFiles(folder, note, own, stored.note, import.problems);
        if (!isNew && stored.note == here->second.note) {
            ++import.known;
            continue;
        }
        if (const auto saved = saveNote(project, stored); !saved) {
            import.problems.push_back(saved.error().message());
            continue;
        }
        ++(isNew ? import.added : import.changed);
        ours.insert_or_assign(note.id, std::move(stored)); // the same id may come twice
    }
    return import;
}
} // namespace engine
