#include "engine_core/render/foliage/drawn_foliage.h"

#include "engine_core/geometry/mesh/mesh_simplify.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/world/reparented.h"

#include <algorithm>
#include <set>

namespace engine
{
namespace
{
constexpr float Forever = 1e9F;
/// Meshes with fewer triangles are drawn as they are at any distance.
constexpr std::size_t FewTriangles = 64;
constexpr std::array DetailShares{0.4, 0.15}; ///< of the triangles, level by level

bool isHidden(const World& world, EntityId entity)
{
    constexpr int MaxDepth = 256;
    for (int depth = 0; entity && depth < MaxDepth; ++depth) {
        const auto* node = world.get<Node>(entity);
        if (node == nullptr)
            return false;
        if (node->hidden)
            return true;
        entity = node->parent;
    }
    return false;
}

/// An upright picture of 1 x 1 m that stands on the origin; the shader turns and sizes it.
std::shared_ptr<const MeshShape> makeQuad(Name material)
{
    Mesh mesh;
    constexpr std::array<Vec2f, 4> Corners{Vec2f{-0.5F, 0}, {0.5F, 0}, {0.5F, 1}, {-0.5F, 1}};
    for (const auto& corner : Corners)
        mesh.vertices.push_back({.position = {corner.x, corner.y, 0},
                                 .normal = {0, 1, 0}, // lit as the ground it stands on
                                 .tangent = {1, 0, 0, 1},
                                 .uv = {corner.x + 0.5F, 1 - corner.y},
                                 .lightmapUv = {}});
    mesh.indices = {0, 1, 2, 0, 2, 3};
    mesh.faces.push_back({0, material, 0, 6});
    return std::make_shared<const MeshShape>(std::move(mesh));
}

bool changesHidden(const Change& change)
{
    if (change.type == typeIdOf<BrushComponent>())
        return !change.before || !change.after; // it came or went
    if (change.type != typeIdOf<Node>())
        return false;
    const auto isHiddenIn = [](const ComponentValue& value) {
        return value && static_cast<const Node*>(value.get())->hidden;
    };
    return isReparented(change) || isHiddenIn(change.before) != isHiddenIn(change.after);
}

/// `brushes` ascend.
bool standsOnSome(const FoliageChunk& chunk, std::span<const std::uint32_t> brushes)
{
    return !brushes.empty() &&
           std::any_of(chunk.brushes.begin(), chunk.brushes.end(), [&](std::uint32_t brush) {
               return std::binary_search(brushes.begin(), brushes.end(), brush);
           });
}

/// Whether plants look as they did. Pictures are made anew each time, and so are simpler meshes,
/// but of a model that tells.
bool looksAlike(const DrawnFoliageKind& a, const DrawnFoliageKind& b)
{
    return a.type == b.type && a.meshes.size() == b.meshes.size() &&
           (a.meshes.empty() || a.isBillboard.front() || a.meshes.front() == b.meshes.front());
}

double mostScale(const FoliageType& type)
{
    return std::max({type.scaleMax.x, type.scaleMax.y, type.scaleMax.z, 1.0});
}
} // namespace

DrawnFoliage::DrawnFoliage(MeshCache& meshes, FoliageBuffer& plants, AssetDatabase& assets)
    : m_meshes{meshes}, m_plants{plants}, m_assets{assets}
{
}

DrawnFoliage::~DrawnFoliage()
{
    for (auto& layer : m_layers) {
        releaseKinds(layer);
        releasePlants(layer);
    }
}

void DrawnFoliage::releaseKinds(DrawnFoliageLayer& layer)
{
    for (const auto& kind : layer.kinds)
        for (auto* mesh : kind.meshes)
            m_meshes.release(mesh);
    layer.kinds.clear();
}

void DrawnFoliage::releasePlants(DrawnFoliageLayer& layer)
{
    for (const auto& cell : layer.plants)
        release(cell);
    layer.plants.clear();
    layer.cells.clear();
}

void DrawnFoliage::release(const DrawnFoliageCell& cell)
{
    m_plants.release(cell.wanted);
    if (cell.shown != nullptr && cell.shown != cell.wanted)
        m_plants.release(cell.shown);
}

/// What the cell shows, to be shown on; lets go of what it was waiting for.
FoliageBuffer::Chunk* DrawnFoliage::keepShown(const DrawnFoliageCell& cell)
{
    if (cell.wanted != cell.shown)
        m_plants.release(cell.wanted);
    return cell.shown;
}

void DrawnFoliage::markChanged(const ChangeSet& changes)
{
    for (const auto& change : changes.changes) {
        if (change.type == typeIdOf<FoliagePlacement>())
            m_plantsDirty = true;
        else if (change.type == typeIdOf<FoliageType>() ||
                 change.type == typeIdOf<FoliageLayer>() ||
                 (change.type == typeIdOf<Node>() && !m_layers.empty()))
            m_kindsDirty = true;
        m_hiddenDirty = m_hiddenDirty || changesHidden(change);
    }
}

void DrawnFoliage::update(const World& world,
                          const std::shared_ptr<const Lightmap>& lightmap,
                          std::size_t bytes)
{
    const bool isRelit = lightmap.get() != m_lightmap;
    m_lightmap = lightmap.get();
    if (m_kindsDirty || m_plantsDirty)
        refreshLayers(world);
    const bool isHiddenAnew = m_hiddenDirty && !m_layers.empty() && findHidden(world);
    for (auto& layer : m_layers) {
        if (m_kindsDirty)
            refreshKinds(world, layer);
        if (const auto now = foliageOf(world, layer.entity); now != layer.instances || isRelit) {
            layer.instances = now;
            refreshPlants(lightmap, layer);
            m_isUploading = true;
        }
    }
    if (m_isUploading)
        uploadPlants(world, bytes);
    else if (isHiddenAnew)
        for (auto& layer : m_layers)
            listCells(layer);
    m_kindsDirty = m_plantsDirty = false;
    m_hiddenDirty = m_hiddenDirty && m_layers.empty(); // whoever has plants asks for it
}

/// Whether other brushes are hidden than before.
bool DrawnFoliage::findHidden(const World& world)
{
    std::set<std::uint32_t> hidden;
    world.forEach<Node>([&](EntityId entity, const Node& node) {
        if (node.hidden)
            for (const auto each : subtree(world, entity))
                if (world.get<BrushComponent>(each) != nullptr)
                    hidden.insert(static_cast<std::uint32_t>(each.value));
    });
    if (std::ranges::equal(hidden, m_hidden))
        return false;
    m_hidden.assign(hidden.begin(), hidden.end());
    return true;
}

void DrawnFoliage::refreshLayers(const World& world)
{
    const auto entities = foliageLayers(world);
    std::erase_if(m_layers, [&](DrawnFoliageLayer& layer) {
        if (std::binary_search(entities.begin(), entities.end(), layer.entity))
            return false;
        releaseKinds(layer);
        releasePlants(layer);
        ++m_revision;
        return true;
    });
    for (const auto entity : entities)
        if (std::none_of(m_layers.begin(), m_layers.end(),
                         [&](const auto& layer) { return layer.entity == entity; })) {
            m_layers.push_back({.entity = entity});
            m_kindsDirty = true;
        }
}

DrawnFoliageKind DrawnFoliage::makeKind(const FoliageType& type)
{
    DrawnFoliageKind kind{.type = type};
    const float end = type.cullDistance > 0 ? static_cast<float>(type.cullDistance) : Forever;
    const auto addLevel = [&](const std::shared_ptr<const MeshShape>& shape, float until,
                              bool isBillboard) {
        kind.meshes.push_back(m_meshes.acquire(shape));
        kind.levels.ends.push_back(std::min(until, end));
        kind.isBillboard.push_back(isBillboard);
    };
    auto until = static_cast<float>(type.detailDistance);
    Aabb bounds;
    if (type.kind == FoliageKind::Mesh && !type.mesh.path.empty()) {
        const auto shape = m_assets.shown(type.mesh.path);
        bounds = shape->bounds();
        kind.height = std::max(static_cast<float>(bounds.max.y), 0.01F);
        const bool isPlain = shape->triangleCount() < FewTriangles;
        const bool hasPicture = !type.material.path.empty();
        addLevel(shape, isPlain && !hasPicture ? end : until, false);
        for (std::size_t i = 0; !isPlain && i < DetailShares.size() && until < end; ++i) {
            until *= 2;
            const bool isLast = i + 1 == DetailShares.size() && !hasPicture;
            addLevel(std::make_shared<const MeshShape>(simplified(shape->mesh(), DetailShares[i])),
                     isLast ? end : until, false);
        }
        if (hasPicture && until < end)
            addLevel(makeQuad(Name{type.material.path}), end, true);
    } else if (type.kind == FoliageKind::Billboard) {
        addLevel(makeQuad(Name{type.material.path}), end, true);
        kind.height = static_cast<float>(type.size.y);
    }
    bounds.add({-type.size.x / 2, 0, -type.size.x / 2});
    bounds.add({type.size.x / 2, type.size.y, type.size.x / 2});
    kind.levels.reach = static_cast<float>(
        glm::length(glm::max(glm::abs(bounds.min), glm::abs(bounds.max))) * mostScale(type) +
        std::abs(type.offset) + type.wind);
    return kind;
}

void DrawnFoliage::refreshKinds(const World& world, DrawnFoliageLayer& layer)
{
    auto old = std::move(layer.kinds); // let go of at the end, so that meshes that stay are found
    layer.kinds.clear();
    layer.levels.clear();
    layer.hidden = isHidden(world, layer.entity);
    for (const auto& [entity, type] : foliageTypes(world, layer.entity)) {
        const auto slot = static_cast<std::size_t>(type.slot);
        layer.kinds.resize(slot + 1);
        layer.levels.resize(slot + 1);
        if (!isHidden(world, entity))
            layer.kinds[slot] = makeKind(type);
        layer.levels[slot] = layer.kinds[slot].levels;
    }
    if (!std::ranges::equal(old, layer.kinds, looksAlike))
        ++m_revision;
    for (const auto& kind : old)
        for (auto* mesh : kind.meshes)
            m_meshes.release(mesh);
}

void DrawnFoliage::refreshPlants(const std::shared_ptr<const Lightmap>& lightmap,
                                 DrawnFoliageLayer& layer)
{
    const auto before = std::exchange(layer.plants, {});
    layer.plants.reserve(layer.instances->cells().size());
    auto old = before.begin();
    for (const auto& cell : layer.instances->cells()) {
        for (; old != before.end() && old->key < cell.key; ++old)
            release(*old);
        auto* wanted = m_plants.acquire(cell.chunk, lightmap);
        auto* shown = wanted->isReady ? wanted : nullptr;
        if (old != before.end() && old->key == cell.key) {
            if (wanted->isReady)
                release(*old);
            else
                shown = keepShown(*old);
            ++old;
        }
        layer.plants.push_back({cell.key, shown, wanted});
    }
    for (; old != before.end(); ++old)
        release(*old);
}

void DrawnFoliage::uploadPlants(const World& world, std::size_t bytes)
{
    FoliageUpload upload{.bytes = bytes};
    for (const auto& layer : m_layers)
        for (const auto& cell : layer.plants)
            if (!cell.wanted->isReady)
                upload.waiting += cell.wanted->source->instances.size();
    m_isUploading = false;
    for (auto& layer : m_layers)
        m_isUploading = !uploadPlants(world, layer, upload) || m_isUploading;
}

/// Whether all of the layer's plants are there.
bool DrawnFoliage::uploadPlants(const World& world, DrawnFoliageLayer& layer, FoliageUpload& upload)
{
    bool isDone = true;
    for (auto& cell : layer.plants) {
        // One after the other, so that not all of them are half done.
        if (cell.shown != cell.wanted && isDone)
            isDone = m_plants.upload(*cell.wanted, world, upload);
        if (cell.shown != cell.wanted && cell.wanted->isReady) {
            if (cell.shown != nullptr)
                m_plants.release(cell.shown);
            cell.shown = cell.wanted;
        }
    }
    listCells(layer);
    return isDone;
}

void DrawnFoliage::listCells(DrawnFoliageLayer& layer)
{
    ++m_revision;
    layer.cells.clear();
    layer.openCells.clear();
    for (auto& cell : layer.plants) {
        if (cell.shown == nullptr)
            continue;
        const auto& source = *cell.shown->source;
        layer.cells.push_back({source.min, source.max, cell.shown->runs});
        layer.openCells.push_back(layer.cells.back());
        if (!standsOnSome(source, m_hidden))
            continue;
        cell.openRuns = foliageRuns(source, cell.shown->first, m_hidden);
        layer.openCells.back().runs = cell.openRuns;
    }
}
} // namespace engine
