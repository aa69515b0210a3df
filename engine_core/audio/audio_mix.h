#pragma once

#include "engine_core/base/result.h"

#include <cstdint>
#include <map>
#include <string>

namespace engine
{
/// A number on its way to another one, in a straight line.
class Fade
{
public:
    explicit Fade(double value = 1) : m_value{value}, m_goal{value} {}

    /// At once with 0 seconds.
    void to(double goal, double seconds);

    void advance(double seconds);

    [[nodiscard]] double value() const { return m_value; }

    [[nodiscard]] bool isOver() const { return m_value == m_goal; }

private:
    double m_value;
    double m_goal;
    double m_speed = 0; ///< a second
};

/// How loud everything is, and each group of sounds. A game has one for all its scenes.
class AudioMix
{
public:
    static constexpr std::size_t MostGroups = 64;
    static constexpr double MostVolume = 4;
    static constexpr double MostSeconds = 3600; ///< of a fade

    /// A group, or everything with an empty name, goes to a volume of 0 to 4 within so many
    /// seconds. An Error for other volumes and times, and for one group too many.
    Result<void> setVolume(const std::string& group, double volume, double seconds = 0);

    /// Of the group alone; 1 for one that nobody has set.
    [[nodiscard]] double volume(const std::string& group) const;

    /// Of what sounds in a group: its volume times that of everything.
    [[nodiscard]] double gain(const std::string& group) const;

    void advance(double seconds);

    /// A number for a cue, never given before: a handle of one scene means nothing in the next.
    [[nodiscard]] std::uint64_t nextCue() { return ++m_lastCue; }

private:
    std::uint64_t m_lastCue = 0;
    std::map<std::string, Fade> m_groups; ///< "" is everything
};
} // namespace engine
