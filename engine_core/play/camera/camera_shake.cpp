#include "engine_core/play/camera/camera_shake.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
constexpr double Metres = 0.03;
constexpr double Angle = radians(1.5);

/// From -1 to 1, without a visible pattern; another one for each row.
double wave(double time, int row)
{
    const double phase = 1.7 * row;
    return 0.6 * std::sin(37.0 * time + phase) + 0.4 * std::sin(61.3 * time + 2.1 * phase);
}
} // namespace

void CameraShake::add(double strength, double seconds)
{
    if (m_shakes.size() >= MostAtOnce)
        m_shakes.erase(
            std::min_element(m_shakes.begin(), m_shakes.end(),
                             [](const auto& a, const auto& b) { return a.now() < b.now(); }));
    m_shakes.push_back({strength, seconds, seconds});
}

CameraShake::Tremble CameraShake::tick(double seconds)
{
    double strength = 0;
    for (auto& shake : m_shakes) {
        strength += shake.now();
        shake.left -= seconds;
    }
    std::erase_if(m_shakes, [](const auto& shake) { return shake.left <= 0; });
    m_time = strength > 0 ? m_time + seconds : 0.0;
    if (!(strength > 0))
        return {};
    const double much = std::min(strength, MostStrength);
    const Vec3d turn = Vec3d{wave(m_time, 1), wave(m_time, 2), wave(m_time, 3)} * (much * Angle);
    return {Vec3d{wave(m_time, 4), wave(m_time, 5), 0} * (much * Metres), Quatd{turn}};
}
} // namespace engine
