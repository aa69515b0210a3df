#include "editor/document/document.h"
#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "engine_core/base/contract.h"
#include "engine_core/base/hash.h"
#include "engine_core/geometry/brush_transform.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/register_components.h"
#include "tests/benchmarks/bench.h"
#include "tests/support/levels/level_builder.h"

#include <fmt/core.h>

#include <random>

namespace mapwright::bench
{
using namespace engine;

namespace
{
/// Fifty thousand brushes open in a document.
class Level
{
public:
    Level() : m_types{registered()}, document{m_types}
    {
        World generated;
        test::buildLevel(generated, 50'000);
        const auto filled = document.run("Fill", [&](editor::Transaction& step) -> Result<void> {
            generated.forEach<BrushComponent>([&](EntityId, const BrushComponent& brush) {
                brushes.push_back(step.create("brush"));
                step.set(brushes.back(), brush);
            });
            return {};
        });
        ENGINE_EXPECT(filled);
    }

private:
    static TypeRegistry registered()
    {
        TypeRegistry types;
        registerComponents(types);
        return types;
    }

    TypeRegistry m_types;

public:
    editor::Document document;
    std::vector<EntityId> brushes;
};

Row translateRow(const Level& level)
{
    const auto& world = level.document.world();
    Hasher hash;
    std::size_t faces = 0;
    const double ms = medianMilliseconds(
        7,
        [&] {
            for (const auto id : level.brushes) {
                const auto moved = translated(*world.get<BrushComponent>(id)->brush,
                                              {0.25, 0.125, -0.5}, TextureLock::On);
                ENGINE_EXPECT(moved);
                faces += moved->faceCount();
                hash.addBytes(std::as_bytes(moved->vertices()));
            }
        },
        [&] {
            hash = {};
            faces = 0;
        });
    const auto count = static_cast<double>(level.brushes.size());
    return promised("translate",
                    fmt::format("{} brushes of {:.1f} faces with texture lock, hash {}",
                                level.brushes.size(), static_cast<double>(faces) / count,
                                hashToText(hash.result())),
                    ms * 1000 / count, 3, "us");
}

/// Undo of one step that moved everything: world, index and history; no window.
Row undoRow(Level& level)
{
    auto& document = level.document;
    const auto before = document.contentHash();
    const auto move = [&] {
        const auto moved = document.run("Move", [&](editor::Transaction& step) {
            return editor::translate(step, level.brushes, {0.25, 0, 0});
        });
        ENGINE_EXPECT(moved);
        document.selection().set(level.brushes);
    };
    const double ms = medianMilliseconds(
        5, [&] { document.undo(); }, move);
    const auto after = document.contentHash();
    ENGINE_EXPECT(after == before);
    return promised("undo_move_50k",
                    fmt::format("{} brushes, selected, hash {} before the move and after undo",
                                level.brushes.size(), hashToText(before)),
                    ms, 150);
}

Row pickRow(const Level& level)
{
    constexpr int Rays = 10'000;
    const auto& world = level.document.world();
    Aabb bounds;
    for (const auto id : level.brushes)
        bounds.add(boundsOf(world, id));
    std::mt19937 random{5};
    const auto somewhere = [&] {
        Vec3d place{0};
        for (int i = 0; i < 3; ++i)
            place[i] = std::uniform_real_distribution{bounds.min[i], bounds.max[i]}(random);
        return place;
    };
    std::vector<Ray> rays;
    for (int i = 0; i < Rays; ++i) {
        const auto from = somewhere() + Vec3d{0, 2 * bounds.size().y, 0};
        rays.push_back({from, glm::normalize(somewhere() - from)});
    }
    std::size_t hits = 0;
    const double ms = medianMilliseconds(
        5,
        [&] {
            for (const auto& ray : rays)
                hits += pickNearestBrush(world, level.document.index(), ray) ? 1U : 0U;
        },
        [&] { hits = 0; });
    return promised(
        "pick_50k",
        fmt::format("{} rays from above into {} brushes, {} hit", Rays, level.brushes.size(), hits),
        ms * 1000 / Rays, 20, "us");
}
} // namespace

std::vector<Row> brushMoveRows()
{
    Level level;
    std::vector<Row> rows;
    rows.push_back(translateRow(level));
    rows.push_back(undoRow(level));
    rows.push_back(pickRow(level));
    return rows;
}
} // namespace mapwright::bench
