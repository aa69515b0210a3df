#include "editor/tools/gestures/handle_tool.h"

#include "editor/tools/gestures/handle_gestures.h"
#include "editor/tools/select/choose_gestures.h"
#include "editor/tools/select/select_tool.h"

#include <algorithm>

namespace editor
{
using engine::Result;
using engine::Vec3d;

namespace
{
/// The place that the pointer holds when it takes a handle: as deep in the view as the handle is.
Vec3d grabbedPlace(const PointerEvent& event, const Vec3d& handle)
{
    if (event.view != ViewKind::Perspective)
        return event.onViewPlane(handle);
    return event.ray.at(glm::dot(handle - event.ray.origin, event.ray.direction));
}
} // namespace

HandleTool::HandleTool(EditorApi& editor, HandleKind kind, std::shared_ptr<HandleChoice> choice)
    : m_editor{editor}, m_choice{std::move(choice)}, m_handles{editor.document(), kind}
{
}

void HandleTool::activate()
{
    if (const auto* kept = m_choice->handles(); kept != nullptr && kept->kind() == m_handles.kind())
        m_handles.choose(kept->chosen());
    // Objects are what handles belong to; chosen faces become handles of the face tool.
    auto& selection = m_editor.document().selection();
    if (selection.mode() == SelectionMode::Objects)
        return;
    std::vector<ShapeHandle> faces;
    if (m_handles.kind() == HandleKind::Face)
        for (const auto& face : selection.faces()) {
            auto all = shapeHandles(m_editor.document().world(), std::span{&face.entity, 1},
                                    HandleKind::Face);
            if (face.face < all.size())
                faces.push_back(std::move(all[face.face]));
        }
    selection.setMode(SelectionMode::Objects);
    m_handles.choose(std::move(faces));
}

void HandleTool::deactivate()
{
    m_choice->keep(m_handles.kind(), m_handles.chosen());
    m_handles.clear();
    m_hovered.clear();
}

std::string HandleTool::noun() const
{
    switch (m_handles.kind()) {
    case HandleKind::Vertex:
        return "vertex";
    case HandleKind::Edge:
        return "edge";
    case HandleKind::Face:
        return "face";
    }
    return {};
}

std::unique_ptr<Gesture> HandleTool::press(const PointerEvent& event)
{
    if (event.button != PointerButton::Left || m_handles.brushes().empty())
        return nullptr;
    auto grabbed = m_handles.under(event);
    if (grabbed.empty() && event.has(Modifier::Shift))
        return std::make_unique<LassoGesture>(m_handles, event);
    if (grabbed.empty())
        return std::make_unique<RectangleGesture>(m_handles, event);
    const auto place = grabbedPlace(event, grabbed.front().place());
    const bool isChosen =
        std::any_of(grabbed.begin(), grabbed.end(),
                    [&](const ShapeHandle& handle) { return m_handles.isChosen(handle); });
    if (!isChosen && event.has(Modifier::Ctrl))
        m_handles.toggle(grabbed);
    else if (!isChosen)
        m_handles.choose(std::move(grabbed));
    return std::make_unique<HandleGesture>(m_editor, m_handles, place);
}

bool HandleTool::click(const PointerEvent& event)
{
    if (event.button != PointerButton::Left)
        return false;
    auto grabbed = m_handles.under(event);
    if (grabbed.empty()) {
        const bool used = event.hits.empty() && !event.icon && m_handles.hasChosen();
        if (!event.has(Modifier::Ctrl))
            m_handles.clear();
        m_editor.updateViews();
        return used;
    }
    if (event.has(Modifier::Ctrl))
        m_handles.toggle(grabbed);
    else
        m_handles.choose(std::move(grabbed));
    m_editor.updateViews();
    return true;
}

std::optional<PointerShape> HandleTool::pointer(const PointerEvent& event) const
{
    if (m_handles.brushes().empty())
        return std::nullopt;
    return m_handles.under(event).empty() ? PointerShape::Arrow : PointerShape::Move;
}

void HandleTool::hover(const PointerEvent& event)
{
    m_hovered = m_handles.under(event);
}

bool HandleTool::run(const std::string& label,
                     const std::function<Result<void>(Transaction&)>& edit)
{
    const auto done = m_editor.document().run(label, edit);
    if (!done)
        m_editor.showMessage(MessageKind::Warning, done.error().message());
    return static_cast<bool>(done);
}

bool HandleTool::moveBy(const Vec3d& way)
{
    auto chosen = m_handles.chosen();
    const auto brushes = m_handles.brushes();
    const bool done = run("Move " + noun(), [&](Transaction& transaction) {
        return moveHandles(
            transaction, brushes, m_handles.kind(), chosen, [&](const Vec3d& p) { return p + way; },
            m_editor.textureLock());
    });
    if (!done)
        return false;
    for (auto& handle : chosen)
        for (auto& corner : handle.corners)
            corner += way;
    m_handles.choose(std::move(chosen));
    return true;
}

void HandleTool::remove()
{
    const auto chosen = m_handles.chosen();
    const auto brushes = m_handles.brushes();
    run("Delete " + noun(), [&](Transaction& transaction) {
        return removeHandles(transaction, brushes, chosen, m_editor.textureLock());
    });
}

bool HandleTool::key(const KeyEvent& event)
{
    if (m_editor.document().isEditing() || !m_handles.hasChosen())
        return false;
    if (event.key == ToolKey::Escape) {
        m_handles.clear();
        m_editor.updateViews();
        return true;
    }
    if (event.key == ToolKey::Delete) {
        remove();
        return true;
    }
    const auto step = stepOf(event);
    if (step)
        moveBy(*step);
    return step.has_value();
}

bool HandleTool::takesKey(ToolKey key) const
{
    return key == ToolKey::Delete && m_handles.hasChosen();
}

Vec3d HandleTool::chosenPlace() const
{
    Vec3d sum{0};
    const auto chosen = m_handles.chosen();
    for (const auto& handle : chosen)
        sum += handle.place();
    return chosen.empty() ? sum : sum / static_cast<double>(chosen.size());
}

Result<void> HandleTool::setPlace(int axis, double value)
{
    if (m_editor.document().isEditing())
        return {};
    Vec3d way{0};
    way[axis] = value - chosenPlace()[axis];
    if (way[axis] != 0)
        moveBy(way); // a refusal is shown, and the field goes back
    return {};
}

Result<void> HandleTool::snap()
{
    const auto chosen = m_handles.chosen();
    const auto brushes = m_handles.brushes();
    const double step = m_editor.grid().step;
    auto done = m_editor.document().run("Snap to grid", [&](Transaction& transaction) {
        return snapToGrid(transaction, brushes, chosen, step, m_editor.textureLock());
    });
    if (!done)
        return done;
    auto snapped = chosen;
    const engine::Grid grid{.step = step, .enabled = true};
    for (auto& handle : snapped)
        for (auto& corner : handle.corners)
            corner = grid.snap(corner);
    m_handles.choose(std::move(snapped));
    return {};
}

ToolSetting HandleTool::placeSetting(int axis)
{
    static constexpr std::array Names{"X", "Y", "Z"};
    const std::string name = Names[static_cast<std::size_t>(axis)];
    return {.label = name,
            .unit = "m",
            .tooltip = "Where the chosen handle is; with several, their middle",
            .min = -engine::WorldLimit,
            .max = engine::WorldLimit,
            .get = [this, axis] { return chosenPlace()[axis]; },
            .set =
                [this, axis](double value) {
                    return setPlace(axis, value);
                }};
}

std::vector<ToolSetting> HandleTool::settings()
{
    std::vector<ToolSetting> settings;
    if (m_handles.brushes().empty())
        return settings;
    const bool hasChosen = m_handles.hasChosen();
    for (int axis = 0; hasChosen && axis < 3; ++axis)
        settings.push_back(placeSetting(axis));
    settings.push_back({.label = hasChosen ? "Snap to grid" : "Snap all to grid",
                        .unit = "",
                        .tooltip = hasChosen
                                       ? "Puts the corners of the chosen handles on the grid"
                                       : "Puts all corners of the selected brushes on the grid",
                        .get = {},
                        .set = {},
                        .press = [this] {
                            return snap();
                        }});
    return settings;
}

std::string HandleTool::hint() const
{
    if (m_handles.brushes().empty())
        return "Select brushes to shape them";
    if (!m_handles.hasChosen())
        return fmt::format(
            "Click or drag a {}; drag a rectangle around several, with Shift a loop; "
            "Ctrl adds",
            noun());
    return "Drag to move (3D: Alt up and down); arrow keys step; Delete removes; R turns and S "
           "stretches them; type a number for an exact way";
}

void HandleTool::draw(engine::DebugDraw& draw, const PointerEvent&) const
{
    m_handles.draw(draw, m_hovered);
}
} // namespace editor
