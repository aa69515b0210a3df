#pragma once

#include "engine_core/lighting/lightmap_bake.h"
#include "engine_core/scene/spatial/bounds_tree.h"

#include <span>
#include <vector>

namespace engine
{
/// What each face's light depends on, as a hash: its own shape and material, every light whose
/// sphere reaches it, the shapes of all brushes and shadowing models that such a light's sphere
/// reaches, and the plants whose shadow may fall on it. Equal hashes mean that a chart baked then
/// still shows the truth now, but for light that comes in over farther rooms or past plants.
class FaceInputs
{
public:
    enum class Places
    {
        Rounded, ///< as bodyHash() rounds: what is put into a group or taken out stays the same
        Exact    ///< to the last bit, as light was baked once
    };

    enum class Plants
    {
        Shading, ///< those between the face and the light
        Around   ///< all that the light's sphere reaches, as light was baked once
    };

    /// `brushes` are in world space; they and the plants outlive this.
    FaceInputs(std::span<const StaticBrush> brushes,
               std::span<const BakeLight> lights,
               std::span<const BakeMesh> meshes = {},
               std::span<const BakePlants> plants = {},
               Places places = Places::Rounded,
               Plants count = Plants::Shading);

    /// By index into the brushes.
    [[nodiscard]] ContentHash of(std::size_t brush, FaceIndex face) const;

private:
    struct Source
    {
        Vec3d position;
        double range = 0;
        ContentHash hash = 0;
        bool castShadows = true;
    };

    [[nodiscard]] ContentHash
    plantsBetween(const Source& source, const Brush& brush, FaceIndex face, const Aabb& box) const;

    std::span<const StaticBrush> m_brushes;
    Places m_places;
    std::vector<Source> m_sources;
    BoundsTree m_tree; ///< of the sources' spheres
    std::span<const BakePlants> m_plants; ///< empty if they count as the brushes do
    BoundsTree m_plantTree;
};

/// World bounds of one face.
[[nodiscard]] Aabb faceBounds(const Brush& brush, FaceIndex face);
} // namespace engine
