#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/base/hash.h"
#include "engine_core/play/player_input.h"

#include <string>
#include <string_view>
#include <vector>

namespace engine
{
struct InputMap;

/// What a player did, tick by tick: recorded from a session or written by hand. Played again on the
/// same scene with the same seed and build, it gives the same state hash.
struct InputRecording
{
    std::string build;      ///< that recorded it; empty if written by hand
    ContentHash scene = 0;  ///< contents of the scene; 0 if written by hand
    std::uint64_t seed = 1; ///< of the scripts' random numbers
    std::vector<PlayerInput> ticks;
};

/// The format that is written, and the newest that is read.
inline constexpr int RecordingVersion = 2;

/// Longest recording that is read: an hour of ticks.
inline constexpr std::size_t MaxRecordedTicks = 60U * 60U * 60U;

/// Most values of actions and axes that are read, in all ticks together: 23 in each of an hour.
inline constexpr std::size_t MaxRecordedValues = 5'000'000;

/// Text that readRecording reads back to the same bits, equal ticks counted into one line.
[[nodiscard]] std::string writeRecording(const InputRecording& recording);

/// One line for a number of ticks: "60 forward run", with the names of the keys held (forward,
/// back, left, right, run, jump, crouch, use, fire, alt_fire), and
///   turn RIGHT UP   degrees, spread over the ticks of the line
///   look RIGHT UP   radians in each tick, as recordings write it
///   wheel NOTCHES   of the mouse in each tick
///   value NAME NUMBER   of an action (0 to 1) or axis (-1 to 1) of the project, or of a key that
///   is
///                       half pressed, by its name in scripts
///   console TEXT   typed into the console, to the end of the line, which is of one tick
/// Lines "version 2", "build TEXT", "scene HASH" and "seed NUMBER" may stand before; "#" begins a
/// comment. Without a version it is a recording of the time before actions had names.
/// Errors name the line.
[[nodiscard]] Result<InputRecording> readRecording(std::string_view text);

/// The same from a file.
[[nodiscard]] Result<InputRecording> loadRecording(const fs::path& file);

/// Names of values in the recording that the project does not know; they do nothing there.
[[nodiscard]] std::vector<std::string> namesUnknownTo(const InputMap& map,
                                                      const InputRecording& recording);
} // namespace engine
