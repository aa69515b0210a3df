#include "engine_core/interchange/maps/map_patches.h"

namespace engine
{
namespace
{
/// Quake's editors write whole units as such.
double withoutNoise(double number)
{
    const double whole = std::round(number);
    return std::abs(number - whole) < 1e-7 ? whole : number;
}

void appendPoint(std::string& out, const PatchPoint& point, const MapSpace& space)
{
    const auto place = space.toMap(point.position);
    out += "( ";
    for (int axis = 0; axis < 3; ++axis) {
        appendMapNumber(out, withoutNoise(place[axis]));
        out += ' ';
    }
    appendMapNumber(out, point.uv.x);
    out += ' ';
    appendMapNumber(out, point.uv.y);
    out += " ) ";
}
} // namespace

Result<CurvedPatch> patchFromMap(const MapText& map,
                                 const MapPatch& patch,
                                 const MapTexture& texture,
                                 const MapSpace& space)
{
    std::vector<PatchPoint> points;
    points.reserve(static_cast<std::size_t>(patch.columns * patch.rows));
    for (int row = 0; row < patch.rows; ++row)
        for (int column = 0; column < patch.columns; ++column) {
            const auto& numbers =
                map.patchPoints[patch.firstPoint +
                                static_cast<std::size_t>(column * patch.rows + row)];
            points.push_back({space.toOurs({numbers[0], numbers[1], numbers[2]}) + 0.0,
                              {numbers[3], numbers[4]}});
        }
    auto grid = PatchGrid::create(patch.columns, std::move(points));
    if (!grid)
        return grid.error();
    CurvedPatch made;
    made.material = {texture.material.text()};
    made.grid = *std::move(grid);
    made.columnSteps = patch.columnSteps;
    made.rowSteps = patch.rowSteps;
    return made;
}

void writeMapPatch(std::string& out,
                   const PatchGrid& placed,
                   PatchSteps steps,
                   std::string_view textureName,
                   const MapSpace& space)
{
    const bool hasSteps = steps != PatchSteps{};
    out += hasSteps ? "{\npatchDef3\n{\n" : "{\npatchDef2\n{\n";
    const bool needsQuotes = textureName.find_first_of(" \t") != std::string_view::npos;
    if (needsQuotes)
        out += '"';
    out += textureName;
    if (needsQuotes)
        out += '"';
    out += fmt::format("\n( {} {} ", placed.columns(), placed.rows());
    if (hasSteps)
        out += fmt::format("{} {} ", steps.columns, steps.rows);
    out += "0 0 0 )\n(\n";
    for (int column = 0; column < placed.columns(); ++column) {
        out += "( ";
        for (int row = 0; row < placed.rows(); ++row)
            appendPoint(out, placed.at(column, row), space);
        out += ")\n";
    }
    out += ")\n}\n}\n";
}
} // namespace engine
