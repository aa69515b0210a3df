#include "editor/operations/brush/transform_operations.h"
#include "engine_core/scene/components/register_components.h"
#include "tests/benchmarks/bench.h"
#include "tests/benchmarks/edited_level.h"
#include "tests/support/fixtures/gl_fixture.h"

#include <fmt/core.h>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr int Moves = 41;             ///< brushes that are moved, spread over the level
constexpr int MouseMoves = 25;        ///< of a drag
constexpr double TargetMove = 4;      ///< milliseconds
constexpr double TargetDragMove = 16; ///< milliseconds

Row targetRow(std::string name, std::string work, double value, double target)
{
    return {std::move(name),
            std::move(work),
            value,
            "ms",
            target,
            value / target,
            "the target; value / baseline"};
}

/// One brush after the other is moved, each from a level that is as it was built; then the same
/// with what undo costs.
void addMoveRows(std::vector<Row>& rows, EditedLevel& level, const std::string& name)
{
    const auto original = level.document().contentHash();
    const auto builtBefore = level.meshesBuilt();
    std::size_t next = 0;
    std::size_t stale = 0;
    EntityId brush;
    const auto settle = [&] {
        level.undo();
        ENGINE_EXPECT(level.staleFaces() == 0);
        brush = level.brushes()[next++ * level.brushes().size() / (2 * Moves)];
    };
    const auto move = [&] {
        level.move(brush, {0.25, 0.125, 0});
    };
    const double moved = medianMilliseconds(Moves, move, [&] {
        if (next != 0) {
            ENGINE_EXPECT(level.collidesWhereItIs(brush));
            stale += level.staleFaces();
        }
        settle();
    });
    const auto built = level.meshesBuilt() - builtBefore;
    const double undone = medianMilliseconds(
        Moves, [&] { level.undo(); },
        [&] {
            settle();
            move();
        });
    const auto after = level.document().contentHash();
    ENGINE_EXPECT(after == original);
    ENGINE_EXPECT(level.staleFaces() == 0);
    const auto work = fmt::format(
        "1 of {} brushes, {} times, {} meshes built, {} faces stale in all, hash {} "
        "before and {} after undo",
        level.brushes().size(), Moves, built, stale, hashToText(original), hashToText(after));
    rows.push_back(targetRow("level_" + name, work, moved, TargetMove));
    rows.push_back(targetRow("undo_level_" + name, work, undone, TargetMove));
}

/// What each mouse move of a drag of `count` brushes costs.
Row dragRow(EditedLevel& level, std::size_t count)
{
    const auto original = level.document().contentHash();
    const auto builtBefore = level.meshesBuilt();
    const std::vector<EntityId> chosen{
        level.brushes().begin(), level.brushes().begin() + static_cast<std::ptrdiff_t>(count)};
    level.document().selection().set(chosen);
    auto drag = level.document().begin("Move");
    int at = 0;
    const double move = medianMilliseconds(MouseMoves, [&] {
        ++at;
        const auto moved = drag.replace([&](auto& step) {
            return editor::translate(step, chosen, {0.125 * at, 0, 0.0625 * at});
        });
        ENGINE_EXPECT(moved);
        level.follow();
    });
    ENGINE_EXPECT(level.collidesWhereItIs(chosen.back()));
    const auto built = level.meshesBuilt() - builtBefore;
    drag.rollback();
    level.follow();
    const auto after = level.document().contentHash();
    ENGINE_EXPECT(after == original);
    return targetRow(
        fmt::format("drag_{}", count),
        fmt::format("{} mouse moves with {} of {} brushes, {} meshes built, hash {} before and {} "
                    "after Esc",
                    MouseMoves, count, level.brushes().size(), built, hashToText(original),
                    hashToText(after)),
        move, TargetDragMove);
}
} // namespace

std::vector<Row> benchEditBrush(const Settings& /*settings*/)
{
    auto gl = test::GlFixture::create(installationFolder() / "projects" / "first_room");
    if (!gl) {
        fmt::print(stderr, "mapwright: {}\n", gl.error().message());
        return {};
    }
    TypeRegistry types;
    registerComponents(types);
    std::vector<Row> rows;
    {
        EditedLevel small{types, (*gl)->resources(), 5'000};
        addMoveRows(rows, small, "5k");
    }
    EditedLevel level{types, (*gl)->resources(), 20'000};
    addMoveRows(rows, level, "20k");
    for (const std::size_t count : {1U, 100U, 1000U})
        rows.push_back(dragRow(level, count));
    return rows;
}
} // namespace mapwright::bench
