#include "engine_core/physics/mesh_tree.h"

#include "engine_core/physics/swept_box.h"

#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>

#include <algorithm>
#include <unordered_map>

namespace engine
{
namespace
{
/// The triangles of one model in Bullet, which reads them where they are.
class BulletMesh
{
public:
    explicit BulletMesh(std::shared_ptr<const MeshShape> model)
        : m_model{std::move(model)}, m_arrays{arraysOf(*m_model)}, m_shape{m_arrays.get(), true}
    {
    }

    [[nodiscard]] const std::shared_ptr<const MeshShape>& model() const { return m_model; }

    template <typename Visit>
    void forEachIn(const Aabb& box, const Visit& visit) const
    {
        struct Callback final : btTriangleCallback
        {
            explicit Callback(const Visit& each) : visit{each} {}

            void processTriangle(btVector3*, int, int index) override
            {
                visit(static_cast<std::uint32_t>(index));
            }

            const Visit& visit;
        };

        Callback callback{visit};
        m_shape.processAllTriangles(
            &callback, {roundedDown(box.min.x), roundedDown(box.min.y), roundedDown(box.min.z)},
            {roundedUp(box.max.x), roundedUp(box.max.y), roundedUp(box.max.z)});
    }

private:
    static std::unique_ptr<btTriangleIndexVertexArray> arraysOf(const MeshShape& model)
    {
        const auto& mesh = model.mesh();
        btIndexedMesh indexed;
        indexed.m_numTriangles = static_cast<int>(model.triangleCount());
        indexed.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(mesh.indices.data());
        indexed.m_triangleIndexStride = 3 * sizeof(std::uint32_t);
        indexed.m_numVertices = static_cast<int>(mesh.vertices.size());
        indexed.m_vertexBase =
            reinterpret_cast<const unsigned char*>(&mesh.vertices.front().position);
        indexed.m_vertexStride = sizeof(MeshVertex);
        indexed.m_vertexType = PHY_FLOAT;
        auto arrays = std::make_unique<btTriangleIndexVertexArray>();
        arrays->addIndexedMesh(indexed, PHY_INTEGER);
        return arrays;
    }

    std::shared_ptr<const MeshShape> m_model;
    std::unique_ptr<btTriangleIndexVertexArray> m_arrays;
    btBvhTriangleMeshShape m_shape;
};

/// The box that holds the whole way, as seen from within the place.
Aabb boxWithin(const Transform& place, const SweptBox& box)
{
    Aabb result;
    const auto back = glm::conjugate(place.rotation);
    for (unsigned i = 0; i < 16; ++i) {
        const Vec3d corner{(i & 1U) != 0 ? 1 : -1, (i & 2U) != 0 ? 1 : -1, (i & 4U) != 0 ? 1 : -1};
        const auto at =
            box.center + corner * box.halfSize + ((i & 8U) != 0 ? box.motion : Vec3d{0});
        result.add((back * (at - place.position)) / place.scale);
    }
    return result;
}
} // namespace

struct MeshTree::State
{
    struct Entry
    {
        EntityId entity;
        std::shared_ptr<const BulletMesh> mesh;
        Transform place;
        btDbvtNode* leaf = nullptr;
        bool isRoaming = false;
    };

    PlaceOf placeOf;
    btDbvt tree;
    std::unordered_map<EntityId, Entry> entries; ///< its elements never move: leaves point at them
    std::unordered_map<const MeshShape*, std::weak_ptr<const BulletMesh>> meshes;

    std::shared_ptr<const BulletMesh> bulletMesh(std::shared_ptr<const MeshShape> model)
    {
        auto& known = meshes[model.get()];
        if (auto alive = known.lock())
            return alive;
        auto made = std::make_shared<const BulletMesh>(std::move(model));
        known = made;
        std::erase_if(meshes, [](const auto& entry) { return entry.second.expired(); });
        return made;
    }
};

MeshTree::MeshTree(PlaceOf placeOf) : m_state{std::make_unique<State>()}
{
    m_state->placeOf = std::move(placeOf);
}

MeshTree::~MeshTree() = default;

void MeshTree::set(EntityId entity, std::shared_ptr<const MeshShape> mesh, const Transform& place)
{
    const bool flat = place.scale.x == 0 || place.scale.y == 0 || place.scale.z == 0;
    if (!mesh || flat) {
        remove(entity);
        return;
    }
    auto& entry = m_state->entries[entity];
    if (entry.mesh && entry.mesh->model() == mesh && entry.place == place && !entry.isRoaming)
        return; // most of what moves stands still most of the time
    setLeaf(m_state->tree, entry, mesh->boundsAt(place));
    entry.entity = entity;
    entry.place = place;
    entry.mesh = m_state->bulletMesh(std::move(mesh));
    entry.isRoaming = false;
}

void MeshTree::roam(EntityId entity, const Vec3d& axis, double leeway)
{
    const auto at = m_state->entries.find(entity);
    if (at == m_state->entries.end())
        return;
    auto& entry = at->second;
    entry.place = m_state->placeOf(entity);
    entry.isRoaming = true;
    setLeaf(m_state->tree, entry,
            reachOf(entry.mesh->model()->boundsAt(entry.place), axis, leeway));
}

void MeshTree::remove(EntityId entity)
{
    const auto at = m_state->entries.find(entity);
    if (at == m_state->entries.end())
        return;
    m_state->tree.remove(at->second.leaf);
    m_state->entries.erase(at);
}

void MeshTree::clear()
{
    m_state->tree.clear();
    m_state->entries.clear();
}

std::size_t MeshTree::size() const
{
    return m_state->entries.size();
}

void MeshTree::find(const SweptBox& box, std::vector<ModelTriangle>& found) const
{
    const auto before = found.size();
    forEachTouched(m_state->tree, box, [&](const void* data) {
        const auto& entry = *static_cast<const State::Entry*>(data);
        const auto place = entry.isRoaming ? m_state->placeOf(entry.entity) : entry.place;
        const bool mirrored = place.scale.x * place.scale.y * place.scale.z < 0;
        entry.mesh->forEachIn(boxWithin(place, box), [&](std::uint32_t index) {
            auto [a, b, c] = entry.mesh->model()->corners(index);
            if (mirrored)
                std::swap(b, c);
            if (const auto triangle =
                    CollisionTriangle::through(place.apply(a), place.apply(b), place.apply(c)))
                found.push_back({*triangle, entry.entity, index});
        });
    });
    // The tree's order tells of past edits; the answer must not.
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(before), found.end(),
              [](const ModelTriangle& x, const ModelTriangle& y) {
                  return x.entity != y.entity ? x.entity < y.entity : x.index < y.index;
              });
}
} // namespace engine
