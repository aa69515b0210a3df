#include "editor/document/journal.h"
#include "editor/operations/transform_operations.h"
#include "engine_core/lighting/lighting_system.h"
#include "engine_core/physics/static_collision.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/benchmarks/bench.h"
#include "tests/support/gl_fixture.h"
#include "tests/support/level_builder.h"

#include <unistd.h>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr int Repeats = 31;

/// A level that is open in the editor, with everything that follows an edit: meshes, collision,
/// stale lighting and the journal.
class OpenLevel
{
public:
    OpenLevel(test::GlFixture& gl, std::size_t brushes)
        : m_folder{fs::temp_directory_path() / fmt::format("mapwright-edit-{}", ::getpid())}
        , m_render{gl.resources()}
    {
        registerComponents(m_types);
        World level;
        test::buildLevel(level, brushes);
        const auto scene = m_folder / "level.scene.json";
        fs::create_directories(m_folder);
        m_document = std::make_unique<editor::Document>(m_types);
        ENGINE_EXPECT(saveScene(level, m_types, scene));
        ENGINE_EXPECT(m_document->open(scene));
        m_journal = std::make_unique<editor::Journal>(*m_document, m_folder / "journal");
        auto& world = m_document->worldForSystems();
        for (auto* system : systems())
            world.addSystem(*system);
        m_lighting.markAllFresh();
        settle();
        world.forEach<BrushComponent>(
            [&](EntityId entity, const BrushComponent&) { m_brushes.push_back(entity); });
    }

    ~OpenLevel()
    {
        for (auto* system : systems())
            m_document->worldForSystems().removeSystem(*system);
        m_journal.reset();
        std::error_code error;
        fs::remove_all(m_folder, error);
    }

    OpenLevel(const OpenLevel&) = delete;
    OpenLevel& operator=(const OpenLevel&) = delete;

    [[nodiscard]] editor::Document& document() { return *m_document; }

    /// `count` brushes spread over the level.
    [[nodiscard]] std::vector<EntityId> some(std::size_t count) const
    {
        std::vector<EntityId> chosen;
        const std::size_t stride = std::max<std::size_t>(1, m_brushes.size() / count);
        for (std::size_t i = 0; chosen.size() < count; i += stride)
            chosen.push_back(m_brushes[i % m_brushes.size()]);
        return chosen;
    }

    /// What the next frame does before it draws.
    void settle()
    {
        for (auto* system : systems())
            system->update(0);
    }

    [[nodiscard]] std::size_t staleFaces() const { return m_lighting.staleFaces().size(); }

    [[nodiscard]] std::size_t shapes() const { return m_collision.shapeCount(); }

private:
    [[nodiscard]] std::array<WorldSystem*, 3> systems()
    {
        return {&m_render, &m_collision, &m_lighting};
    }

    fs::path m_folder;
    TypeRegistry m_types;
    std::unique_ptr<editor::Document> m_document;
    std::unique_ptr<editor::Journal> m_journal;
    RenderSystem m_render;
    StaticCollision m_collision;
    LightingSystem m_lighting;
    std::vector<EntityId> m_brushes;
};

Row row(std::string name, std::string work, double value)
{
    Row result;
    result.name = std::move(name);
    result.work = std::move(work);
    result.value = value;
    result.unit = "ms";
    return result;
}

void move(OpenLevel& level, const std::vector<EntityId>& brushes, double by)
{
    const auto moved = level.document().run("Move", [&](editor::Transaction& transaction) {
        return editor::translate(transaction, brushes, {by, 0, 0});
    });
    ENGINE_EXPECT(moved);
    level.settle();
}

/// One move of the mouse while `count` brushes are dragged.
Row dragRow(OpenLevel& level, std::size_t count)
{
    const auto brushes = level.some(count);
    auto transaction = level.document().begin("Drag");
    double by = 0;
    const double time = medianMilliseconds(Repeats, [&] {
        by += 0.25;
        const auto moved = transaction.replace([&](editor::Transaction& step) {
            return editor::translate(step, brushes, {by, 0, 0});
        });
        ENGINE_EXPECT(moved);
        level.settle();
    });
    transaction.rollback();
    level.settle();
    return row(fmt::format("drag_{}", count),
               fmt::format("{} of {} brushes, one mouse move", count, level.shapes()), time);
}

void addLevel(std::vector<Row>& rows, OpenLevel& level, const std::string& name)
{
    const auto before = level.document().contentHash();
    const auto brush = level.some(3);
    const double edit = medianMilliseconds(Repeats, [&] { move(level, {brush[1]}, 0.25); });
    const auto work =
        fmt::format("1 of {} brushes, {} faces stale", level.shapes(), level.staleFaces());
    const double undo = medianMilliseconds(Repeats, [&] {
        level.document().undo();
        level.settle();
    });
    ENGINE_EXPECT(level.document().contentHash() == before);
    rows.push_back(row("level_" + name, work + ", hash " + hashToText(before), edit));
    rows.push_back(row("undo_" + name, work, undo));
}
} // namespace

std::vector<Row> benchEdit(const Settings& /*settings*/)
{
    auto gl = test::GlFixture::create(installationFolder() / "projects" / "first_room");
    if (!gl) {
        fmt::print(stderr, "mapwright: {}\n", gl.error().message());
        return {};
    }
    std::vector<Row> rows;
    {
        OpenLevel level{**gl, 5'000};
        addLevel(rows, level, "5k");
        for (const std::size_t count : {1U, 100U, 1000U})
            rows.push_back(dragRow(level, count));
    }
    OpenLevel level{**gl, 20'000};
    addLevel(rows, level, "20k");
    return rows;
}
} // namespace mapwright::bench
