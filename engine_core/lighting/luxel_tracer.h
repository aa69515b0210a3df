#pragma once

#include "engine_core/lighting/light_scene.h"
#include "engine_core/lighting/luxel_cover.h"
#include "engine_core/lighting/passes/luxel_light.h"
#include "engine_core/lighting/traced_light.h"
#include "engine_core/scene/light/scene_light.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine
{
/// Sixteen rays as they are handed to the ray tracer.
struct alignas(64) RayPacket
{
    static constexpr int Size = 16;

    int valid[Size];
    float originX[Size], originY[Size], originZ[Size];
    float directionX[Size], directionY[Size], directionZ[Size];
    float end[Size]; ///< in lengths of the direction
};

/// Keeps every ray of a bake, so that a benchmark can trace the same ones by themselves. For bakes
/// with one thread only.
struct RayRecorder
{
    std::vector<RayPacket> shadows;
    std::vector<RayPacket> bounces;
};

/// `count` points spread evenly over the unit square (a rank-1 lattice with the longest shortest
/// distance), and the cell that a random shift must come from to keep every point equally likely.
struct SampleLattice
{
    explicit SampleLattice(int count);

    struct Point
    {
        float height = 0; ///< first coordinate
        float cosine = 1; ///< of the angle that the second coordinate stands for
        float sine = 0;
    };

    /// One that all luxels of a chart look into without turning it, so that they compare.
    [[nodiscard]] static SampleLattice shared(int count);

    /// For a NoiseGoal: a part of its points is as good as all of them.
    [[nodiscard]] static SampleLattice inParts();

    std::vector<Point> points;
    Vec2d cellA{1, 0};
    Vec2d cellB{0, 1};
    bool isShared = false;
};

/// How far rays are to be traced: until their mean is known well enough.
struct NoiseGoal
{
    /// Points of its lattice. They are taken in parts, each of which is spread evenly.
    static constexpr int MostRays = 1024;
    static constexpr int PartRays = 8;

    float error = 0.02f;          ///< standard error as a share of all light there
    float darkest = 0;            ///< less light than this counts as so much
    std::span<const Vec3f> shown; ///< the light that is known already, by luxel
};

/// Which tiles (4 x 4 luxels) of which chart are worked on in one go.
struct TileRange
{
    std::uint32_t chart = 0;
    int from = 0;
    int to = 0; ///< behind the last
};

[[nodiscard]] int tilesOf(const BakeChart& chart);

/// Traces the light that meets luxels. All members may be used from several threads at once, for
/// different luxels. Values are irradiance divided by pi, of luxels in the order of the charts.
class LuxelTracer
{
public:
    /// Everything given outlives the tracer. `albedo` is by chart, and so is `emission`, which is
    /// what faces give off besides the lights (radiance; empty: nothing). `sky` is null unless the
    /// sky lights the scene.
    LuxelTracer(const LightScene& scene,
                std::span<const BakeChart> charts,
                std::span<const LuxelCover> covers,
                std::span<const Vec3f> albedo,
                std::uint64_t seed,
                std::span<const Vec3f> emission = {},
                const SceneSettings* sky = nullptr);

    /// Lights that can reach the chart at all. They point into `all`.
    [[nodiscard]] std::vector<const TracedLight*> lightsAt(std::uint32_t chart,
                                                           std::span<const TracedLight> all) const;

    /// Light straight from the lights, the mean over the cells of each luxel. `out` is the chart's.
    /// Returns the number of rays.
    std::uint64_t direct(const TileRange& tiles,
                         std::span<const TracedLight* const> lights,
                         std::span<Vec3f> out,
                         RayRecorder* recorder) const;

    /// Whether gather() finds light that no other face has thrown back: from the sky, or from faces
    /// that give it off.
    [[nodiscard]] bool hasSources() const { return !m_sky.empty() || !m_emission.empty(); }

    struct Gathered
    {
        std::uint64_t rays = 0;
        std::uint64_t hits = 0;
        double squaredErrors = 0; ///< as shares of all light, summed over luxels; with a goal only
        double luxels = 0;        ///< that have any light
    };

    /// Light that comes from other faces, which show `last` (empty: they are dark). `out` is the
    /// chart's. `pass` counts
    /// the bounces from 1; with the first comes the light of the sky and of faces that give it off.
    /// spreadFarLight() gives it to the luxels that are left out. `goal` may be null: then every
    /// luxel gets all rays of the lattice.
    Gathered gather(const TileRange& tiles,
                    int pass,
                    const SampleLattice& lattice,
                    const LuxelLight& last,
                    std::span<Vec3f> out,
                    RayRecorder* recorder,
                    const NoiseGoal* goal = nullptr) const;

    /// What leaves a face towards where the ray came from: `direction` led to `place` (relative to
    /// the scene's origin) on the chart.
    [[nodiscard]] Vec3f leaving(std::uint32_t chart,
                                const Vec3f& place,
                                const Vec3f& direction,
                                const LuxelLight& light) const;

    /// What a face gives off by itself towards where the ray came from, unless that is one of the
    /// lights.
    [[nodiscard]] Vec3f emitted(std::uint32_t chart, const Vec3f& direction) const;

    /// What comes from the sky along a ray of that direction which meets nothing.
    [[nodiscard]] Vec3f skyTowards(const Vec3f& direction) const;

private:
    /// What a ray that hits a chart needs to read its luxels.
    struct Target
    {
        Vec4f toX; ///< luxel x = dot(toX.xyz, place) + toX.w
        Vec4f toY;
        Vec3f normal;
        float lastX = 1; ///< the largest luxel x
        Vec3f albedo;
        float lastY = 1;
        std::size_t first = 0;
        std::size_t width = 2;
        const LuxelCover* parted = nullptr; ///< if walls stand between its luxels
    };

    [[nodiscard]] Vec3f
    onOneSide(const Target& target, const Vec2f& place, const LuxelLight& light) const;

    /// Where luxels of a chart are: place = origin + stepX * x + stepY * y.
    struct Surface
    {
        Vec3f origin;
        Vec3f stepX, stepY;
        Vec3f sAxis, tAxis, normal;
    };

    struct Cells;
    struct Aim;
    [[nodiscard]] Cells cellsOf(const TileRange& tiles, std::uint32_t luxel) const;
    void aimAt(const TracedLight& light, const Cells& cells, int round, Aim& aim) const;
    [[nodiscard]] float arriving(const TracedLight& light, const Cells& cells, Aim& aim) const;

    struct Lanes;
    void
    prepare(Lanes& lanes, const BakeChart& chart, int pass, const SampleLattice& lattice) const;
    void shade(Lanes& lanes, const void* rayHit, const LuxelLight& last, bool isFirst) const;
    struct Bounce;
    void traceLanes(Bounce& bounce, Lanes& lanes, const SampleLattice::Point& point) const;
    int traceToGoal(Bounce& bounce,
                    Lanes& lanes,
                    const SampleLattice& lattice,
                    const NoiseGoal& goal,
                    Gathered& gathered) const;
    enum class Which
    {
        Open,
        FarTraced ///< isFarTraced()
    };

    [[nodiscard]] std::vector<std::uint32_t> luxelsIn(const TileRange& tiles, Which which) const;

    const LightScene& m_scene;
    std::span<const BakeChart> m_charts;
    std::span<const LuxelCover> m_covers;
    std::vector<Target> m_targets;
    std::vector<Surface> m_surfaces;
    std::span<const Vec3f> m_emission;
    static constexpr std::size_t SkySteps = 257;
    std::vector<Vec3f> m_sky; ///< by the Y of the direction, from -1 to 1; empty: no light
    std::uint64_t m_seed;
};
} // namespace engine
