#include "engine_core/foliage/foliage_stroke.h"

#include "engine_core/base/count_text.h"
#include "engine_core/foliage/face_cache.h"
#include "engine_core/foliage/foliage_scatter.h"
#include "engine_core/scene/spatial/spatial_index.h"

#include <algorithm>
#include <tuple>

namespace engine
{
namespace
{
/// Faces that look farther away from the painted one than by this cosine are left alone.
constexpr double FacingCosine = 0.2;

constexpr std::uint32_t EraseOrder = 31; ///< a use of randomOf()

bool names(std::span<const std::uint8_t> slots, std::uint8_t slot)
{
    return slots.empty() || std::find(slots.begin(), slots.end(), slot) != slots.end();
}

Aabb reachOf(const Vec3d& from, const Vec3d& to, double radius)
{
    Aabb box;
    box.add(from);
    box.add(to);
    return box.grown(radius);
}

/// Of plants that the brush reaches: visit(cell, index, instance, weight).
template <typename Visit>
void forEachUnder(const FoliageInstances& standing,
                  const StrokePoint& from,
                  const StrokePoint& to,
                  const FoliageBrush& brush,
                  std::span<const std::uint8_t> slots,
                  const Visit& visit)
{
    const auto box = reachOf(from.position, to.position, brush.radius);
    standing.forEachIn(
        box.min, box.max, [&](std::size_t cell, std::size_t i, const FoliageInstance& instance) {
            if (!instance.isStanding() || !names(slots, instance.type) ||
                brush.leavesAlone(EntityId{instance.brush}))
                return;
            const double weight =
                brushWeight(brush, from.position, to.position, Vec3d{instance.position});
            if (weight > 0)
                visit(cell, i, instance, weight);
        });
}

/// A plant that is brought up to the settings of its kind.
struct Reapplied
{
    std::size_t cell = 0, index = 0; ///< among those that stand
    const FoliageInstance* plant = nullptr;
    std::ptrdiff_t order = 0; ///< of its kind: those that keep the widest distances come first
    bool grows = true;
};

/// Takes away what stands too near to others, in the order in which plants come as they grow: by
/// kind, then by rank. What is not reapplied has its place first. `under` is as forEachIn() goes.
void keepSpacing(FoliageSpacing spacing,
                 const FoliageInstances& standing,
                 const Aabb& box,
                 std::vector<Reapplied>& under)
{
    if (spacing.reach() == 0 || under.empty())
        return;
    const auto around = box.grown(spacing.reach());
    auto next = under.begin();
    standing.forEachIn(around.min, around.max,
                       [&](std::size_t cell, std::size_t i, const FoliageInstance& instance) {
                           if (next != under.end() && next->cell == cell && next->index == i)
                               ++next;
                           else if (instance.isStanding())
                               spacing.add(instance);
                       });
    std::sort(under.begin(), under.end(), [](const Reapplied& a, const Reapplied& b) {
        return std::tie(a.order, a.plant->rank, *a.plant) <
               std::tie(b.order, b.plant->rank, *b.plant);
    });
    for (auto& each : under) {
        each.grows = each.grows &&
                     spacing.at(each.plant->type, each.plant->position) == SpacingGrid::Place::Free;
        if (each.grows)
            spacing.add(*each.plant);
    }
}

/// Plants of the kind with lower ranks than that are not too many. It may have been planted alone,
/// as `kind` says, or along with others of its mix: what either leaves it is no cause to go.
/// Between tiles of another width ranks tell nothing.
double ranksOf(const FoliageSpecies& kind, std::span<const FoliageTypeEntry> all)
{
    const auto& type = kind.type;
    const double along = type.density * shareInMix(type, all);
    if (along == kind.density)
        return kind.lattice.count;
    const auto own = makeLattice(kind.density, type.spacing, kind.seed);
    const auto other = makeLattice(along, type.spacing, kind.seed);
    return own.side == other.side ? std::max(own.count, other.count) : PointTile::Count;
}

void forgetMarks(const FoliageInstances& standing,
                 const StrokePoint& from,
                 const StrokePoint& to,
                 const FoliageBrush& brush,
                 std::span<const std::uint8_t> slots,
                 FoliageEdit& edit)
{
    if (standing.marks() == 0)
        return;
    const auto box = reachOf(from.position, to.position, brush.radius);
    standing.forEachIn(
        box.min, box.max, [&](std::size_t cell, std::size_t i, const FoliageInstance& mark) {
            if (mark.isMark() && names(slots, mark.type) &&
                !brush.leavesAlone(EntityId{mark.brush}) &&
                brushWeight(brush, from.position, to.position, Vec3d{mark.position}) > 0)
                edit.remove(cell, i);
        });
}
} // namespace

double brushWeight(const FoliageBrush& brush, const Vec3d& from, const Vec3d& to, const Vec3d& at)
{
    const auto along = to - from;
    const double length = glm::dot(along, along);
    const double t = length > 0 ? std::clamp(glm::dot(at - from, along) / length, 0.0, 1.0) : 0.0;
    const double distance = glm::length(at - (from + along * t)) / brush.radius;
    if (distance >= 1)
        return 0;
    const double full = 1 - brush.falloff;
    if (distance <= full)
        return brush.strength;
    const double down = (1 - distance) / brush.falloff;
    return brush.strength * down * down * (3 - 2 * down);
}

FoliageBrush FoliageBrush::pressed(double pressure) const
{
    auto brush = *this;
    pressure = std::clamp(pressure, 0.0, 1.0);
    if (pressureSizes)
        brush.radius *= std::max(pressure, 0.1);
    if (pressureStrengthens)
        brush.strength *= pressure;
    return brush;
}

FoliageStroke::FoliageStroke(const World& world,
                             const SpatialIndex& index,
                             EntityId layer,
                             std::span<const std::uint8_t> slots,
                             const FoliageBrush& brush,
                             const FoliageSurvey& survey)
    : m_world{world}
    , m_index{index}
    , m_brush{brush}
    , m_species{foliageSpecies(world, layer, slots, survey)}
    , m_spacing{foliageSpacing(world, layer, m_species)}
    , m_standing{foliageOf(world, layer)}
{
}

double FoliageStroke::density() const
{
    double density = 0;
    for (const auto& species : m_species)
        density += species.lattice.density();
    return density;
}

Result<void> FoliageStroke::checkRoom() const
{
    if (Pi * m_brush.radius * m_brush.radius * density() <= double{MostPlantsAtOnce})
        return {};
    return Error{
        "more than {} plants would grow at once; lower the density of its kinds, or take a "
        "smaller brush",
        numberText(MostPlantsAtOnce)};
}

void FoliageStroke::narrowTo(double places)
{
    const double radius = std::sqrt(places / (Pi * density())); // infinite if nothing grows
    if (radius >= m_brush.radius)
        return;
    m_brush.radius = radius;
    m_brush.falloff = 0;
}

const std::vector<FoliageFace>& FoliageStroke::facesOf(EntityId brush)
{
    const auto known = m_faces.find(brush);
    return known != m_faces.end()
               ? known->second
               : m_faces.emplace(brush, foliageFaces(m_world, m_index, brush)).first->second;
}

std::vector<FoliageInstance> FoliageStroke::extend(const StrokePoint& point)
{
    const auto from = m_last ? m_last->position : point.position;
    m_last = point;
    const auto brush = m_brush.pressed(point.pressure);
    const auto box = reachOf(from, point.position, brush.radius);
    m_spacing.load(*m_standing, box.min, box.max);
    auto brushes = m_index.overlapping(box);
    std::erase_if(brushes, [&](EntityId solid) { return brush.leavesAlone(solid); });
    std::sort(brushes.begin(), brushes.end());
    std::vector<FoliageInstance> added;
    for (const auto& species : m_species)
        for (const auto solid : brushes)
            for (const auto& face : facesOf(solid))
                if (face.bounds.intersects(box) &&
                    glm::dot(face.plane.normal, point.normal) > FacingCosine)
                    plant(face, species, brush, from, point.position, added);
    return added;
}

void FoliageStroke::plant(const FoliageFace& face,
                          const FoliageSpecies& species,
                          const FoliageBrush& brush,
                          const Vec3d& from,
                          const Vec3d& to,
                          std::vector<FoliageInstance>& added)
{
    const auto a = face.coordinatesOf(from);
    const auto b = face.coordinatesOf(to);
    const auto min = glm::max(glm::min(a, b) - brush.radius, face.min);
    const auto max = glm::min(glm::max(a, b) + brush.radius, face.max);
    const auto refusal = refusalOf(species, face);
    std::size_t taken = 0;
    std::size_t free = 0;
    const auto isUnder = [&](const FoliagePlace& place, double wanted) {
        return place.rank < wanted && face.contains(place.st);
    };
    const auto add = [&](const FoliagePlace& place) {
        added.push_back(makeFoliage(species, face, place));
        m_spacing.add(added.back());
    };
    forEachPlace(species.lattice, min, max, [&](const FoliagePlace& place) {
        const auto p = face.at(place.st);
        const double wanted = species.lattice.count * brushWeight(brush, from, to, p);
        if (!isUnder(place, wanted))
            return;
        if (refusal) {
            ++(m_rejected.*refusal);
            return;
        }
        if (const auto rule = refusalAt(species, p, place.rank, wanted)) {
            ++(m_rejected.*rule);
            return;
        }
        const auto here = m_spacing.at(species.slot, Vec3f{p});
        ++(here == SpacingGrid::Place::Taken ? taken : free);
        if (here != SpacingGrid::Place::Free)
            return;
        if (face.isCovered(p))
            ++m_rejected.covered;
        else
            add(place);
    });
    m_rejected.spacing += taken;
    if (!missesPlaces(species, taken, free))
        return;
    forEachBetween(species, min, max, [&](const FoliagePlace& place) {
        const auto p = face.at(place.st);
        const double wanted = species.lattice.count * brushWeight(brush, from, to, p);
        if (isUnder(place, wanted) && refusalAt(species, p, place.rank, wanted) == nullptr &&
            isGap(species, face, m_spacing, place.st) && !face.isCovered(p))
            add(place);
    });
}

void eraseFoliage(const FoliageInstances& standing,
                  const StrokePoint& from,
                  const StrokePoint& to,
                  const FoliageBrush& brush,
                  std::span<const std::uint8_t> slots,
                  FoliageEdit& edit,
                  const FoliageMarks& marks)
{
    forEachUnder(standing, from, to, brush, slots,
                 [&](std::size_t cell, std::size_t i, const FoliageInstance& instance, double w) {
                     if (randomOf(instance.seed, EraseOrder) >= w)
                         return;
                     edit.remove(cell, i);
                     if (const auto mark = marks.markFor(instance))
                         edit.add(*mark);
                 });
}

void reapplyFoliage(const World& world,
                    const SpatialIndex& index,
                    EntityId layer,
                    const StrokePoint& from,
                    const StrokePoint& to,
                    const FoliageBrush& brush,
                    std::span<const std::uint8_t> slots,
                    FoliageEdit& edit,
                    const FoliageSurvey& survey)
{
    const auto standing = foliageOf(world, layer);
    forgetMarks(*standing, from, to, brush, slots, edit);
    const auto species = foliageSpecies(world, layer, slots, survey);
    const auto all = foliageTypes(world, layer);
    std::vector<double> ranks;
    for (const auto& kind : species)
        ranks.push_back(ranksOf(kind, all));
    FaceCache faces{world, index};
    std::vector<Reapplied> under;
    forEachUnder(*standing, from, to, brush, slots,
                 [&](std::size_t cell, std::size_t i, const FoliageInstance& instance, double) {
                     const auto kind =
                         std::find_if(species.begin(), species.end(),
                                      [&](const auto& each) { return each.slot == instance.type; });
                     const auto* face = faces.find(instance);
                     if (instance.isByHand() || instance.isByRule() || kind == species.end() ||
                         face == nullptr)
                         return;
                     const Vec3d place{instance.position};
                     const auto order = kind - species.begin();
                     const bool grows =
                         refusalOf(*kind, *face) == nullptr &&
                         refusalAt(*kind, place, instance.rank,
                                   ranks[static_cast<std::size_t>(order)]) == nullptr;
                     under.push_back({cell, i, &instance, order, grows});
                 });
    keepSpacing(foliageSpacing(world, layer, {}), *standing,
                reachOf(from.position, to.position, brush.radius), under);
    for (const auto& each : under) {
        auto changed = *each.plant;
        poseFoliage(species[static_cast<std::size_t>(each.order)].type, changed);
        if (each.grows && changed == *each.plant)
            continue;
        edit.remove(each.cell, each.index);
        if (each.grows)
            edit.add(changed);
    }
}
} // namespace engine
