#include "editor/tools/select/box_select_gesture.h"

#include "editor/tools/brush/rectangle_volume.h"
#include "editor/tools/gestures/handle.h"
#include "editor/tools/select/pick_target.h"
#include "editor/tools/select/played_places.h"
#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/play/play_session.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/patches/curved_patch.h"

#include <algorithm>
#include <array>
#include <set>

namespace editor
{
namespace
{
using engine::EntityId;
using engine::Vec3d;
using engine::World;

/// The corners of what an entity shows: of a brush, of a model's box; the place of anything else.
std::vector<Vec3d> cornersOf(const World& world, EntityId entity)
{
    const auto place = engine::worldTransform(world, entity);
    std::vector<Vec3d> corners;
    if (const auto model = engine::meshOf(world, entity)) {
        const auto bounds = model->boundsAt(place);
        for (unsigned i = 0; i < 8; ++i)
            corners.emplace_back((i & 1U) != 0 ? bounds.max.x : bounds.min.x,
                                 (i & 2U) != 0 ? bounds.max.y : bounds.min.y,
                                 (i & 4U) != 0 ? bounds.max.z : bounds.min.z);
        return corners;
    }
    const auto* brush = world.get<engine::BrushComponent>(entity);
    if (brush == nullptr || !brush->brush)
        return {place.position};
    for (const auto& vertex : brush->brush->vertices())
        corners.push_back(place.apply(vertex));
    return corners;
}

/// Whether a side of the brush, or of the box, with these corners is in the volume. The volume has
/// no end, so it cannot be inside without meeting a side.
bool sideMeets(const World& world,
               EntityId entity,
               const std::vector<Vec3d>& corners,
               const RectangleVolume& volume)
{
    std::vector<Vec3d> side;
    const auto meets = [&](std::span<const std::uint16_t> indices) {
        side.clear();
        for (const auto index : indices)
            side.push_back(corners[index]);
        return volume.meets(side);
    };
    if (engine::meshOf(world, entity) != nullptr) {
        static constexpr std::array<std::array<std::uint16_t, 4>, 6> Sides{
            {{0, 2, 6, 4}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 5, 7, 6}}};
        return std::any_of(Sides.begin(), Sides.end(), meets);
    }
    const auto* brush = world.get<engine::BrushComponent>(entity);
    if (brush == nullptr || !brush->brush)
        return false;
    for (engine::FaceIndex face = 0; face < brush->brush->faceCount(); ++face)
        if (meets(brush->brush->faceVertices(face)))
            return true;
    return false;
}

bool hasPlaceOnScreen(const World& world, EntityId entity)
{
    if (world.get<engine::BrushComponent>(entity) != nullptr ||
        world.get<engine::CurvedPatch>(entity) != nullptr)
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
    const auto* session = m_editor.playSession(); // which the views show
    const auto& world = session != nullptr ? session->world() : document.world();
    const RectangleVolume volume{m_now, m_start.position, m_now.position};
    std::set<EntityId> seen;
    std::vector<EntityId> objects;
    for (const auto entity : document.world().entities()) {
        if (session != nullptr && !isShownIn(world, entity))
            continue;
        if (!hasPlaceOnScreen(world, entity) || volume.isBeside(engine::boundsOf(world, entity)) ||
            !isPickable(document, entity))
            continue;
        const auto corners = cornersOf(world, entity);
        const auto isIn = [&](const Vec3d& corner) {
            return volume.contains(corner);
        };
        const bool isCaught = touches() ? std::any_of(corners.begin(), corners.end(), isIn) ||
                                              sideMeets(world, entity, corners, volume)
                                        : std::all_of(corners.begin(), corners.end(), isIn);
        if (!isCaught)
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
