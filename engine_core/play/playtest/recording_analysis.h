#pragma once

#include "engine_core/play/bots/bot_cells.h"
#include "engine_core/play/recording/session_recording.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine
{
/// What is counted in a heat map, in cubes of half a metre.
enum class HeatKind
{
    Time, ///< ticks that players were there
    Wait, ///< ticks that they stood still there for a second or more
    Jump, ///< jumps that began there
    Fall, ///< falls out of the level: where they had stood last
    Look  ///< ticks that they stood there and looked around
};

inline constexpr std::size_t HeatKinds = 5;

/// "time", "wait", "jump", "fall", "look": names of files and of JSON.
[[nodiscard]] const char* heatKindName(HeatKind kind);

/// What one recording shows of its player.
struct RecordingSummary
{
    std::string level; ///< as its project calls it; empty: without a file
    std::string began; ///< local time
    std::string build;
    double seconds = 0;
    double metres = 0;  ///< walked, without falls and what else moves in leaps
    double waiting = 0; ///< seconds
    std::size_t jumps = 0;
    std::size_t falls = 0; ///< out of the level: put back up after a fall
    std::size_t scriptErrors = 0;
    bool isWhole = true; ///< it ended, and was not damaged
};

/// Where two recordings of one level are no longer the same.
struct RecordingDifference
{
    std::uint64_t tick = 0; ///< from 1, as the game counts
    std::string what;       ///< whether the player or the game is another, a clause
};

/// Heat maps and tables of recordings, added one after the other.
class RecordingAnalysis
{
public:
    /// Only what lies between these seconds of each recording counts.
    explicit RecordingAnalysis(double from = 0, double to = 1e9);

    void add(const SessionRecording& recording);

    [[nodiscard]] const std::vector<RecordingSummary>& summaries() const { return m_summaries; }

    [[nodiscard]] const HeatCells& heat(HeatKind kind) const
    {
        return m_heat[static_cast<std::size_t>(kind)];
    }

    /// Places of players that were looked at.
    [[nodiscard]] std::size_t samples() const { return m_samples; }

private:
    void addPath(std::span<const PathPoint> path, RecordingSummary& summary);
    void addJumps(const SessionRecording& recording, RecordingSummary& summary);

    [[nodiscard]] HeatCells& heatOf(HeatKind kind)
    {
        return m_heat[static_cast<std::size_t>(kind)];
    }

    double m_from;
    double m_to;
    std::array<HeatCells, HeatKinds> m_heat;
    std::vector<RecordingSummary> m_summaries;
    std::size_t m_samples = 0;
};

/// The first tick at which they differ; nothing if one goes as the other as long as both last.
[[nodiscard]] std::optional<RecordingDifference> firstDifference(const SessionRecording& one,
                                                                 const SessionRecording& other);
} // namespace engine
