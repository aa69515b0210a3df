#include "editor/tools/box_select_gesture.h"

#include "editor/tools/handle.h"
#include "editor/tools/pick_target.h"
#include "engine_core/geometry/mesh_shape.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/transform_component.h"

#include <set>

namespace editor
{
namespace
{
using engine::EntityId;
using engine::Vec2d;
using engine::Vec3d;
using engine::World;

struct ScreenBox
{
    Vec2d min{std::numeric_limits<double>::infinity()};
    Vec2d max{-std::numeric_limits<double>::infinity()};

    void add(const Vec2d& p)
    {
        min = glm::min(min, p);
        max = glm::max(max, p);
    }

    [[nodiscard]] bool contains(const ScreenBox& other) const
    {
        return other.min.x >= min.x && other.min.y >= min.y && other.max.x <= max.x &&
               other.max.y <= max.y;
    }

    [[nodiscard]] bool touches(const ScreenBox& other) const
    {
        return other.min.x <= max.x && other.max.x >= min.x && other.min.y <= max.y &&
               other.max.y >= min.y;
    }
};

/// What of an entity shows on screen; nullopt behind the camera. A light is where its bulb is.
std::optional<ScreenBox> shownBox(const World& world, EntityId entity, const PointerEvent& event)
{
    ScreenBox box;
    const auto add = [&](const Vec3d& place) {
        const auto at = event.camera.project(place, event.viewSize.x, event.viewSize.y);
        if (at)
            box.add(*at);
        return at.has_value();
    };
    const auto place = engine::worldTransform(world, entity);
    const auto* brush = world.get<engine::BrushComponent>(entity);
    if (const auto model = engine::meshOf(world, entity)) {
        const auto bounds = model->boundsAt(place);
        for (unsigned i = 0; i < 8; ++i)
            if (!add({(i & 1U) != 0 ? bounds.max.x : bounds.min.x,
                      (i & 2U) != 0 ? bounds.max.y : bounds.min.y,
                      (i & 4U) != 0 ? bounds.max.z : bounds.min.z}))
                return std::nullopt;
        return box;
    }
    if (brush == nullptr || !brush->brush)
        return add(place.position) ? std::optional{box} : std::nullopt;
    for (const auto& vertex : brush->brush->vertices())
        if (!add(place.apply(vertex)))
            return std::nullopt;
    return box;
}

bool hasPlaceOnScreen(const World& world, EntityId entity)
{
    if (world.get<engine::BrushComponent>(entity) != nullptr)
        return true;
    return world.get<engine::TransformComponent>(entity) != nullptr &&
           world.children(entity).empty();
}
} // namespace

BoxSelectGesture::BoxSelectGesture(EditorApi& editor, const PointerEvent& start)
    : m_editor{editor}, m_start{start}, m_now{start}
{
}

engine::Result<void> BoxSelectGesture::update(const PointerEvent& event)
{
    m_now = event;
    return {};
}

std::vector<EntityId> BoxSelectGesture::caught() const
{
    const auto& document = m_editor.document();
    const auto& world = document.world();
    ScreenBox rectangle;
    rectangle.add(m_start.position);
    rectangle.add(m_now.position);
    std::set<EntityId> seen;
    std::vector<EntityId> objects;
    for (const auto entity : world.entities()) {
        if (!hasPlaceOnScreen(world, entity) || !isPickable(document, entity))
            continue;
        const auto box = shownBox(world, entity, m_now);
        if (!box || !(touches() ? rectangle.touches(*box) : rectangle.contains(*box)))
            continue;
        const auto object = objectFor(document, entity);
        if (seen.insert(object).second)
            objects.push_back(object);
    }
    return objects;
}

void BoxSelectGesture::commit()
{
    auto& selection = m_editor.document().selection();
    auto objects = caught();
    if (m_now.has(Modifier::Ctrl)) {
        auto all = selection.entities();
        all.insert(all.end(), objects.begin(), objects.end());
        objects = std::move(all);
    }
    selection.set(std::move(objects));
}

std::string BoxSelectGesture::measure() const
{
    return touches() ? "Selects what it touches" : "Selects what is wholly inside";
}

void BoxSelectGesture::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    // The rectangle belongs to the view it was begun in; elsewhere it would mean nothing.
    if (event.view != m_start.view)
        return;
    drawRectangle(draw, m_now, m_start.position);
}
} // namespace editor
