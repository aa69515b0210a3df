#include "editor/document/journal.h"
#include "editor/operations/brush/transform_operations.h"
#include "engine_core/lighting/lighting_system.h"
#include "engine_core/physics/static_collision.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/benchmarks/bench.h"
#include "tests/support/fixtures/gl_fixture.h"
#include "tests/support/levels/level_builder.h"

#include <fmt/core.h>
#include <unistd.h>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr int Moves = 41;             ///< brushes that are moved, spread over the level
constexpr int MouseMoves = 25;        ///< of a drag
constexpr double TargetMove = 4;      ///< milliseconds
constexpr double TargetDragMove = 16; ///< milliseconds

/// A level that is open in the editor, with everything that follows an edit: the spatial index (the
/// document's own), the journal, collision, stale light and meshes. It counts as baked.
class EditedLevel
{
public:
    EditedLevel(const TypeRegistry& types, RenderResources& resources, std::size_t brushes)
        : m_folder{fs::temp_directory_path() / fmt::format("mapwright-edit-{}", ::getpid())}
        , m_document{types}
        , m_resources{resources}
        , m_render{resources}
    {
        World generated;
        test::buildLevel(generated, brushes);
        const auto scene = m_folder / "level.scene.json";
        fs::create_directories(m_folder);
        ENGINE_EXPECT(saveScene(generated, types, scene));
        ENGINE_EXPECT(m_document.open(scene));
        m_journal = std::make_unique<editor::Journal>(
            m_document, editor::JournalPlace{m_folder / "journal", m_folder});
        auto& world = m_document.worldForSystems();
        world.addSystem(m_collision);
        world.addSystem(m_lighting);
        world.addSystem(m_render);
        follow();
        m_lighting.markAllFresh();
        world.forEach<BrushComponent>(
            [&](EntityId entity, const BrushComponent&) { m_brushes.push_back(entity); });
    }

    ~EditedLevel()
    {
        auto& world = m_document.worldForSystems();
        world.removeSystem(m_render);
        world.removeSystem(m_lighting);
        world.removeSystem(m_collision);
        m_journal.reset();
        std::error_code failed;
        fs::remove_all(m_folder, failed);
    }

    EditedLevel(const EditedLevel&) = delete;
    EditedLevel& operator=(const EditedLevel&) = delete;

    /// What the window does before it paints.
    void follow()
    {
        m_collision.update(0);
        m_lighting.update(0);
        m_render.update(0);
    }

    void move(EntityId brush, const Vec3d& by)
    {
        const auto moved = m_document.run("Move", [&](auto& step) {
            return editor::translate(step, std::span{&brush, 1}, by);
        });
        ENGINE_EXPECT(moved);
        follow();
    }

    void undo()
    {
        m_document.undo();
        follow();
    }

    [[nodiscard]] const std::vector<EntityId>& brushes() const { return m_brushes; }

    [[nodiscard]] editor::Document& document() { return m_document; }

    /// Whether a ray finds the brush's top where it is now.
    [[nodiscard]] bool collidesWhereItIs(EntityId brush) const
    {
        const MovingCollision nothing;
        const auto bounds = boundsOf(m_document.world(), brush);
        const Vec3d above{bounds.center().x, bounds.max.y + 0.01, bounds.center().z};
        const auto hit =
            CollisionSpace{m_collision, nothing}.raycast(Ray{above, Vec3d{0, -1, 0}}, 0.02);
        return hit && std::abs(hit->point.y - bounds.max.y) < 1e-6;
    }

    [[nodiscard]] std::size_t staleFaces() const { return m_lighting.staleFaces().size(); }

    [[nodiscard]] std::size_t meshesBuilt() const { return m_resources.use().meshesBuilt; }

private:
    fs::path m_folder;
    editor::Document m_document;
    std::unique_ptr<editor::Journal> m_journal;
    RenderResources& m_resources;
    StaticCollision m_collision;
    LightingSystem m_lighting;
    RenderSystem m_render;
    std::vector<EntityId> m_brushes;
};

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
