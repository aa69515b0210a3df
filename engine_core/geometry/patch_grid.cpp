#include "engine_core/geometry/patch_grid.h"

#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/geometry/mesh/patch_mesh.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace engine
{
namespace
{
constexpr std::size_t TrianglesKept = 1000;
constexpr std::size_t LooksKept = 4; ///< copies of one patch differ in their material at most

/// Floats hold coordinates up to here to a hundredth of a repeat.
constexpr double LargestUv = 65536;

bool isSide(int count)
{
    return count >= FewestPatchPoints && count <= MostPatchPoints && count % 2 == 1;
}

bool isUsable(const PatchPoint& point)
{
    const auto isInside = [](double number, double limit) {
        return std::abs(number) <= limit; // false for what is no number
    };
    const auto& p = point.position;
    return isInside(p.x, WorldLimit) && isInside(p.y, WorldLimit) && isInside(p.z, WorldLimit) &&
           isInside(point.uv.x, LargestUv) && isInside(point.uv.y, LargestUv);
}

/// Whether all points lie within 1e-6 m of one line.
bool isThin(std::span<const PatchPoint> points)
{
    const auto& first = points.front().position;
    const auto farthest =
        std::max_element(points.begin(), points.end(), [&](const auto& a, const auto& b) {
            return glm::distance(a.position, first) < glm::distance(b.position, first);
        })->position;
    const double length = glm::distance(farthest, first);
    if (!(length > 1e-6))
        return true;
    const auto along = (farthest - first) / length;
    return std::all_of(points.begin(), points.end(), [&](const PatchPoint& point) {
        return glm::length(glm::cross(point.position - first, along)) <= 1e-6;
    });
}

void appendNumber(std::string& out, double number)
{
    std::array<char, 32> text{};
    const auto [end, error] =
        std::to_chars(text.data(), text.data() + text.size(), number == 0 ? 0.0 : number);
    out.append(text.data(), error == std::errc{} ? end : text.data());
}

/// Reads numbers and signs one after the other.
class GridText
{
public:
    explicit GridText(std::string_view text) : m_at{text.data()}, m_end{m_at + text.size()} {}

    std::optional<double> number()
    {
        skipSpace();
        double value = 0;
        const auto [end, error] = std::from_chars(m_at, m_end, value);
        if (error != std::errc{})
            return std::nullopt;
        m_at = end;
        return value;
    }

    /// The sign that comes next, which is walked over; 0 at the end.
    char sign()
    {
        skipSpace();
        return m_at < m_end ? *m_at++ : '\0';
    }

private:
    void skipSpace()
    {
        while (m_at < m_end && (*m_at == ' ' || *m_at == '\n' || *m_at == '\t' || *m_at == '\r'))
            ++m_at;
    }

    const char* m_at;
    const char* m_end;
};

std::optional<PatchPoint> readPoint(GridText& text)
{
    std::array<double, 5> numbers{};
    for (auto& number : numbers) {
        const auto read = text.number();
        if (!read)
            return std::nullopt;
        number = *read;
    }
    return PatchPoint{{numbers[0], numbers[1], numbers[2]}, {numbers[3], numbers[4]}};
}
} // namespace

PatchGrid::PatchGrid(int columns, std::vector<PatchPoint> points)
    : m_columns{columns}, m_points{std::move(points)}
{
}

Result<PatchGrid::Ptr> PatchGrid::create(int columns, std::vector<PatchPoint> points)
{
    const auto count = points.size();
    if (!isSide(columns) || count % static_cast<std::size_t>(columns) != 0 ||
        count > std::size_t{MostPatchPoints} * MostPatchPoints ||
        !isSide(static_cast<int>(count) / columns))
        return Error{"A curved patch has an odd number of points along each side, from {} to {}, "
                     "and not {} points in rows of {}",
                     FewestPatchPoints, MostPatchPoints, count, columns};
    for (std::size_t i = 0; i < count; ++i)
        if (!isUsable(points[i]))
            return Error{"Point {} in row {} of the curved patch is no place in the world, which "
                         "ends {} m from its middle, or its texture coordinates are beyond {}",
                         i % static_cast<std::size_t>(columns) + 1,
                         i / static_cast<std::size_t>(columns) + 1, WorldLimit, LargestUv};
    if (isThin(points))
        return Error{"A curved patch needs points that do not all lie on one line"};
    return Ptr{new PatchGrid{columns, std::move(points)}};
}

Aabb PatchGrid::bounds() const
{
    Aabb bounds;
    for (const auto& point : m_points)
        bounds.add(point.position);
    return bounds;
}

std::shared_ptr<const MeshShape> PatchGrid::mesh(Name material, PatchSteps steps) const
{
    const std::scoped_lock lock{m_mutex};
    const auto known = std::find_if(m_made.begin(), m_made.end(), [&](const Made& made) {
        return made.material == material && made.steps == steps;
    });
    if (known != m_made.end()) {
        auto mesh = known->mesh.lock();
        if (mesh || known->isEmpty)
            return mesh;
        m_made.erase(known);
    }
    if (m_made.size() == LooksKept)
        m_made.erase(m_made.begin());
    auto triangles = tessellate(*this, steps, material);
    if (triangles.indices.empty()) {
        m_made.push_back({material, steps, true, {}, nullptr});
        return nullptr;
    }
    auto mesh = std::make_shared<const MeshShape>(std::move(triangles));
    m_made.push_back(
        {material, steps, false, mesh, mesh->triangleCount() <= TrianglesKept ? mesh : nullptr});
    return mesh;
}

std::string textOfPatch(const PatchGrid& grid)
{
    std::string out;
    for (int row = 0; row < grid.rows(); ++row)
        for (int column = 0; column < grid.columns(); ++column) {
            if (column > 0)
                out += ", ";
            else if (row > 0)
                out += " | ";
            const auto& [p, uv] = grid.at(column, row);
            char before = '\0';
            for (const double number : {p.x, p.y, p.z, uv.x, uv.y}) {
                if (before != '\0')
                    out += before;
                appendNumber(out, number);
                before = ' ';
            }
        }
    return out;
}

Result<PatchGrid::Ptr> patchFromText(std::string_view text)
{
    GridText reader{text};
    std::vector<PatchPoint> points;
    int columns = 0;
    int column = 0;
    int row = 1;
    for (;;) {
        const auto point = readPoint(reader);
        if (!point)
            return Error{"Point {} in row {} of the curved patch is not five numbers", column + 1,
                         row};
        points.push_back(*point);
        ++column;
        if (column > MostPatchPoints || row > MostPatchPoints)
            return Error{"The curved patch has more than {} points along a side", MostPatchPoints};
        const char sign = reader.sign();
        if (sign == ',')
            continue;
        if (sign != '|' && sign != '\0')
            return Error{"After point {} in row {} of the curved patch stands neither a comma nor "
                         "a bar",
                         column, row};
        if (row == 1)
            columns = column;
        if (column != columns)
            return Error{"Row {} of the curved patch has {} points and the first one {}", row,
                         column, columns};
        if (sign == '\0')
            return PatchGrid::create(columns, std::move(points));
        column = 0;
        ++row;
    }
}
} // namespace engine
