#include "engine_core/foliage/foliage_planting.h"

#include <algorithm>

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
    Pitch
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
} // namespace

FoliageDistances FoliageSpecies::distances() const
{
    // Places of a lattice are rounded to floats when they become plants.
    constexpr double Rounding = 2e-4;
    return {std::max(type.spacing, lattice.spacing * 0.999 - Rounding), type.spacing};
}

std::vector<FoliageSpecies>
foliageSpecies(const World& world, EntityId layer, std::span<const std::uint8_t> slots)
{
    const auto* component = world.get<FoliageLayer>(layer);
    std::vector<FoliageSpecies> all;
    double weights = 0;
    for (const auto& [entity, type] : foliageTypes(world, layer)) {
        const auto slot = static_cast<std::uint8_t>(type.slot);
        if (!slots.empty() && std::find(slots.begin(), slots.end(), slot) == slots.end())
            continue;
        all.push_back({type, slot, {}, namesIn(type.materials)});
        weights += type.weight;
    }
    for (auto& species : all) {
        const auto& type = species.type;
        const double share = weights > 0 ? type.weight / weights : 0;
        species.lattice =
            makeLattice(type.density * share, type.spacing,
                        seedOf(component != nullptr ? component->seed : 1, type.seed, type.slot));
    }
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
    spacing += other.spacing;
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
} // namespace engine
