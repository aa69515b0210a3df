#pragma once

#include "engine_core/math/types.h"

#include <vector>

namespace engine
{
/// How a game's picture trembles, such as after an explosion. Only the picture knows of it: eyes
/// and rays of scripts stay where they are.
class CameraShake
{
public:
    static constexpr double MostStrength = 10;
    static constexpr double MostSeconds = 60;
    static constexpr std::size_t MostAtOnce = 16; ///< the weakest go

    struct Tremble
    {
        Vec3d offset{0};        ///< metres in the camera's own space
        Quatd tilt{1, 0, 0, 0}; ///< of the picture
    };

    /// Trembles for so many seconds, less and less. A strength of 1 moves the picture by up to 3 cm
    /// and turns it by up to 1.5 degrees; those of several shakes add up to MostStrength.
    /// @param strength above 0, to MostStrength
    /// @param seconds above 0, to MostSeconds
    void add(double strength, double seconds);

    /// Once a tick.
    [[nodiscard]] Tremble tick(double seconds);

private:
    struct Shake
    {
        double strength = 0;
        double seconds = 0;
        double left = 0;

        [[nodiscard]] double now() const { return strength * (left / seconds) * (left / seconds); }
    };

    std::vector<Shake> m_shakes;
    double m_time = 0; ///< seconds since the picture stood still
};
} // namespace engine
