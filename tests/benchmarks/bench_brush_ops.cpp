#include "editor/document/document.h"
#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/csg_operations.h"
#include "engine_core/base/contract.h"
#include "engine_core/base/hash.h"
#include "engine_core/geometry/brush_csg.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/geometry/brush_vertices.h"
#include "engine_core/geometry/hull/convex_hull.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/benchmarks/bench.h"
#include "tests/support/levels/brush_fuzz.h"

#include <fmt/core.h>

#include <array>
#include <random>

namespace mapwright::bench
{
using namespace engine;

std::vector<Row> brushMoveRows(); ///< bench_brush_moves.cpp: whole levels moved, undone, picked

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

Row cubeMinus16Gon()
{
    const auto cube = *makeBox({Vec3d{-2}, Vec3d{2}});
    const auto cutter = test::makePrism(Vec3d{0}, 1.5, 6, 16);
    constexpr int Cuts = 20;
    std::size_t parts = 0;
    Hasher hash;
    const double ms = medianMilliseconds(
        Repeats,
        [&] {
            for (int i = 0; i < Cuts; ++i) {
                const auto cut = subtract(cube, std::span{&cutter, 1});
                ENGINE_EXPECT(cut && cut->isCut);
                parts = cut->fragments.size();
                for (const auto& part : cut->fragments)
                    hash.addBytes(std::as_bytes(part.vertices()));
            }
        },
        [&] { hash = {}; });
    constexpr double Target = 0.15;
    return {"cube_minus_16gon",
            fmt::format("{} parts, hash {}", parts, hashToText(hash.result())),
            ms / Cuts,
            "ms",
            Target,
            ms / Cuts / Target,
            "ms promised; value / baseline"};
}

/// One long brush taken out of a thousand that it goes through, in a level of 20,000, as one step
/// of the document.
Row subtractFromAThousand()
{
    TypeRegistry types;
    registerComponents(types);
    editor::Document document{types};
    EntityId cutter;
    const auto built = document.run("Build", [&](editor::Transaction& step) -> Result<void> {
        for (int row = 0; row < 20; ++row)
            for (int i = 0; i < 1000; ++i) {
                const Vec3d corner{2.0 * i, 0, 4.0 * row};
                if (auto made = editor::createBox(step, {corner, corner + Vec3d{1, 2, 2}}); !made)
                    return made.error();
            }
        auto made = editor::createBox(step, {{-1, 0.5, 0.5}, {2001, 1.5, 1.5}});
        if (!made)
            return made.error();
        cutter = *made;
        return {};
    });
    ENGINE_EXPECT(built);
    const auto before = document.contentHash();
    const auto steps = document.history().position();
    editor::CsgOutcome outcome;
    const double ms = medianMilliseconds(
        11,
        [&] {
            const auto done = document.run("Subtract", [&](editor::Transaction& step) {
                auto cut = editor::subtractBrushes(step, document.index(), std::span{&cutter, 1},
                                                   editor::Cutters::Remove);
                ENGINE_EXPECT(cut);
                outcome = *std::move(cut);
                return Result<void>{};
            });
            ENGINE_EXPECT(done);
        },
        [&] {
            if (document.history().position() > steps)
                document.undo();
            ENGINE_EXPECT(document.contentHash() == before);
        });
    ENGINE_EXPECT(document.history().position() == steps + 1);
    constexpr double Target = 100;
    return {"subtract_1000",
            fmt::format("1 of 20,001 brushes from {}, {} parts, hash {}", outcome.before,
                        outcome.after, hashToText(document.contentHash())),
            ms,
            "ms",
            Target,
            ms / Target,
            "ms promised; value / baseline"};
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
    std::vector<Row> rows{vertexMove(), hullOf100Points(), cubeMinus16Gon(),
                          subtractFromAThousand()};
    for (auto& row : brushMoveRows())
        rows.push_back(std::move(row));
    return rows;
}
} // namespace mapwright::bench
