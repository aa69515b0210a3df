#include "engine_core/foliage/foliage_growth.h"

#include "engine_core/foliage/foliage_marks.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/spatial/spatial_index.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <limits>
#include <tuple>

namespace engine
{
namespace
{
/// Metres that a brush covers beyond its bounds; see FoliageFace::isCovered().
constexpr double CoverReach = 0.02;
constexpr double SamePlace = 1e-3; ///< metres: two plants of one kind nearer than this are one
/// Of marks, by kind; damaged files alone have more, and each costs a grid of its own.
constexpr std::size_t MostReaches = 1024;

std::vector<FoliageFace>
facesIn(const World& world, const SpatialIndex& index, EntityId ground, const Aabb& box)
{
    auto brushes = index.overlapping(box);
    std::sort(brushes.begin(), brushes.end());
    std::vector<FoliageFace> faces;
    for (const auto brush : brushes) {
        if (world.get<BrushComponent>(brush) == nullptr ||
            (ground && !isPartOf(world, brush, ground)))
            continue;
        auto all = foliageFaces(world, index, brush);
        std::move(all.begin(), all.end(), std::back_inserter(faces));
    }
    return faces;
}

/// Places that marks of the kinds keep bare.
class Bare
{
public:
    Bare(const FoliageInstances& standing,
         const Aabb& within,
         std::span<const FoliageSpecies> species)
    {
        for (const auto& one : species)
            m_lattices[one.slot] = {latticeName(one.lattice),
                                    one.lattice.isShared ? ownMarkReach(one)
                                                         : std::numeric_limits<double>::infinity()};
        const double reach = greatestMarkReach(standing);
        if (reach <= 0)
            return;
        const auto box = within.grown(reach);
        standing.forEachIn(box.min, box.max,
                           [&](std::size_t, std::size_t, const FoliageInstance& mark) {
                               if (mark.isMark())
                                   add(mark);
                           });
    }

    [[nodiscard]] bool holds(const FoliageInstance& plant) const
    {
        return std::any_of(m_kinds.begin(), m_kinds.end(), [&](const Kind& kind) {
            if (kind.type != plant.type)
                return false;
            const auto& lattice = m_lattices[plant.type];
            const double reach = kind.reach.isLater(plant.rank, lattice.name)
                                     ? kind.reach.reach * FoliageMarkReach::LaterFactor
                                     : std::min(kind.reach.reach, lattice.markReach);
            return kind.grid.at(plant.position, reach) != SpacingGrid::Place::Free;
        });
    }

private:
    /// Marks of one kind and one reach: few, since reaches follow from the kinds' settings.
    struct Kind
    {
        std::uint8_t type = 0;
        FoliageMarkReach reach;
        SpacingGrid grid;
    };

    void add(const FoliageInstance& mark)
    {
        const auto reach = markReach(mark);
        auto at = std::find_if(m_kinds.begin(), m_kinds.end(), [&](const Kind& kind) {
            return kind.type == mark.type && kind.reach == reach;
        });
        if (at == m_kinds.end()) {
            if (m_kinds.size() == MostReaches)
                return;
            at = m_kinds.insert(at, {mark.type, reach, SpacingGrid{2 * reach.reach}});
        }
        at->grid.add(mark.position);
    }

    struct Lattice
    {
        std::uint16_t name = 0;
        double markReach = 0; ///< metres that marks of this very lattice reach at most
    };

    std::vector<Kind> m_kinds;
    std::array<Lattice, 256> m_lattices{}; ///< by slot
};

/// Candidates of one kind, with those that are kept bare.
struct Crop
{
    std::uint8_t slot = 0;
    std::vector<FoliageInstance> plants;
    SpacingGrid grid;
};

bool outranks(const FoliageInstance& a, const FoliageInstance& b)
{
    const auto orderOf = [](const FoliageInstance& one) {
        return std::tuple{one.seed,       one.rank,       one.brush,     one.face,
                          one.position.x, one.position.y, one.position.z};
    };
    return orderOf(a) < orderOf(b);
}

class Grower
{
public:
    Grower(FoliageGrowth growth, JobControl& control)
        : m_growth{std::move(growth)}
        , m_around{m_growth.scatter.spacing}
        , m_control{control}
        , m_arena{m_growth.scatter.threads == 0 ? tbb::task_arena::automatic
                                                : static_cast<int>(m_growth.scatter.threads)}
    {
    }

    FoliageGrown grow()
    {
        FoliageGrown grown;
        grown.instances = m_growth.scatter.standing;
        grown.problem = collect(grown.rejected);
        if (!grown.problem.empty())
            return grown;
        m_control.setProgress(0.6);
        auto plants = thinned(grown.rejected);
        m_control.setProgress(0.9);
        if (!m_control.isCancelled())
            exchange(std::move(plants), grown);
        return grown;
    }

private:
    /// All places that rules and plants of other origin leave free; or why there are too many.
    /// Those that marks keep bare are marks themselves: nothing grows there, but they go on keeping
    /// others away, so that erasing some lets no others grow beside them.
    std::string collect(FoliageRejects& rejected)
    {
        auto& scatter = m_growth.scatter;
        auto candidates = foliageCandidates(scatter, m_control);
        if (!candidates)
            return candidates.error().message();
        auto& parts = *candidates;
        for (const auto& species : scatter.species)
            m_crops.push_back({species.slot, {}, SpacingGrid{2 * species.distances().own}});
        loadFixed();
        const Bare bare{*scatter.standing, scatter.within, scatter.species};
        m_arena.execute([&] {
            tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) {
                if (m_control.isCancelled())
                    return;
                std::erase_if(parts[i].instances, [&](const FoliageInstance& plant) {
                    const bool taken =
                        scatter.spacing.at(plant.type, plant.position) != SpacingGrid::Place::Free;
                    parts[i].rejected.spacing += taken ? 1U : 0U;
                    return taken;
                });
                for (auto& plant : parts[i].instances)
                    plant.flags = bare.holds(plant) ? FoliageMark : FoliageByRule;
            });
        });
        for (auto& part : parts) {
            if (m_control.isCancelled())
                break;
            rejected.add(part.rejected);
            for (const auto& plant : part.instances)
                add(plant);
            part = {};
        }
        return {};
    }

    void add(const FoliageInstance& plant)
    {
        const auto crop = std::find_if(m_crops.begin(), m_crops.end(),
                                       [&](const Crop& one) { return one.slot == plant.type; });
        crop->plants.push_back(plant);
        crop->grid.add(plant.position);
    }

    /// What stands there and was not grown by rule: all that grows keeps its distance from it. And
    /// from what an earlier version or other settings grew about the box, which stays; what the
    /// present ones grew there has its place before those in the box anyway.
    void loadFixed()
    {
        auto& scatter = m_growth.scatter;
        const auto box = scatter.within.grown(scatter.spacing.reach());
        scatter.standing->forEachIn(box.min, box.max,
                                    [&](std::size_t, std::size_t, const FoliageInstance& plant) {
                                        if (!plant.isStanding())
                                            return;
                                        if (!plant.isByRule())
                                            scatter.spacing.add(plant);
                                        else if (!isInBox(plant))
                                            m_around.add(plant);
                                    });
    }

    [[nodiscard]] bool isCrowded(std::size_t kind, const FoliageInstance& plant) const
    {
        const auto& spacing = m_growth.scatter.spacing;
        for (std::size_t other = 0; other <= kind; ++other) {
            const auto& crop = m_crops[other];
            const bool isOwn = other == kind;
            const double radius =
                std::max(spacing.between(m_crops[kind].slot, crop.slot), isOwn ? SamePlace : 0.0);
            bool crowded = false;
            if (radius > 0)
                crop.grid.forEachNear(plant.position, radius, [&](std::uint32_t index, double) {
                    crowded = crowded || !isOwn || outranks(crop.plants[index], plant);
                });
            if (crowded)
                return true;
        }
        return false;
    }

    /// Those within the box that keep their distances to all that come before them.
    std::vector<FoliageInstance> thinned(FoliageRejects& rejected)
    {
        std::vector<FoliageInstance> plants;
        for (std::size_t kind = 0; kind < m_crops.size(); ++kind) {
            const auto& all = m_crops[kind].plants;
            std::vector<std::uint8_t> kept(all.size(), 0);
            m_arena.execute([&] {
                tbb::parallel_for(std::size_t{0}, all.size(), [&](std::size_t i) {
                    kept[i] = !m_control.isCancelled() && isWanted(all[i]) &&
                                      !isCrowded(kind, all[i]) && !isCrowdedFromAround(all[i])
                                  ? 1
                                  : 0;
                });
            });
            for (std::size_t i = 0; i < all.size(); ++i)
                if (kept[i] != 0)
                    plants.push_back(all[i]);
                else if (isWanted(all[i]))
                    ++rejected.spacing;
        }
        return plants;
    }

    [[nodiscard]] bool isCrowdedFromAround(const FoliageInstance& plant) const
    {
        return m_around.at(plant.type, plant.position) != SpacingGrid::Place::Free;
    }

    [[nodiscard]] bool isInBox(const FoliageInstance& plant) const
    {
        return m_growth.box.contains(Vec3d{plant.position});
    }

    [[nodiscard]] bool isWanted(const FoliageInstance& plant) const
    {
        return !plant.isMark() && isInBox(plant);
    }

    /// Touches what differs alone, so that cells without a change stay shared.
    void exchange(std::vector<FoliageInstance> plants, FoliageGrown& grown) const
    {
        std::sort(plants.begin(), plants.end());
        const auto& standing = m_growth.scatter.standing;
        FoliageEdit edit{standing};
        std::vector<bool> stands(plants.size(), false);
        standing->forEachIn(m_growth.box.min, m_growth.box.max,
                            [&](std::size_t cell, std::size_t i, const FoliageInstance& plant) {
                                if (!plant.isByRule())
                                    return;
                                const auto at =
                                    std::lower_bound(plants.begin(), plants.end(), plant);
                                if (at != plants.end() && *at == plant) {
                                    stands[static_cast<std::size_t>(at - plants.begin())] = true;
                                    return;
                                }
                                edit.remove(cell, i);
                                ++grown.removed;
                            });
        for (std::size_t i = 0; i < plants.size(); ++i)
            if (!stands[i]) {
                edit.add(plants[i]);
                ++grown.added;
            }
        grown.instances = edit.finish();
    }

    FoliageGrowth m_growth;
    FoliageSpacing m_around; ///< what rules grew before and stays, about the box
    JobControl& m_control;
    tbb::task_arena m_arena;
    std::vector<Crop> m_crops; ///< in the order of the kinds: widest spacing first
};
} // namespace

Aabb wholeFoliage()
{
    return {Vec3d{-4 * WorldLimit}, Vec3d{4 * WorldLimit}};
}

FoliageGrowth collectGrowth(const World& world,
                            const SpatialIndex& index,
                            EntityId layer,
                            const Aabb& dirty,
                            const FoliageSurvey& survey)
{
    FoliageGrowth growth;
    auto& scatter = growth.scatter;
    scatter.species = foliageSpecies(world, layer, {}, survey);
    scatter.spacing = foliageSpacing(world, layer, scatter.species);
    scatter.standing = foliageOf(world, layer);
    double neighbours = 0;
    for (const auto& species : scatter.species)
        neighbours = std::max(neighbours, neighbourReach(species.type));
    const double reach = scatter.spacing.reach();
    growth.box =
        dirty.grown(CoverReach + neighbours + greatestMarkReach(*scatter.standing) + 2 * reach);
    scatter.within = growth.box.grown(reach + CoverReach);
    const auto* component = world.get<FoliageLayer>(layer);
    scatter.faces = facesIn(world, index, component != nullptr ? component->ground : EntityId{},
                            scatter.within);
    return growth;
}

Aabb changedExceptions(const FoliageInstances& before, const FoliageInstances& after)
{
    Aabb box;
    const auto collect = [&](const FoliageInstances& from, const FoliageInstances& other,
                             bool withMarks) {
        for (const auto& [key, chunk] : from.cells()) {
            const auto* twin = other.find(key);
            if (chunk.get() == twin)
                continue;
            for (const auto& instance : chunk->instances) {
                const bool counts =
                    instance.isStanding() ? !instance.isByRule() : withMarks && instance.isMark();
                if (!counts ||
                    (twin != nullptr &&
                     std::binary_search(twin->instances.begin(), twin->instances.end(), instance)))
                    continue;
                Aabb place;
                place.add(Vec3d{instance.position});
                box.add(instance.isMark()
                            ? place.grown(markReach(instance).reach * FoliageMarkReach::LaterFactor)
                            : place);
            }
        }
    };
    collect(before, after, true);
    collect(after, before, false);
    return box;
}

FoliageGrown growFoliage(FoliageGrowth growth, JobControl& control)
{
    return Grower{std::move(growth), control}.grow();
}
} // namespace engine
