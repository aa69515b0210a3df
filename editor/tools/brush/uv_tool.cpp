#include "editor/tools/brush/uv_tool.h"

#include "editor/operations/brush/brush_space.h"
#include "editor/operations/brush/patch_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/operations/texture/uv_wrap.h"
#include "editor/tools/gestures/handle.h"
#include "editor/tools/select/pick_target.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/decals/decal.h"

#include <algorithm>
#include <array>

namespace editor
{
using engine::Result;
using engine::Vec2d;
using engine::Vec3d;

namespace
{
constexpr double RingPixels = 44;  ///< radius
constexpr double LeastFrame = 120; ///< pixels, of the shorter side: the ring has room in it
constexpr double RingReach = 6;    ///< pixels
constexpr int RingParts = 48;
constexpr double MostRepeats = 4096;

constexpr std::array Grips{UvHandle{-1, -1}, UvHandle{1, -1}, UvHandle{1, 1}, UvHandle{-1, 1},
                           UvHandle{0, -1},  UvHandle{1, 0},  UvHandle{0, 1}, UvHandle{-1, 0}};

/// Repeats around the middle of the face: as many as it takes to be grabbed well.
UvWindow windowAround(const Vec2d& middle, const engine::UvFrame& frame, double leastMetres)
{
    UvWindow window;
    const double shorter = std::min(glm::length(frame.u), glm::length(frame.v));
    while (shorter * window.repeats < leastMetres && window.repeats < MostRepeats)
        window.repeats *= 2;
    window.least = glm::round(middle - window.repeats / 2);
    return window;
}

/// What a pointer is on first; a patch counts as a face.
std::optional<FaceRef> hitFace(const Document& document, const PointerEvent& event)
{
    if (event.hits.empty())
        return std::nullopt;
    const auto& hit = event.hits.front();
    if (hit.face != engine::NoFace)
        return FaceRef{hit.entity, hit.face};
    const FaceRef patch{hit.entity, 0};
    return isPatch(document.world(), patch) ? std::optional{patch} : std::nullopt;
}
} // namespace

/// Drags the point that the ring turns about; it snaps to the corners of the face.
class UvPivotGesture final : public Gesture
{
public:
    UvPivotGesture(UvTool& tool, UvTool::Handles handles)
        : m_tool{tool}
        , m_handles{std::move(handles)}
        , m_pivotOf{tool.m_pivotOf}
        , m_pivot{tool.m_pivot}
    {
    }

    ~UvPivotGesture() override
    {
        if (m_isKept)
            return;
        m_tool.m_pivotOf = m_pivotOf;
        m_tool.m_pivot = m_pivot;
    }

    Result<void> update(const PointerEvent& event) override
    {
        const auto distance = engine::intersect(event.ray, m_handles.face.plane);
        if (!distance || *distance > FarthestDrag)
            return {};
        auto place = event.ray.at(*distance);
        double least = HandleRadius;
        for (const auto& corner : m_handles.face.corners)
            if (const auto pixels = pixelsTo(event, corner);
                event.grid.enabled && pixels && *pixels < least) {
                least = *pixels;
                place = corner;
            }
        m_tool.m_pivotOf = m_handles.face.ref;
        m_tool.m_pivot = place;
        return {};
    }

    void commit() override { m_isKept = true; }

private:
    UvTool& m_tool;
    UvTool::Handles m_handles;
    std::optional<FaceRef> m_pivotOf;
    Vec3d m_pivot;
    bool m_isKept = false;
};

UvTool::UvTool(EditorApi& editor) : m_editor{editor} {}

std::vector<FaceRef> UvTool::faces() const
{
    const auto& document = m_editor.document();
    const auto& selection = document.selection();
    if (!selection.faces().empty() || selection.entities().empty())
        return selection.faces();
    auto shapes = brushesAmong(document.world(), selection.entities());
    const auto patches = patchesAmong(document.world(), selection.entities());
    shapes.insert(shapes.end(), patches.begin(), patches.end());
    return texturedFaces(document.world(), shapes);
}

bool UvTool::isChosen(const FaceRef& face) const
{
    const auto& selection = m_editor.document().selection();
    if (!selection.faces().empty())
        return selection.contains(face);
    const auto& chosen = selection.entities();
    const auto& world = m_editor.document().world();
    auto entity = face.entity;
    constexpr int DeepestGroup = 1000; // files may hold groups that contain themselves
    for (int depth = 0; entity && depth < DeepestGroup; ++depth) {
        if (std::find(chosen.begin(), chosen.end(), entity) != chosen.end())
            return true;
        const auto* node = world.get<engine::Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
    return false;
}

std::optional<FaceRef> UvTool::faceUnder(const PointerEvent& given) const
{
    const auto event = inOpenGroup(m_editor.document(), given);
    const auto& world = m_editor.document().world();
    const bool isOnIcon = event.icon && world.get<engine::Decal>(event.icon) == nullptr;
    return isOnIcon ? std::nullopt : hitFace(m_editor.document(), event);
}

void UvTool::choose(const FaceRef& face, bool adds)
{
    auto& selection = m_editor.document().selection();
    if (isPatch(m_editor.document().world(), face)) { // which is selected as an object
        if (!adds)
            selection.set({face.entity});
        else if (selection.faces().empty())
            selection.toggle(face.entity);
        else
            m_editor.showMessage(MessageKind::Warning,
                                 "A curved patch cannot be added to faces of brushes: click it "
                                 "alone, or select its object and the brushes");
    } else if (adds) {
        selection.toggle(face);
    } else {
        selection.setFaces({face});
    }
}

std::optional<FaceRef> UvTool::anchor() const
{
    const auto& chosen = m_editor.document().selection().faces();
    if (m_hovered && isChosen(*m_hovered) && (chosen.empty() || chosen.size() > 1))
        return m_hovered;
    return chosen.empty() ? std::nullopt : std::optional{chosen.back()};
}

std::optional<UvTool::Handles> UvTool::handles(const PointerEvent& event) const
{
    const auto chosen = event.view == ViewKind::Perspective ? anchor() : std::nullopt;
    const auto& world = m_editor.document().world();
    const auto face = !chosen               ? std::nullopt
                      : m_placeOf == chosen ? worldFaceNear(world, *chosen, m_place)
                                            : worldFace(world, *chosen);
    if (!face || face->plane.above(event.camera.position) <= 0)
        return std::nullopt;
    const auto frame = engine::uvFrame(face->uv, face->plane);
    if (!frame)
        return std::nullopt;
    const auto center = m_placeOf == chosen ? m_place : face->center();
    Handles handles{*face, *frame, {}, m_pivot, 0};
    handles.window = windowAround(face->uv.at(center), *frame, metresOf(event, LeastFrame, center));
    if (m_pivotOf != chosen)
        handles.pivot = frame->at(handles.window.at({0, 0}));
    handles.radius = metresOf(event, RingPixels, handles.pivot);
    return handles;
}

Vec3d UvTool::onRing(const Handles& handles, double angle)
{
    const auto right = glm::normalize(handles.frame.u);
    const auto up = glm::cross(handles.face.plane.normal, right);
    return handles.pivot + (right * std::cos(angle) + up * std::sin(angle)) * handles.radius;
}

std::optional<UvTool::Part> UvTool::partUnder(const PointerEvent& event,
                                              const Handles& handles) const
{
    for (const auto& grip : Grips) {
        const auto pixels = pixelsTo(event, handles.frame.at(handles.window.at(grip)));
        if (pixels && *pixels < HandleRadius)
            return grip;
    }
    if (const auto pixels = pixelsTo(event, handles.pivot); pixels && *pixels < HandleRadius)
        return Pivot{};
    for (int part = 0; part < RingParts; ++part) {
        const auto at = [&](int index) {
            return onRing(handles, 2 * engine::Pi * index / RingParts);
        };
        if (const auto pixels = pixelsTo(event, at(part), at(part + 1));
            pixels && *pixels < RingReach)
            return Ring{};
    }
    return std::nullopt;
}

UvGrip UvTool::gripOf(const WorldFace& face, const Vec3d& place) const
{
    return {faces(), face, *engine::uvFrame(face.uv, face.plane), face.uv.at(place),
            1 / m_divisions};
}

std::unique_ptr<Gesture> UvTool::grab(const PointerEvent& event, const Handles& handles, Part part)
{
    const auto distance = engine::intersect(event.ray, handles.face.plane);
    if (!distance)
        return nullptr;
    auto grip = gripOf(handles.face, event.ray.at(*distance));
    if (std::holds_alternative<Pivot>(part))
        return std::make_unique<UvPivotGesture>(*this, handles);
    if (std::holds_alternative<Ring>(part))
        return std::make_unique<UvTurnGesture>(m_editor, std::move(grip), handles.pivot);
    const auto handle = std::get<UvHandle>(part);
    if (event.has(Modifier::Shift) && !handle.isCorner())
        return std::make_unique<UvShearGesture>(m_editor, std::move(grip), handles.window, handle);
    return std::make_unique<UvScaleGesture>(m_editor, std::move(grip), handles.window, handle);
}

std::unique_ptr<Gesture> UvTool::press(const PointerEvent& event)
{
    if (event.button != PointerButton::Left || event.view != ViewKind::Perspective)
        return nullptr;
    const auto under = faceUnder(event);
    if (event.has(Modifier::Alt) && event.has(Modifier::Shift))
        return under && !isPatch(m_editor.document().world(), *under)
                   ? std::make_unique<UvPaintGesture>(m_editor, *under)
                   : nullptr;
    if (const auto shown = handles(event))
        if (const auto part = partUnder(event, *shown))
            return grab(event, *shown, *part);
    if (!under)
        return nullptr;
    if (!isChosen(*under))
        choose(*under, event.has(Modifier::Ctrl));
    if (!isChosen(*under))
        return std::make_unique<IdleGesture>(); // refused: the chosen ones do not follow either
    m_hovered = under;
    keepPlace(event);
    const auto face = worldFaceNear(m_editor.document().world(), *under, m_place);
    if (!face || !engine::uvFrame(face->uv, face->plane))
        return std::make_unique<IdleGesture>();
    return std::make_unique<UvMoveGesture>(m_editor, gripOf(*face, m_place));
}

bool UvTool::click(const PointerEvent& event)
{
    if (event.view != ViewKind::Perspective)
        return false;
    if (event.button == PointerButton::Right)
        return event.has(Modifier::Alt) && wrapOnto(event);
    if (event.button != PointerButton::Left)
        return false;
    if (const auto shown = handles(event); shown && event.clicks == 1 && partUnder(event, *shown))
        return true; // a drag that did not go anywhere
    const auto face = faceUnder(event);
    if (!face)
        return false;
    select(event, *face);
    return true;
}

void UvTool::select(const PointerEvent& event, const FaceRef& face)
{
    auto& selection = m_editor.document().selection();
    const bool adds = event.has(Modifier::Ctrl);
    if (event.clicks == 2 && !isPatch(m_editor.document().world(), face)) {
        auto all = facesOf(m_editor.document().world(), std::span{&face.entity, 1});
        if (adds)
            all.insert(all.begin(), selection.faces().begin(), selection.faces().end());
        selection.setFaces(std::move(all));
    } else {
        choose(face, adds);
    }
    m_hovered = face;
    keepPlace(event);
}

/// Where the pointer is on a face.
void UvTool::keepPlace(const PointerEvent& given)
{
    const auto event = inOpenGroup(m_editor.document(), given);
    m_placeOf = hitFace(m_editor.document(), event);
    m_place = event.hits.front().point;
}

bool UvTool::run(const std::string& label, const std::function<Result<void>(Transaction&)>& edit)
{
    const auto done = m_editor.document().run(label, edit);
    if (!done)
        m_editor.showMessage(MessageKind::Warning, done.error().message());
    return static_cast<bool>(done);
}

bool UvTool::wrapOnto(const PointerEvent& event)
{
    auto& document = m_editor.document();
    const auto& chosen = document.selection().faces();
    const auto to = faceUnder(event);
    if (!to || document.isEditing())
        return false;
    if (chosen.empty() || chosen.back() == *to) {
        m_editor.showMessage(MessageKind::Warning,
                             "Click the face whose texture shall run on, then Alt+right click the "
                             "one beside it");
        return true;
    }
    if (isPatch(document.world(), *to)) {
        m_editor.showMessage(MessageKind::Warning,
                             "Textures run on from face to face of brushes: drag that of a curved "
                             "patch");
        return true;
    }
    std::vector<FaceRef> chain{chosen.back(), *to};
    if (event.has(Modifier::Shift))
        chain = straightChain(document.world(), chain[0], chain[1], [&](const engine::Aabb& box) {
            auto near = document.index().overlapping(box);
            std::erase_if(near, [&](EntityId entity) { return !isPickable(document, entity); });
            return near;
        });
    if (run("Wrap texture",
            [&](Transaction& transaction) { return wrapUvAlong(transaction, chain); })) {
        document.selection().setFaces({chain.back()});
        if (chain.back() == *to)
            keepPlace(event);
        if (chain.size() > 2)
            m_editor.showMessage(MessageKind::Info, fmt::format("The texture runs on over {} faces",
                                                                chain.size() - 1));
    }
    return true;
}

void UvTool::hover(const PointerEvent& event)
{
    // While the pointer is at a handle, which may lie over another face, the frame stays.
    if (const auto shown = handles(event); shown && partUnder(event, *shown))
        return;
    const auto face = event.view == ViewKind::Perspective ? faceUnder(event) : std::nullopt;
    if (face && isChosen(*face))
        m_hovered = face;
}

std::optional<PointerShape> UvTool::pointer(const PointerEvent& event) const
{
    if (event.view != ViewKind::Perspective)
        return std::nullopt;
    if (event.has(Modifier::Alt) && event.has(Modifier::Shift) && faceUnder(event))
        return PointerShape::Cross;
    if (const auto shown = handles(event))
        if (const auto part = partUnder(event, *shown)) {
            if (std::holds_alternative<Ring>(*part))
                return PointerShape::Grab;
            if (std::holds_alternative<Pivot>(*part))
                return PointerShape::Move;
            const auto& grip = std::get<UvHandle>(*part);
            const auto place = shown->frame.at(shown->window.at(grip));
            const bool slants = event.has(Modifier::Shift) && !grip.isCorner();
            const auto u = static_cast<double>(slants ? grip.v : grip.u);
            const auto v = static_cast<double>(slants ? grip.u : grip.v);
            return sizeShape(event, place, shown->frame.u * u + shown->frame.v * v);
        }
    return faceUnder(event) ? std::optional{PointerShape::Move} : std::nullopt;
}

bool UvTool::key(const KeyEvent& event)
{
    const auto chosen = faces();
    return !chosen.empty() && !m_editor.document().isEditing() &&
           m_nudges.key(event.key, chosen, 1 / m_divisions);
}

std::vector<ToolSetting> UvTool::settings()
{
    return {{"Texture grid", "",
             "Steps of a repeat that textures move and slant by; Ctrl while dragging goes freely",
             1, 1024, [this] { return m_divisions; },
             [this](double divisions) -> Result<void> {
                 m_divisions = std::round(divisions);
                 return {};
             }}};
}

std::string UvTool::hint() const
{
    if (m_editor.document().selection().isEmpty())
        return "Click a face in the 3D view, Ctrl+click adds faces, a double click takes the whole "
               "brush; drag a texture to move it";
    return "Drag moves, frame scales (Shift slants), ring turns; type a number; Alt+right click "
           "wraps onto a face (Shift: a chain); Alt+Shift+drag paints";
}

void UvTool::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    using Depth = engine::DebugDraw::Depth;
    const auto shown = handles(event);
    if (!shown)
        return;
    const auto& frame = shown->frame;
    for (int i = 0; i < 4; ++i)
        draw.line(frame.at(shown->window.at(Grips[static_cast<std::size_t>(i)])),
                  frame.at(shown->window.at(Grips[static_cast<std::size_t>((i + 1) % 4)])),
                  toolcolor::Active, 2, Depth::OnTop);
    for (int part = 0; part < RingParts; ++part)
        draw.line(onRing(*shown, 2 * engine::Pi * part / RingParts),
                  onRing(*shown, 2 * engine::Pi * (part + 1) / RingParts), toolcolor::Quiet, 2,
                  Depth::OnTop);
    draw.point(shown->pivot, toolcolor::Quiet, 7);
    for (const auto& grip : Grips)
        draw.point(frame.at(shown->window.at(grip)), toolcolor::Active, grip.isCorner() ? 9 : 7);
}
} // namespace editor
