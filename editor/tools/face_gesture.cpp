#include "editor/tools/face_gesture.h"

#include "editor/operations/brush_operations.h"
#include "editor/operations/brush_space.h"
#include "editor/operations/face_operations.h"
#include "editor/tools/drag_way.h"
#include "editor/tools/handle.h"

namespace editor
{
using engine::Result;

namespace
{
/// The grabbed face and those of the selection that lie in one plane with it.
std::vector<engine::FaceRef> facesInPlane(const Document& document, const engine::FaceRef& grabbed)
{
    const auto& world = document.world();
    const auto plane = worldPlane(world, grabbed);
    std::vector<engine::FaceRef> faces{grabbed};
    for (const auto entity : brushesToPull(document)) {
        const auto brush = brushOf(world, entity);
        for (std::size_t i = 0; i < brush->faceCount(); ++i) {
            const engine::FaceRef face{entity, i};
            const auto other = worldPlane(world, face);
            if (face != grabbed && glm::dot(other.normal, plane.normal) > 1 - 1e-9 &&
                std::abs(other.distance - plane.distance) < engine::WeldDistance)
                faces.push_back(face);
        }
    }
    return faces;
}

const char* labelOf(FaceDrag kind)
{
    switch (kind) {
    case FaceDrag::Extrude:
        return "Extrude face";
    case FaceDrag::Split:
        return "Split at face";
    case FaceDrag::Stamp:
        return "Stamp face";
    case FaceDrag::Slide:
        return "Slide face";
    }
    return "";
}
} // namespace

FaceDrag faceDragOf(const PointerEvent& event)
{
    if (event.has(Modifier::Alt))
        return event.has(Modifier::Ctrl) ? FaceDrag::Stamp : FaceDrag::Slide;
    return event.has(Modifier::Ctrl) ? FaceDrag::Split : FaceDrag::Extrude;
}

FaceGesture::FaceGesture(EditorApi& editor, const GrabbedFace& grabbed, FaceDrag kind)
    : m_editor{editor}
    , m_kind{kind}
    , m_faces{facesInPlane(editor.document(), grabbed.face)}
    , m_plane{worldPlane(editor.document().world(), grabbed.face)}
    , m_grabbed{grabbed.point}
    , m_grid{editor.grid()}
    , m_transaction{editor.document().begin(labelOf(kind))}
{
}

void FaceGesture::follow(const PointerEvent& event)
{
    m_grid = event.grid;
    const bool flat = event.view != ViewKind::Perspective;
    if (m_kind == FaceDrag::Slide) {
        if (flat)
            m_rawSideways = event.onViewPlane(m_grabbed) - m_grabbed;
        else if (const auto at = engine::intersect(
                     event.ray, engine::Plane{m_plane.normal, glm::dot(m_plane.normal, m_grabbed)}))
            m_rawSideways = event.ray.at(*at) - m_grabbed;
        return;
    }
    const auto along = flat ? std::optional{m_plane.above(event.onViewPlane(m_grabbed))}
                            : engine::closestDistanceOnAxis(event.ray, m_grabbed, m_plane.normal);
    if (along)
        m_raw = *along;
}

Result<void> FaceGesture::update(const PointerEvent& event)
{
    follow(event);
    return apply();
}

double FaceGesture::way() const
{
    if (const auto typed = m_number.value())
        return m_raw < 0 ? -*typed : *typed;
    const double byWay = m_grid.snap(m_raw);
    const int axis = majorAxis(m_plane.normal);
    if (std::abs(m_plane.normal[axis]) < 1 - 1e-9)
        return byWay;
    const double byPlace = m_grid.snap(m_plane.distance + m_raw) - m_plane.distance;
    return std::abs(byPlace - m_raw) < std::abs(byWay - m_raw) ? byPlace : byWay;
}

/// Snapped along the axes; a typed number goes along the one moved most.
engine::Vec3d FaceGesture::sideways() const
{
    const auto typed = m_number.value();
    if (!typed)
        return m_grid.snap(m_rawSideways);
    const int axis = majorAxis(m_rawSideways);
    return unitAxis(axis) * (m_rawSideways[axis] < 0 ? -*typed : *typed);
}

Result<void> FaceGesture::dragBy(Transaction& transaction, double distance)
{
    if (m_kind == FaceDrag::Extrude)
        return moveFaces(transaction, m_faces, distance, m_editor.textureLock());
    auto made = m_kind == FaceDrag::Split ? splitAtFaces(transaction, m_faces, distance)
                                          : stampFaces(transaction, m_faces, distance);
    if (!made)
        return made.error();
    m_made = *std::move(made);
    return {};
}

Result<void> FaceGesture::apply()
{
    const auto previous = m_made;
    const bool slides = m_kind == FaceDrag::Slide;
    const auto by = slides ? sideways() : m_plane.normal * way();
    auto done = m_transaction.replace([&](Transaction& transaction) -> Result<void> {
        m_made.clear();
        if (by == engine::Vec3d{0})
            return {};
        return slides ? slideFaces(transaction, m_faces, by, m_editor.textureLock())
                      : dragBy(transaction, way());
    });
    if (done)
        m_done = by;
    else
        m_made = previous;
    return done;
}

void FaceGesture::commit()
{
    m_transaction.commit();
    if (m_made.empty())
        return;
    auto selected = m_made;
    if (glm::dot(m_done, m_plane.normal) < 0) // a cut: both parts
        for (const auto& face : m_faces)
            selected.push_back(face.entity);
    m_editor.document().selection().set(std::move(selected));
}

bool FaceGesture::key(const KeyEvent& event)
{
    return m_number.key(event);
}

std::string FaceGesture::measure() const
{
    if (m_kind == FaceDrag::Slide)
        return wayText(m_done);
    const double distance = glm::dot(m_done, m_plane.normal);
    const auto size = engine::boundsOf(m_editor.document().world(), m_faces.front().entity).size();
    return fmt::format("{}{} m  ({})", distance > 0 ? "+" : "", metresText(distance),
                       sizeText(size));
}

void FaceGesture::draw(engine::DebugDraw& draw, const PointerEvent&) const
{
    const auto to = m_grabbed + m_done;
    draw.line(m_grabbed, to, toolcolor::Active, 2, engine::DebugDraw::Depth::OnTop);
    draw.labels.push_back({engine::Vec3f{to}, measure(), toolcolor::Text});
}
} // namespace editor
