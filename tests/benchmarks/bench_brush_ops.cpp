#include "engine_core/base/contract.h"
#include "engine_core/base/hash.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/geometry/brush_vertices.h"
#include "engine_core/geometry/convex_hull.h"
#include "tests/benchmarks/bench.h"

#include <fmt/core.h>

#include <array>
#include <random>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr int Repeats = 51;
constexpr int Moves = 1'000;

/// One corner of a cube dragged about its place, as a drag does at each move of the mouse.
Row vertexMove()
{
    const auto cube = *makeBox({Vec3d{-2}, Vec3d{2}});
    const std::array<VertexIndex, 1> corner{*findVertex(cube, Vec3d{2}, WeldDistance)};
    std::size_t faces = 0;
    Hasher hash;
    const double ms = medianMilliseconds(
        Repeats,
        [&] {
            for (int i = 1; i <= Moves; ++i) {
                const Vec3d way{0.002 * (i % 7), 0.001 * i, 0.003 * (i % 5)};
                const auto moved = moveVertices(
                    cube, corner, [&](const Vec3d& p) { return p + way; }, TextureLock::On);
                ENGINE_EXPECT(moved);
                faces += moved->faceCount();
                hash.addBytes(std::as_bytes(moved->vertices()));
            }
        },
        [&] {
            faces = 0;
            hash = {};
        });
    return {"vertex_move",
            fmt::format("{} moves of a corner of a cube with texture lock, {} faces, hash {}",
                        Moves, faces, hashToText(hash.result())),
            ms * 1000 / Moves,
            "us",
            15,
            ms * 1000 / Moves / 15,
            "us promised; value / baseline"};
}

Row hullOf100Points()
{
    std::mt19937 random{1};
    std::uniform_real_distribution<double> place{-8, 8};
    std::vector<Vec3d> points;
    for (int i = 0; i < 100; ++i)
        points.emplace_back(place(random), place(random), place(random));
    constexpr int Hulls = 20;
    std::size_t faces = 0;
    Hasher hash;
    const double ms = medianMilliseconds(
        Repeats,
        [&] {
            for (int i = 0; i < Hulls; ++i) {
                const auto hull = brushFromPoints(points, {});
                ENGINE_EXPECT(hull);
                faces = hull->faceCount();
                hash.addBytes(std::as_bytes(hull->vertices()));
            }
        },
        [&] { hash = {}; });
    return {"hull_100_points",
            fmt::format("100 random points, {} faces, hash {}", faces, hashToText(hash.result())),
            ms * 1000 / Hulls,
            "us",
            0,
            0,
            ""};
}
} // namespace

std::vector<Row> benchBrushOps(const Settings& /*settings*/)
{
    return {vertexMove(), hullOf100Points()};
}
} // namespace mapwright::bench
