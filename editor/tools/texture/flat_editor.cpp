#include "editor/tools/texture/flat_editor.h"

#include "editor/operations/texture/uv_hotspots.h"
#include "editor/tools/gestures/handle.h"
#include "editor/tools/texture/flat_gestures.h"

#include <algorithm>
#include <array>

namespace editor
{
using engine::Result;
using engine::Vec2d;

namespace
{
/// More outlines than these are a blot, and cost time.
constexpr std::size_t MostShapes = 2000;
constexpr double RingPixels = 44; ///< radius
constexpr double RingGap = 16;    ///< pixels, between the ring and the handles
constexpr double RingReach = 6;   ///< pixels

constexpr std::array FlatGrips{UvHandle{-1, -1}, UvHandle{1, -1}, UvHandle{1, 1}, UvHandle{-1, 1},
                               UvHandle{0, -1},  UvHandle{1, 0},  UvHandle{0, 1}, UvHandle{-1, 0}};

double areaOf(const FlatShape& shape)
{
    double twice = 0;
    for (std::size_t i = 0; i < shape.outline.size(); ++i) {
        const auto& a = shape.outline[i];
        const auto& b = shape.outline[(i + 1) % shape.outline.size()];
        twice += a.x * b.y - b.x * a.y;
    }
    return std::abs(twice) / 2;
}
} // namespace

FlatEditor::FlatEditor(EditorApi& editor) : m_editor{editor} {}

bool FlatEditor::readSelection()
{
    const auto& document = m_editor.document();
    const auto& world = document.world();
    auto chosen = chosenTextures(document);
    const auto last = chosen.empty() ? FaceRef{} : chosen.back();
    const auto material = chosen.empty() ? engine::Name{} : materialOf(world, last);
    std::vector<FaceRef> shown;
    std::size_t others = 0;
    for (const auto& face : chosen)
        if (materialOf(world, face) == material)
            shown.push_back(face);
        else
            ++others;
    const bool areOthers = shown != m_shown || chosen != m_chosen || material != m_material;
    if (areOthers) {
        std::erase_if(m_picked, [&](const FaceRef& face) {
            return std::find(shown.begin(), shown.end(), face) == shown.end();
        });
        m_pivot.reset();
    }
    m_chosen = std::move(chosen);
    m_shown = std::move(shown);
    m_others = others;
    m_material = material;
    readShapes();
    return areOthers;
}

void FlatEditor::readShapes()
{
    m_shapes.clear();
    for (const auto& face : m_shown) {
        if (m_shapes.size() == MostShapes)
            break;
        if (auto shape = flatShape(m_editor.document().world(), face))
            m_shapes.push_back(*std::move(shape));
    }
}

bool FlatEditor::isEdited(const FaceRef& face) const
{
    return m_picked.empty() || std::find(m_picked.begin(), m_picked.end(), face) != m_picked.end();
}

std::vector<FaceRef> FlatEditor::edited() const
{
    return m_picked.empty() ? m_chosen : m_picked;
}

std::string FlatEditor::summary() const
{
    const auto faces = [](std::size_t count) {
        return count == 1 ? std::string{"1 face"} : fmt::format("{} faces", count);
    };
    if (!m_picked.empty())
        return fmt::format("{} of {}", m_picked.size(), faces(m_shown.size()));
    if (m_others == 0)
        return faces(m_shown.size());
    return fmt::format("{}, and {} of other materials that {} edited, too", faces(m_shown.size()),
                       m_others, m_others == 1 ? "is" : "are");
}

UvBounds FlatEditor::box() const
{
    UvBounds bounds;
    for (const auto& shape : m_shapes)
        if (isEdited(shape.ref))
            for (const auto& uv : shape.outline)
                bounds.add(uv);
    return bounds;
}

Vec2d FlatEditor::pivot() const
{
    return m_pivot ? *m_pivot : box().center();
}

double FlatEditor::ringRadius() const
{
    const auto bounds = box();
    const auto middle = view.toPixels(pivot());
    double radius = RingPixels;
    const auto isNearGrip = [&](const UvHandle& grip) {
        const double away = glm::distance(view.toPixels(bounds.at(grip.u, grip.v)), middle);
        return std::abs(away - radius) < RingGap;
    };
    while (std::any_of(FlatGrips.begin(), FlatGrips.end(), isNearGrip))
        radius += RingGap;
    return radius;
}

const FlatShape* FlatEditor::shapeUnder(const Vec2d& pixel) const
{
    const FlatShape* smallest = nullptr;
    const auto uv = view.toUv(pixel);
    for (const auto& shape : m_shapes)
        if (shape.contains(uv) && (smallest == nullptr || areaOf(shape) < areaOf(*smallest)))
            smallest = &shape;
    return smallest;
}

std::optional<FlatEditor::Part> FlatEditor::partUnder(const Vec2d& pixel) const
{
    const auto bounds = box();
    if (bounds.isEmpty())
        return std::nullopt;
    for (const auto& grip : FlatGrips) {
        const auto at = bounds.at(grip.u, grip.v);
        if (glm::distance(view.toPixels(at), pixel) < HandleRadius)
            return grip;
    }
    const double away = glm::distance(view.toPixels(pivot()), pixel);
    if (away < HandleRadius)
        return Pivot{};
    if (std::abs(away - ringRadius()) < RingReach)
        return Ring{};
    const auto uv = view.toUv(pixel);
    const auto* shape = shapeUnder(pixel);
    if (shape != nullptr || (glm::all(glm::greaterThanEqual(uv, bounds.least)) &&
                             glm::all(glm::lessThanEqual(uv, bounds.most))))
        return Inside{};
    return std::nullopt;
}

std::unique_ptr<Gesture> FlatEditor::press(const PointerEvent& event)
{
    const auto part = partUnder(event.position);
    if (event.button != PointerButton::Left || !part || m_editor.document().isEditing())
        return nullptr;
    if (std::holds_alternative<Pivot>(*part))
        return std::make_unique<FlatPivotGesture>(*this);
    if (std::holds_alternative<Ring>(*part))
        return std::make_unique<FlatTurnGesture>(m_editor, *this, event.position);
    if (std::holds_alternative<Inside>(*part)) {
        const auto* under = shapeUnder(event.position);
        if (under != nullptr && !isEdited(under->ref))
            pick(under->ref, event.has(Modifier::Ctrl));
        return std::make_unique<FlatMoveGesture>(m_editor, *this, event.position);
    }
    const auto handle = std::get<UvHandle>(*part);
    if (event.has(Modifier::Shift) && !handle.isCorner())
        return std::make_unique<FlatShearGesture>(m_editor, *this, event.position, handle);
    return std::make_unique<FlatScaleGesture>(m_editor, *this, event.position, handle);
}

void FlatEditor::pick(const FaceRef& face, bool adds)
{
    const auto at = std::find(m_picked.begin(), m_picked.end(), face);
    if (!adds)
        m_picked = {face};
    else if (at != m_picked.end())
        m_picked.erase(at);
    else
        m_picked.push_back(face);
    if (m_chosen.size() == 1)
        m_picked.clear();
    m_pivot.reset();
}

bool FlatEditor::click(const PointerEvent& event)
{
    if (event.button != PointerButton::Left || isEmpty())
        return false;
    const auto part = partUnder(event.position);
    if (part && !std::holds_alternative<Inside>(*part))
        return true; // a drag that did not go anywhere
    const auto* under = shapeUnder(event.position);
    if (const auto* spot = hotspotUnder(event.position);
        spot != nullptr && (under == nullptr || event.clicks == 2)) {
        fitTo(*spot);
        return true;
    }
    if (under != nullptr) {
        pick(under->ref, event.has(Modifier::Ctrl));
        return true;
    }
    m_picked.clear();
    m_pivot.reset();
    return true;
}

const engine::Hotspot* FlatEditor::hotspotUnder(const Vec2d& pixel) const
{
    const engine::Hotspot* smallest = nullptr;
    if (hotspots == nullptr)
        return smallest;
    const auto uv = view.toUv(pixel);
    for (const auto& spot : hotspots->spots) {
        const auto inside = uv - spot.at;
        if (inside.x >= 0 && inside.y >= 0 && inside.x <= spot.size.x && inside.y <= spot.size.y &&
            (smallest == nullptr ||
             spot.size.x * spot.size.y < smallest->size.x * smallest->size.y))
            smallest = &spot;
    }
    return smallest;
}

void FlatEditor::fitTo(const engine::Hotspot& spot)
{
    run("Fit hot spot", [&](Transaction& transaction) {
        fitHotspot(transaction, edited(), *hotspots, spot);
        return Result<void>{};
    });
}

bool FlatEditor::run(const std::string& label,
                     const std::function<Result<void>(Transaction&)>& edit)
{
    const auto done = m_editor.document().run(label, edit);
    if (!done)
        m_editor.showMessage(MessageKind::Warning, done.error().message());
    return static_cast<bool>(done);
}

bool FlatEditor::key(const KeyEvent& event)
{
    const auto faces = edited();
    return !faces.empty() && !m_editor.document().isEditing() &&
           m_nudges.key(event.key, faces, divisions > 0 ? 1 / divisions : 1.0 / 16);
}

PointerShape FlatEditor::pointer(const PointerEvent& event) const
{
    const auto part = partUnder(event.position);
    if (!part)
        return PointerShape::Arrow;
    if (std::holds_alternative<Ring>(*part))
        return PointerShape::Grab;
    if (!std::holds_alternative<UvHandle>(*part))
        return PointerShape::Move;
    const auto handle = std::get<UvHandle>(*part);
    const bool slants = event.has(Modifier::Shift) && !handle.isCorner();
    if (handle.isCorner())
        return handle.u == handle.v ? PointerShape::SizeFalling : PointerShape::SizeRising;
    return (handle.u != 0) != slants ? PointerShape::SizeHorizontal : PointerShape::SizeVertical;
}
} // namespace editor
