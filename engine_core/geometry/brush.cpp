#include "engine_core/geometry/brush.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <type_traits>

namespace engine
{
namespace
{
using PlaneIndex = std::uint32_t;

constexpr std::size_t MaxFaces = 1024;
constexpr PlaneIndex NoPlane = MaxFaces; ///< the border of the sheet that a face is cut from
constexpr int NoAxis = 3;

/// A corner this close to a plane lies in it. Far below WeldDistance, so that whatever two faces
/// see differently is welded away afterwards; far above what doubles lose inside WorldLimit.
/// Metres.
constexpr double OnPlane = 1e-8;
constexpr double SamePlaneDistance = 1e-7;
constexpr double SamePlaneNormal = 1e-9;

/// Farther out than this a plane misses the world (whose corners are at 1.73 limits). Metres.
constexpr double PlaneLimit = 2 * WorldLimit;

/// Sizes that sheet so that it covers the world on every plane that meets the world. Metres.
constexpr double SheetSize = 3 * WorldLimit;

/// Leaving out a face can make a neighbour vanish in turn; only hostile input needs this many
/// rounds.
constexpr int MaxRounds = 16;

/// A corner of a polygon while it is being cut.
struct Corner
{
    Vec3d at;
    PlaneIndex edge; ///< the plane that made the edge from here to the next corner
};

/// What clipping needs of a face, close together.
struct CutPlane
{
    Plane plane;
    int axis;    ///< the one that the normal runs along, or NoAxis
    double sign; ///< of the normal on that axis
};

bool isUnit(double squaredLength)
{
    return std::abs(squaredLength - 1) <= 2e-12;
}

bool holdsFinite(const UvMapping& uv)
{
    return isFinite(uv.uAxis) && isFinite(uv.vAxis) && std::isfinite(uv.scale.x) &&
           std::isfinite(uv.scale.y) && std::isfinite(uv.offset.x) && std::isfinite(uv.offset.y);
}

/// Normals that are unit already keep their bits, so that saving and loading changes nothing.
/// Returns whether the face will do.
bool makeValid(BrushFace& face)
{
    auto& [normal, distance] = face.plane;
    const double squared = glm::dot(normal, normal);
    if (!isUnit(squared)) {
        const double length = std::sqrt(squared);
        if (!(std::abs(length - 1) <= 1e-6))
            return false;
        normal /= length;
        distance /= length;
    }
    return std::abs(distance) <= PlaneLimit && holdsFinite(face.uv) && face.uv.scale.x != 0 &&
           face.uv.scale.y != 0;
}

Error whyInvalid(const BrushFace& face, std::size_t number)
{
    const auto& [normal, distance] = face.plane;
    if (!isFinite(normal) || !std::isfinite(distance) || !holdsFinite(face.uv))
        return Error{"Face {} holds a number that is not finite", number};
    if (face.uv.scale.x == 0 || face.uv.scale.y == 0)
        return Error{"Face {} has a texture scale of 0", number};
    if (std::abs(distance) > PlaneLimit)
        return Error{"Face {} lies beyond the edge of the world, {} m out", number, WorldLimit};
    return Error{"Face {} has a direction of length {:.3g} where it must be 1", number,
                 glm::length(normal)};
}

Result<void> makeValid(std::vector<BrushFace>& faces)
{
    if (faces.size() < 4)
        return Error{"A brush needs at least four faces, this one has {}", faces.size()};
    if (faces.size() > MaxFaces)
        return Error{"A brush has at most {} faces, this one has {}", MaxFaces, faces.size()};
    for (std::size_t i = 0; i < faces.size(); ++i)
        if (!makeValid(faces[i]))
            return whyInvalid(faces[i], i + 1);
    return {};
}

bool isSame(const Plane& a, const Plane& b)
{
    return std::abs(a.distance - b.distance) <= SamePlaneDistance &&
           std::abs(a.normal.x - b.normal.x) <= SamePlaneNormal &&
           std::abs(a.normal.y - b.normal.y) <= SamePlaneNormal &&
           std::abs(a.normal.z - b.normal.z) <= SamePlaneNormal;
}

CutPlane cutPlane(const Plane& plane)
{
    const auto& n = plane.normal;
    for (int i = 0; i < 3; ++i)
        if (std::abs(n[i]) == 1 && n[(i + 1) % 3] == 0 && n[(i + 2) % 3] == 0)
            return {plane, i, n[i]};
    return {plane, NoAxis, 0};
}

/// The whole plane, as far as the world goes.
void makeSheet(const Plane& plane, Corner* out)
{
    const auto& n = plane.normal;
    const auto helper = std::abs(n.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
    const auto u = glm::cross(helper, n) * SheetSize; // at least 0.6 of it
    const auto v = glm::cross(n, u);
    const auto center = n * plane.distance;
    out[0] = {center - u - v, NoPlane};
    out[1] = {center + u - v, NoPlane};
    out[2] = {center + u + v, NoPlane};
    out[3] = {center - u + v, NoPlane};
}

/// Where three planes meet, by Cramer's rule.
Vec3d meetingPoint(const Plane& a, const Plane& b, const Plane& c)
{
    const auto bc = glm::cross(b.normal, c.normal);
    const auto ca = glm::cross(c.normal, a.normal);
    const auto ab = glm::cross(a.normal, b.normal);
    return (bc * a.distance + ca * b.distance + ab * c.distance) / glm::dot(a.normal, bc);
}

/// The corner of three faces, better than cutting found it, `near` the right place.
Vec3d exactCorner(const CutPlane& a, const CutPlane& b, const CutPlane& c, const Vec3d& near)
{
    const bool isBoxCorner = a.axis != NoAxis && b.axis != NoAxis && c.axis != NoAxis;
    auto point = isBoxCorner ? near : meetingPoint(a.plane, b.plane, c.plane);
    for (const auto* cut : {&a, &b, &c}) {
        // x * n / n need not be x, and walls stand on the grid.
        const double place = cut->plane.distance * cut->sign;
        point = {cut->axis == 0 ? place : point.x, cut->axis == 1 ? place : point.y,
                 cut->axis == 2 ? place : point.z};
    }
    const auto off = point - near;
    // Nearly parallel planes can give anything, infinity too, which fails this comparison.
    return glm::dot(off, off) <= WeldDistance * WeldDistance ? point + 0.0 : near + 0.0;
}

/// An array on the stack, which moves to the heap when it must hold more than N. Its elements are
/// left uninitialised until they are pushed.
template <typename T, std::size_t N>
class Scratch
{
    static_assert(std::is_trivially_copyable_v<T>);

public:
    void reserve(std::size_t capacity)
    {
        if (capacity <= m_capacity)
            return;
        m_capacity = std::max(capacity, 2 * m_capacity);
        auto heap = std::make_unique<T[]>(m_capacity);
        std::copy(begin(), end(), heap.get());
        m_heap = std::move(heap);
        m_data = m_heap.get();
    }

    /// Only after reserve().
    void push(const T& value) { m_data[m_size++] = value; }

    void resize(std::size_t size) { m_size = size; }

    [[nodiscard]] std::size_t size() const { return m_size; }

    [[nodiscard]] T* data() { return m_data; }

    [[nodiscard]] T& operator[](std::size_t i) { return m_data[i]; }

    [[nodiscard]] const T& operator[](std::size_t i) const { return m_data[i]; }

    [[nodiscard]] const T* begin() const { return m_data; }

    [[nodiscard]] const T* end() const { return m_data + m_size; }

private:
    std::array<T, N> m_stack;
    std::unique_ptr<T[]> m_heap;
    T* m_data = m_stack.data();
    std::size_t m_size = 0;
    std::size_t m_capacity = N;
};

struct Polygon
{
    Corner* corners;
    std::size_t count;
};

/// Finds the corners and polygons of the solid behind a set of planes. Works on the stack unless
/// the brush is unusually big.
class Builder
{
public:
    enum class Outcome
    {
        Done,
        FacesLeftOut, ///< keeps() tells which; build again without them
        Open,
        Torn ///< its details are too small for its faces to agree on
    };

    Builder() = default;
    Builder(const Builder&) = delete;
    Builder& operator=(const Builder&) = delete;

    Outcome build(std::span<const BrushFace> faces);

    [[nodiscard]] bool keeps(std::size_t face) const { return m_keep[face]; }

    [[nodiscard]] bool isFlat() const;

    /// Whether a corner is in front of one of the planes.
    [[nodiscard]] bool reachesBeyond(std::span<const Plane> planes) const;

    [[nodiscard]] const auto& vertices() const { return m_vertices; }

    [[nodiscard]] const auto& indices() const { return m_indices; }

    [[nodiscard]] const auto& firstIndex() const { return m_firstIndex; }

private:
    /// Faces are cut side by side, so that one's division need not wait for another's.
    static constexpr std::size_t GroupSize = 8;
    static constexpr std::size_t UsualFaces = 64;
    static constexpr std::size_t UsualCorners = UsualFaces + 4; ///< each cut adds at most one

    void reset(std::span<const BrushFace> faces);
    void cutGroup(PlaneIndex firstFace, std::span<Polygon> group);
    void clip(Polygon& polygon, const Plane& plane, PlaneIndex by);
    void appendPolygon(PlaneIndex face, const Polygon& polygon);
    void appendIndex(std::size_t first, std::uint16_t vertex);
    std::uint16_t vertexOf(PlaneIndex a, PlaneIndex b, PlaneIndex c, const Vec3d& near);
    std::uint16_t weld(const Vec3d& point);
    [[nodiscard]] bool isClosed() const;
    bool leaveOutTwins();

    Scratch<CutPlane, UsualFaces> m_cuts;
    Scratch<bool, UsualFaces> m_keep;
    Scratch<Corner, GroupSize * UsualCorners> m_corners;
    Scratch<double, UsualCorners> m_above;
    Scratch<std::uint32_t, 2 * UsualFaces> m_keys; ///< the three planes of every corner met so far
    Scratch<std::uint16_t, 2 * UsualFaces> m_keyVertices;
    Scratch<Vec3d, 2 * UsualFaces> m_vertices;
    Scratch<std::uint16_t, 6 * UsualFaces> m_indices;
    Scratch<std::uint32_t, UsualFaces + 1> m_firstIndex;
};

void Builder::reset(std::span<const BrushFace> faces)
{
    m_cuts.reserve(faces.size());
    m_keep.reserve(faces.size());
    m_corners.reserve(GroupSize * (faces.size() + 4));
    m_above.reserve(faces.size() + 4);
    m_firstIndex.reserve(faces.size() + 1);
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
    }
}

Builder::Outcome Builder::build(std::span<const BrushFace> faces)
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
            for (std::size_t corner = 0; corner < group[i].count; ++corner)
                if (group[i].corners[corner].edge == NoPlane)
                    return Outcome::Open;
            appendPolygon(static_cast<PlaneIndex>(first + i), group[i]);
            leftOut = leftOut || !m_keep[first + i];
        }
    }
    if (!leftOut && isClosed())
        return Outcome::Done;
    return leftOut || leaveOutTwins() ? Outcome::FacesLeftOut : Outcome::Torn;
}

/// Leaves the polygons of a few faces in a row, empty where nothing is left of them.
void Builder::cutGroup(PlaneIndex firstFace, std::span<Polygon> group)
{
    for (std::size_t i = 0; i < group.size(); ++i) {
        makeSheet(m_cuts[firstFace + i].plane, group[i].corners);
        group[i].count = m_keep[firstFace + i] ? 4 : 0;
    }
    for (PlaneIndex by = 0; by < m_cuts.size(); ++by)
        if (m_keep[by])
            for (std::size_t i = 0; i < group.size(); ++i)
                if (by != firstFace + i)
                    clip(group[i], m_cuts[by].plane, by);
}

/// Cuts off what is in front of the plane, in place. What is cut off of a convex polygon is one run
/// of corners; corners that lie in the plane are kept as they are.
void Builder::clip(Polygon& polygon, const Plane& plane, PlaneIndex by)
{
    auto* const corners = polygon.corners;
    auto* const above = m_above.data();
    const auto count = polygon.count;
    bool isCut = false;
    for (std::size_t i = 0; i < count; ++i) {
        above[i] = plane.above(corners[i].at);
        isCut |= above[i] > OnPlane;
    }
    if (!isCut)
        return;

    // The run starts at `first` and ends before `end`. If it holds corner 0, `first` is after
    // `end`.
    const bool wraps = above[0] > OnPlane;
    std::size_t first = wraps ? count : 1;
    while (wraps && first > 0 && above[first - 1] > OnPlane)
        --first;
    while (!wraps && above[first] <= OnPlane)
        ++first;
    if (first == 0) {
        polygon.count = 0;
        return;
    }
    std::size_t end = wraps ? 1 : first + 1;
    while (end < count && above[end] > OnPlane)
        ++end;

    // The two edges that cross the plane, each from its kept corner to its lost one.
    const auto crossing = [&](std::size_t kept, std::size_t lost) {
        const double part = above[kept] / (above[kept] - above[lost]);
        return corners[kept].at + (corners[lost].at - corners[kept].at) * part;
    };
    const std::size_t before = first - 1;
    const std::size_t after = end < count ? end : 0;
    const bool leaves = above[before] < -OnPlane;
    const bool returns = above[after] < -OnPlane;
    const auto exit = crossing(before, first < count ? first : 0);
    const auto entry = crossing(after, end - 1);
    const auto entryEdge = corners[end - 1].edge;
    if (!leaves)
        corners[before].edge = by;

    // The kept corners move together; the new ones follow `before`.
    const auto added = static_cast<std::size_t>(leaves) + static_cast<std::size_t>(returns);
    auto place = first;
    if (wraps) {
        place = first - end;
        for (std::size_t i = 0; i < place; ++i)
            corners[i] = corners[end + i];
        polygon.count = place + added;
    } else {
        polygon.count = first + added + (count - end);
        if (end < first + added)
            std::copy_backward(corners + end, corners + count, corners + polygon.count);
        else if (end > first + added)
            std::copy(corners + end, corners + count, corners + first + added);
    }
    if (leaves) {
        corners[place].at = exit;
        corners[place++].edge = by;
    }
    if (returns) {
        corners[place].at = entry;
        corners[place].edge = entryEdge;
    }
    if (polygon.count < 3)
        polygon.count = 0;
}

/// Turns the cut polygon into indices of welded corners, or marks the face as left out.
void Builder::appendPolygon(PlaneIndex face, const Polygon& polygon)
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
void Builder::appendIndex(std::size_t first, std::uint16_t vertex)
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
std::uint16_t Builder::vertexOf(PlaneIndex a, PlaneIndex b, PlaneIndex c, const Vec3d& near)
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

    const auto vertex = weld(exactCorner(m_cuts[a], m_cuts[b], m_cuts[c], near));
    m_keys.reserve(known + 1);
    m_keys.push(key);
    m_keyVertices.reserve(known + 1);
    m_keyVertices.push(vertex);
    return vertex;
}

std::uint16_t Builder::weld(const Vec3d& point)
{
    const auto count = m_vertices.size();
    for (std::size_t i = 0; i < count; ++i) {
        const auto off = m_vertices[i] - point;
        if (glm::dot(off, off) <= WeldDistance * WeldDistance)
            return static_cast<std::uint16_t>(i);
    }
    m_vertices.reserve(count + 1);
    m_vertices.push(point);
    return static_cast<std::uint16_t>(count);
}

/// Euler's formula holds, and every edge is walked once in each direction.
bool Builder::isClosed() const
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
bool Builder::leaveOutTwins()
{
    Aabb bounds;
    for (const auto& vertex : m_vertices)
        bounds.add(vertex);
    const auto center = bounds.center();
    const double radius = glm::length(bounds.size()) / 2;
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

/// A convex solid of height h over a face of area A holds at least A * h / 3.
bool Builder::isFlat() const
{
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

bool Builder::reachesBeyond(std::span<const Plane> planes) const
{
    return std::any_of(planes.begin(), planes.end(), [this](const Plane& plane) {
        return std::any_of(m_vertices.begin(), m_vertices.end(), [&](const Vec3d& vertex) {
            return plane.above(vertex) > 2 * WeldDistance;
        });
    });
}

/// Leaves out the faces that do not touch the solid. The others are built anew, so that they alone
/// decide every corner, and building from them again gives the same bits.
Result<void> buildSolid(Builder& builder, std::vector<BrushFace>& faces)
{
    auto outcome = builder.build(faces);
    std::vector<Plane> leftOut;
    for (int round = 0; outcome == Builder::Outcome::FacesLeftOut && round < MaxRounds; ++round) {
        std::size_t index = 0;
        std::erase_if(faces, [&](const BrushFace& face) {
            if (builder.keeps(index++))
                return false;
            leftOut.push_back(face.plane);
            return true;
        });
        if (faces.empty())
            return Error{"The faces of the brush enclose no space"};
        if (faces.size() < 4)
            return Error{"The brush would be flat"};
        outcome = builder.build(faces);
    }
    if (outcome == Builder::Outcome::Open)
        return Error{
            "The brush is open on a side, or reaches beyond the edge of the world, {} m out",
            WorldLimit};
    if (outcome != Builder::Outcome::Done)
        return Error{"The brush has details smaller than {} mm", WeldDistance * 1000};
    // A sliver loses faces to the weld that held it together, and would come out as something big.
    if (builder.isFlat() || builder.reachesBeyond(leftOut))
        return Error{"The brush would be flat"};
    return {};
}

/// Twice the area, along the normal.
Vec3d areaVector(const Brush& brush, FaceIndex face)
{
    const auto corners = brush.faceVertices(face);
    const auto& a = brush.vertices()[corners[0]];
    Vec3d sum{0};
    for (std::size_t i = 2; i < corners.size(); ++i)
        sum += glm::cross(brush.vertices()[corners[i - 1]] - a, brush.vertices()[corners[i]] - a);
    return sum;
}
} // namespace

Result<Brush> Brush::fromFaces(std::vector<BrushFace> faces)
{
    if (auto valid = makeValid(faces); !valid)
        return valid.error();
    Builder builder;
    if (auto built = buildSolid(builder, faces); !built)
        return built.error();

    Result<Brush> result{Brush{}};
    auto& brush = *result;
    for (const auto& vertex : builder.vertices())
        brush.m_bounds.add(vertex);
    if (!Aabb{Vec3d{-WorldLimit}, Vec3d{WorldLimit}}.contains(brush.m_bounds))
        return Error{"The brush reaches beyond the edge of the world, {} m out", WorldLimit};
    brush.m_vertices.assign(builder.vertices().begin(), builder.vertices().end());
    brush.m_indices.assign(builder.indices().begin(), builder.indices().end());
    brush.m_firstIndex.assign(builder.firstIndex().begin(), builder.firstIndex().end());
    brush.m_faces = std::move(faces);
    return result;
}

bool Brush::contains(const Vec3d& point, double tolerance) const
{
    return std::all_of(m_faces.begin(), m_faces.end(),
                       [&](const BrushFace& face) { return face.plane.above(point) <= tolerance; });
}

std::optional<BrushHit> intersect(const Ray& ray, const Brush& brush)
{
    // Cyrus and Beck: the last plane entered before the first one left.
    BrushHit hit{0, -std::numeric_limits<double>::infinity()};
    double leave = std::numeric_limits<double>::infinity();
    for (FaceIndex face = 0; face < brush.faceCount(); ++face) {
        const auto& plane = brush.faces()[face].plane;
        const double slope = glm::dot(plane.normal, ray.direction);
        const double above = plane.above(ray.origin);
        if (std::abs(slope) < 1e-12) {
            if (above > 0)
                return std::nullopt;
        } else if (slope > 0) {
            leave = std::min(leave, -above / slope);
        } else if (const double enter = -above / slope; enter > hit.distance) {
            hit = {face, enter};
        }
    }
    if (hit.distance < 0 || hit.distance > leave)
        return std::nullopt;
    return hit;
}

double faceArea(const Brush& brush, FaceIndex face)
{
    return glm::length(areaVector(brush, face)) / 2;
}

Vec3d faceCenter(const Brush& brush, FaceIndex face)
{
    const auto corners = brush.faceVertices(face);
    Vec3d sum{0};
    for (const auto corner : corners)
        sum += brush.vertices()[corner];
    return sum / static_cast<double>(corners.size());
}

double volume(const Brush& brush)
{
    const auto& origin = brush.vertices()[0]; // near by, so that little cancels out
    double sum = 0;
    for (FaceIndex face = 0; face < brush.faceCount(); ++face) {
        const auto& a = brush.vertices()[brush.faceVertices(face)[0]];
        sum += glm::dot(a - origin, areaVector(brush, face));
    }
    return sum / 6;
}
} // namespace engine
