#include "engine_core/lighting/bake_plants.h"

#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/spatial/mesh_source.h"
#include "engine_core/scene/world/world.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

namespace engine
{
namespace
{
/// The kinds of a layer that throw shadows, by slot; null for others.
using Casters = std::array<std::shared_ptr<const FoliageType>, 256>;

Casters castersOf(const World& world, EntityId layer)
{
    Casters casters;
    if (world.get<FoliageLayer>(layer) == nullptr || isLeftOut(world, layer))
        return casters;
    for (const auto& [entity, type] : foliageTypes(world, layer))
        if (type.castShadows && type.kind == FoliageKind::Mesh && !type.mesh.path.empty())
            casters[static_cast<std::size_t>(type.slot)] =
                std::make_shared<const FoliageType>(type);
    return casters;
}

/// Whether plants of both kinds throw the same shadows.
bool isSameCaster(const FoliageType* a, const FoliageType* b)
{
    if (a == nullptr || b == nullptr)
        return a == b;
    return a->mesh == b->mesh && a->offset == b->offset && a->alignToNormal == b->alignToNormal &&
           a->maxAngle == b->maxAngle;
}

Aabb boundsAt(const MeshShape& mesh, const FoliagePose& pose)
{
    Aabb box;
    const auto& local = mesh.bounds();
    for (int corner = 0; corner < 8; ++corner)
        box.add(pose.turn * Vec3d{(corner & 1) != 0 ? local.max.x : local.min.x,
                                  (corner & 2) != 0 ? local.max.y : local.min.y,
                                  (corner & 4) != 0 ? local.max.z : local.min.z} +
                pose.place);
    return box;
}

/// Its bytes rather than its pose: sines need not be the same on every machine.
void addPose(Hasher& hasher, const FoliageInstance& plant)
{
    hasher.add(plant.position.x).add(plant.position.y).add(plant.position.z);
    hasher.add(plant.normal[0]).add(plant.normal[1]).add(plant.yaw).add(plant.pitch);
    for (const auto axis : plant.scale)
        hasher.add(axis);
}

void addCell(const FoliageChunk& chunk,
             const Casters& casters,
             const MeshSource& source,
             std::vector<BakePlants>& all)
{
    // Instances of one kind lie in a row.
    const auto& plants = chunk.instances;
    for (std::size_t first = 0; first < plants.size();) {
        auto end = first;
        while (end < plants.size() && plants[end].type == plants[first].type)
            ++end;
        if (const auto& type = casters[plants[first].type]) {
            BakePlants group{source.mesh(type->mesh.path), {}, {}, 0};
            Hasher hasher;
            hasher.add(group.mesh->hash());
            hasher.add(type->offset).add(type->alignToNormal).add(type->maxAngle);
            for (auto i = first; i < end; ++i) {
                if (!plants[i].isStanding())
                    continue;
                const auto pose = foliagePose(*type, plants[i]);
                group.bounds.add(boundsAt(*group.mesh, pose));
                addPose(hasher, plants[i]);
                group.poses.push_back(pose);
            }
            group.hash = hasher.result();
            if (!group.poses.empty())
                all.push_back(std::move(group));
        }
        first = end;
    }
}

/// What an upright plant of a kind takes up at scale 1, however it is turned about its own axis.
struct Stem
{
    double radius = 0;
    double low = 0, high = 0;
};

std::array<Stem, 256> stemsOf(const Casters& casters, const MeshSource& source)
{
    std::array<Stem, 256> stems{};
    for (std::size_t slot = 0; slot < casters.size(); ++slot) {
        if (!casters[slot])
            continue;
        const auto box = source.shown(casters[slot]->mesh.path)->bounds();
        const auto far = glm::max(glm::abs(box.min), glm::abs(box.max));
        stems[slot] = {std::hypot(far.x, far.z), box.min.y, box.max.y};
    }
    return stems;
}

/// Plants of one kind side by side: what says how much room they take up together, found without
/// their poses.
class Patch
{
public:
    void add(const FoliageInstance& plant)
    {
        m_low = glm::min(m_low, plant.position);
        m_high = glm::max(m_high, plant.position);
        for (const auto axis : plant.scale)
            m_scale = std::max(m_scale, axis);
        m_pitch = std::max(m_pitch, std::abs(int{plant.pitch}));
        if (plant.normal != m_normal) { // most stand on one face
            m_normal = plant.normal;
            const auto normal = foliageNormal(plant);
            m_tilt = std::max(m_tilt, normal.y > 0 ? std::hypot(normal.x, normal.z) : 1);
        }
    }

    /// Not smaller than the plants; empty without any.
    [[nodiscard]] Aabb bounds(const Stem& stem, const FoliageType& type) const
    {
        if (m_scale == 0)
            return {};
        constexpr double ScaleSteps = 4096;
        const double scale = m_scale / ScaleSteps;
        // Not less than the sine of how far one may lean.
        const double lean = m_pitch / 32767.0 * Pi / 2 + (type.alignToNormal ? m_tilt : 0);
        const double tall = std::max(std::abs(stem.low), std::abs(stem.high));
        const Aabb feet{Vec3d{m_low} + Vec3d{0, type.offset, 0},
                        Vec3d{m_high} + Vec3d{0, type.offset, 0}};
        if (lean >= 1) // it may lie, or hang
            return feet.grown(scale * std::hypot(stem.radius, tall));
        const double wide = scale * (stem.radius + tall * lean);
        const double rim = stem.radius * lean;
        return {feet.min + Vec3d{-wide, scale * (std::min(stem.low, 0.0) - rim), -wide},
                feet.max + Vec3d{wide, scale * (std::max(stem.high, 0.0) + rim), wide}};
    }

private:
    Vec3f m_low{std::numeric_limits<float>::infinity()};
    Vec3f m_high{-std::numeric_limits<float>::infinity()};
    std::uint16_t m_scale = 0; ///< the greatest of all axes
    int m_pitch = 0;
    std::array<std::int16_t, 2> m_normal = packFoliageNormal({0, 1, 0});
    double m_tilt = 0; ///< the sine of the steepest face
};

/// Kinds whose models have another shape or other holes than they had.
std::array<bool, 256> changedModels(const Casters& casters,
                                    const MeshSource& source,
                                    const LeafHashes& leaves,
                                    const ModelShapes& shapes)
{
    std::array<bool, 256> changed{};
    for (std::size_t slot = 0; slot < casters.size(); ++slot) {
        if (!casters[slot])
            continue;
        const auto shape = source.shown(casters[slot]->mesh.path);
        const auto before = shapes.find(casters[slot]->mesh.path);
        changed[slot] = before != shapes.end() && before->second != shape->hash();
        if (changed[slot] || leaves.empty())
            continue;
        changed[slot] = std::ranges::any_of(shape->mesh().faces, [&](const auto& face) {
            const auto& material = face.material.text();
            const auto known = leaves.find(material);
            return known != leaves.end() && known->second != source.holesOf(material);
        });
    }
    return changed;
}

/// What one state has in a cell and the other has not, as far as it throws shadows. A step may
/// plant a million: each costs next to nothing.
class CellChange
{
public:
    CellChange(const Casters& before,
               const Casters& after,
               const MeshSource& source,
               const LeafHashes& leaves,
               const ModelShapes& shapes)
        : m_casters{&before, &after}, m_stems{stemsOf(before, source), stemsOf(after, source)}
    {
        const auto isChanged = changedModels(after, source, leaves, shapes);
        for (std::size_t slot = 0; slot < before.size(); ++slot)
            m_isSame[slot] =
                !isChanged[slot] && isSameCaster(before[slot].get(), after[slot].get());
    }

    [[nodiscard]] bool areKindsSame() const
    {
        return std::all_of(m_isSame.begin(), m_isSame.end(), [](bool same) { return same; });
    }

    /// Not smaller than the plants.
    [[nodiscard]] Aabb between(const FoliageChunk* before, const FoliageChunk* after) const
    {
        Aabb box;
        collect(0, before, after, box);
        collect(1, after, before, box);
        return box;
    }

private:
    void collect(std::size_t state,
                 const FoliageChunk* chunk,
                 const FoliageChunk* other,
                 Aabb& box) const
    {
        if (chunk == nullptr)
            return;
        const auto others =
            other != nullptr ? std::span{other->instances} : std::span<const FoliageInstance>{};
        auto twin = others.begin(); // both are sorted
        const FoliageType* type = nullptr;
        std::size_t slot = m_isSame.size();
        Patch patch;
        const auto finish = [&] {
            if (type != nullptr)
                box.add(patch.bounds(m_stems[state][slot], *type));
        };
        for (const auto& plant : chunk->instances) {
            if (plant.type != slot) { // those of one kind lie in a row
                finish();
                slot = plant.type;
                type = (*m_casters[state])[slot].get();
                patch = {};
            }
            if (type == nullptr || !plant.isStanding())
                continue;
            while (twin != others.end() && *twin < plant)
                ++twin;
            if (m_isSame[plant.type] && twin != others.end() && *twin == plant)
                continue;
            patch.add(plant);
        }
        finish();
    }

    std::array<const Casters*, 2> m_casters;
    std::array<std::array<Stem, 256>, 2> m_stems;
    std::array<bool, 256> m_isSame{};
};
} // namespace

std::vector<BakePlants> collectBakePlants(const World& world, const MeshSource& source)
{
    std::vector<BakePlants> all;
    for (const auto layer : foliageLayers(world)) {
        const auto casters = castersOf(world, layer);
        if (std::none_of(casters.begin(), casters.end(), [](const auto& type) { return type; }))
            continue;
        for (const auto& cell : foliageOf(world, layer)->cells())
            addCell(*cell.chunk, casters, source, all);
    }
    return all;
}

void addPlantShapes(const World& world, const MeshSource& source, ModelShapes& shapes)
{
    for (const auto layer : foliageLayers(world))
        for (const auto& caster : castersOf(world, layer))
            if (caster && !shapes.contains(caster->mesh.path))
                shapes[caster->mesh.path] = source.mesh(caster->mesh.path)->hash();
}

std::vector<Aabb> changedShadows(const World& before,
                                 const World& after,
                                 const MeshSource& source,
                                 const LeafHashes& leaves,
                                 const ModelShapes& shapes)
{
    std::set<EntityId> layers;
    for (const auto* world : {&before, &after})
        for (const auto layer : foliageLayers(*world))
            layers.insert(layer);
    std::vector<Aabb> boxes;
    for (const auto layer : layers) {
        const auto oldCasters = castersOf(before, layer);
        const auto newCasters = castersOf(after, layer);
        const CellChange change{oldCasters, newCasters, source, leaves, shapes};
        const auto old = foliageOf(before, layer);
        const auto now = foliageOf(after, layer);
        if (old == now && change.areKindsSame())
            continue;
        const auto add = [&](const FoliageChunk* a, const FoliageChunk* b) {
            if (a == b && change.areKindsSame())
                return;
            if (const auto box = change.between(a, b); !box.isEmpty())
                boxes.push_back(box);
        };
        for (const auto& cell : old->cells())
            add(cell.chunk.get(), now->find(cell.key));
        for (const auto& cell : now->cells())
            if (old->find(cell.key) == nullptr)
                add(nullptr, cell.chunk.get());
    }
    return boxes;
}
} // namespace engine
