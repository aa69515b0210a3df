#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/base/ids.h"
#include "engine_core/base/result.h"
#include "engine_core/math/types.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine
{
/// The newest format of notes that is read, and the one that is written.
inline constexpr int NoteFormat = 1;

// What a file may hold; everything beyond is refused.
inline constexpr std::size_t MostNoteBytes = std::size_t{1} << 20;
inline constexpr std::size_t MostNoteText = 16'384; ///< bytes of the text, and of each answer
inline constexpr std::size_t MostNoteName = 200;    ///< bytes of names, dates and file names
inline constexpr std::size_t MostNoteStrokes = 256;
inline constexpr std::size_t MostNotePoints = 10'000; ///< of all strokes together
inline constexpr std::size_t MostNoteObjects = 256;
inline constexpr std::size_t MostNoteAnswers = 256;
inline constexpr std::int64_t MostNoteTicks = std::int64_t{1} << 53;

enum class NoteKind : std::uint8_t
{
    Bug,
    Idea,
    Art,
    Light,
    Sound
};

enum class NoteState : std::uint8_t
{
    Open,
    Fixed,
    WontFix,
    Checked ///< somebody has looked whether what is fixed is
};

/// Members that this program does not know, with their JSON: they are written as they were read.
using UnknownMembers = std::vector<std::pair<std::string, std::string>>;

/// A line drawn on the picture.
struct NoteStroke
{
    Color color{1, 0.2F, 0.15F};
    float width = 0.006F;      ///< of the picture's height, above 0 to 0.1
    std::vector<Vec2f> points; ///< from (0, 0), the upper left corner, to (1, 1)
    UnknownMembers unknown{};
    friend bool operator==(const NoteStroke&, const NoteStroke&) = default;
};

/// Where it was seen from.
struct NoteCamera
{
    Vec3d position{0};
    Vec3d look{0, 0, -1};    ///< a direction of length 1
    double fieldOfView = 70; ///< degrees from top to bottom, 1 to 179
    UnknownMembers unknown{};
    friend bool operator==(const NoteCamera&, const NoteCamera&) = default;
};

/// An object of the scene that it is about.
struct NoteObject
{
    EntityId id;
    std::string name;
    ContentHash hash = 0; ///< see hashOfObject(): what it was when the note was written
    UnknownMembers unknown{};
    friend bool operator==(const NoteObject&, const NoteObject&) = default;
};

struct NoteAnswer
{
    std::string author;
    std::string date; ///< as Note::date
    std::string text;
    UnknownMembers unknown{};
    friend bool operator==(const NoteAnswer&, const NoteAnswer&) = default;
};

/// What somebody has to say about a place of a level, and a moment of a game there. One file each,
/// in the folder `notes` of the project.
struct Note
{
    ContentHash id = 0; ///< of no other note; not 0
    NoteKind kind = NoteKind::Bug;
    NoteState state = NoteState::Open;
    std::string text;
    std::string author;
    std::string date;    ///< when it was written: "2026-11-28T00:15:30Z"
    std::string changed; ///< the same of the last change; empty: none
    std::string assignee;
    std::string build; ///< of the program that wrote it
    std::string scene; ///< below the project, such as "scenes/start.scene.json"; may be empty
    ContentHash sceneHash = 0;
    Vec3d place{0}; ///< what it is about, in metres
    std::optional<NoteCamera> camera;
    std::optional<std::int64_t> tick; ///< of the game, from 0; none: written while editing
    std::string picture;              ///< a PNG beside the note; empty: none
    std::string recording;            ///< a file beside the note; empty: none
    std::int64_t recordingTick = 0;   ///< of the recording, from 0
    std::vector<NoteStroke> drawing;
    std::vector<NoteObject> objects;
    std::vector<NoteAnswer> answers;
    UnknownMembers unknown{};
    friend bool operator==(const Note&, const Note&) = default;
};

/// As files and command lines name them: "bug", "idea", ... and "open", "fixed", "wont_fix",
/// "checked", in the order of the enumerations.
[[nodiscard]] std::span<const std::string_view> noteKindNames();
[[nodiscard]] std::span<const std::string_view> noteStateNames();
[[nodiscard]] std::string_view nameOf(NoteKind kind);
[[nodiscard]] std::string_view nameOf(NoteState state);

/// The text of a note's file (resources/schemas/note.schema.json). Same note, same bytes.
[[nodiscard]] std::string noteText(const Note& note);

/// Refuses what noteText() does not write: values of another kind or beyond the limits above, and
/// files that would lie elsewhere than beside the note. The Error is one sentence with
/// `nameForMessages`, line and column.
[[nodiscard]] Result<Note> readNote(std::string_view text, const std::string& nameForMessages);

/// The time now in UTC, as notes have it.
[[nodiscard]] std::string dateOfNow();

/// A note of this moment, with an id of its own, the user's name and this build.
[[nodiscard]] Note newNote(NoteKind kind);

/// Who is at this machine: $MAPWRIGHT_AUTHOR, or the name of the user's account.
[[nodiscard]] std::string authorOfNotes();

/// Its first line, cut at a letter so that it is no longer than `most` bytes.
[[nodiscard]] std::string titleOf(const Note& note, std::size_t most = 80);
} // namespace engine
