#pragma once

#include "editor/document/document.h"

namespace mapwright::test
{
/// A document with every component type of the engine, and short ways to fill it.
struct DocumentFixture
{
    DocumentFixture();

    engine::TypeRegistry types;
    editor::Document document;

    /// One step that adds a box; its id.
    engine::EntityId addBox(const engine::Vec3d& min,
                            const engine::Vec3d& max,
                            const std::string& name = "box",
                            engine::EntityId parent = {});

    /// One step that adds an entity with a transform.
    engine::EntityId addPoint(const engine::Vec3d& at,
                              const std::string& name = "point",
                              engine::EntityId parent = {});

    engine::Result<void> run(const std::function<engine::Result<void>(editor::Transaction&)>& edit);

    [[nodiscard]] engine::Aabb boundsOf(engine::EntityId entity) const;
    [[nodiscard]] const engine::Brush& brushOf(engine::EntityId entity) const;

    /// The face of the brush whose normal points that way.
    [[nodiscard]] engine::FaceRef faceTowards(engine::EntityId entity,
                                              const engine::Vec3d& normal) const;

    template <typename T>
    [[nodiscard]] const T& get(engine::EntityId entity) const
    {
        const auto* component = document.world().get<T>(entity);
        ENGINE_EXPECT(component != nullptr);
        return *component;
    }
};

/// Makes the types in the order that members need.
[[nodiscard]] engine::TypeRegistry engineTypes();
} // namespace mapwright::test
