#include "engine_core/render/decals/drawn_decals.h"

#include "engine_core/render/scene/drawn_scene.h"
#include "engine_core/scene/decals/decal_places.h"
#include "engine_core/scene/patches/curved_patch.h"
#include "engine_core/scene/spatial/bounds_tree.h"
#include "engine_core/scene/spatial/static_geometry.h"

#include <algorithm>

namespace engine
{
namespace
{
/// From so many pairs of a decal and a surface on, a tree finds those that touch sooner.
constexpr std::size_t PairsWithoutTree = 4096;

void add(Hasher& hasher, const Transform& place)
{
    for (int i = 0; i < 3; ++i)
        hasher.add(place.position[i]).add(place.scale[i]).add(place.rotation[i]);
    hasher.add(place.rotation[3]);
}

/// Of all that the pieces are made of.
void add(Hasher& hasher, const DecalStamp& stamp)
{
    const auto& decal = stamp.decal;
    for (int i = 0; i < 3; ++i)
        hasher.add(decal.size[i]);
    hasher.add(decal.fadeAngle).add(decal.opacity);
    hasher.add(decal.tint.r).add(decal.tint.g).add(decal.tint.b);
    add(hasher, stamp.place);
    hasher.add(stamp.isMirrored);
}

/// What a decal on the surface is made of besides itself; what must live on is added to `sources`.
void addSurface(Hasher& hasher,
                const DrawnScene& scene,
                EntityId entity,
                std::vector<std::shared_ptr<const void>>& sources)
{
    const auto& surfaces = scene.world().surfaces();
    hasher.add(entity.value);
    add(hasher, rootedPlace(scene.world(), entity).place);
    if (const auto* brush = scene.find(entity)) {
        const auto& source = brush->mesh->source;
        hasher.add(reinterpret_cast<std::uintptr_t>(source.get()));
        hasher.add(brush->mesh->charts.value).add(brush->moving);
        for (const auto& face : source->faces())
            hasher.add(surfaces.of(face.material).seen);
        sources.push_back(source);
    } else if (const auto* model = scene.findModel(entity)) {
        const auto& source = model->mesh->model;
        hasher.add(reinterpret_cast<std::uintptr_t>(source.get()));
        for (const auto& face : source->mesh().faces)
            hasher.add(surfaces.of(face.material).seen);
        sources.push_back(source);
    }
}
} // namespace

DrawnDecals::DrawnDecals(MeshCache& meshes) : m_meshes{meshes} {}

void DrawnDecals::update(const DrawnScene& scene)
{
    if (!m_allDirty && m_dirty.empty() && (m_dirtySurfaces.empty() || m_entries.empty())) {
        m_dirtySurfaces.clear();
        return;
    }
    std::unordered_set<Entry*> stale;
    if (m_allDirty) {
        scene.world().forEach<Decal>(
            [&](EntityId entity, const Decal&) { m_dirty.insert(entity); });
        for (auto& [entity, entry] : m_entries) {
            m_dirty.insert(entity);
            entry.isPaired = false;
        }
        m_dirtySurfaces.clear();
        m_allDirty = false;
    }
    refreshDecals(scene, stale);
    refreshSurfaces(scene, stale);
    for (auto* const entry : stale)
        cut(*entry, scene);
    if (m_orderDirty)
        sort();
}

/// Finds for each dirty decal what may take it.
void DrawnDecals::refreshDecals(const DrawnScene& scene, std::unordered_set<Entry*>& stale)
{
    std::vector<Entry*> placed;
    for (const auto entity : std::exchange(m_dirty, {})) {
        const auto known = m_entries.find(entity);
        if (scene.world().get<Decal>(entity) == nullptr || !scene.world().exists(entity)) {
            if (known == m_entries.end())
                continue;
            release(known->second);
            m_entries.erase(known);
            m_orderDirty = true;
            continue;
        }
        auto& entry = m_entries[entity];
        m_orderDirty |= known == m_entries.end();
        place(entry, scene.world(), entity);
        stale.insert(&entry);
        if (entry.isPaired)
            continue; // what fades, or goes along with a door, lies on the same as before
        entry.near.clear();
        entry.isPaired = true;
        placed.push_back(&entry);
    }
    if (!placed.empty())
        pair(placed, surfacesOf(scene));
}

void DrawnDecals::refreshSurfaces(const DrawnScene& scene, std::unordered_set<Entry*>& stale)
{
    const auto dirty = std::exchange(m_dirtySurfaces, {});
    if (dirty.empty())
        return;
    std::vector<Entry*> all;
    for (auto& [entity, entry] : m_entries) {
        all.push_back(&entry);
        // Smaller first: a drag of thousands of brushes and one mover of a game are both frequent.
        const bool fewNear = entry.near.size() < dirty.size();
        std::vector<EntityId> gone;
        for (const auto each : fewNear ? entry.near : dirty)
            if (fewNear ? dirty.contains(each) : entry.near.contains(each))
                gone.push_back(each);
        for (const auto each : gone)
            entry.near.erase(each);
        if (!gone.empty())
            stale.insert(&entry);
    }
    std::vector<Surface> surfaces;
    for (const auto entity : dirty)
        if (const auto surface = surfaceOf(scene, entity); surface.entity)
            surfaces.push_back(surface);
    std::vector<std::size_t> before;
    before.reserve(all.size());
    for (const auto* entry : all)
        before.push_back(entry->near.size());
    pair(all, surfaces);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i]->near.size() != before[i])
            stale.insert(all[i]);
}

void DrawnDecals::place(Entry& entry, const World& world, EntityId entity)
{
    const auto& decal = *world.get<Decal>(entity);
    const auto stand = rootedPlace(world, entity);
    auto& drawn = entry.drawn;
    m_orderDirty |= drawn.order != decal.order;
    drawn.entity = entity;
    drawn.order = decal.order;
    drawn.material = m_meshes.materialId(Name{decal.material.path});
    drawn.hidden = stand.hidden;
    const auto& before = entry.stamp;
    entry.isPaired = entry.isPaired && drawn.root == stand.root && before.place == stand.place &&
                     before.decal.size == decal.size && before.decal.onBrushes == decal.onBrushes &&
                     before.decal.onModels == decal.onModels;
    drawn.root = stand.root;
    drawn.box = {};
    const auto box = boxOf(decal, stand.place);
    for (unsigned i = 0; i < 8; ++i)
        drawn.box.add(Vec3d{box * Vec4d{(i & 1U) != 0 ? 0.5 : -0.5, (i & 2U) != 0 ? 0.5 : -0.5,
                                        (i & 4U) != 0 ? 0.5 : -0.5, 1}});
    bool isMirrored = false;
    if (stand.root) {
        const auto scale = worldTransform(world, stand.root).scale;
        isMirrored = scale.x * scale.y * scale.z < 0;
    }
    entry.stamp = {decal, stand.place, isMirrored};
}

std::vector<DrawnDecals::Surface> DrawnDecals::surfacesOf(const DrawnScene& scene) const
{
    std::vector<Surface> surfaces;
    surfaces.reserve(scene.brushes().size() + scene.models().size());
    for (const auto& brush : scene.brushes())
        surfaces.push_back(
            {brush.entity,
             brush.moving ? rootedPlace(scene.world(), brush.entity).root : EntityId{},
             {Vec3d{brush.min}, Vec3d{brush.max}},
             false});
    for (const auto& model : scene.models())
        surfaces.push_back(
            {model.entity,
             model.moving ? rootedPlace(scene.world(), model.entity).root : EntityId{},
             {Vec3d{model.min}, Vec3d{model.max}},
             scene.world().get<CurvedPatch>(model.entity) == nullptr});
    return surfaces;
}

DrawnDecals::Surface DrawnDecals::surfaceOf(const DrawnScene& scene, EntityId entity)
{
    if (const auto* brush = scene.find(entity))
        return {entity,
                brush->moving ? rootedPlace(scene.world(), entity).root : EntityId{},
                {Vec3d{brush->min}, Vec3d{brush->max}},
                false};
    if (const auto* model = scene.findModel(entity))
        return {entity,
                model->moving ? rootedPlace(scene.world(), entity).root : EntityId{},
                {Vec3d{model->min}, Vec3d{model->max}},
                scene.world().get<CurvedPatch>(entity) == nullptr};
    return {};
}

bool DrawnDecals::mayTake(const Entry& entry, const Surface& surface)
{
    const auto& decal = entry.stamp.decal;
    return entry.drawn.root == surface.root &&
           (surface.isModel ? decal.onModels : decal.onBrushes) &&
           (surface.root || entry.drawn.box.intersects(surface.box));
}

/// Adds to each decal those of the surfaces that may take it.
void DrawnDecals::pair(const std::vector<Entry*>& entries, const std::vector<Surface>& surfaces)
{
    if (entries.size() < 2 || entries.size() * surfaces.size() < PairsWithoutTree) {
        for (auto* const entry : entries)
            for (const auto& surface : surfaces)
                if (mayTake(*entry, surface))
                    entry->near.insert(surface.entity);
        return;
    }
    std::vector<BoundsTree::Item> items;
    std::vector<Entry*> rooted; // whose boxes are elsewhere in the world
    for (auto* const entry : entries)
        if (entry->drawn.root)
            rooted.push_back(entry);
        else
            items.emplace_back(entry->drawn.entity, entry->drawn.box);
    BoundsTree tree;
    std::vector<BoundsTree::Leaf> leaves;
    tree.build(items, leaves);
    for (const auto& surface : surfaces) {
        const auto take = [&](Entry& entry) {
            if (mayTake(entry, surface))
                entry.near.insert(surface.entity);
        };
        if (surface.root)
            std::for_each(rooted.begin(), rooted.end(), [&](Entry* entry) { take(*entry); });
        else
            tree.overlapping(surface.box, [&](EntityId decal) { take(m_entries.at(decal)); });
    }
}

DecalMesh DrawnDecals::meshOn(const Entry& entry, const DrawnScene& scene, EntityId surface)
{
    const auto& world = scene.world();
    const auto place = rootedPlace(world, surface).place;
    const auto* brush = scene.find(surface);
    if (brush == nullptr) {
        const auto* model = scene.findModel(surface);
        return model != nullptr
                   ? decalOnMesh(entry.stamp, *model->mesh->model, {place, world.surfaces()})
                   : DecalMesh{};
    }
    if (brush->moving)
        return decalOnBrush(entry.stamp, *brush->mesh->source, {place, world.surfaces()}, nullptr,
                            {});
    const auto placed = brushAt(brush->mesh->source, place);
    const auto* lightmap = scene.lightmap() != nullptr ? scene.lightmap()->source.get() : nullptr;
    return placed ? decalOnBrush(entry.stamp, *placed, {Transform{}, world.surfaces()}, lightmap,
                                 brush->mesh->charts)
                  : DecalMesh{};
}

/// Unless it would be as before.
void DrawnDecals::cut(Entry& entry, const DrawnScene& scene)
{
    std::vector<EntityId> near{entry.near.begin(), entry.near.end()};
    std::sort(near.begin(), near.end());
    Hasher hasher;
    add(hasher, entry.stamp);
    const auto* lightmap = scene.lightmap();
    hasher.add(lightmap != nullptr ? lightmap->source->hash : ContentHash{0});
    std::vector<std::shared_ptr<const void>> sources;
    for (const auto each : near)
        addSurface(hasher, scene, each, sources);
    const auto inputs = hasher.result();
    if (entry.isCut && entry.inputs == inputs)
        return;
    release(entry);
    entry.inputs = inputs;
    entry.sources = std::move(sources);
    entry.isCut = true;
    ++m_cuts;
    DecalMesh all;
    for (const auto each : near) {
        const auto mesh = meshOn(entry, scene, each);
        const auto firstVertex = static_cast<std::uint32_t>(all.vertices.size());
        const auto firstIndex = static_cast<std::uint32_t>(all.indices.size());
        all.vertices.insert(all.vertices.end(), mesh.vertices.begin(), mesh.vertices.end());
        for (const auto index : mesh.indices)
            all.indices.push_back(firstVertex + index);
        for (const auto& patch : mesh.patches)
            entry.drawn.pieces.push_back({each, patch.face, m_meshes.materialId(patch.surface),
                                          firstIndex + patch.firstIndex, patch.indexCount});
    }
    upload(entry, all);
}

void DrawnDecals::upload(Entry& entry, DecalMesh& mesh)
{
    if (mesh.indices.empty())
        return;
    entry.vertexCount = static_cast<std::uint32_t>(mesh.vertices.size());
    entry.indexCount = static_cast<std::uint32_t>(mesh.indices.size());
    entry.firstVertex = m_vertices.allocate(entry.vertexCount);
    entry.firstIndex = m_indices.allocate(entry.indexCount);
    for (auto& index : mesh.indices)
        index += entry.firstVertex;
    for (auto& piece : entry.drawn.pieces)
        piece.firstIndex += entry.firstIndex;
    m_vertices.write(entry.firstVertex, entry.vertexCount, mesh.vertices.data());
    m_indices.write(entry.firstIndex, entry.indexCount, mesh.indices.data());
}

void DrawnDecals::release(Entry& entry)
{
    if (entry.vertexCount > 0) {
        m_vertices.free(entry.firstVertex, entry.vertexCount);
        m_indices.free(entry.firstIndex, entry.indexCount);
    }
    entry.vertexCount = entry.indexCount = 0;
    entry.drawn.pieces.clear();
    entry.isCut = false;
}

void DrawnDecals::sort()
{
    m_orderDirty = false;
    m_sorted.clear();
    for (const auto& [entity, entry] : m_entries)
        m_sorted.push_back(&entry.drawn);
    std::sort(m_sorted.begin(), m_sorted.end(), [](const DrawnDecal* a, const DrawnDecal* b) {
        return a->order != b->order ? a->order < b->order : a->entity < b->entity;
    });
}
} // namespace engine
