#include "editor/panels/inspector/brush_bindings.h"

#include "editor/operations/brush/brush_bounds.h"
#include "engine_core/scene/components/brush_component.h"

namespace editor
{
using engine::Aabb;
using engine::Result;
using engine::Value;
using engine::Vec3d;

namespace
{
/// A part of the box around a brush that can be read and typed.
struct BoundsPart
{
    Vec3d (*get)(const Aabb& bounds);
    Aabb (*set)(const Aabb& bounds, const Vec3d& value);
};

PropertyBinding bindBounds(EditorApi& editor, ShownObjects objects, const BoundsPart& part)
{
    PropertyBinding binding;
    binding.canReset = false;
    binding.description.kind = engine::PropertyKind::Vec3;
    binding.description.unit = "m";
    binding.read = [&editor, objects, part] {
        const auto& world = editor.document().world();
        std::vector<Value> values;
        for (const auto entity : objects())
            if (const auto* brush = world.get<engine::BrushComponent>(entity);
                brush != nullptr && brush->brush)
                values.emplace_back(part.get(engine::boundsOf(world, entity)));
        return values;
    };
    binding.write = [&editor, objects, part](Transaction& transaction, const ValueEdit& edit) {
        const auto change = [&](const Aabb& bounds) -> Result<Aabb> {
            const auto value = edit(Value{part.get(bounds)});
            if (!value)
                return value.error();
            return part.set(bounds, *value->as<Vec3d>());
        };
        return changeBounds(transaction, objects(), change, editor.textureLock());
    };
    return binding;
}
} // namespace

PropertyBinding bindBrushPlace(EditorApi& editor, ShownObjects objects)
{
    auto binding = bindBounds(editor, std::move(objects),
                              {[](const Aabb& bounds) { return bounds.min; },
                               [](const Aabb& bounds, const Vec3d& place) {
                                   return bounds.translated(place - bounds.min);
                               }});
    binding.objectName = "prop.brush.place";
    binding.description.label = "Position";
    binding.description.tooltip = "Lower corner of the box around the brush, in the world";
    return binding;
}

PropertyBinding bindBrushSize(EditorApi& editor, ShownObjects objects)
{
    auto binding = bindBounds(editor, std::move(objects),
                              {[](const Aabb& bounds) { return bounds.size(); },
                               [](const Aabb& bounds, const Vec3d& size) {
                                   return Aabb{bounds.min, bounds.min + size};
                               }});
    binding.objectName = "prop.brush.size";
    binding.description.label = "Size";
    binding.description.tooltip =
        "Of the box around the brush, along the world's axes; its lower corner stays";
    return binding;
}
} // namespace editor
