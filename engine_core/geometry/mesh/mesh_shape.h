#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/geometry/mesh/triangulate.h"
#include "engine_core/math/aabb.h"
#include "engine_core/math/ray.h"
#include "engine_core/math/transform.h"

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine
{
/// An edge between two triangles of a mesh that are not level with each other, or at its rim.
struct MeshEdge
{
    Vec3f from{0}, to{0};
};

/// An immutable model: its triangles with a tree of boxes over them, shared by all instances.
/// Const calls may run on several threads at once.
class MeshShape
{
public:
    /// `mesh` has at least one triangle, finite corners and indices within its vertices.
    explicit MeshShape(Mesh mesh);

    /// A box of half a metre that says: the model cannot be shown. `problem` says why.
    [[nodiscard]] static std::shared_ptr<const MeshShape> marker(Name material,
                                                                 std::string problem);

    [[nodiscard]] const Mesh& mesh() const { return m_mesh; }

    [[nodiscard]] const Aabb& bounds() const { return m_bounds; }

    [[nodiscard]] std::size_t triangleCount() const { return m_mesh.indices.size() / 3; }

    [[nodiscard]] std::array<Vec3d, 3> corners(std::size_t triangle) const;

    /// Empty unless this is a marker.
    [[nodiscard]] const std::string& problem() const { return m_problem; }

    /// Of corners and triangles: equal shapes, equal hash.
    [[nodiscard]] ContentHash hash() const { return m_hash; }

    /// Each once; what lies within one flat side is left out.
    [[nodiscard]] std::vector<MeshEdge> edges() const;

    struct Hit
    {
        double distance = 0;   ///< metres along the ray
        Vec3d normal{0, 1, 0}; ///< of the triangle, unit length, towards the ray's start
        std::size_t triangle = 0;
    };

    /// The nearest triangle that the ray meets within `limit` metres, from either side.
    [[nodiscard]] std::optional<Hit>
    raycast(const Ray& ray, double limit = std::numeric_limits<double>::infinity()) const;

    /// World bounds when placed there: of the corners themselves while they are few.
    [[nodiscard]] Aabb boundsAt(const Transform& place) const;

private:
    struct Node
    {
        Vec3f min{0}, max{0};
        std::uint32_t first =
            0; ///< of m_order for a leaf, else the second child; the first follows
        std::uint32_t count = 0; ///< of triangles in a leaf; 0 for others
    };

    void buildTree();
    void hitTriangle(const Ray& ray,
                     std::size_t triangle,
                     double& limit,
                     std::optional<Hit>& best) const;

    Mesh m_mesh;
    Aabb m_bounds;
    std::vector<Node> m_nodes;
    std::vector<std::uint32_t> m_order; ///< triangles as the leaves hold them
    std::string m_problem;
    ContentHash m_hash = 0;
};

/// The ray as seen from within the place; its lengths are those of the world times `scale`.
struct LocalRay
{
    Ray ray;
    double scale = 1;
};

/// nullopt if the place has no volume.
[[nodiscard]] std::optional<LocalRay> rayWithin(const Transform& place, const Ray& ray);
} // namespace engine
