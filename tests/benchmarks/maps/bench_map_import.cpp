#include "engine_core/base/contract.h"
#include "engine_core/base/files/files.h"
#include "engine_core/base/hash.h"
#include "engine_core/interchange/maps/map_export.h"
#include "engine_core/interchange/maps/map_import.h"
#include "engine_core/scene/components/brush_component.h"
#include "tests/benchmarks/bench.h"
#include "tests/benchmarks/maps/first_frame.h"
#include "tests/benchmarks/maps/map_textures.h"
#include "tests/support/levels/map_compare.h"
#include "tests/support/levels/map_generator.h"

#include <fmt/core.h>
#include <malloc.h>

#include <algorithm>
#include <array>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr int Repeats = 7;

/// The bare loop: every plane's quad is clipped by all others of its brush in stack buffers, in the
/// file's units. No welding, no indices, no checks, no memory from the heap. Returns the corners.
std::size_t clipBare(const MapText& map, const MapBrush& brush)
{
    constexpr std::size_t Most = 64;
    constexpr double Epsilon = 1e-6;
    constexpr double Reach = 4e6;
    std::array<Plane, Most> planes;
    const auto count = std::min<std::size_t>(brush.faceCount, Most);
    for (std::size_t i = 0; i < count; ++i) {
        const auto& p = map.faces[brush.firstFace + i].points;
        planes[i] = Plane::through(p[0], p[2], p[1]).value_or(Plane{});
    }
    std::size_t corners = 0;
    for (std::size_t own = 0; own < count; ++own) {
        std::array<Vec3d, Most> first;
        std::array<Vec3d, Most> second;
        std::array<double, Most> above{};
        auto* from = first.data();
        auto* to = second.data();
        const auto& plane = planes[own];
        const auto side = std::abs(plane.normal.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
        const auto u = glm::normalize(glm::cross(side, plane.normal)) * Reach;
        const auto v = glm::cross(plane.normal, u);
        const auto center = plane.normal * plane.distance;
        from[0] = center - u - v;
        from[1] = center + u - v;
        from[2] = center + u + v;
        from[3] = center - u + v;
        std::size_t size = 4;
        for (std::size_t other = 0; other < count && size > 0 && size < Most - 1; ++other) {
            if (other == own)
                continue;
            for (std::size_t i = 0; i < size; ++i)
                above[i] = planes[other].above(from[i]);
            std::size_t kept = 0;
            for (std::size_t i = 0; i < size; ++i) {
                const auto j = i + 1 < size ? i + 1 : 0;
                if (above[i] <= Epsilon)
                    to[kept++] = from[i];
                if ((above[i] > Epsilon) != (above[j] > Epsilon))
                    to[kept++] = from[i] + (from[j] - from[i]) * (above[i] / (above[i] - above[j]));
            }
            size = kept;
            std::swap(from, to);
        }
        corners += size;
    }
    return corners;
}

/// Parsing alone and then the bare loop, on one thread.
double bareMilliseconds(const std::string& text, std::size_t& corners)
{
    return medianMilliseconds(Repeats, [&] {
        const auto map = parseMapText(text);
        ENGINE_EXPECT(map);
        corners = 0;
        for (const auto& brush : map->brushes)
            corners += clipBare(*map, brush);
    });
}

Row measure(const std::string& name, const std::string& text)
{
    MapBrushes made;
    const double ours = medianMilliseconds(
        Repeats,
        [&] {
            auto brushes = brushesFromMapText(text, {});
            ENGINE_EXPECT(brushes);
            made = *std::move(brushes);
        },
        [&] { made = {}; });
    std::size_t bareCorners = 0;
    const double bare = bareMilliseconds(text, bareCorners);
    std::size_t faces = 0;
    std::size_t corners = 0;
    Hasher hash;
    for (const auto& brush : made.brushes) {
        faces += brush->faceCount();
        for (FaceIndex face = 0; face < brush->faceCount(); ++face)
            corners += brush->faceVertices(face).size();
        hash.addBytes(std::as_bytes(brush->vertices()));
    }
    return {
        name,
        fmt::format("{} bytes, {} brushes, {} faces, {} corners ({} bare), {} left out, hash {}",
                    text.size(), made.brushes.size(), faces, corners, bareCorners,
                    made.skips.count(), hashToText(hash.result())),
        ours,
        "ms",
        bare,
        ours / bare,
        "ms of parsing and a bare clipping loop on one thread; value / baseline"};
}

/// What import, export and import again change, in the worst place.
void addRoundTripRows(std::vector<Row>& rows, const std::string& name, const std::string& text)
{
    const auto first = importMap(text, {});
    ENGINE_EXPECT(first);
    const auto exported = exportMap(*first->world, {});
    ENGINE_EXPECT(exported);
    const auto second = importMap(exported->text, {});
    ENGINE_EXPECT(second);
    const auto deviation = test::mapDeviation(*first->world, *second->world);
    const auto work =
        fmt::format("{} brushes, {} invalid, {} patches, {} entities; exported {} brushes and {} "
                    "entities; {} after it",
                    first->brushes, first->invalidBrushes + second->invalidBrushes, first->patches,
                    first->entities, exported->brushes, exported->entities,
                    deviation.difference.empty() ? "the same level" : deviation.difference);
    const auto add = [&](const char* what, double value, const char* unit, double target) {
        rows.push_back({fmt::format("{}_{}", name, what), work, value, unit, target, value / target,
                        "the most that import, export and import may change; value / baseline"});
    };
    add("corners", deviation.corner * 1e6, "um", test::MapDeviation::MostCorner * 1e6);
    add("texels", deviation.texel, "texels", test::MapDeviation::MostTexel);
}

/// From text to a world with everything in it.
Row measureWorld(const std::string& name, const std::string& text)
{
    std::size_t brushes = 0;
    const double ours = medianMilliseconds(3, [&] {
        const auto map = importMap(text, {});
        ENGINE_EXPECT(map);
        brushes = map->brushes;
    });
    return {name, fmt::format("{} brushes from text to a world", brushes), ours, "ms", 0, 0, {}};
}

/// What the world holds for each brush.
Row measureMemory(const std::string& text)
{
    const auto used = [] {
        const auto info = mallinfo2();
        return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
    };
    const double before = used();
    const auto map = importMap(text, {});
    ENGINE_EXPECT(map);
    const double bytes = used() - before;
    const auto count = static_cast<double>(map->brushes);
    return {"memory_per_brush",
            fmt::format("{} brushes in a world, {:.1f} MB", map->brushes, bytes / 1e6),
            bytes / count / 1024,
            "KB",
            0,
            0,
            {}};
}
} // namespace

std::vector<Row> benchMapImport(const Settings& settings)
{
    std::vector<Row> rows;
    std::string largest;
    for (const auto& file : settings.maps) {
        auto text = readFile(file);
        if (!text || !looksLikeMapText(*text))
            continue;
        const auto name = fs::path{file}.stem().string();
        rows.push_back(measure(name, *text));
        addRoundTripRows(rows, name, *text);
        if (text->size() > largest.size())
            largest = *std::move(text);
    }
    const auto generated = mapwright::test::generateMap(20'000, 7);
    rows.push_back(measure("generated_20k", generated));
    rows.push_back(measure("largest", generated.size() > largest.size() ? generated : largest));
    for (auto& row : mapTextureRows(largest.empty() ? generated : largest))
        rows.push_back(std::move(row));
    rows.push_back(measureWorld("world_10k", mapwright::test::generateMap(10'000, 7)));
    rows.push_back(measureWorld("world_50k", mapwright::test::generateMap(50'000, 7)));
    rows.push_back(measureMemory(generated));
    addRoundTripRows(rows, "generated_20k", generated);
    for (auto& row : firstFrameRows())
        rows.push_back(std::move(row));
    return rows;
}
} // namespace mapwright::bench
