#include "editor/tools/select/select_tool.h"

#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/tools/brush/face_gesture.h"
#include "editor/tools/gestures/handle.h"
#include "editor/tools/select/box_select_gesture.h"
#include "editor/tools/select/pick_target.h"
#include "editor/tools/select/select_commands.h"
#include "editor/tools/transform/move_gesture.h"
#include "engine_core/scene/components/brush_component.h"

#include <algorithm>

namespace editor
{
using engine::EntityId;
using engine::FaceRef;
using engine::Result;
using engine::Vec3d;

namespace
{
bool picksFaces(const Document& document, const PointerEvent& event)
{
    return document.selection().mode() == SelectionMode::Faces || event.has(Modifier::Shift);
}

bool isBrush(const engine::World& world, EntityId entity)
{
    return world.get<engine::BrushComponent>(entity) != nullptr;
}

std::optional<GrabbedFace> selectedFaceUnder(const Document& document, const PointerEvent& event)
{
    for (const auto& hit : event.hits)
        if (document.selection().contains(FaceRef{hit.entity, hit.face}))
            return GrabbedFace{{hit.entity, hit.face}, hit.point};
    return std::nullopt;
}
} // namespace

std::unique_ptr<Gesture> SelectTool::press(const PointerEvent& given)
{
    auto& document = m_editor.document();
    const auto event = inOpenGroup(document, given);
    if (event.button != PointerButton::Left)
        return nullptr;
    if (event.has(Modifier::Shift))
        if (const auto face = faceToPull(document, event))
            return std::make_unique<FaceGesture>(m_editor, *face, faceDragOf(event));
    if (const auto face = selectedFaceUnder(document, event))
        return std::make_unique<FaceGesture>(m_editor, *face);
    if (const auto object = selectedUnder(document, event))
        return std::make_unique<MoveGesture>(m_editor, object->point,
                                             event.has(Modifier::Ctrl) ? MoveKind::Duplicate
                                                                       : MoveKind::Move);
    return std::make_unique<BoxSelectGesture>(m_editor, event);
}

std::optional<PointerShape> SelectTool::pointer(const PointerEvent& given) const
{
    const auto& document = m_editor.document();
    const auto event = inOpenGroup(document, given);
    const auto pulled = event.has(Modifier::Shift) ? faceToPull(document, event) : std::nullopt;
    if (const auto face = pulled ? pulled : selectedFaceUnder(document, event))
        return sizeShape(event, face->point, worldPlane(document.world(), face->face).normal);
    return selectedUnder(document, event) ? PointerShape::Move : PointerShape::Arrow;
}

bool SelectTool::click(const PointerEvent& given)
{
    if (given.button != PointerButton::Left)
        return false;
    auto& document = m_editor.document();
    const auto event = inOpenGroup(document, given);
    const auto hit = clickedHit(document.world(), event);
    if (event.icon)
        clickObject(event, event.icon);
    else if (hit && hit->face != engine::NoFace && picksFaces(document, event))
        clickFace(event, *hit);
    else if (hit)
        clickObject(event, hit->entity);
    else if (event.clicks == 2)
        closeGroup(document);
    else if (!event.has(Modifier::Ctrl))
        document.selection().clear();
    return true;
}

void SelectTool::clickFace(const PointerEvent& event, const engine::PickHit& hit)
{
    auto& selection = m_editor.document().selection();
    const FaceRef face{hit.entity, hit.face};
    const bool toggles = event.has(Modifier::Ctrl);
    if (event.clicks == 2) {
        auto faces = event.has(Modifier::Alt)
                         ? coplanarSurface(m_editor.document(), face)
                         : facesOf(m_editor.document().world(), std::span{&face.entity, 1});
        if (toggles)
            faces.insert(faces.begin(), selection.faces().begin(), selection.faces().end());
        selection.setFaces(std::move(faces));
    } else if (toggles) {
        selection.toggle(face);
    } else {
        selection.setFaces({face});
    }
}

void SelectTool::clickObject(const PointerEvent& event, EntityId entity)
{
    auto& document = m_editor.document();
    const auto object = objectFor(document, entity);
    if (event.clicks == 2 && object != entity) {
        document.selection().setOpenGroup(object);
        document.selection().set({objectFor(document, entity)});
        return;
    }
    if (event.has(Modifier::Ctrl) && event.clicks == 1)
        document.selection().toggle(object);
    else
        document.selection().set({object});
}

std::optional<Vec3d> stepOf(const KeyEvent& event)
{
    const auto& camera = event.camera;
    const bool flat = event.view != ViewKind::Perspective;
    const auto right =
        unitAxis(majorAxis(flat ? camera.right() : Vec3d{camera.right().x, 0, camera.right().z}));
    const int rightAxis = majorAxis(right);
    const auto signedStep = [&](int axis, const Vec3d& direction, double sign) {
        const double step = event.grid.step > 0 ? event.grid.step : 1.0;
        return unitAxis(axis) * (direction[axis] < 0 ? -sign : sign) * step;
    };
    // In 3D the second horizontal axis is the one that the first is not.
    const int upAxis = flat ? majorAxis(camera.up()) : 2 - rightAxis;
    const auto upwards = flat ? camera.up() : camera.forward() + camera.up();
    const int depth = depthAxis(event.view).value_or(1);
    const auto towards = flat ? -camera.forward() : Vec3d{0, 1, 0};
    switch (event.key) {
    case ToolKey::Right:
        return signedStep(rightAxis, camera.right(), 1);
    case ToolKey::Left:
        return signedStep(rightAxis, camera.right(), -1);
    case ToolKey::Up:
        return signedStep(upAxis, upwards, 1);
    case ToolKey::Down:
        return signedStep(upAxis, upwards, -1);
    case ToolKey::PageUp:
        return signedStep(depth, towards, 1);
    case ToolKey::PageDown:
        return signedStep(depth, towards, -1);
    default:
        return std::nullopt;
    }
}

bool SelectTool::nudge(const KeyEvent& event)
{
    auto& document = m_editor.document();
    const auto step = stepOf(event);
    const auto entities = topmost(document.world(), document.selection().entities());
    if (!step || entities.empty() || document.isEditing())
        return false;
    const auto lock = m_editor.textureLock();
    if ((event.modifiers & static_cast<unsigned>(Modifier::Ctrl)) == 0) {
        m_editor.runOn("Move " + countText(entities.size()), entities,
                       [by = *step, lock](Transaction& transaction, auto some) {
                           return translate(transaction, some, by, lock);
                       });
        return true;
    }
    std::vector<EntityId> copies;
    const auto done =
        document.run("Duplicate " + countText(entities.size()), [&](Transaction& transaction) {
            copies = duplicate(transaction, entities);
            return translate(transaction, copies, *step, lock);
        });
    if (!done)
        m_editor.showMessage(MessageKind::Warning, done.error().message());
    else
        document.selectAfterStep(copies);
    return true;
}

bool SelectTool::key(const KeyEvent& event)
{
    auto& document = m_editor.document();
    if (event.key != ToolKey::Delete)
        return nudge(event);
    const auto entities = topmost(document.world(), document.selection().entities());
    if (entities.empty() || document.isEditing())
        return false;
    m_editor.runOn("Delete " + countText(entities.size()), entities,
                   [](Transaction& transaction, auto some) -> Result<void> {
                       removeObjects(transaction, some);
                       return {};
                   });
    return true;
}

std::string SelectTool::hint() const
{
    const auto& selection = m_editor.document().selection();
    if (!selection.faces().empty())
        return "Drag a selected face to move it; Ctrl+click adds faces";
    if (selection.entities().empty())
        return "Click selects; Shift+click selects a face; drag a rectangle to the right for what "
               "is inside, to the left for what it touches";
    return "Drag to move; Ctrl+drag copies; Shift+drag pulls a face, with Ctrl splits, with Alt "
           "slides it; type a number for an exact measure";
}

void SelectTool::draw(engine::DebugDraw& draw, const PointerEvent&) const
{
    const auto& document = m_editor.document();
    for (const auto entity : document.selection().entities())
        if (!isBrush(document.world(), entity) && !document.world().children(entity).empty())
            draw.box(engine::boundsOfTree(document.world(), entity), toolcolor::Active, 1,
                     engine::DebugDraw::Depth::Dimmed);
}

void drillSelection(Document& document, const PointerEvent& given, int steps)
{
    const auto event = inOpenGroup(document, given);
    std::vector<EntityId> stack;
    for (const auto& hit : event.hits) {
        const auto object = objectFor(document, hit.entity);
        if (std::find(stack.begin(), stack.end(), object) == stack.end())
            stack.push_back(object);
    }
    if (stack.empty())
        return;
    const auto at = std::find(stack.begin(), stack.end(), document.selection().primary());
    const auto last = static_cast<std::ptrdiff_t>(stack.size()) - 1;
    const auto index = at == stack.end()
                           ? std::ptrdiff_t{0}
                           : std::clamp<std::ptrdiff_t>((at - stack.begin()) + steps, 0, last);
    document.selection().set({stack[static_cast<std::size_t>(index)]});
}
} // namespace editor
