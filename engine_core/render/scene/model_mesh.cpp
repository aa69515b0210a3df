#include "engine_core/render/scene/model_mesh.h"

#include "engine_core/render/passes/packed_frame.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace engine
{
namespace
{
/// Finds vertices by where they are.
class VertexFinder
{
public:
    explicit VertexFinder(const std::vector<GpuVertex>& vertices)
        : m_vertices{vertices}, m_order(vertices.size())
    {
        std::iota(m_order.begin(), m_order.end(), 0U);
        std::sort(m_order.begin(), m_order.end(), [this](std::uint32_t a, std::uint32_t b) {
            return keyOf(m_vertices[a].position) < keyOf(m_vertices[b].position);
        });
    }

    /// The number of vertices if there is none.
    [[nodiscard]] std::uint32_t at(const Vec3f& place) const
    {
        const auto found = std::lower_bound(m_order.begin(), m_order.end(), keyOf(place),
                                            [this](std::uint32_t vertex, const Key& key) {
                                                return keyOf(m_vertices[vertex].position) < key;
                                            });
        return found != m_order.end() && m_vertices[*found].position == place
                   ? *found
                   : static_cast<std::uint32_t>(m_order.size());
    }

private:
    using Key = std::tuple<float, float, float>;

    static Key keyOf(const Vec3f& p) { return {p.x, p.y, p.z}; }

    const std::vector<GpuVertex>& m_vertices;
    std::vector<std::uint32_t> m_order;
};

void addEdges(const MeshShape& shape, BrushMesh& result)
{
    const VertexFinder finder{result.vertices};
    for (const auto& edge : shape.edges()) {
        const GpuEdge found{finder.at(edge.from), finder.at(edge.to)};
        if (std::max(found.from, found.to) < result.vertices.size())
            result.edges.push_back(found);
    }
}
} // namespace

BrushMesh buildModelMesh(const MeshShape& shape)
{
    const auto& mesh = shape.mesh();
    BrushMesh result;
    result.vertices.reserve(mesh.vertices.size());
    for (const auto& from : mesh.vertices)
        result.vertices.push_back({from.position, packFrame(from.normal, from.tangent), from.uv});
    auto order = mesh.faces;
    std::stable_sort(order.begin(), order.end(),
                     [](const FaceMesh& a, const FaceMesh& b) { return a.material < b.material; });
    result.indices.reserve(mesh.indices.size());
    for (const auto& face : order) {
        if (result.materials.empty() || result.materials.back().material != face.material)
            result.materials.push_back(
                {face.material, static_cast<std::uint32_t>(result.indices.size()), 0});
        result.materials.back().indexCount += face.indexCount;
        const auto* from = mesh.indices.data() + face.firstIndex;
        result.indices.insert(result.indices.end(), from, from + face.indexCount);
    }
    addEdges(shape, result);
    result.bounds = shape.bounds();
    return result;
}
} // namespace engine
