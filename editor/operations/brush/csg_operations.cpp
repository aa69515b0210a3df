#include "editor/operations/brush/csg_operations.h"

#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/brush_parts.h"
#include "editor/operations/brush/brush_space.h"
#include "engine_core/base/count_text.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"

#include <algorithm>
#include <map>
#include <unordered_set>

namespace editor
{
using engine::Brush;
using engine::Error;
using engine::Result;
using engine::World;

namespace
{
std::string countOf(std::size_t brushes)
{
    return engine::countText(brushes, "brush", "brushes");
}

std::string nameOf(const World& world, EntityId entity)
{
    const auto* node = world.get<engine::Node>(entity);
    return node != nullptr ? node->name : std::string{};
}

/// Takes the brush away, and its entity if nothing else hangs on it.
void removeBrush(Transaction& transaction, EntityId entity)
{
    if (transaction.world().children(entity).empty())
        transaction.destroy(entity);
    else
        transaction.remove<engine::BrushComponent>(entity);
}

/// Puts the parts in the brush's place, noting all that in the outcome.
void replaceByParts(Transaction& transaction,
                    EntityId entity,
                    std::vector<Brush> parts,
                    CsgOutcome& outcome)
{
    ++outcome.before;
    outcome.after += parts.size();
    if (parts.empty()) {
        removeBrush(transaction, entity);
        return;
    }
    setBrush(transaction, entity, std::move(parts.front()));
    outcome.brushes.push_back(entity);
    for (auto& part : std::span{parts}.subspan(1))
        outcome.brushes.push_back(addBrushPart(transaction, entity, std::move(part)));
}

Result<std::vector<EntityId>>
brushesToWorkOn(const World& world, std::span<const EntityId> entities, std::size_t atLeast)
{
    auto brushes = brushesAmong(world, entities);
    if (brushes.empty())
        return Error{"No brush is selected that is visible and unlocked"};
    if (brushes.size() < atLeast)
        return Error{"Select at least {} brushes", atLeast};
    return brushes;
}

/// What the cutters may cut: brushes whose bounds touch theirs, by id.
std::vector<EntityId> touchedBrushes(const World& world,
                                     const engine::SpatialIndex& index,
                                     const std::vector<EntityId>& cutters,
                                     EntityId openGroup)
{
    const std::unordered_set<EntityId> isCutter{cutters.begin(), cutters.end()};
    std::vector<EntityId> touched;
    for (const auto cutter : cutters)
        for (const auto entity : index.overlapping(engine::boundsOf(world, cutter)))
            if (!isCutter.contains(entity) && brushOf(world, entity) &&
                isOpenToEdits(world, entity, openGroup))
                touched.push_back(entity);
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    return touched;
}

/// The cutters as seen from where the brushes stand; the same list again for those that stand in
/// the same space, which is most of them.
class CuttersInSpace
{
public:
    CuttersInSpace(const World& world, const std::vector<EntityId>& cutters)
        : m_world{world}, m_cutters{cutters}
    {
    }

    Result<std::span<const Brush>> from(const engine::Transform& space)
    {
        if (m_space == space)
            return std::span<const Brush>{m_brushes};
        m_space.reset();
        m_brushes.clear();
        for (const auto cutter : m_cutters) {
            auto brush = brushBetweenSpaces(*brushOf(m_world, cutter),
                                            engine::worldTransform(m_world, cutter), space);
            if (!brush)
                return brush.error();
            m_brushes.push_back(*std::move(brush));
        }
        m_space = space;
        return std::span<const Brush>{m_brushes};
    }

private:
    const World& m_world;
    const std::vector<EntityId>& m_cutters;
    std::optional<engine::Transform> m_space;
    std::vector<Brush> m_brushes;
};

/// All brushes as the first one's space sees them.
Result<std::vector<Brush>> inSpaceOfFirst(const World& world, const std::vector<EntityId>& entities)
{
    const auto space = engine::worldTransform(world, entities.front());
    std::vector<Brush> brushes;
    for (const auto entity : entities) {
        auto brush = brushBetweenSpaces(*brushOf(world, entity),
                                        engine::worldTransform(world, entity), space);
        if (!brush)
            return brush.error();
        brushes.push_back(*std::move(brush));
    }
    return brushes;
}

CsgOutcome joinInto(Transaction& transaction, const std::vector<EntityId>& entities, Brush brush)
{
    setBrush(transaction, entities.front(), std::move(brush));
    for (const auto entity : std::span{entities}.subspan(1))
        if (transaction.world().exists(entity)) // or it went with what it was part of
            removeBrush(transaction, entity);
    return {entities.size(), 1, {entities.front()}, {}};
}

/// The walls are as thick as told in the world, however the brush's space is scaled.
Result<std::vector<Brush>>
wallsOf(const Brush& brush, const engine::Transform& space, const HollowOptions& options)
{
    const auto inWorld = brushBetweenSpaces(brush, space, {});
    if (!inWorld)
        return inWorld.error();
    auto walls = engine::hollow(*inWorld, options.thickness, options.side, options.joint);
    for (std::size_t i = 0; walls && i < walls->size(); ++i) {
        auto wall = brushBetweenSpaces((*walls)[i], {}, space);
        if (!wall)
            return wall.error();
        (*walls)[i] = *std::move(wall);
    }
    return walls;
}

/// The sides that a clip keeps.
std::vector<Brush> keptSides(engine::SplitBrush sides, ClipKeep keep)
{
    std::vector<Brush> kept;
    if (sides.behind && keep != ClipKeep::Front)
        kept.push_back(*std::move(sides.behind));
    if (sides.front && keep != ClipKeep::Behind)
        kept.push_back(*std::move(sides.front));
    return kept;
}
} // namespace

std::string CsgOutcome::text() const
{
    auto result = after == 0 ? fmt::format("{} removed", countOf(before))
                             : fmt::format("{} became {}", countOf(before), after);
    if (!skipped.empty())
        result += fmt::format("; {} stayed whole: {}", countOf(skipped.size()), skipped.front());
    return result;
}

Result<CsgOutcome> subtractBrushes(Transaction& transaction,
                                   const engine::SpatialIndex& index,
                                   std::span<const EntityId> entities,
                                   Cutters cutters,
                                   engine::Name material,
                                   EntityId openGroup)
{
    const auto& world = transaction.world();
    const auto chosen = brushesToWorkOn(world, entities, 1);
    if (!chosen)
        return Error{"Select the brushes to cut others with first"};
    const auto touched = touchedBrushes(world, index, *chosen, openGroup);
    if (touched.empty())
        return Error{"The selection touches no other brush that is visible and unlocked{}",
                     openGroup ? " in the open group" : ""};
    CuttersInSpace cuttersInSpace{world, *chosen};
    CsgOutcome outcome;
    for (const auto entity : touched) {
        const auto seen = cuttersInSpace.from(engine::worldTransform(world, entity));
        if (!seen)
            return seen.error();
        auto cut = engine::subtract(*brushOf(world, entity), *seen, material);
        if (!cut)
            outcome.skipped.push_back(
                fmt::format("{}: {}", nameOf(world, entity), cut.error().message()));
        else if (cut->isCut)
            replaceByParts(transaction, entity, std::move(cut->fragments), outcome);
    }
    if (outcome.before == 0)
        return outcome.skipped.empty()
                   ? Error{"The selection does not reach into any brush that is visible and "
                           "unlocked"}
                   : Error{"Nothing was cut. {}", outcome.skipped.front()};
    if (cutters == Cutters::Remove)
        for (const auto cutter : *chosen)
            if (transaction.world().exists(cutter))
                removeBrush(transaction, cutter);
    return outcome;
}

Result<CsgOutcome> intersectBrushes(Transaction& transaction, std::span<const EntityId> entities)
{
    const auto chosen = brushesToWorkOn(transaction.world(), entities, 2);
    if (!chosen)
        return chosen.error();
    const auto brushes = inSpaceOfFirst(transaction.world(), *chosen);
    if (!brushes)
        return brushes.error();
    auto common = engine::intersect(*brushes);
    if (!common)
        return Error{"The selected brushes have no space that all of them share"};
    return joinInto(transaction, *chosen, *std::move(common));
}

Result<CsgOutcome>
mergeBrushes(Transaction& transaction, std::span<const EntityId> entities, engine::Name material)
{
    const auto chosen = brushesToWorkOn(transaction.world(), entities, 2);
    if (!chosen)
        return chosen.error();
    const auto brushes = inSpaceOfFirst(transaction.world(), *chosen);
    if (!brushes)
        return brushes.error();
    auto hull = engine::mergeConvex(*brushes, material);
    if (!hull)
        return hull.error().withContext("The brushes cannot be merged");
    return joinInto(transaction, *chosen, *std::move(hull));
}

Result<CsgOutcome> hollowBrushes(Transaction& transaction,
                                 std::span<const EntityId> entities,
                                 const HollowOptions& options)
{
    const auto& world = transaction.world();
    const auto chosen = brushesToWorkOn(world, entities, 1);
    if (!chosen)
        return chosen.error();
    CsgOutcome outcome;
    for (const auto entity : *chosen) {
        auto walls =
            wallsOf(*brushOf(world, entity), engine::worldTransform(world, entity), options);
        if (walls)
            replaceByParts(transaction, entity, *std::move(walls), outcome);
        else
            outcome.skipped.push_back(walls.error().message());
    }
    if (outcome.before == 0)
        return Error{outcome.skipped.front()};
    return outcome;
}

namespace
{
/// Of most faces.
engine::Name commonMaterial(const engine::Brush& brush)
{
    std::map<engine::Name, int> counts;
    for (const auto& face : brush.faces())
        ++counts[face.material];
    return std::max_element(counts.begin(), counts.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
}
} // namespace

Result<CsgOutcome> clipBrushes(Transaction& transaction,
                               std::span<const EntityId> entities,
                               const engine::Plane& plane,
                               ClipKeep keep,
                               const engine::CutLook& look)
{
    const auto& world = transaction.world();
    const auto chosen = brushesToWorkOn(world, entities, 1);
    if (!chosen)
        return chosen.error();
    const engine::BrushFace cut{plane, look.material,
                                look.uv.value_or(engine::worldAlignedUv(plane.normal))};
    CsgOutcome outcome;
    bool isCut = false;
    for (const auto entity : *chosen) {
        const auto inSpace = faceInSpace(cut, engine::worldTransform(world, entity));
        const auto& brush = *brushOf(world, entity);
        const auto material = cut.material.isEmpty() ? commonMaterial(brush) : cut.material;
        auto sides = engine::split(brush, inSpace.plane, {material, inSpace.uv});
        if (!sides)
            return sides.error().withContext("'{}' cannot be clipped", nameOf(world, entity));
        const bool isCutHere = sides->front && sides->behind;
        auto kept = keptSides(*std::move(sides), keep);
        if (isCutHere || kept.empty())
            replaceByParts(transaction, entity, std::move(kept), outcome);
        else
            outcome.brushes.push_back(entity);
        isCut = isCut || isCutHere;
    }
    if (!isCut)
        return Error{"The cut does not go through any of the selected brushes"};
    return outcome;
}
} // namespace editor
