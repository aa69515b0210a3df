#include "editor/tools/face_gesture.h"

#include "editor/operations/brush_operations.h"
#include "editor/tools/handle.h"
#include "engine_core/scene/components/brush_component.h"

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
    for (const auto entity : document.selection().entities()) {
        const auto* brush = world.get<engine::BrushComponent>(entity);
        for (std::size_t i = 0; brush != nullptr && brush->brush; ++i) {
            if (i == brush->brush->faceCount())
                break;
            const engine::FaceRef face{entity, i};
            const auto other = worldPlane(world, face);
            if (face != grabbed && glm::dot(other.normal, plane.normal) > 1 - 1e-9 &&
                std::abs(other.distance - plane.distance) < engine::WeldDistance)
                faces.push_back(face);
        }
    }
    return faces;
}
} // namespace

FaceGesture::FaceGesture(EditorApi& editor, const GrabbedFace& grabbed)
    : m_editor{editor}
    , m_faces{facesInPlane(editor.document(), grabbed.face)}
    , m_plane{worldPlane(editor.document().world(), grabbed.face)}
    , m_grabbed{grabbed.point}
    , m_grid{editor.grid()}
    , m_transaction{editor.document().begin("Extrude face")}
{
}

Result<void> FaceGesture::update(const PointerEvent& event)
{
    m_grid = event.grid;
    const auto along = event.view == ViewKind::Perspective
                           ? engine::closestDistanceOnAxis(event.ray, m_grabbed, m_plane.normal)
                           : std::optional{m_plane.above(event.onViewPlane(m_grabbed))};
    if (along)
        m_raw = *along;
    return apply();
}

double FaceGesture::way() const
{
    if (const auto typed = m_number.value())
        return *typed;
    const double byWay = m_grid.snap(m_raw);
    const int axis = majorAxis(m_plane.normal);
    if (std::abs(m_plane.normal[axis]) < 1 - 1e-9)
        return byWay;
    const double byPlace = m_grid.snap(m_plane.distance + m_raw) - m_plane.distance;
    return std::abs(byPlace - m_raw) < std::abs(byWay - m_raw) ? byPlace : byWay;
}

Result<void> FaceGesture::apply()
{
    const double distance = way();
    auto done = m_transaction.replace([&](Transaction& transaction) -> Result<void> {
        return distance == 0 ? Result<void>{} : moveFaces(transaction, m_faces, distance);
    });
    if (done)
        m_done = distance;
    return done;
}

bool FaceGesture::key(const KeyEvent& event)
{
    if (!m_number.key(event))
        return false;
    if (auto done = apply(); !done)
        m_editor.showMessage(MessageKind::Warning, done.error().message());
    return true;
}

std::string FaceGesture::measure() const
{
    const auto size = engine::boundsOf(m_editor.document().world(), m_faces.front().entity).size();
    return fmt::format("{}{} m  ({})", m_done > 0 ? "+" : "", metresText(m_done), sizeText(size));
}

void FaceGesture::draw(engine::DebugDraw& draw, const PointerEvent&) const
{
    const auto to = m_grabbed + m_plane.normal * m_done;
    draw.line(m_grabbed, to, toolcolor::Active, 2, engine::DebugDraw::Depth::OnTop);
    draw.labels.push_back({engine::Vec3f{to}, measure(), toolcolor::Text});
}
} // namespace editor
