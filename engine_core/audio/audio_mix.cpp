#include "engine_core/audio/audio_mix.h"

#include <algorithm>
#include <cmath>

namespace engine
{
void Fade::to(double goal, double seconds)
{
    m_goal = goal;
    if (seconds <= 0)
        m_value = goal;
    else
        m_speed = std::abs(goal - m_value) / seconds;
}

void Fade::advance(double seconds)
{
    const double step = m_speed * seconds;
    m_value =
        m_value < m_goal ? std::min(m_value + step, m_goal) : std::max(m_value - step, m_goal);
}

Result<void> AudioMix::setVolume(const std::string& group, double volume, double seconds)
{
    if (!(volume >= 0 && volume <= MostVolume))
        return Error{"A volume must be from 0 to {}", MostVolume};
    if (!(seconds >= 0 && seconds <= MostSeconds))
        return Error{"A fade must take from 0 to {} seconds", MostSeconds};
    const auto named = m_groups.size() - m_groups.count({});
    if (!group.empty() && !m_groups.contains(group) && named >= MostGroups)
        return Error{"A game can have {} groups of sounds at most", MostGroups};
    m_groups[group].to(volume, seconds);
    return {};
}

double AudioMix::volume(const std::string& group) const
{
    const auto at = m_groups.find(group);
    return at != m_groups.end() ? at->second.value() : 1;
}

double AudioMix::gain(const std::string& group) const
{
    return group.empty() ? volume({}) : volume(group) * volume({});
}

void AudioMix::advance(double seconds)
{
    for (auto& [name, volume] : m_groups)
        volume.advance(seconds);
}
} // namespace engine
