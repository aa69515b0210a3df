#pragma once

#include "engine_core/base/files/files.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace engine
{
/// What an editor shows the value of a key as.
enum class GameKeyKind
{
    Text,
    Number,
    Choice, ///< one of some values; others may be typed
    Flags,  ///< a whole number, the sum of some of the choices
    Color,  ///< three numbers, from 0 to 255 or from 0 to 1
    Target  ///< the name of another entity
};

/// Which flags a game's editors switch on for new entities is not kept: entities of a map without
/// the key have none of them, as the game reads it.
struct GameKeyChoice
{
    std::string value; ///< of flags the bit as a number: "1", "2", "4" ...
    std::string title;
    std::string help;

    friend bool operator==(const GameKeyChoice&, const GameKeyChoice&) = default;
};

/// A key that entities of a class may have.
struct GameKey
{
    std::string name;
    GameKeyKind kind = GameKeyKind::Text;
    std::string title;    ///< what a person calls it; may be empty
    std::string fallback; ///< what the game takes where the key is missing; may be empty
    std::string help;
    std::vector<GameKeyChoice> choices; ///< of choices and flags
    bool colorsAreBytes = true;         ///< colours count to 255

    friend bool operator==(const GameKey&, const GameKey&) = default;
};

/// A class of entities as a game's editors know it.
struct GameClass
{
    enum class Kind
    {
        Base,  ///< gives its keys to others, and is none of its own
        Point, ///< stands at a place
        Solid  ///< is made of brushes
    };

    std::string name;
    Kind kind = Kind::Point;
    std::string help;
    std::vector<std::string> bases; ///< whose keys it has before its own
    std::vector<GameKey> keys;      ///< its own
};

/// The classes of a game, from files of the kind that Worldcraft began, and Hammer, J.A.C.K. and
/// TrenchBroom read (FGD: https://developer.valvesoftware.com/wiki/FGD).
class GameClasses
{
public:
    /// More are refused: no game comes near it.
    static constexpr std::size_t MostClasses = 20'000;
    /// So many bases above each other give their keys; those above them do not.
    static constexpr int MostBases = 64;
    /// That the bases of a class add up to. More are left out, unless one class has them.
    static constexpr std::size_t MostFlags = 4096;

    /// In the place of one that has that name. Names count without big and small letters. False,
    /// and nothing added, where there are too many.
    bool add(GameClass added);

    /// Null if there is none, or it is only a base.
    [[nodiscard]] const GameClass* find(std::string_view name) const;

    /// The keys of its bases, then its own; of keys that stand twice the last one, in the place of
    /// the first, and flags of both. Bases that are missing, or lead back to the class, give
    /// nothing.
    [[nodiscard]] std::vector<GameKey> keysOf(const GameClass& of) const;

    /// Of all that entities may be, sorted.
    [[nodiscard]] std::vector<std::string> names() const;

    [[nodiscard]] bool isEmpty() const { return m_classes.empty(); }

private:
    std::map<std::string, GameClass> m_classes; ///< by name in small letters
};

struct GameClassFiles
{
    GameClasses classes;
    std::vector<std::string> notes; ///< a sentence with file and line for what could not be read
};

/// Whether the file of that name, as an `@include` says it, was taken care of.
using IncludeGameClasses = std::function<bool(const std::string& file)>;

/// Reads the text of an FGD file into `files`. Tolerant: a class that breaks the grammar is left
/// out with a note that names `name` and the line, and reading goes on at the next one; after 20
/// notes about a file nothing more is said of it.
void readGameClasses(std::string_view text,
                     const std::string& name,
                     GameClassFiles& files,
                     const IncludeGameClasses& include);

/// All FGD files in the folder itself, in the order of their names; later ones replace classes.
/// Files that they include lie in that folder or below. What cannot be read is in the notes.
[[nodiscard]] GameClassFiles loadGameClasses(const fs::path& folder);

/// The FGD files of loadGameClasses(), without those that they include.
[[nodiscard]] std::vector<fs::path> gameClassFilesIn(const fs::path& folder);
} // namespace engine
