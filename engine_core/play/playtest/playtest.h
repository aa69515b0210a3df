#pragma once

#include "engine_core/play/bots/explore.h"
#include "engine_core/play/input_recording.h"

#include <optional>
#include <string>
#include <vector>

namespace engine
{
struct PlaytestOptions
{
    unsigned bots = 16;     ///< 1 to 64
    double seconds = 60;    ///< of game time for each, 1 to 3600
    std::uint64_t seed = 1; ///< equal seeds, equal outcomes, on any number of threads
    unsigned threads = 0;   ///< 0: as many as the machine has cores
    bool reduces = true;    ///< leaves out of recordings what is not needed to show the finding
};

/// Something that is wrong with the level, once however many bots came upon it.
struct PlaytestFinding
{
    NavFinding what;
    std::size_t count = 0; ///< bots that came upon it; 0 if it was found without playing
    std::optional<std::uint64_t> tick;   ///< of `recording`, at which it happens
    std::optional<std::string> bot;      ///< "runner 3": whose run it is
    std::optional<InputRecording> shown; ///< plays to it from the start of the level
};

struct PlaytestExpectation
{
    ExpectationOutcome what;
    std::optional<InputRecording> shown; ///< plays to where it was met or broken
};

struct PlaytestReport
{
    std::vector<PlaytestFinding> findings; ///< by kind; broken expectations are not among them
    std::vector<PlaytestExpectation> expectations;
    std::uint64_t ticks = 0; ///< of all bots
    double seconds = 0;      ///< of the machine, in which they played
    ContentHash hash = 0;    ///< of the sessions' states
    std::string problem;     ///< why bots are missing, a sentence; empty if they are not
};

/// Bots of all styles play the level; what they find comes with a recording that shows it, and the
/// level's expectations are judged. For worker threads, as explore(). Errors are those of
/// exploreLevel(). What a cancelled one returns is not complete.
[[nodiscard]] Result<PlaytestReport> playtestLevel(const World& level,
                                                   const Project& project,
                                                   const PlaytestOptions& options,
                                                   JobControl& control);
} // namespace engine
