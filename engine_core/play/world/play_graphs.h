#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace engine
{
struct CharacterState;

/// How values of a game went over its last ticks, for its author: those of the player, and what
/// scripts add. Nothing of the game reads it.
class PlayGraphs
{
public:
    static constexpr std::size_t Ticks = 480;      ///< that are kept
    static constexpr std::size_t MostOwn = 8;      ///< lines of scripts
    static constexpr std::size_t LongestName = 40; ///< bytes

    struct Line
    {
        std::string name;
        std::string unit;            ///< empty for none
        double leastSpan = 0;        ///< that a picture of it shows from bottom to top, in its unit
        std::optional<double> now{}; ///< of the tick under way
        std::deque<double> values{}; ///< of so many last ticks, oldest first; NaN: it had none
    };

    PlayGraphs();

    /// A finite value of a script for this tick; the last one of a tick counts. A line ends when
    /// none of the ticks kept has a value. False if there are MostOwn others.
    bool set(const std::string& name, double value);

    /// The tick is over, in which the player came to this state; null: there is none.
    void endTick(const CharacterState* player);

    /// The player's first, then those of scripts in the order in which they came.
    [[nodiscard]] const std::vector<Line>& lines() const { return m_lines; }

private:
    std::vector<Line> m_lines;
};
} // namespace engine
