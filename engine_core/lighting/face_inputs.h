#pragma once

#include "engine_core/lighting/lightmap_bake.h"
#include "engine_core/scene/spatial/bounds_tree.h"

#include <functional>
#include <span>
#include <vector>

namespace engine
{
/// What light depends on, of a whole level.
struct LightSurroundings
{
    std::span<const StaticBrush> brushes; ///< in world space
    std::span<const BakeLight> lights;
    std::span<const BakeMesh> meshes{};
    std::span<const BakePlants> plants{};
    SceneSettings settings{};
    std::function<float(Name)> glowOf{}; ///< as MeshSource::glowOf(); empty: nothing glows
};

/// What each face's light depends on, as a hash: its own shape and material, every light whose
/// sphere reaches it and every brush whose glow does, the shapes of all brushes and shadowing models that such a light's sphere
/// reaches, and the plants whose shadow may fall on it. Of the sun, which reaches everything, count
/// the shapes whose shadow may fall on the face and, as of the sky, those near by. Equal hashes
/// mean that a chart baked then still shows the truth now, but for light that comes in over farther
/// rooms or past plants.
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

    /// The brushes and plants of `level` outlive this.
    explicit FaceInputs(const LightSurroundings& level,
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
        double spread = 0; ///< of the sun: how much a shadow's edge widens with each metre
    };

    struct Body
    {
        Aabb bounds;
        ContentHash hash = 0;
    };

    void addBodies(const LightSurroundings& level, Plants count);
    void addSun(const BakeLight& light);
    void addSource(const Vec3d& place, double range, ContentHash hash, bool castShadows);
    void addGlow(const StaticBrush& brush, const std::function<float(Name)>& glowOf);
    [[nodiscard]] ContentHash
    plantsBetween(const Source& source, const Brush& brush, FaceIndex face, const Aabb& box) const;
    [[nodiscard]] ContentHash
    bodiesBetween(const Source& sun, const Brush& brush, FaceIndex face, const Aabb& box) const;
    [[nodiscard]] Aabb towards(const Source& source, const Aabb& box) const;
    [[nodiscard]] ContentHash bodiesNear(const Aabb& box) const;
    [[nodiscard]] ContentHash
    lightFromAfar(const Brush& brush, FaceIndex face, const Aabb& box) const;

    std::span<const StaticBrush> m_brushes;
    Places m_places;
    std::vector<Source> m_sources;
    std::vector<Aabb> m_spheres; ///< of the sources
    BoundsTree m_tree;           ///< of these
    std::vector<Source> m_suns;
    ContentHash m_sky = 0;      ///< of its light; 0 for none
    std::vector<Body> m_bodies; ///< what throws shadows
    BoundsTree m_bodyTree;
    Aabb m_bounds;                        ///< of all that throws shadows
    std::span<const BakePlants> m_plants; ///< empty if they count as the brushes do
    BoundsTree m_plantTree;
};

/// World bounds of one face.
[[nodiscard]] Aabb faceBounds(const Brush& brush, FaceIndex face);
} // namespace engine
