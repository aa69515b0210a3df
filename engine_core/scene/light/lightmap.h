#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/base/ids.h"
#include "engine_core/math/aabb.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace engine
{
class Brush;
class MeshShape;
struct Transform;

/// What the light of one face came from, for who bakes parts of it again: light thrown back once,
/// twice and so on is told apart, so that a bake of so many bounces stays one.
struct ChartBounces
{
    static constexpr std::size_t Layers = 8;

    /// Direct light first; the last has all that is thrown back oftener. Shares of the mean, in
    /// 1/65535; all of them 0: dark, or unknown.
    std::array<std::uint16_t, Layers> shares{};
    std::array<std::uint16_t, 3> albedo{}; ///< of the face when it was baked, in 1/65535

    friend bool operator==(const ChartBounces&, const ChartBounces&) = default;
};

/// Where one face's luxels lie: a rectangle of texels of an atlas. A face's place inside it is
/// chartFrame().normalized() scaled from the centre of the first luxel to the centre of the last.
struct LightmapChart
{
    std::uint16_t atlas = 0;
    std::uint16_t x =
        0; ///< of the first luxel; a border of copied luxels lies around the rectangle
    std::uint16_t y = 0;
    std::uint16_t width = 0; ///< luxels, at least 2
    std::uint16_t height = 0;
    ContentHash inputs = 0; ///< of the face's shape when it was baked
    ChartBounces bounces{};
    /// Indirect light was traced for every such luxel of a row and column, from 1 to 16.
    std::uint8_t farX = 1;
    std::uint8_t farY = 1;
};

/// Linear irradiance divided by pi: multiply by albedo to get what leaves a diffuse face.
struct LightmapAtlas
{
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint16_t> halfs; ///< RGB as IEEE half floats, row by row from the top
};

/// Baked light about one model, which has no charts: irradiance divided by pi on a face with the
/// unit normal n is dot(gradient, n) + mean for each channel, and never below 0 (the first two
/// bands of spherical harmonics; Ramamoorthi and Hanrahan 2001).
struct LightProbe
{
    std::array<Vec4f, 3> channels{Vec4f{0}, Vec4f{0}, Vec4f{0}}; ///< R, G, B: gradient and mean
};

/// Baked light in the open, as probes in a grid over the level: for what moves, what is new, and
/// what has no light of its own.
struct LightVolume
{
    Vec3d origin{0};                     ///< of the first probe
    double spacing = 1;                  ///< metres from one probe to the next
    std::array<std::uint32_t, 3> size{}; ///< probes along x, y and z
    std::vector<LightProbe> probes;      ///< along x first, then y, then z

    [[nodiscard]] bool isEmpty() const { return probes.empty(); }

    [[nodiscard]] Vec3d placeOf(std::size_t probe) const;

    /// Between the eight probes around the place; outside of the grid as on its rim. There is at
    /// least one.
    [[nodiscard]] LightProbe at(const Vec3d& place) const;
};

/// What a probe gives to a face with that unit normal, as luxels hold it; never below 0.
[[nodiscard]] Vec3f lightOf(const LightProbe& probe, const Vec3f& normal);

/// Where the pictures of plants let light through, as a hash for each of their materials; 0 for
/// nowhere.
using LeafHashes = std::map<std::string, ContentHash>;

/// What light faces of each material throw back, as a hash (MeshSource::reflectionOf()).
using ReflectionHashes = std::map<std::string, ContentHash>;

/// A finished bake. Immutable once made, shared by all worlds and views that show it.
struct Lightmap
{
    using Key = std::pair<EntityId, std::uint32_t>; ///< brush and face index
    std::vector<LightmapAtlas> atlases;
    std::map<Key, LightmapChart> charts;
    std::map<EntityId, LightProbe> probes; ///< of models that stand still
    LightVolume volume;                    ///< empty in files from before there was one
    LeafHashes leaves; ///< of plants that throw shadows; empty in files from before there was one
    /// Of the materials of brushes. Empty in files from before; not part of `hash`.
    ReflectionHashes reflections;
    /// What stood where (bodyHash()), and whose charts or probe that has. Empty in files from
    /// before; not part of `hash`.
    std::map<ContentHash, EntityId> bodies;
    /// As often as light was thrown back; -1 in files from before, whose charts know no bounces.
    /// Neither is part of `hash`.
    int bounces = -1;
    /// Luxels per metre that were asked for; 0 in files from before, whose charts know no farX.
    /// Neither is part of `hash`.
    double density = 0;
    /// Of how its rays were chosen (raysHash()): their number, noise target, seed, denoising. 0 in
    /// files from before, and where faces differ in it. Not part of `hash`.
    ContentHash rays = 0;
    ContentHash hash = 0; ///< of all but what is said not to be part of it

    /// Whose charts are the brush's: its own, or those of an equal one that stood there when it was
    /// baked, so that what was cut and pasted keeps its light. `placed` is in world space.
    [[nodiscard]] EntityId chartsOf(EntityId brush, const Brush& placed) const;

    /// The same for the probe of a model; null if there is none.
    [[nodiscard]] const LightProbe*
    probeOf(EntityId entity, const MeshShape& model, const Transform& place) const;

    [[nodiscard]] const LightmapChart* find(EntityId brush, std::size_t face) const
    {
        const auto at = charts.find({brush, static_cast<std::uint32_t>(face)});
        return at == charts.end() ? nullptr : &at->second;
    }
};

/// Boxes in world space for some faces: the parts of them that are meant.
using FaceParts = std::map<Lightmap::Key, std::vector<Aabb>>;
} // namespace engine
