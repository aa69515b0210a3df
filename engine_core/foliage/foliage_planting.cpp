#include "engine_core/foliage/foliage_planting.h"

#include "engine_core/base/count_text.h"
#include "engine_core/foliage/foliage_mix.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace engine
{
namespace
{
/// What randomOf() is asked for: each use has a number of its own.
enum RandomUse : std::uint32_t
{
    ScaleX = 11,
    ScaleY,
    ScaleZ,
    Yaw,
    Pitch,
    Patch
};

std::vector<Name> namesIn(std::string_view list)
{
    std::vector<Name> names;
    while (!list.empty()) {
        const auto comma = std::min(list.find(','), list.size());
        auto word = list.substr(0, comma);
        list.remove_prefix(std::min(comma + 1, list.size()));
        while (!word.empty() && word.front() == ' ')
            word.remove_prefix(1);
        while (!word.empty() && word.back() == ' ')
            word.remove_suffix(1);
        if (!word.empty())
            names.emplace_back(word);
    }
    return names;
}

std::uint32_t seedOf(std::int64_t layer, std::int64_t type, std::int64_t slot)
{
    return mixBits(static_cast<std::uint32_t>(layer) ^
                   mixBits(static_cast<std::uint32_t>(type) ^
                           mixBits(static_cast<std::uint32_t>(slot) + 0x2545f491U)));
}

/// Random numbers from 0 to 1 on the corners of a grid, smoothly mixed in between (value noise,
/// Perlin and Hoffert 1989): as many places lie above 0.5 as below.
double patchNoise(std::uint32_t seed, const Vec2d& at)
{
    const auto corner = glm::floor(at);
    auto f = at - corner;
    f = f * f * (3.0 - 2.0 * f);
    const auto x = static_cast<std::uint32_t>(static_cast<std::int64_t>(corner.x));
    const auto y = static_cast<std::uint32_t>(static_cast<std::int64_t>(corner.y));
    const auto number = [&](std::uint32_t dx, std::uint32_t dy) {
        return randomOf(mixBits(x + dx) ^ mixBits(seed + mixBits(y + dy)), Patch);
    };
    return glm::mix(glm::mix(number(0, 0), number(1, 0), f.x),
                    glm::mix(number(0, 1), number(1, 1), f.x), f.y);
}

/// 1 within a patch, 0 outside, with a soft rim.
double patchShare(const FoliageType& type, std::uint32_t seed, const Vec3d& place)
{
    constexpr double Rim = 0.06; // of the noise
    // Patches are about two cells of the noise apart, so a cell is about a patch.
    const double noise = patchNoise(seed, Vec2d{place.x, place.z} / type.patchSize);
    const double inside = (noise - (1 - type.patchCover)) / Rim;
    return std::clamp(inside + 0.5, 0.0, 1.0);
}
} // namespace

FoliageDistances FoliageSpecies::distances() const
{
    // Places of a lattice are rounded to floats when they become plants.
    constexpr double Rounding = 2e-4;
    return {std::max(type.spacing, lattice.spacing * 0.999 - Rounding), type.spacing};
}

std::vector<FoliageSpecies> foliageSpecies(const World& world,
                                           EntityId layer,
                                           std::span<const std::uint8_t> slots,
                                           const FoliageSurvey& survey)
{
    const auto* component = world.get<FoliageLayer>(layer);
    const auto mask = foliageMask(world, layer, survey);
    auto types = foliageTypes(world, layer);
    std::erase_if(types, [&](const FoliageTypeEntry& each) {
        return shapeOf(each.type).empty() ||
               (!slots.empty() &&
                std::find(slots.begin(), slots.end(), each.type.slot) == slots.end());
    });
    std::vector<FoliageSpecies> all;
    for (const auto& [entity, type] : types)
        all.push_back({.type = type,
                       .slot = static_cast<std::uint8_t>(type.slot),
                       .density = type.density * shareInMix(type, types),
                       .materials = namesIn(type.materials),
                       .neighbours = foliageNeighbours(world, type, survey),
                       .mask = mask});
    for (auto& species : all) {
        const auto& type = species.type;
        species.lattice =
            makeLattice(species.density, type.spacing,
                        seedOf(component != nullptr ? component->seed : 1, type.seed, type.slot));
        species.seed = species.lattice.seed;
    }
    shareLattices(all);
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return a.lattice.spacing > b.lattice.spacing;
    });
    return all;
}

FoliageSpacing
foliageSpacing(const World& world, EntityId layer, std::span<const FoliageSpecies> planted)
{
    FoliageSpacing spacing;
    for (const auto& species : planted)
        spacing.setDistances(species.slot, species.distances());
    for (const auto& [entity, type] : foliageTypes(world, layer))
        spacing.setDistances(static_cast<std::uint8_t>(type.slot), {type.spacing, type.spacing});
    return spacing;
}

void FoliageRejects::add(const FoliageRejects& other)
{
    slope += other.slope;
    height += other.height;
    material += other.material;
    layer += other.layer;
    covered += other.covered;
    distance += other.distance;
    ground += other.ground;
    thinned += other.thinned;
    spacing += other.spacing;
}

std::string FoliageRejects::text() const
{
    std::array<std::pair<std::size_t, std::string_view>, 9> reasons{
        {{slope, "too steep or too flat"},
         {height, "too high or too low"},
         {material, "of another material"},
         {layer, "on another layer"},
         {covered, "covered by a brush"},
         {distance, "too near to or too far from lights or the path"},
         {ground, "too near to or too far from walkable ground"},
         {thinned, "thinned out by a mask, patches or the soft height border"},
         {spacing, "too near to other plants"}}};
    std::stable_sort(reasons.begin(), reasons.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::string text;
    for (const auto& [count, reason] : reasons)
        if (count > 0)
            text += text.empty() ? fmt::format("{} {}", countText(count, "place", "places"), reason)
                                 : fmt::format(", {} {}", numberText(count), reason);
    return text;
}

std::size_t FoliageRejects::*refusalOf(const FoliageSpecies& species, const FoliageFace& face)
{
    const auto& type = species.type;
    const double slope = face.slope();
    if (slope < type.slopeMin || slope > type.slopeMax)
        return &FoliageRejects::slope;
    const auto& names = species.materials;
    if (!names.empty() && std::find(names.begin(), names.end(), face.material) == names.end())
        return &FoliageRejects::material;
    if (type.onLayer && type.onLayer != face.layer)
        return &FoliageRejects::layer;
    return nullptr;
}

std::size_t FoliageRejects::*
refusalAt(const FoliageSpecies& species, const Vec3d& place, std::uint16_t rank, double wanted)
{
    const auto& type = species.type;
    // Before the density, which a soft border makes 0 there.
    if (place.y < type.heightMin || place.y > type.heightMax)
        return &FoliageRejects::height;
    if (rank >= wanted * densityShareAt(species, place))
        return &FoliageRejects::thinned;
    if (species.neighbours && !species.neighbours->allow(type, place))
        return &FoliageRejects::distance;
    if (species.neighbours && !species.neighbours->allowGround(type, place))
        return &FoliageRejects::ground;
    return nullptr;
}

double densityShareAt(const FoliageSpecies& species, const Vec3d& place)
{
    const auto& type = species.type;
    double share = 1;
    if (type.heightFade > 0) {
        const double inside = std::min(place.y - type.heightMin, type.heightMax - place.y);
        share = std::clamp(inside / type.heightFade, 0.0, 1.0);
    }
    if (type.patchSize > 0 && type.patchCover < 1)
        share *= patchShare(type, species.seed, place);
    if (species.mask && share > 0)
        share *= species.mask->at(place);
    return share;
}

void poseFoliage(const FoliageType& type, FoliageInstance& instance)
{
    const auto seed = instance.seed;
    const auto between = [&](double low, double high, RandomUse use) {
        return packFoliageScale(low + (high - low) * randomOf(seed, use));
    };
    instance.scale[0] = between(type.scaleMin.x, type.scaleMax.x, ScaleX);
    instance.scale[1] = instance.scale[2] = instance.scale[0];
    if (!type.uniformScale) {
        instance.scale[1] = between(type.scaleMin.y, type.scaleMax.y, ScaleY);
        instance.scale[2] = between(type.scaleMin.z, type.scaleMax.z, ScaleZ);
    }
    instance.yaw = type.randomYaw ? static_cast<std::uint16_t>(randomOf(seed, Yaw) * 65536.0) : 0;
    const double lean = (2 * randomOf(seed, Pitch) - 1) * type.pitch / 90.0;
    instance.pitch = static_cast<std::int16_t>(std::lround(lean * 32767.0));
}

FoliageInstance
makeFoliage(const FoliageSpecies& species, const FoliageFace& face, const FoliagePlace& place)
{
    FoliageInstance instance;
    instance.position = Vec3f{face.at(place.st)};
    instance.brush = static_cast<std::uint32_t>(face.brush.value);
    instance.face = static_cast<std::uint16_t>(face.face);
    instance.normal = packFoliageNormal(face.plane.normal);
    instance.seed = place.seed;
    instance.rank = place.rank;
    instance.type = species.slot;
    poseFoliage(species.type, instance);
    return instance;
}

bool missesPlaces(const FoliageSpecies& species, std::size_t taken, std::size_t free)
{
    constexpr double MostTaken = 0.1; // kinds with lattices of their own take fewer from each other
    return !species.lattice.isShared &&
           static_cast<double>(taken) > MostTaken * static_cast<double>(taken + free);
}

bool isGap(const FoliageSpecies& species,
           const FoliageFace& face,
           const FoliageSpacing& spacing,
           const Vec2d& st)
{
    constexpr double Apart = 1.04; // places at random fill more densely than those of a lattice
    if (spacing.at(species.slot, Vec3f{face.at(st)}, Apart) != SpacingGrid::Place::Free)
        return false;
    const double reach = species.distances().own;
    bool isGap = true;
    forEachPlace(species.lattice, st - reach, st + reach, [&](const FoliagePlace& place) {
        if (!isGap || glm::length(place.st - st) >= reach || !face.contains(place.st))
            return;
        isGap = spacing.at(species.slot, Vec3f{face.at(place.st)}) == SpacingGrid::Place::Taken;
    });
    return isGap;
}
} // namespace engine
