#include "engine_core/play/world/play_graphs.h"

#include "engine_core/math/types.h"
#include "engine_core/physics/character_controller.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine
{
namespace
{
enum PlayerLine : std::size_t
{
    Speed,
    Upwards,
    Height,
    Slope,
    PlayerLines
};
} // namespace

PlayGraphs::PlayGraphs()
    : m_lines{{"Speed", "m/s", 2}, {"Upwards", "m/s", 2}, {"Height", "m", 0.5}, {"Slope", "°", 10}}
{
}

bool PlayGraphs::set(const std::string& name, double value)
{
    const auto own = m_lines.begin() + PlayerLines;
    const auto at =
        std::find_if(own, m_lines.end(), [&](const Line& line) { return line.name == name; });
    if (at == m_lines.end() && m_lines.size() >= PlayerLines + MostOwn)
        return false;
    (at != m_lines.end() ? *at : m_lines.emplace_back(Line{name, "", 0})).now = value;
    return true;
}

void PlayGraphs::endTick(const CharacterState* player)
{
    if (player != nullptr) {
        m_lines[Speed].now = std::hypot(player->velocity.x, player->velocity.z);
        m_lines[Upwards].now = player->velocity.y;
        m_lines[Height].now = player->foot.y;
        if (player->grounded) // in the air there is no ground that could be steep
            m_lines[Slope].now = degrees(std::acos(std::clamp(player->groundNormal.y, -1.0, 1.0)));
    }
    for (auto& line : m_lines) {
        line.values.push_back(line.now.value_or(std::numeric_limits<double>::quiet_NaN()));
        if (line.values.size() > Ticks)
            line.values.pop_front();
        line.now.reset();
    }
    const auto isOver = [](const Line& line) {
        return std::all_of(line.values.begin(), line.values.end(),
                           [](double value) { return std::isnan(value); });
    };
    m_lines.erase(std::remove_if(m_lines.begin() + PlayerLines, m_lines.end(), isOver),
                  m_lines.end());
}
} // namespace engine
