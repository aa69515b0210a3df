#include "engine_core/geometry/brush_vertices.h"

#include "engine_core/geometry/hull/convex_hull.h"

#include <algorithm>
#include <array>

namespace engine
{
namespace
{
/// How far a corner of the finished brush may lie from where it was put, because faces joined or
/// welded. Hull tolerances.
constexpr double PlacingSlack = 50;

/// A way that meets the brush for no longer than this only touches it. Hull tolerances.
constexpr double TouchingSlack = 32;

constexpr double MaxTextureScale = 1e4; ///< metres per repeat; a flatter map is no map

/// The corners after an edit and the corners that they were, which is how faces know each other.
class VertexEdit
{
public:
    explicit VertexEdit(const Brush& brush)
        : m_brush{brush}
        , m_places{brush.vertices().begin(), brush.vertices().end()}
        , m_isMoved(m_places.size(), false)
        , m_isKept(m_places.size(), true)
    {
    }

    void move(VertexIndex vertex, const PointMap& to)
    {
        ENGINE_EXPECT(vertex < m_brush.vertices().size());
        if (!m_isMoved[vertex])
            m_places[vertex] = to(m_brush.vertices()[vertex]);
        m_isMoved[vertex] = true;
    }

    void remove(VertexIndex vertex)
    {
        ENGINE_EXPECT(vertex < m_brush.vertices().size());
        m_isKept[vertex] = false;
    }

    void add(const Vec3d& place) { m_added.push_back(place); }

    [[nodiscard]] const Vec3d& placeOf(VertexIndex vertex) const { return m_places[vertex]; }

    [[nodiscard]] bool isMoved(VertexIndex vertex) const { return m_isMoved[vertex]; }

    /// Whether a moved corner ends up on one that stays.
    [[nodiscard]] bool fuses() const;

    [[nodiscard]] bool changesNothing() const;

    /// Whether a moved corner would enter the hull of the others and leave it again.
    [[nodiscard]] bool passesThrough() const;

    /// Once only.
    [[nodiscard]] Result<Brush> finish(TextureLock lock);

private:
    static constexpr VertexIndex NoVertex = 0xffff; ///< the old corner of an added one

    [[nodiscard]] FaceIndex oldFaceOf(const HullFace& face) const;
    [[nodiscard]] BrushFace faceLike(FaceIndex old, const HullFace& face, TextureLock lock) const;
    [[nodiscard]] std::optional<UvMapping> lockedUv(const BrushFace& old,
                                                    const HullFace& face) const;

    const Brush& m_brush;
    std::vector<Vec3d> m_places;
    std::vector<bool> m_isMoved;
    std::vector<bool> m_isKept;
    std::vector<Vec3d> m_added;

    std::vector<Vec3d> m_points;          ///< of the hull
    std::vector<VertexIndex> m_oldVertex; ///< by point
};

bool VertexEdit::changesNothing() const
{
    return m_added.empty() &&
           std::all_of(m_isKept.begin(), m_isKept.end(), [](bool kept) { return kept; }) &&
           std::equal(m_places.begin(), m_places.end(), m_brush.vertices().begin());
}

bool VertexEdit::fuses() const
{
    const double within = hullTolerance(m_brush.bounds().size());
    for (std::size_t i = 0; i < m_places.size(); ++i)
        for (std::size_t j = 0; m_isMoved[i] && j < m_places.size(); ++j)
            if (!m_isMoved[j] && glm::distance(m_places[i], m_places[j]) <= within)
                return true;
    return false;
}

/// Whether the way from a to b goes through the hull, or along its surface, and ends outside (Cyrus
/// and Beck). Touching an edge or a corner is not through.
bool crosses(std::span<const HullFace> faces, const Vec3d& a, const Vec3d& b, double tolerance)
{
    double enter = 0;
    double leave = 1;
    bool endsOutside = false;
    for (const auto& face : faces) {
        const double from = face.plane.above(a) - tolerance;
        const double to = face.plane.above(b) - tolerance;
        endsOutside = endsOutside || to > 0;
        if (from >= 0 && to >= 0)
            return false;
        if (from > 0)
            enter = std::max(enter, from / (from - to));
        else if (to > 0)
            leave = std::min(leave, from / (from - to));
    }
    return endsOutside && (leave - enter) * glm::distance(a, b) > TouchingSlack * tolerance;
}

bool VertexEdit::passesThrough() const
{
    // Outwards there is nothing to pass through; this spares most moves the second hull.
    bool goesInside = false;
    for (std::size_t i = 0; i < m_places.size(); ++i)
        goesInside =
            goesInside ||
            (m_isMoved[i] && m_brush.contains(glm::mix(m_brush.vertices()[i], m_places[i], 1e-3)));
    if (!goesInside)
        return false;

    std::vector<Vec3d> others;
    for (std::size_t i = 0; i < m_places.size(); ++i)
        if (!m_isMoved[i])
            others.push_back(m_places[i]);
    const auto faces = hullFaces(others, m_brush.faces());
    if (!faces)
        return false; // flat: the brush just turns over
    const double tolerance = hullTolerance(m_brush.bounds().size());
    for (std::size_t i = 0; i < m_places.size(); ++i)
        if (m_isMoved[i] && crosses(*faces, m_brush.vertices()[i], m_places[i], tolerance))
            return true;
    return false;
}

/// The one that shares most corners; among these the one that looks most the same way.
FaceIndex VertexEdit::oldFaceOf(const HullFace& face) const
{
    if (face.like)
        return *face.like;
    FaceIndex best = 0;
    double bestScore = -1;
    for (FaceIndex old = 0; old < m_brush.faceCount(); ++old) {
        const auto corners = m_brush.faceVertices(old);
        const auto shared =
            std::count_if(face.corners.begin(), face.corners.end(), [&](std::uint32_t corner) {
                return std::find(corners.begin(), corners.end(), m_oldVertex[corner]) !=
                       corners.end();
            });
        const double score = 4.0 * static_cast<double>(shared) +
                             glm::dot(m_brush.faces()[old].plane.normal, face.plane.normal);
        if (score > bestScore) {
            best = old;
            bestScore = score;
        }
    }
    return best;
}

/// The affine map that has three corners of the face keep their texels; nullopt if all that it has
/// stayed where they were, or if there are no three.
std::optional<UvMapping> VertexEdit::lockedUv(const BrushFace& old, const HullFace& face) const
{
    std::vector<std::uint32_t> known;
    int unmoved = 0;
    for (const auto corner : face.corners)
        if (const auto vertex = m_oldVertex[corner]; vertex != NoVertex) {
            known.push_back(corner);
            unmoved += m_isMoved[vertex] ? 0 : 1;
        }
    if (unmoved >= 3 || known.size() < 3)
        return std::nullopt;
    // Corners that stayed come first, then the widest triangle decides.
    std::stable_partition(known.begin(), known.end(),
                          [&](std::uint32_t corner) { return !m_isMoved[m_oldVertex[corner]]; });
    const auto& a = m_points[known[0]];
    const auto farther = [&](auto&& measure, std::size_t first) {
        std::size_t best = first;
        for (std::size_t i = first; i < known.size(); ++i)
            if (measure(m_points[known[i]]) > measure(m_points[known[best]]))
                best = i;
        std::swap(known[first], known[best]);
    };
    if (unmoved < 2)
        farther([&](const Vec3d& p) { return glm::distance(a, p); }, 1);
    const auto ab = m_points[known[1]] - a;
    farther([&](const Vec3d& p) { return glm::length(glm::cross(ab, p - a)); }, 2);
    const auto ac = m_points[known[2]] - a;

    const auto uvOf = [&](std::size_t i) {
        return old.uv.at(m_brush.vertices()[m_oldVertex[known[i]]]);
    };
    const auto uvA = uvOf(0);
    const auto toB = uvOf(1) - uvA;
    const auto toC = uvOf(2) - uvA;
    const auto cross = glm::cross(ab, ac);
    const double squared = glm::dot(cross, cross);
    if (!(std::sqrt(squared) > WeldDistance * glm::length(ab)))
        return std::nullopt;
    // The vectors in the plane whose dot products with ab and ac are 1 and 0, or 0 and 1.
    const auto dualB = glm::cross(ac, cross) / squared;
    const auto dualC = glm::cross(cross, ab) / squared;
    UvMapping uv;
    for (int i = 0; i < 2; ++i) {
        const auto gradient = dualB * toB[i] + dualC * toC[i];
        const double steepness = glm::length(gradient);
        if (!(steepness * MaxTextureScale > 1))
            return std::nullopt;
        const double sign = old.uv.scale[i] < 0 ? -1 : 1;
        (i == 0 ? uv.uAxis : uv.vAxis) = gradient * (sign / steepness);
        uv.scale[i] = sign / steepness;
        uv.offset[i] = uvA[i] - glm::dot(gradient, a);
    }
    return uv;
}

BrushFace VertexEdit::faceLike(FaceIndex old, const HullFace& face, TextureLock lock) const
{
    const auto& from = m_brush.faces()[old];
    BrushFace result{face.plane, from.material, from.uv};
    const auto locked = lock == TextureLock::On ? lockedUv(from, face) : std::nullopt;
    if (locked)
        result.uv = *locked;
    else if (face.plane != from.plane)
        result.uv = worldUv(from.uv, from.plane.normal, face.plane.normal);
    return result;
}

Result<Brush> VertexEdit::finish(TextureLock lock)
{
    m_points = m_added;
    m_oldVertex.assign(m_added.size(), NoVertex);
    for (std::size_t i = 0; i < m_places.size(); ++i)
        if (m_isKept[i]) {
            m_points.push_back(m_places[i]);
            m_oldVertex.push_back(static_cast<VertexIndex>(i));
        }
    const auto faces = hullFaces(m_points, m_brush.faces());
    if (!faces)
        return faces.error();

    std::vector<std::pair<FaceIndex, const HullFace*>> matches;
    for (const auto& face : *faces)
        matches.emplace_back(oldFaceOf(face), &face);
    std::stable_sort(matches.begin(), matches.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<BrushFace> result;
    std::vector<BrushFace> splitOff;
    for (std::size_t i = 0; i < matches.size(); ++i) {
        const bool isFirst = i == 0 || matches[i - 1].first != matches[i].first;
        (isFirst ? result : splitOff)
            .push_back(faceLike(matches[i].first, *matches[i].second, lock));
    }
    result.insert(result.end(), splitOff.begin(), splitOff.end());
    return Brush::fromFaces(std::move(result));
}

double placingTolerance(const Brush& brush)
{
    return PlacingSlack * hullTolerance(brush.bounds().size());
}

/// Where each of the old corners is in the new brush; an error if one of them is gone.
Result<std::vector<VertexIndex>>
survivors(const VertexEdit& edit, std::span<const VertexIndex> corners, const Brush& result)
{
    std::vector<VertexIndex> places;
    const double within = placingTolerance(result);
    for (const auto corner : corners) {
        const auto at = findVertex(result, edit.placeOf(corner), within);
        if (!at || std::find(places.begin(), places.end(), *at) != places.end())
            return Error{"A corner of it would vanish"};
        places.push_back(*at);
    }
    return places;
}

/// The face of the result that has all of these corners, if there is one.
bool hasFaceWith(const Brush& brush, std::span<const VertexIndex> corners)
{
    for (FaceIndex face = 0; face < brush.faceCount(); ++face) {
        const auto own = brush.faceVertices(face);
        if (own.size() >= corners.size() &&
            std::all_of(corners.begin(), corners.end(), [&](VertexIndex corner) {
                return std::find(own.begin(), own.end(), corner) != own.end();
            }))
            return true;
    }
    return false;
}

/// Whether the moved face, in its old winding, still has every other corner behind it.
bool facesOutwards(const Brush& brush, const VertexEdit& edit, FaceIndex face)
{
    const auto corners = brush.faceVertices(face);
    const auto& a = edit.placeOf(corners[0]);
    Vec3d area{0};
    for (std::size_t i = 2; i < corners.size(); ++i)
        area += glm::cross(edit.placeOf(corners[i - 1]) - a, edit.placeOf(corners[i]) - a);
    const double length = glm::length(area);
    if (!(length > 0))
        return false;
    for (VertexIndex i = 0; i < brush.vertices().size(); ++i)
        if (std::find(corners.begin(), corners.end(), i) == corners.end() &&
            glm::dot(area / length, edit.placeOf(i) - a) > -WeldDistance)
            return false;
    return true;
}
} // namespace

std::vector<BrushEdge> edgesOf(const Brush& brush)
{
    std::vector<BrushEdge> edges;
    for (FaceIndex face = 0; face < brush.faceCount(); ++face) {
        const auto corners = brush.faceVertices(face);
        for (std::size_t i = 0; i < corners.size(); ++i)
            if (const BrushEdge edge{corners[i], corners[(i + 1) % corners.size()]};
                edge.a < edge.b) // the face on the other side has it the other way round
                edges.push_back(edge);
    }
    std::sort(edges.begin(), edges.end());
    return edges;
}

std::optional<VertexIndex> findVertex(const Brush& brush, const Vec3d& place, double within)
{
    std::optional<VertexIndex> nearest;
    for (std::size_t i = 0; i < brush.vertices().size(); ++i)
        if (const double away = glm::distance(brush.vertices()[i], place); away <= within) {
            nearest = static_cast<VertexIndex>(i);
            within = away;
        }
    return nearest;
}

Result<Brush> moveVertices(const Brush& brush,
                           std::span<const VertexIndex> vertices,
                           const PointMap& to,
                           TextureLock lock)
{
    VertexEdit edit{brush};
    for (const auto vertex : vertices)
        edit.move(vertex, to);
    if (edit.changesNothing())
        return brush;
    if (edit.passesThrough())
        return Error{"A vertex cannot be pushed through the brush"};
    return edit.finish(lock);
}

Result<Brush> moveEdges(const Brush& brush,
                        std::span<const BrushEdge> edges,
                        const PointMap& to,
                        TextureLock lock)
{
    VertexEdit edit{brush};
    std::vector<VertexIndex> moved;
    for (const auto& edge : edges)
        for (const auto corner : {edge.a, edge.b}) {
            if (!edit.isMoved(corner))
                moved.push_back(corner);
            edit.move(corner, to);
        }
    if (edit.changesNothing())
        return brush;
    if (edit.passesThrough())
        return Error{"An edge cannot be pushed through the brush"};
    auto result = edit.finish(lock);
    if (!result)
        return result;
    if (edit.fuses() || !survivors(edit, moved, *result))
        return Error{"The edge cannot go there: one of its vertices would vanish"};
    for (const auto& edge : edges) {
        const std::array<VertexIndex, 2> ends{edge.a, edge.b};
        const auto at = *survivors(edit, ends, *result);
        const auto [low, high] = std::minmax(at[0], at[1]);
        const auto now = edgesOf(*result);
        if (!std::binary_search(now.begin(), now.end(), BrushEdge{low, high}))
            return Error{"The edge cannot go there: it would vanish inside the brush"};
    }
    return result;
}

Result<Brush> moveFaceVertices(const Brush& brush,
                               std::span<const FaceIndex> faces,
                               const PointMap& to,
                               TextureLock lock)
{
    VertexEdit edit{brush};
    std::vector<VertexIndex> moved;
    for (const auto face : faces) {
        ENGINE_EXPECT(face < brush.faceCount());
        for (const auto corner : brush.faceVertices(face)) {
            if (!edit.isMoved(corner))
                moved.push_back(corner);
            edit.move(corner, to);
        }
    }
    if (edit.changesNothing())
        return brush;
    for (const auto face : faces)
        if (!facesOutwards(brush, edit, face))
            return Error{"The face cannot be pushed through the brush"};
    auto result = edit.finish(lock);
    if (!result)
        return result;
    if (edit.fuses() || !survivors(edit, moved, *result))
        return Error{"The face cannot go there: one of its vertices would vanish"};
    for (const auto face : faces)
        if (!hasFaceWith(*result, *survivors(edit, brush.faceVertices(face), *result)))
            return Error{"The face cannot go there: it would break into several"};
    return result;
}

Result<Brush> addVertex(const Brush& brush, const Vec3d& place, TextureLock lock)
{
    if (!isFinite(place))
        return Error{"The new vertex is not a place in the world"};
    if (brush.contains(place, hullTolerance(brush.bounds().size())))
        return Error{"A new vertex must lie outside of the brush"};
    VertexEdit edit{brush};
    edit.add(place);
    return edit.finish(lock);
}

Result<Brush>
removeVertices(const Brush& brush, std::span<const VertexIndex> vertices, TextureLock lock)
{
    VertexEdit edit{brush};
    for (const auto vertex : vertices)
        edit.remove(vertex);
    if (edit.changesNothing())
        return brush;
    return edit.finish(lock);
}
} // namespace engine
