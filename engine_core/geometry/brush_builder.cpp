#include "engine_core/geometry/brush_builder.h"

#include "engine_core/geometry/solid_cutter.h"

#include <algorithm>
#include <limits>

namespace engine
{
namespace
{
constexpr double SamePlaneDistance = 1e-7;
constexpr double SamePlaneNormal = 1e-9;

bool isSame(const Plane& a, const Plane& b)
{
    return std::abs(a.distance - b.distance) <= SamePlaneDistance &&
           std::abs(a.normal.x - b.normal.x) <= SamePlaneNormal &&
           std::abs(a.normal.y - b.normal.y) <= SamePlaneNormal &&
           std::abs(a.normal.z - b.normal.z) <= SamePlaneNormal;
}
} // namespace

void BrushBuilder::reset(std::span<const BrushFace> faces)
{
    m_cuts.reserve(faces.size());
    m_keep.reserve(faces.size());
    m_corners.reserve(GroupSize * (faces.size() + 4));
    m_above.reserve(faces.size() + 4);
    m_firstIndex.reserve(faces.size() + 1);
    m_sides = {};
    m_bounds = {};
    m_isOpen = false;
    m_cuts.resize(0);
    m_keep.resize(0);
    m_keys.resize(0);
    m_keyVertices.resize(0);
    m_vertices.resize(0);
    m_indices.resize(0);
    m_firstIndex.resize(0);
    m_firstIndex.push(0);
    for (const auto& face : faces) {
        bool isNew = true;
        for (const auto& before : m_cuts)
            isNew = isNew && !isSame(before.plane, face.plane);
        m_cuts.push(cutPlane(face.plane));
        m_keep.push(isNew);
        if (isNew)
            m_sides.add(m_cuts[m_cuts.size() - 1], static_cast<PlaneIndex>(m_cuts.size() - 1));
    }
}

BrushBuilder::Outcome BrushBuilder::build(std::span<const BrushFace> faces)
{
    reset(faces);
    std::array<Polygon, GroupSize> polygons;
    const auto stride = faces.size() + 4;
    for (std::size_t i = 0; i < GroupSize; ++i)
        polygons[i].corners = m_corners.data() + i * stride;

    bool leftOut = false;
    for (std::size_t first = 0; first < faces.size(); first += GroupSize) {
        const auto group = std::span{polygons}.first(std::min(GroupSize, faces.size() - first));
        cutGroup(static_cast<PlaneIndex>(first), group);
        for (std::size_t i = 0; i < group.size(); ++i) {
            appendPolygon(static_cast<PlaneIndex>(first + i), group[i]);
            leftOut = leftOut || !m_keep[first + i];
        }
        if (m_isOpen)
            return Outcome::Open;
    }
    if (!leftOut && isClosed())
        return Outcome::Done;
    return leftOut || leaveOutTwins() ? Outcome::FacesLeftOut : cutWhole();
}

/// Leaves the polygons of a few faces in a row, empty where nothing is left of them.
void BrushBuilder::cutGroup(PlaneIndex firstFace, std::span<Polygon> group)
{
    // Planes across the axes are dealt with at once, among themselves and where one runs along.
    struct Face
    {
        PlaneIndex inGroup;
        int along;
    };

    std::array<Face, GroupSize> across;
    std::array<Face, GroupSize> slanted;
    std::size_t acrossCount = 0;
    std::size_t slantedCount = 0;
    for (PlaneIndex i = 0; i < group.size(); ++i) {
        const auto& cut = m_cuts[firstFace + i];
        group[i].count = 0;
        if (!m_keep[firstFace + i])
            continue;
        if (cut.axis != NoAxis) {
            m_sides.makeRectangle(cut, group[i]);
            across[acrossCount++] = {i, NoAxis};
        } else {
            slanted[slantedCount++] = {i, m_sides.makeSheet(cut.plane, group[i])};
        }
    }
    for (PlaneIndex by = 0; by < m_cuts.size(); ++by) {
        if (!m_keep[by])
            continue;
        const auto& cut = m_cuts[by];
        for (const auto& face : std::span{slanted}.first(slantedCount))
            if (by != firstFace + face.inGroup && (cut.axis == NoAxis || cut.axis != face.along))
                clip(group[face.inGroup], cut.plane, by, m_above.data());
        if (cut.axis == NoAxis)
            for (const auto& face : std::span{across}.first(acrossCount))
                clip(group[face.inGroup], cut.plane, by, m_above.data());
    }
}

/// Turns the cut polygon into indices of welded corners, or marks the face as left out.
void BrushBuilder::appendPolygon(PlaneIndex face, const Polygon& polygon)
{
    const auto first = m_indices.size();
    m_indices.reserve(first + polygon.count);
    for (std::size_t i = 0; i < polygon.count; ++i) {
        const auto& corner = polygon.corners[i];
        const auto edgeBefore = polygon.corners[i > 0 ? i - 1 : polygon.count - 1].edge;
        appendIndex(first, vertexOf(face, edgeBefore, corner.edge, corner.at));
    }
    // What appendIndex() does, where the end meets the start.
    auto start = first;
    auto size = m_indices.size();
    while (size > start + 1) {
        const bool mayHoldSpike = size > start + 2;
        if (m_indices[size - 1] == m_indices[start] ||
            (mayHoldSpike && m_indices[size - 2] == m_indices[start]))
            --size;
        else if (mayHoldSpike && m_indices[size - 1] == m_indices[start + 1])
            ++start;
        else
            break;
    }
    if (size < start + 3) {
        m_keep[face] = false;
        m_indices.resize(first);
        return;
    }
    if (start > first)
        std::copy(&m_indices[start], m_indices.data() + size, &m_indices[first]);
    m_indices.resize(size - (start - first));
    m_firstIndex.push(static_cast<std::uint32_t>(m_indices.size()));
}

/// Adds a corner to the polygon that starts at index `first`, unless it is the last one again, or
/// the last but one: then the sides of a sliver became one edge, walked there and back.
void BrushBuilder::appendIndex(std::size_t first, std::uint16_t vertex)
{
    const auto size = m_indices.size();
    if (size > first && m_indices[size - 1] == vertex)
        return;
    if (size > first + 1 && m_indices[size - 2] == vertex)
        m_indices.resize(size - 1);
    else
        m_indices.push(vertex);
}

/// The same three planes are the same vertex, whichever face asks.
std::uint16_t BrushBuilder::vertexOf(PlaneIndex a, PlaneIndex b, PlaneIndex c, const Vec3d& near)
{
    static_assert(MaxFaces * MaxFaces * MaxFaces <= std::numeric_limits<std::uint32_t>::max());
    if (b > c)
        std::swap(b, c);
    if (a > b)
        std::swap(a, b);
    if (b > c)
        std::swap(b, c);
    const auto key = static_cast<std::uint32_t>((a * MaxFaces + b) * MaxFaces + c);
    const auto known = m_keys.size();
    for (std::size_t i = 0; i < known; ++i)
        if (m_keys[i] == key)
            return m_keyVertices[i];
    return newVertex(key, {a, b, c}, near);
}

/// `planes` go up.
std::uint16_t BrushBuilder::newVertex(std::uint32_t key,
                                      const std::array<PlaneIndex, 3>& planes,
                                      const Vec3d& near)
{
    if (planes[2] == NoPlane) { // the border of a sheet: nothing closes the solid here
        m_isOpen = true;
        return 0;
    }
    const auto vertex =
        weld(exactCorner(m_cuts[planes[0]], m_cuts[planes[1]], m_cuts[planes[2]], near));
    const auto known = m_keys.size();
    m_keys.reserve(known + 1);
    m_keys.push(key);
    m_keyVertices.reserve(known + 1);
    m_keyVertices.push(vertex);
    return vertex;
}

std::uint16_t BrushBuilder::weld(const Vec3d& point)
{
    const auto count = m_vertices.size();
    for (std::size_t i = 0; i < count; ++i) {
        const auto off = m_vertices[i] - point;
        if (glm::dot(off, off) <= WeldDistance * WeldDistance)
            return static_cast<std::uint16_t>(i);
    }
    m_vertices.reserve(count + 1);
    m_vertices.push(point);
    m_bounds.add(point);
    return static_cast<std::uint16_t>(count);
}

/// Euler's formula holds, and every edge is walked once in each direction.
bool BrushBuilder::isClosed() const
{
    if (m_vertices.size() + m_firstIndex.size() - 1 != m_indices.size() / 2 + 2)
        return false;
    std::uint64_t balance = 0; // a sum of hashes in which the two directions cancel
    for (std::size_t face = 0; face + 1 < m_firstIndex.size(); ++face) {
        std::uint64_t from = m_indices[m_firstIndex[face + 1] - 1];
        for (auto i = m_firstIndex[face]; i < m_firstIndex[face + 1]; ++i) {
            const std::uint64_t to = m_indices[i];
            const auto low = std::min(from, to);
            auto hash = ((low << 16U | (from ^ to ^ low)) + 1) * 0x9e3779b97f4a7c15ULL;
            hash ^= hash >> 29U;
            balance += from < to ? hash : 0 - hash;
            from = to;
        }
    }
    return balance == 0;
}

/// Marks faces that lie within the weld of an earlier one, which cut each other at random. Returns
/// whether there were any.
bool BrushBuilder::leaveOutTwins()
{
    const auto center = m_bounds.center();
    const double radius = glm::length(m_bounds.size()) / 2;
    bool found = false;
    for (std::size_t i = 1; i < m_cuts.size(); ++i)
        for (std::size_t j = 0; j < i && m_keep[i]; ++j) {
            const auto& a = m_cuts[i].plane;
            const auto& b = m_cuts[j].plane;
            const double apart = std::abs(a.above(center) - b.above(center)) +
                                 glm::distance(a.normal, b.normal) * radius;
            m_keep[i] = !m_keep[j] || apart > WeldDistance;
            found = found || !m_keep[i];
        }
    return found;
}

/// The faces, cut by themselves, do not fit to each other: planes meet nearly in one point or line,
/// and each face saw another order. Cut as one surface they cannot differ.
BrushBuilder::Outcome BrushBuilder::cutWhole()
{
    SolidCutter solid;
    if (!solid.cut(std::span{m_cuts.data(), m_cuts.size()}) ||
        solid.corners().size() > std::numeric_limits<std::uint16_t>::max())
        return Outcome::Torn;
    m_vertices.resize(0);
    m_indices.resize(0);
    m_firstIndex.resize(1);
    m_bounds = {};
    m_vertices.reserve(solid.corners().size());
    for (const auto& corner : solid.corners()) {
        m_vertices.push(corner);
        m_bounds.add(corner);
    }
    bool leftOut = false;
    for (std::size_t face = 0; face < m_cuts.size(); ++face) {
        const auto& polygon = solid.polygons()[face];
        m_keep[face] = !polygon.empty();
        leftOut = leftOut || polygon.empty();
        m_indices.reserve(m_indices.size() + polygon.size());
        for (const auto corner : polygon)
            m_indices.push(static_cast<std::uint16_t>(corner));
        if (!polygon.empty())
            m_firstIndex.push(static_cast<std::uint32_t>(m_indices.size()));
    }
    if (leftOut)
        return Outcome::FacesLeftOut;
    return isClosed() ? Outcome::Done : Outcome::Torn;
}

/// Whether a tetrahedron inside the solid alone is bigger than anything flat: no face is larger
/// than the disc of the solid's diameter (isodiametric inequality). Nearly every solid is.
bool BrushBuilder::isThick() const
{
    const auto& a = m_vertices[m_indices[0]];
    const auto area = glm::cross(m_vertices[m_indices[1]] - a, m_vertices[m_indices[2]] - a);
    double sixVolumes = 0;
    for (auto i = m_firstIndex[1]; i < m_vertices.size(); ++i)
        sixVolumes = std::max(sixVolumes, glm::dot(a - m_vertices[i], area));
    const auto size = m_bounds.max - m_bounds.min;
    return sixVolumes > 2 * glm::dot(size, size) * WeldDistance; // 2 is more than pi / 2
}

/// A convex solid of height h over a face of area A holds at least A * h / 3.
bool BrushBuilder::isFlat() const
{
    if (isThick())
        return false;
    double sixVolumes = 0;
    double doubleArea = 0;
    const auto origin = m_vertices[0];
    for (std::size_t face = 0; face + 1 < m_firstIndex.size(); ++face) {
        const auto first = m_firstIndex[face];
        const auto& a = m_vertices[m_indices[first]];
        Vec3d area{0};
        auto toB = m_vertices[m_indices[first + 1]] - a;
        for (auto i = first + 2; i < m_firstIndex[face + 1]; ++i) {
            const auto toC = m_vertices[m_indices[i]] - a;
            area += glm::cross(toB, toC);
            toB = toC;
        }
        sixVolumes += glm::dot(a - origin, area);
        doubleArea = std::max(doubleArea, glm::dot(area, m_cuts[face].plane.normal));
    }
    return !(sixVolumes > doubleArea * WeldDistance);
}

bool BrushBuilder::reachesBeyond(std::span<const Plane> planes) const
{
    return std::any_of(planes.begin(), planes.end(), [this](const Plane& plane) {
        return std::any_of(m_vertices.begin(), m_vertices.end(), [&](const Vec3d& vertex) {
            return plane.above(vertex) > 2 * WeldDistance;
        });
    });
}
} // namespace engine
