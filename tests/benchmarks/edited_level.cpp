#include "tests/benchmarks/edited_level.h"

#include "editor/operations/brush/transform_operations.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/support/levels/level_builder.h"

#include <fmt/core.h>
#include <unistd.h>

namespace mapwright::bench
{
using namespace engine;

EditedLevel::EditedLevel(const TypeRegistry& types, RenderResources& resources, std::size_t brushes)
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

EditedLevel::~EditedLevel()
{
    auto& world = m_document.worldForSystems();
    world.removeSystem(m_render);
    world.removeSystem(m_lighting);
    world.removeSystem(m_collision);
    m_journal.reset();
    std::error_code failed;
    fs::remove_all(m_folder, failed);
}

void EditedLevel::follow()
{
    m_collision.update(0);
    m_lighting.update(0);
    m_render.update(0);
}

void EditedLevel::move(EntityId brush, const Vec3d& by)
{
    const auto moved = m_document.run("Move", [&](auto& step) {
        return editor::translate(step, std::span{&brush, 1}, by);
    });
    ENGINE_EXPECT(moved);
    follow();
}

void EditedLevel::undo()
{
    m_document.undo();
    follow();
}

bool EditedLevel::collidesWhereItIs(EntityId brush) const
{
    const MovingCollision nothing;
    const auto bounds = boundsOf(m_document.world(), brush);
    const Vec3d above{bounds.center().x, bounds.max.y + 0.01, bounds.center().z};
    const auto hit =
        CollisionSpace{m_collision, nothing}.raycast(Ray{above, Vec3d{0, -1, 0}}, 0.02);
    return hit && std::abs(hit->point.y - bounds.max.y) < 1e-6;
}
} // namespace mapwright::bench
