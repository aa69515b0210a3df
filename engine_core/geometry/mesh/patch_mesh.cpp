#include "engine_core/geometry/mesh/patch_mesh.h"

#include <algorithm>
#include <array>
#include <span>
#include <tuple>

namespace engine
{
namespace
{
/// A curve is cut into at most so many parts where its bend decides.
constexpr int MostBendSteps = 16;

/// A place along one side of a patch: step / steps of a piece.
struct PatchParam
{
    int piece = 0;
    int step = 0;
    int steps = 1;

    [[nodiscard]] double share() const { return static_cast<double>(step) / steps; }

    [[nodiscard]] double at() const { return piece + share(); }
};

/// The weights of a piece's three points, or of their differences.
using Weights = std::array<double, 3>;

/// Bernstein's polynomials of degree 2. Seen from the other end they are the same to the last bit.
Weights weightsAt(const PatchParam& param)
{
    const double s = param.share();
    const double r = static_cast<double>(param.steps - param.step) / param.steps;
    return {r * r, 2 * (s * r), s * s};
}

Weights slopesAt(double share)
{
    return {-2 * (1 - share), 2 * (1 - 2 * share), 2 * share};
}

Weights weightsAt(double share)
{
    return {(1 - share) * (1 - share), 2 * share * (1 - share), share * share};
}

/// Three equal points give that point without rounding, and the order of the ends does not matter.
template <typename T>
T blend(const Weights& weights, const T& a, const T& b, const T& c)
{
    if (a == b && b == c)
        return a;
    return (weights[0] * a + weights[2] * c) + weights[1] * b;
}

double distanceToSegment(const Vec3d& p, Vec3d a, Vec3d b)
{
    if (std::tie(b.x, b.y, b.z) < std::tie(a.x, a.y, a.z))
        std::swap(a, b); // the same rounding from either end
    const auto along = b - a;
    const double square = glm::dot(along, along);
    const double share = square > 0 ? std::clamp(glm::dot(p - a, along) / square, 0.0, 1.0) : 0;
    return glm::distance(p, a + along * share);
}

/// Into how many parts of equal shares a curve is to be cut to stay within PatchFlatness. The
/// second derivative of a quadratic curve is 2 (a - 2 b + c) everywhere, and a chord over a share h
/// is at most h² / 8 of that away.
int stepsOfCurve(const Vec3d& a, const Vec3d& b, const Vec3d& c)
{
    if (distanceToSegment(b, a, c) <= 2 * PatchFlatness)
        return 1;
    const double bend = glm::length((a + c) - 2.0 * b);
    const double steps = std::ceil(std::sqrt(bend / (4 * PatchFlatness)));
    return static_cast<int>(std::clamp(steps, 1.0, static_cast<double>(MostBendSteps)));
}

enum class PatchSide
{
    Columns, ///< along a row
    Rows
};

/// Vertices in a row along one side, and where they are on it.
struct PatchRail
{
    std::vector<std::uint32_t> vertices;
    std::vector<double> places;
};

class Tessellation
{
public:
    Tessellation(const PatchGrid& grid, PatchSteps steps) : m_grid{grid}, m_steps{steps}
    {
        m_isClosed = {isClosed(PatchSide::Columns), isClosed(PatchSide::Rows)};
        const auto size = grid.bounds().size();
        m_smallest = 1e-12 * glm::dot(size, size);
    }

    Mesh make(Name material);

private:
    [[nodiscard]] int pieces(PatchSide side) const
    {
        return ((side == PatchSide::Columns ? m_grid.columns() : m_grid.rows()) - 1) / 2;
    }

    [[nodiscard]] const PatchPoint& point(PatchSide side, int along, int line) const
    {
        return side == PatchSide::Columns ? m_grid.at(along, line) : m_grid.at(line, along);
    }

    [[nodiscard]] int lines(PatchSide side) const
    {
        return side == PatchSide::Columns ? m_grid.rows() : m_grid.columns();
    }

    [[nodiscard]] int stepsAt(PatchSide side, int piece, int line) const;
    [[nodiscard]] std::vector<PatchParam> inner(PatchSide side) const;
    [[nodiscard]] std::vector<PatchParam> border(PatchSide side, int line) const;
    [[nodiscard]] bool isClosed(PatchSide side) const;

    [[nodiscard]] std::vector<PatchParam> around(PatchSide side, const PatchParam& param) const;
    [[nodiscard]] Vec3d slope(PatchSide side, int column, int row, double s, double t) const;
    [[nodiscard]] Vec3d normalIn(const PatchParam& column, const PatchParam& row) const;
    [[nodiscard]] Vec3d normalAt(const PatchParam& column, const PatchParam& row) const;
    [[nodiscard]] Vec4f
    tangentAt(const PatchParam& column, const PatchParam& row, const Vec3d& normal) const;

    [[nodiscard]] Vec3d placeOf(const PatchParam& column, const PatchParam& row) const;
    [[nodiscard]] Vec3d onChord(PatchSide side, const PatchParam& param, int line) const;
    std::uint32_t addVertex(const PatchParam& column, const PatchParam& row, const Vec3d& place);
    PatchRail addRail(PatchSide side, std::span<const PatchParam> params, const PatchParam& other);
    PatchRail addBorder(PatchSide side, int line, const PatchParam& other);
    void addTriangle(std::uint32_t a, std::uint32_t b, std::uint32_t c);
    void zip(const PatchRail& a, const PatchRail& b);
    void fillRings();
    void mendNormals();

    const PatchGrid& m_grid;
    PatchSteps m_steps;
    std::array<bool, 2> m_isClosed{}; ///< by side: the first line lies on the last
    double m_smallest = 0;            ///< m²; products of slopes below it have no direction
    Mesh m_mesh;
};

int Tessellation::stepsAt(PatchSide side, int piece, int line) const
{
    if (const int fixed = side == PatchSide::Columns ? m_steps.columns : m_steps.rows; fixed > 0)
        return std::min(fixed, MostPatchSteps);
    return stepsOfCurve(point(side, 2 * piece, line).position,
                        point(side, 2 * piece + 1, line).position,
                        point(side, 2 * piece + 2, line).position);
}

/// Those of the lines inside, which are as many as the most bent line needs; without both ends.
std::vector<PatchParam> Tessellation::inner(PatchSide side) const
{
    std::vector<PatchParam> params;
    for (int piece = 0; piece < pieces(side); ++piece) {
        int steps = 1;
        for (int line = 0; line < lines(side); ++line)
            steps = std::max(steps, stepsAt(side, piece, line));
        for (int step = piece == 0 ? 1 : 0; step < steps; ++step)
            params.push_back({piece, step, steps});
    }
    return params;
}

/// The steps that this side needs by itself, and between them those of the lines inside.
std::vector<PatchParam> Tessellation::border(PatchSide side, int line) const
{
    auto params = inner(side);
    const int count = pieces(side);
    for (int piece = 0; piece < count; ++piece) {
        const int steps = stepsAt(side, piece, line);
        for (int step = 0; step < steps; ++step)
            params.push_back({piece, step, steps});
    }
    params.push_back({count - 1, 1, 1});
    std::sort(params.begin(), params.end(),
              [](const PatchParam& a, const PatchParam& b) { return a.at() < b.at(); });
    params.erase(
        std::unique(params.begin(), params.end(),
                    [](const PatchParam& a, const PatchParam& b) { return a.at() == b.at(); }),
        params.end());
    return params;
}

Vec3d Tessellation::placeOf(const PatchParam& column, const PatchParam& row) const
{
    const auto across = weightsAt(column);
    std::array<Vec3d, 3> places;
    for (int i = 0; i < 3; ++i)
        places[static_cast<std::size_t>(i)] =
            blend(across, m_grid.at(2 * column.piece, 2 * row.piece + i).position,
                  m_grid.at(2 * column.piece + 1, 2 * row.piece + i).position,
                  m_grid.at(2 * column.piece + 2, 2 * row.piece + i).position);
    return blend(weightsAt(row), places[0], places[1], places[2]);
}

/// A place of a side on the straight parts that the side has by itself, which are those of whatever
/// patch lies beyond it.
Vec3d Tessellation::onChord(PatchSide side, const PatchParam& param, int line) const
{
    const int steps = stepsAt(side, param.piece, line);
    const double along = param.share() * steps;
    const double nearest = std::round(along);
    const auto at = [&](int which) {
        const auto weights = weightsAt(PatchParam{param.piece, which, steps});
        return blend(weights, point(side, 2 * param.piece, line).position,
                     point(side, 2 * param.piece + 1, line).position,
                     point(side, 2 * param.piece + 2, line).position);
    };
    if (std::abs(along - nearest) < 1e-9)
        return at(static_cast<int>(nearest)); // to the last bit
    const auto from = static_cast<int>(along);
    return glm::mix(at(from), at(from + 1), along - from);
}

bool Tessellation::isClosed(PatchSide side) const
{
    const int last = 2 * pieces(side);
    for (int line = 0; line < lines(side); ++line)
        if (point(side, 0, line).position != point(side, last, line).position)
            return false;
    return true;
}

/// The same place as the pieces on both sides of it have it.
std::vector<PatchParam> Tessellation::around(PatchSide side, const PatchParam& param) const
{
    std::vector<PatchParam> all{param};
    const bool wraps = m_isClosed[static_cast<std::size_t>(side)];
    const int last = pieces(side) - 1;
    if (param.step == 0 && (param.piece > 0 || wraps))
        all.push_back({param.piece > 0 ? param.piece - 1 : last, 1, 1});
    else if (param.step == param.steps && wraps)
        all.push_back({0, 0, 1});
    return all;
}

Vec3d Tessellation::slope(PatchSide side, int column, int row, double s, double t) const
{
    const auto across = side == PatchSide::Columns ? slopesAt(s) : weightsAt(s);
    const auto down = side == PatchSide::Rows ? slopesAt(t) : weightsAt(t);
    Vec3d sum{0};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            sum += across[static_cast<std::size_t>(i)] * down[static_cast<std::size_t>(j)] *
                   m_grid.at(2 * column + i, 2 * row + j).position;
    return sum;
}

/// Where a row or column is drawn together to a point, its normal is that of a place beside it. 0
/// if there is none either.
Vec3d Tessellation::normalIn(const PatchParam& column, const PatchParam& row) const
{
    for (const double inwards : {0.0, 1e-3, 0.1}) {
        const double s = glm::mix(column.share(), 0.5, inwards);
        const double t = glm::mix(row.share(), 0.5, inwards);
        const auto normal = glm::cross(slope(PatchSide::Columns, column.piece, row.piece, s, t),
                                       slope(PatchSide::Rows, column.piece, row.piece, s, t));
        if (const double length = glm::length(normal); length > m_smallest)
            return normal / length;
    }
    return Vec3d{0};
}

Vec3d Tessellation::normalAt(const PatchParam& column, const PatchParam& row) const
{
    Vec3d sum{0};
    for (const auto& c : around(PatchSide::Columns, column))
        for (const auto& r : around(PatchSide::Rows, row))
            sum += normalIn(c, r);
    const double length = glm::length(sum);
    return length > 1e-6 ? sum / length : normalIn(column, row);
}

/// Along +u, from the slopes of place and texture: both are linear in the two shares.
Vec4f Tessellation::tangentAt(const PatchParam& column,
                              const PatchParam& row,
                              const Vec3d& normal) const
{
    // Beside the very place, which may be a point that a whole side is drawn together to.
    const double s = glm::mix(column.share(), 0.5, 1e-3);
    const double t = glm::mix(row.share(), 0.5, 1e-3);
    const auto overS = slope(PatchSide::Columns, column.piece, row.piece, s, t);
    const auto overT = slope(PatchSide::Rows, column.piece, row.piece, s, t);
    Vec2d uvOverS{0};
    Vec2d uvOverT{0};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            const auto& uv =
                m_grid
                    .at(2 * column.piece + static_cast<int>(i), 2 * row.piece + static_cast<int>(j))
                    .uv;
            uvOverS += slopesAt(s)[i] * weightsAt(t)[j] * uv;
            uvOverT += weightsAt(s)[i] * slopesAt(t)[j] * uv;
        }
    const double sense = uvOverS.x * uvOverT.y - uvOverT.x * uvOverS.y < 0 ? -1 : 1;
    auto u = (overS * uvOverT.y - overT * uvOverS.y) * sense;
    const auto v = (overT * uvOverS.x - overS * uvOverT.x) * sense;
    u -= normal * glm::dot(u, normal);
    if (!(glm::length(u) > 1e-12)) {
        const bool isUpright = std::abs(normal.y) < 0.9;
        u = glm::cross(isUpright ? Vec3d{0, 1, 0} : Vec3d{1, 0, 0}, normal);
    }
    u = glm::normalize(u);
    return {Vec3f{u}, glm::dot(glm::cross(normal, u), v) > 0 ? -1.0F : 1.0F};
}

std::uint32_t
Tessellation::addVertex(const PatchParam& column, const PatchParam& row, const Vec3d& place)
{
    const auto across = weightsAt(column);
    const auto down = weightsAt(row);
    std::array<Vec2d, 3> uvs;
    for (int i = 0; i < 3; ++i)
        uvs[static_cast<std::size_t>(i)] =
            blend(across, m_grid.at(2 * column.piece, 2 * row.piece + i).uv,
                  m_grid.at(2 * column.piece + 1, 2 * row.piece + i).uv,
                  m_grid.at(2 * column.piece + 2, 2 * row.piece + i).uv);
    const auto normal = normalAt(column, row);
    MeshVertex vertex{};
    vertex.position = Vec3f{place};
    vertex.normal = Vec3f{normal};
    vertex.tangent = tangentAt(column, row, normal);
    vertex.uv = glm::vec2{blend(down, uvs[0], uvs[1], uvs[2])};
    m_mesh.vertices.push_back(vertex);
    return static_cast<std::uint32_t>(m_mesh.vertices.size() - 1);
}

void Tessellation::addTriangle(std::uint32_t a, std::uint32_t b, std::uint32_t c)
{
    const Vec3d p{m_mesh.vertices[a].position};
    const auto ab = Vec3d{m_mesh.vertices[b].position} - p;
    const auto ac = Vec3d{m_mesh.vertices[c].position} - p;
    const double longest =
        std::max({glm::dot(ab, ab), glm::dot(ac, ac), glm::dot(ab - ac, ab - ac)});
    // Thinner ones close no gap that a float could show.
    if (glm::length(glm::cross(ab, ac)) > 1e-9 * longest && longest > 0)
        m_mesh.indices.insert(m_mesh.indices.end(), {a, b, c});
}

/// Fills between two rails in the same direction; `b` lies to the left of it, seen from the front.
void Tessellation::zip(const PatchRail& a, const PatchRail& b)
{
    std::size_t i = 0;
    std::size_t j = 0;
    while (i + 1 < a.vertices.size() || j + 1 < b.vertices.size()) {
        const bool isAtEnd = j + 1 == b.vertices.size();
        if (isAtEnd || (i + 1 < a.vertices.size() && a.places[i + 1] <= b.places[j + 1])) {
            addTriangle(a.vertices[i], a.vertices[i + 1], b.vertices[j]);
            ++i;
        } else {
            addTriangle(a.vertices[i], b.vertices[j + 1], b.vertices[j]);
            ++j;
        }
    }
}

PatchRail
Tessellation::addRail(PatchSide side, std::span<const PatchParam> params, const PatchParam& other)
{
    PatchRail rail;
    for (const auto& param : params) {
        const auto& column = side == PatchSide::Columns ? param : other;
        const auto& row = side == PatchSide::Columns ? other : param;
        rail.vertices.push_back(addVertex(column, row, placeOf(column, row)));
        rail.places.push_back(param.at());
    }
    return rail;
}

PatchRail Tessellation::addBorder(PatchSide side, int line, const PatchParam& other)
{
    PatchRail rail;
    for (const auto& param : border(side, line)) {
        const bool isColumns = side == PatchSide::Columns;
        rail.vertices.push_back(addVertex(isColumns ? param : other, isColumns ? other : param,
                                          onChord(side, param, line)));
        rail.places.push_back(param.at());
    }
    return rail;
}

/// The vertices inside form a grid with the steps of the most bent lines. Around it runs the rim,
/// each side with the bends that it has by itself.
void Tessellation::fillRings()
{
    const auto columns = inner(PatchSide::Columns);
    const auto rows = inner(PatchSide::Rows);
    const PatchParam start{0, 0, 1};
    const PatchParam lastColumn{pieces(PatchSide::Columns) - 1, 1, 1};
    const PatchParam lastRow{pieces(PatchSide::Rows) - 1, 1, 1};
    const auto top = addBorder(PatchSide::Columns, 0, start);
    const auto bottom = addBorder(PatchSide::Columns, m_grid.rows() - 1, lastRow);
    // The corners are there already.
    const auto sideRail = [&](int line, const PatchParam& column, bool isLast) {
        auto made = addBorder(PatchSide::Rows, line, column);
        made.vertices.front() = isLast ? top.vertices.back() : top.vertices.front();
        made.vertices.back() = isLast ? bottom.vertices.back() : bottom.vertices.front();
        return made;
    };
    const auto left = sideRail(0, start, false);
    const auto right = sideRail(m_grid.columns() - 1, lastColumn, true);
    if (rows.empty())
        return zip(top, bottom);
    if (columns.empty())
        return zip(right, left);
    std::vector<PatchRail> across;
    for (const auto& row : rows)
        across.push_back(addRail(PatchSide::Columns, columns, row));
    PatchRail first;
    PatchRail last;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        first.vertices.push_back(across[i].vertices.front());
        last.vertices.push_back(across[i].vertices.back());
        first.places.push_back(rows[i].at());
        last.places.push_back(rows[i].at());
        if (i > 0)
            zip(across[i - 1], across[i]);
    }
    zip(top, across.front());
    zip(across.back(), bottom);
    zip(first, left);
    zip(right, last);
}

/// Of vertices about which the surface itself says nothing: those of their triangles.
void Tessellation::mendNormals()
{
    std::vector<Vec3f> sums(m_mesh.vertices.size(), Vec3f{0});
    const auto isBad = [](const MeshVertex& vertex) {
        return !(glm::length(vertex.normal) > 0.5F);
    };
    if (std::none_of(m_mesh.vertices.begin(), m_mesh.vertices.end(), isBad))
        return;
    for (std::size_t i = 0; i + 2 < m_mesh.indices.size(); i += 3) {
        const auto* corner = m_mesh.indices.data() + i;
        const auto& p = m_mesh.vertices[corner[0]].position;
        const auto normal = glm::normalize(glm::cross(m_mesh.vertices[corner[1]].position - p,
                                                      m_mesh.vertices[corner[2]].position - p));
        for (int k = 0; k < 3; ++k)
            sums[corner[k]] += normal;
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
        auto& vertex = m_mesh.vertices[i];
        if (!isBad(vertex))
            continue;
        const float length = glm::length(sums[i]);
        vertex.normal = length > 1e-6F ? sums[i] / length : Vec3f{0, 1, 0};
        const auto& n = vertex.normal;
        const Vec3f beside = std::abs(n.y) < 0.9F ? Vec3f{0, 1, 0} : Vec3f{1, 0, 0};
        vertex.tangent = {glm::normalize(glm::cross(beside, n)), 1.0F};
    }
}

Mesh Tessellation::make(Name material)
{
    fillRings();
    mendNormals();
    m_mesh.faces.push_back({0, material, 0, static_cast<std::uint32_t>(m_mesh.indices.size())});
    return std::move(m_mesh);
}
} // namespace

Mesh tessellate(const PatchGrid& grid, PatchSteps steps, Name material)
{
    return Tessellation{grid, steps}.make(material);
}
} // namespace engine
