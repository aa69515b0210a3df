#include "engine_core/foliage/foliage_scatter.h"

#include "engine_core/base/count_text.h"
#include "engine_core/scene/spatial/spatial_index.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <string_view>

namespace engine
{
namespace
{
/// Places that one piece of work tries, about.
constexpr double PlacesPerStrip = 8192;

/// A part of a face for one kind of plant: what one thread does at a time.
struct Strip
{
    const FoliageFace* face = nullptr;
    const FoliageSpecies* species = nullptr;
    Vec2d min{0}, max{0}; ///< in face coordinates
};

/// In face coordinates.
struct Rectangle
{
    Vec2d min{0}, max{0};
};

/// The part of the face's rectangle that may lie within the box.
void narrow(const FoliageFace& face, const Aabb& box, Vec2d& min, Vec2d& max)
{
    Vec2d low{std::numeric_limits<double>::infinity()};
    Vec2d high = -low;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3d p{(corner & 1) != 0 ? box.max.x : box.min.x,
                      (corner & 2) != 0 ? box.max.y : box.min.y,
                      (corner & 4) != 0 ? box.max.z : box.min.z};
        low = glm::min(low, face.coordinatesOf(p));
        high = glm::max(high, face.coordinatesOf(p));
    }
    constexpr double Rounding = 1e-3; // metres; plants are floats
    min = glm::max(min, low - Rounding);
    max = glm::min(max, high + Rounding);
}

/// What is looked at of the face; nothing outside of the box.
std::optional<Rectangle> rectangleOf(const FoliageFace& face, const Aabb& within)
{
    Rectangle part{face.min, face.max};
    if (!within.isEmpty()) {
        if (!face.bounds.intersects(within))
            return {};
        narrow(face, within, part.min, part.max);
    }
    if (part.max.x <= part.min.x || part.max.y <= part.min.y)
        return {};
    return part;
}

/// Places of the kind in it, about.
double placesIn(const Rectangle& part, const FoliageSpecies& species)
{
    const auto size = part.max - part.min;
    return size.x * size.y * species.lattice.density();
}

void addStrips(const FoliageFace& face,
               const FoliageSpecies& species,
               const Aabb& within,
               std::vector<Strip>& strips)
{
    const auto part = rectangleOf(face, within);
    if (!part)
        return;
    const auto size = part->max - part->min;
    const double places = placesIn(*part, species);
    const auto count = static_cast<std::size_t>(std::ceil(std::max(places / PlacesPerStrip, 1.0)));
    for (std::size_t i = 0; i < count; ++i) {
        const auto at = [&](std::size_t k) {
            return part->min.y + size.y * (static_cast<double>(k) / static_cast<double>(count));
        };
        strips.push_back({&face, &species, {part->min.x, at(i)}, {part->max.x, at(i + 1)}});
    }
}

/// The brushes that may cover this part of the face.
FoliageFace withCoversOf(const Strip& strip)
{
    Aabb box;
    for (const auto& st :
         {strip.min, Vec2d{strip.max.x, strip.min.y}, strip.max, Vec2d{strip.min.x, strip.max.y}})
        box.add(strip.face->at(st));
    auto face = *strip.face;
    std::erase_if(face.covers,
                  [&](const auto& brush) { return !brush->bounds().grown(1).intersects(box); });
    return face;
}

/// Places of one kind that nothing else keeps bare.
struct Places
{
    std::size_t taken = 0;
    std::size_t free = 0;
};

/// Between the places of the kind, on all faces; see missesPlaces().
void fillGaps(FoliageScatter& scatter,
              const FoliageSpecies& species,
              const JobControl& control,
              std::vector<FoliageInstance>& planted)
{
    for (const auto& face : scatter.faces) {
        const auto part = rectangleOf(face, scatter.within);
        if (!part || refusalOf(species, face) != nullptr)
            continue;
        forEachBetween(species, part->min, part->max, [&](const FoliagePlace& place) {
            const auto p = face.at(place.st);
            if (control.isCancelled() || !face.contains(place.st) ||
                (!scatter.within.isEmpty() && !scatter.within.contains(p)) ||
                refusalAt(species, p, place.rank, species.lattice.count) != nullptr ||
                !isGap(species, face, scatter.spacing, place.st) || face.isCovered(p))
                return;
            planted.push_back(makeFoliage(species, face, place));
            scatter.spacing.add(planted.back());
        });
    }
}

/// All that the rules allow there, before plants keep their distances.
FoliagePlanted plantStrip(const Strip& strip, const Aabb& within)
{
    FoliagePlanted planted;
    const auto face = withCoversOf(strip);
    const auto& species = *strip.species;
    const auto refusal = refusalOf(species, face);
    auto& rejected = planted.rejected;
    planted.instances.reserve(refusal ? 0 : static_cast<std::size_t>(PlacesPerStrip));
    forEachPlace(species.lattice, strip.min, strip.max, [&](const FoliagePlace& place) {
        if (!face.contains(place.st))
            return;
        const auto p = face.at(place.st);
        if (!within.isEmpty() && !within.contains(p))
            return;
        if (refusal)
            ++(rejected.*refusal);
        else if (const auto rule = refusalAt(species, p, place.rank, species.lattice.count))
            ++(rejected.*rule);
        else if (face.isCovered(p))
            ++rejected.covered;
        else
            planted.instances.push_back(makeFoliage(species, face, place));
    });
    return planted;
}
} // namespace

FoliageScatter collectScatter(const World& world,
                              const SpatialIndex& index,
                              EntityId layer,
                              std::span<const EntityId> brushes,
                              std::span<const std::uint8_t> slots,
                              const FoliageSurvey& survey)
{
    FoliageScatter scatter;
    for (const auto brush : brushes) {
        auto faces = foliageFaces(world, index, brush);
        std::move(faces.begin(), faces.end(), std::back_inserter(scatter.faces));
    }
    scatter.species = foliageSpecies(world, layer, slots, survey);
    scatter.spacing = foliageSpacing(world, layer, scatter.species);
    scatter.standing = foliageOf(world, layer);
    return scatter;
}

double expectedPlants(const FoliageScatter& scatter)
{
    constexpr int Samples = 32; // along a side of the face's rectangle
    double plants = 0;
    for (const auto& species : scatter.species)
        for (const auto& face : scatter.faces) {
            if (refusalOf(species, face) != nullptr)
                continue;
            const auto step = (face.max - face.min) / double{Samples};
            double share = 0;
            for (int y = 0; y < Samples; ++y)
                for (int x = 0; x < Samples; ++x) {
                    const auto st = face.min + step * Vec2d{x + 0.5, y + 0.5};
                    const auto p = face.at(st);
                    if (face.contains(st) &&
                        (scatter.within.isEmpty() || scatter.within.contains(p)))
                        share += densityShareAt(species, p);
                }
            plants += share * step.x * step.y * species.lattice.density();
        }
    return plants;
}

double placesTried(const FoliageScatter& scatter)
{
    double places = 0;
    for (const auto& face : scatter.faces)
        if (const auto part = rectangleOf(face, scatter.within))
            for (const auto& species : scatter.species)
                places += placesIn(*part, species);
    return places;
}

Result<std::vector<FoliagePlanted>> foliageCandidates(const FoliageScatter& scatter,
                                                      JobControl& control)
{
    const auto tooMany = [](std::string_view what, std::size_t most) {
        return Error{"more than {} {} at once; lower the density of its kinds, or choose a smaller "
                     "ground for it",
                     numberText(most), what};
    };
    if (placesTried(scatter) > scatter.mostTried)
        return tooMany("places would be tried", static_cast<std::size_t>(scatter.mostTried));
    std::vector<Strip> strips;
    for (const auto& species : scatter.species)
        for (const auto& face : scatter.faces)
            addStrips(face, species, scatter.within, strips);
    std::vector<FoliagePlanted> parts(strips.size());
    std::atomic<std::size_t> found{0};
    tbb::task_arena arena{scatter.threads == 0 ? tbb::task_arena::automatic
                                               : static_cast<int>(scatter.threads)};
    arena.execute([&] {
        tbb::parallel_for(std::size_t{0}, strips.size(), [&](std::size_t i) {
            if (control.isCancelled() || found.load(std::memory_order_relaxed) > scatter.most)
                return;
            parts[i] = plantStrip(strips[i], scatter.within);
            found.fetch_add(parts[i].instances.size(), std::memory_order_relaxed);
        });
    });
    if (found > scatter.most)
        return tooMany("plants would grow", scatter.most);
    return parts;
}

FoliagePlanted scatterFoliage(FoliageScatter scatter, JobControl& control)
{
    auto candidates = foliageCandidates(scatter, control);
    if (!candidates)
        return {.instances = {}, .rejected = {}, .problem = candidates.error().message()};
    auto& parts = *candidates;
    Aabb bounds;
    for (const auto& face : scatter.faces)
        bounds.add(face.bounds);
    // Plants keep their distance in one fixed order, so that threads make no difference.
    FoliagePlanted planted;
    if (scatter.standing && !bounds.isEmpty())
        scatter.spacing.load(*scatter.standing, bounds.min, bounds.max);
    std::array<Places, 256> places{};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        planted.rejected.add(parts[i].rejected);
        for (const auto& instance : parts[i].instances) {
            const auto place = scatter.spacing.at(instance.type, instance.position);
            auto& count = places[instance.type];
            ++(place == SpacingGrid::Place::Taken ? count.taken : count.free);
            if (place == SpacingGrid::Place::Taken)
                ++planted.rejected.spacing;
            if (place != SpacingGrid::Place::Free)
                continue;
            scatter.spacing.add(instance);
            planted.instances.push_back(instance);
        }
        control.setProgress(static_cast<double>(i + 1) / static_cast<double>(parts.size()));
        parts[i] = {};
    }
    for (const auto& species : scatter.species)
        if (const auto& count = places[species.slot];
            missesPlaces(species, count.taken, count.free))
            fillGaps(scatter, species, control, planted.instances);
    return planted;
}
} // namespace engine
