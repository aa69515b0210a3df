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

/// The newest format that is read. Sessions are kept in it (session_recording.h); what holds inputs
/// alone is written in the one before, which earlier programs read.
inline constexpr int RecordingVersion = 3;
inline constexpr int InputVersion = 2;

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
/// What a session keeps beside the input is passed over. Errors name the line.
[[nodiscard]] Result<InputRecording> readRecording(std::string_view text);

/// One line of it, without its end: false if it is of what a session keeps beside the input. Takes
/// from `room` the values of actions and axes that all ticks together may still have.
[[nodiscard]] Result<bool>
readRecordingLine(std::string_view line, InputRecording& recording, std::size_t& room);

/// The line for so many equal ticks, with its end.
[[nodiscard]] std::string inputLine(std::size_t count, const PlayerInput& input);

/// Whether two ticks can share a line.
[[nodiscard]] bool isSameInput(const PlayerInput& a, const PlayerInput& b);

/// The same from a file.
[[nodiscard]] Result<InputRecording> loadRecording(const fs::path& file);

/// Names of values in the recording that the project does not know; they do nothing there.
[[nodiscard]] std::vector<std::string> namesUnknownTo(const InputMap& map,
                                                      const InputRecording& recording);
} // namespace engine
