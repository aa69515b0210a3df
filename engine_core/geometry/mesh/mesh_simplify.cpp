#include "engine_core/geometry/mesh/mesh_simplify.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <span>

namespace engine
{
namespace
{
/// How far the surface may move, as a share of the mesh's size.
constexpr float MostError = 0.1F;

using Indices = std::vector<std::uint32_t>;

Indices collapsed(const Mesh& mesh, std::span<const std::uint32_t> indices, std::size_t target)
{
    Indices result(indices.size());
    result.resize(meshopt_simplify(result.data(), indices.data(), indices.size(),
                                   &mesh.vertices[0].position.x, mesh.vertices.size(),
                                   sizeof(MeshVertex), target, MostError, 0, nullptr));
    return result;
}

/// The pieces of a part that share no vertices, each as its triangles' indices.
std::vector<Indices> piecesOf(std::size_t vertexCount, std::span<const std::uint32_t> indices)
{
    std::vector<std::uint32_t> parent(vertexCount);
    std::iota(parent.begin(), parent.end(), 0U);
    const auto root = [&](std::uint32_t v) {
        while (parent[v] != v)
            v = parent[v] = parent[parent[v]];
        return v;
    };
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3)
        for (const auto other : {indices[i + 1], indices[i + 2]})
            parent[root(other)] = root(indices[i]);
    std::map<std::uint32_t, Indices> byRoot;
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        auto& piece = byRoot[root(indices[i])];
        piece.insert(piece.end(), {indices[i], indices[i + 1], indices[i + 2]});
    }
    std::vector<Indices> pieces;
    for (auto& [vertex, piece] : byRoot)
        pieces.push_back(std::move(piece));
    return pieces;
}

/// Adds a copy of the piece to the mesh, bigger about its middle.
void addGrown(const Indices& piece, float factor, Mesh& mesh, Indices& result)
{
    Vec3f middle{0};
    for (const auto index : piece)
        middle += mesh.vertices[index].position / static_cast<float>(piece.size());
    std::map<std::uint32_t, std::uint32_t> copies;
    for (const auto index : piece) {
        const auto [copy, isNew] =
            copies.emplace(index, static_cast<std::uint32_t>(mesh.vertices.size()));
        if (isNew) {
            auto vertex = mesh.vertices[index];
            vertex.position = middle + (vertex.position - middle) * factor;
            mesh.vertices.push_back(vertex);
        }
        result.push_back(copy->second);
    }
}

Indices fewerPieces(const std::vector<Indices>& pieces, std::size_t target, Mesh& mesh)
{
    std::size_t all = 0;
    for (const auto& piece : pieces)
        all += piece.size();
    const double share = static_cast<double>(target) / static_cast<double>(all);
    Indices result;
    double due = 0;
    for (const auto& piece : pieces) { // evenly through the part
        due += share;
        if (due < 1 && !(result.empty() && &piece == &pieces.back()))
            continue;
        due -= 1;
        addGrown(piece, static_cast<float>(1 / std::sqrt(share)), mesh, result);
    }
    return result;
}
} // namespace

Mesh simplified(const Mesh& mesh, double share)
{
    Mesh result;
    result.vertices = mesh.vertices;
    for (const auto& face : mesh.faces) {
        const std::span all{mesh.indices.data() + face.firstIndex, face.indexCount};
        const auto target =
            std::max<std::size_t>(static_cast<std::size_t>(face.indexCount / 3 * share) * 3, 3);
        auto indices = collapsed(mesh, all, target);
        if (indices.size() > target * 3 / 2 || indices.size() < 3)
            if (const auto pieces = piecesOf(mesh.vertices.size(), all); pieces.size() > 1)
                indices = fewerPieces(pieces, target, result);
        if (indices.size() < 3)
            indices.assign(all.begin(), all.end());
        auto part = face;
        part.firstIndex = static_cast<std::uint32_t>(result.indices.size());
        part.indexCount = static_cast<std::uint32_t>(indices.size());
        result.indices.insert(result.indices.end(), indices.begin(), indices.end());
        result.faces.push_back(part);
    }
    return result;
}
} // namespace engine
