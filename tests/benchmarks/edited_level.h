#pragma once

#include "editor/document/journal.h"
#include "engine_core/lighting/lighting_system.h"
#include "engine_core/physics/static_collision.h"
#include "engine_core/render/scene/render_system.h"

#include <memory>
#include <vector>

namespace mapwright::bench
{
/// A level that is open in the editor, with everything that follows an edit: the spatial index (the
/// document's own), the journal, collision, stale light and meshes. It counts as baked.
class EditedLevel
{
public:
    EditedLevel(const engine::TypeRegistry& types,
                engine::RenderResources& resources,
                std::size_t brushes);
    ~EditedLevel();
    EditedLevel(const EditedLevel&) = delete;
    EditedLevel& operator=(const EditedLevel&) = delete;

    /// What the window does before it paints.
    void follow();

    void move(engine::EntityId brush, const engine::Vec3d& by);
    void undo();

    [[nodiscard]] const std::vector<engine::EntityId>& brushes() const { return m_brushes; }

    [[nodiscard]] editor::Document& document() { return m_document; }

    /// Whether a ray finds the brush's top where it is now.
    [[nodiscard]] bool collidesWhereItIs(engine::EntityId brush) const;

    [[nodiscard]] std::size_t staleFaces() const { return m_lighting.staleFaces().size(); }

    [[nodiscard]] std::size_t meshesBuilt() const { return m_resources.use().meshesBuilt; }

private:
    engine::fs::path m_folder;
    editor::Document m_document;
    std::unique_ptr<editor::Journal> m_journal;
    engine::RenderResources& m_resources;
    engine::StaticCollision m_collision;
    engine::LightingSystem m_lighting;
    engine::RenderSystem m_render;
    std::vector<engine::EntityId> m_brushes;
};
} // namespace mapwright::bench
