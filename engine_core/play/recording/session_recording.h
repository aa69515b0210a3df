#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/math/transform.h"
#include "engine_core/play/input_recording.h"
#include "engine_core/scene/world/change_set.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine
{
class TypeRegistry;
class World;
struct Edit;

/// One value of the state at a moment, as a short hash of its own.
struct RecordedPart
{
    EntityId entity;
    std::uint32_t name = 0; ///< in SessionRecording::names
    std::uint16_t hash = 0;
};

/// What the state was after so many ticks.
struct KeyState
{
    std::uint64_t tick = 0;
    ContentHash state = 0;           ///< PlaySession::stateHash()
    std::vector<RecordedPart> parts; ///< that are others than at the key state before
};

/// Where the player's eyes were after so many ticks.
struct PathPoint
{
    std::uint64_t tick = 0;
    Vec3d eyes{0};    ///< metres
    double yaw = 0;   ///< radians, to the left from -Z
    double pitch = 0; ///< radians, upwards
};

/// What came from outside of the game, after so many ticks.
struct RecordedEvent
{
    enum class Kind
    {
        Edit,          ///< of the level: `text` is what writeRecordedEdit() made of it
        ScriptsLoaded, ///< anew; their hashes are in `files`
        FilesChanged,  ///< models or materials that were read anew: `text` names them
        ScriptError,   ///< a script was stopped: `text` says where and why
        Lost           ///< something could not be kept: `text` says what
    };

    std::uint64_t tick = 0;
    Kind kind = Kind::Edit;
    std::string text;
    std::map<std::string, ContentHash> files; ///< by path below the project
};

/// A session as it was played: what it needs to be played again to the same state, and what it is
/// compared with then.
struct SessionRecording
{
    InputRecording input;
    std::string level; ///< the scene, as its project calls it; empty if it had no file
    std::string began; ///< local time, "2026-11-27 23:50:54"
    std::optional<Transform> startFrom;       ///< of the camera that play began from
    std::string savedValues;                  ///< that scripts began with
    std::vector<std::string> settings;        ///< "entity.property=value", of the command line
    std::map<std::string, ContentHash> files; ///< scripts, models and settings, by path
    std::vector<std::uint16_t> checks;        ///< one for each tick, see SessionTrail
    std::vector<KeyState> keyStates;
    std::vector<RecordedEvent> events;
    std::vector<PathPoint> path;    ///< ten a second
    std::vector<std::string> names; ///< of parts
    bool hasEnded = false;          ///< it was ended, and its program was not killed
    std::string damage;             ///< why it ends early, as a sentence; empty if it is whole
};

/// Most bytes of a recording that are read: the lines behind them are left out.
inline constexpr std::uintmax_t MaxRecordingBytes = std::uintmax_t{1} << 26U;

/// Reads a recording of any version. One of a session is read up to the first damage, which it
/// names then: a program that was killed leaves half a line. An Error if not even its first lines
/// can be read, or for bad lines of earlier versions, which people write by hand.
[[nodiscard]] Result<SessionRecording> readSessionRecording(std::string_view text);

/// The text of a recording's file, up to the last whole line that is read.
[[nodiscard]] Result<std::string> loadRecordingText(const fs::path& file);

/// The same from a file.
[[nodiscard]] Result<SessionRecording> loadSessionRecording(const fs::path& file);

/// One line of JSON, [[entity, "component", value or null], ...]: what the level's components are
/// from now on.
[[nodiscard]] std::string writeRecordedEdit(const ChangeSet& changes, const TypeRegistry& types);

/// The edit that it makes of that level. An Error for what is no such line, or does not fit.
[[nodiscard]] Result<Edit>
readRecordedEdit(std::string_view text, const World& level, const TypeRegistry& types);
} // namespace engine
