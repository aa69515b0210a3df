#pragma once

#include "engine_core/scene/components/light.h"
#include "engine_core/scene/world/world.h"

#include <cstddef>
#include <string>
#include <vector>

namespace engine
{
class SpatialIndex;

/// Why a light gives nothing.
enum class LightWaste
{
    None,
    Off,            ///< and in no group that scripts could switch
    NoStrength,     ///< intensity, dimmer or colour are 0
    InSolid,        ///< inside a brush that casts shadows
    ReachesNothing, ///< no face is in its range, in front of it and in sight
};

/// What one light lights.
struct LightReach
{
    std::size_t faces = 0;
    std::vector<EntityId> objects; ///< that have these faces; ascending
    double luxels = 0;             ///< on these faces within its range, at the scene's density
    std::size_t overlaps = 0;      ///< other lights that shine on a place that it shines on
    LightWaste waste = LightWaste::None;
    EntityId solid; ///< that it is in, or null

    /// Shadow rays that a bake sends for it: about sixteen a luxel, several times as many for soft
    /// shadows. 0 for lights that are not baked or cast none.
    double shadowRays = 0;
};

/// Finds out what a light reaches, some brushes at a time. A face counts as reached if one of a few
/// places on it is in range, in the cone and in sight: its place nearest to the light, where the
/// light's middle line meets it, its middle and its corners. Both world and index must outlive the
/// search, which ends when the world changes: begin anew then.
class LightReachSearch
{
public:
    /// The entity has a light.
    LightReachSearch(const World& world, const SpatialIndex& index, EntityId entity);

    /// Looks at so many more brushes; true when that were all.
    bool run(std::size_t brushes);

    [[nodiscard]] const LightReach& reach() const { return m_reach; }

private:
    /// A light as it stands.
    struct Beam
    {
        Light light;
        Vec3d position{0};
        Vec3d direction{0, 0, -1};
        LightCone cone;

        Beam(const World& world, EntityId entity);

        /// In range and cone and on this side of a face, whatever stands between.
        [[nodiscard]] bool reaches(const Vec3d& point, const Vec3d& normal) const;
    };

    void findWaste();
    void findOthers();
    void countOverlaps(const Vec3d& point, const Vec3d& normal);
    void lookAt(EntityId entity);
    [[nodiscard]] bool lights(const Beam& beam, const Vec3d& point, const Vec3d& normal) const;

    const World& m_world;
    const SpatialIndex& m_index;
    EntityId m_entity;
    Beam m_beam;
    std::vector<Beam> m_others; ///< that may shine where it does and were not found to
    double m_density = 0; ///< luxels per metre
    std::vector<EntityId> m_candidates;
    std::size_t m_next = 0;
    LightReach m_reach;
};

/// "it is switched off", "it is inside 'Wall'", ...: after "Wasted: "; empty for None.
[[nodiscard]] std::string wasteText(const World& world, const LightReach& reach);
} // namespace engine
