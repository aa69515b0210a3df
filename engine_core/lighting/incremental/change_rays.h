#pragma once

#include "engine_core/lighting/luxel_tracer.h"
#include "engine_core/math/aabb.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine
{
/// What a change can reach, found with a few rays instead of from distances alone: walls keep most
/// of it away.
class ChangeRays
{
public:
    /// `boxes` are around what changed. Everything given outlives this.
    ChangeRays(const LightScene& scene,
               std::span<const BakeChart> charts,
               std::span<const Aabb> boxes,
               std::uint64_t seed);

    enum class Care
    {
        Quick,   ///< for faces whose own lights have not changed
        Thorough ///< about a ray a luxel
    };

    /// Whether some place before the face sees something of the boxes, as they are or as they were.
    [[nodiscard]] bool sees(std::uint32_t chart, Care care) const;

    /// At most what share of a face's view the boxes take, from 0 to 1; 0 behind the face.
    [[nodiscard]] double shareOfView(std::uint32_t chart) const;

    /// A face that gives off other light than before.
    struct Source
    {
        std::uint32_t chart = 0;
        double power = 0; ///< mean change of radiance times its square metres
    };

    struct Arrival
    {
        std::uint32_t chart = 0;
        double light = 0; ///< change of irradiance / pi, the mean over the face
    };

    /// Sends rays from the sources and tells where they arrive, by chart.
    [[nodiscard]] std::vector<Arrival>
    follow(const Source& source, double powerOfARay, std::uint64_t turn) const;

private:
    [[nodiscard]] std::uint64_t seedOf(std::uint32_t chart) const;

    const LightScene& m_scene;
    std::span<const BakeChart> m_charts;
    std::vector<Aabb> m_boxes;
    std::uint64_t m_seed;
};
} // namespace engine
