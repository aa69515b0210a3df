#pragma once

#include "engine_core/assets/light_profile.h"
#include "engine_core/assets/project/asset_database.h"
#include "engine_core/base/jobs.h"
#include "engine_core/lighting/alpha_holes.h"
#include "engine_core/lighting/bake_plants.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/light/lightmap.h"
#include "engine_core/scene/spatial/static_geometry.h"

#include <set>
#include <span>
#include <string>

namespace engine
{
struct BakeLight
{
    Vec3d position{0};
    Light light;
    Quatd rotation{1, 0, 0, 0};
    std::shared_ptr<const LightProfile> profile{}; ///< null: none, or it cannot be read
};

[[nodiscard]] BakeLight bakeLightOf(const World& world, EntityId entity, const Light& light);

/// A model that stands still: it may throw shadows, and the light about it is baked into a probe.
struct BakeMesh
{
    StaticMesh mesh;
    bool castShadows = true;
};

/// Where alpha is below `least` (of 255), light goes through.
struct PictureWithHoles
{
    fs::path file;
    std::uint8_t least = 128;
};

/// All that a bake needs, by value: it runs on a worker thread without the world.
struct BakeInput
{
    std::vector<StaticBrush> brushes;
    std::vector<BakeMesh> meshes;
    std::vector<BakePlants> plants;
    LeafPictures leaves; ///< of the plants' materials
    AlphaMasks pierced;  ///< of the materials of faces that have holes
    std::map<Name, PictureWithHoles> piercedPictures; ///< the same, of pictures that the bake reads
    std::vector<BakeLight> lights;
    std::map<Name, Vec3f> albedo; ///< linear mean by material
    std::map<Name, float> glowOf; ///< as MeshSource::glowOf(), of the materials that glow
    std::map<Name, Vec3f> glow;   ///< linear mean radiance of materials that give off light
    std::map<Name, fs::path> glowPictures; ///< whose mean multiplies it; the bake reads them
    ReflectionHashes reflections; ///< of the materials of all faces
    std::set<Name> clear;         ///< light goes through all faces of these materials
    std::set<Name> unseen;        ///< the game does not show faces of these: their light is coarse
    SceneSettings settings;
};

[[nodiscard]] BakeInput collectBakeInput(const World& world, AssetDatabase& assets);

/// Gives lights that a profile shapes what its file holds now.
void readProfiles(std::span<BakeLight> lights, AssetDatabase& assets);

enum class BakeQuality
{
    Draft,   ///< a quarter of the density, one bounce, 16 rays
    Preview, ///< half the density, two bounces, 32 rays
    Final    ///< as the scene settings say
};

/// More luxels than this are refused: a bake of them would need gigabytes and hours.
inline constexpr std::size_t LuxelLimit = std::size_t{64} << 20U;

/// Whether noise of the indirect light is smoothed within each face.
enum class Denoise
{
    Off,
    On,
    Wide ///< with all that is fine in it: for first pictures of a few rays
};

/// Whether faces take fewer luxels where light is even.
enum class Density
{
    AsSettings,
    Even,
    Adaptive
};

struct BakeOptions
{
    BakeQuality quality = BakeQuality::Final;
    int samples = 0; ///< rays a luxel and bounce; 0 leaves it to quality and settings
    int bounces = -1;
    unsigned threads = 0; ///< 0: all
    std::uint64_t seed = 1;
    Denoise denoise = Denoise::Off;
    /// Standard error of a luxel's indirect light as a share of all its light, from 0.001; 0 leaves
    /// it to quality and settings. With it, `samples` does not count.
    float noise = 0;
    Density density = Density::AsSettings;
    std::size_t mostLuxels = LuxelLimit; ///< more are an Error before anything is traced
};

struct BakeStats
{
    std::size_t charts = 0;
    std::size_t luxels = 0;
    std::uint64_t rays = 0;      ///< of luxels
    std::uint64_t probeRays = 0; ///< of models and of the grid in the open
    double chartSeconds = 0;
    double traceSeconds = 0; ///< of luxels, building the tree included
    double probeSeconds = 0;
    double denoiseSeconds = 0;
    std::size_t probes = 0;       ///< of models
    std::size_t volumeProbes = 0; ///< of the grid in the open
    double planSeconds = 0;       ///< of finding densities; part of chartSeconds
    double noise = 0;             ///< measured, as BakeOptions::noise; 0 without a target
    double atlasFill = 0;         ///< share of the atlases that charts and their borders take
    unsigned threads = 0;
    double meanDirect = 0; ///< mean over open area of direct light, all channels
    double meanTotal = 0;  ///< the same with all bounces
    std::size_t litLuxels = 0; ///< of those the ones that were not taken over
    std::size_t stale = 0;     ///< charts that an incremental bake lit anew
    std::size_t kept = 0;      ///< whose old light it took over
};

struct BakeResult
{
    std::shared_ptr<const Lightmap> lightmap;
    BakeStats stats;
};

/// What a bake will take.
struct BakeEstimate
{
    double seconds = 0; ///< on the clock
    std::size_t luxels = 0;
    double megabytes = 0; ///< of memory, beside what the program has
};

/// From a short trial: right within a third as a rule, on a machine with nothing else to do. An
/// Error if cancelled.
[[nodiscard]] Result<BakeEstimate>
estimateBake(const BakeInput& input, const BakeOptions& options, JobControl& control);

/// "about 2 min, 310 MB, 3.9 M texels"
[[nodiscard]] std::string estimateText(const BakeEstimate& estimate);

/// Direct light with shadows and diffuse bounces (Embree traces), on faces and, for each model, in
/// its middle as if it were not there itself, and in a grid in the open. Faces that glow shine like
/// area lights; the sky and the weaker of those faces are met by chance, with the first bounce.
/// Models and plants throw shadows but no light back. Ambient light is left to the renderer, which
/// adds it everywhere. The same input, options and seed give the same bytes for any number of
/// threads. An Error if cancelled.
[[nodiscard]] Result<BakeResult>
bakeLightmap(const BakeInput& input, const BakeOptions& options, JobControl& control);
} // namespace engine
