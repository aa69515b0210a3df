#include "editor/tools/brush/face_gesture.h"

#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/brush_space.h"
#include "editor/operations/brush/face_operations.h"
#include "editor/tools/gestures/drag_way.h"
#include "editor/tools/gestures/handle.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/prefabs/linked_parts.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace editor
{
using engine::Result;

namespace
{
/// Faces of the selection that lie in one plane, by the way that they look.
struct FacesInPlane
{
    std::vector<engine::FaceRef> along; ///< as the plane
    std::vector<engine::FaceRef> against;
};

FacesInPlane facesInPlane(const Document& document, const engine::Plane& plane)
{
    constexpr double Parallel = 1 - 1e-9;
    const auto& world = document.world();
    FacesInPlane faces;
    for (const auto entity : brushesToPull(document)) {
        const auto brush = brushOf(world, entity);
        const auto place = engine::worldTransform(world, entity);
        for (std::size_t i = 0; i < brush->faceCount(); ++i) {
            const auto direction = place.rotation * (brush->faces()[i].plane.normal / place.scale);
            const double facing = glm::dot(glm::normalize(direction), plane.normal);
            if (std::abs(facing) < Parallel)
                continue;
            const engine::FaceRef face{entity, i};
            const double side = facing < 0 ? -1 : 1;
            if (std::abs(worldPlane(world, face).distance - side * plane.distance) <
                engine::WeldDistance)
                (facing < 0 ? faces.against : faces.along).push_back(face);
        }
    }
    return faces;
}

/// Whether two convex polygons of one plane share some area.
bool overlap(std::span<const engine::Vec3d> a,
             std::span<const engine::Vec3d> b,
             const engine::Vec3d& normal)
{
    const auto extent = [](std::span<const engine::Vec3d> polygon, const engine::Vec3d& along) {
        double least = std::numeric_limits<double>::infinity();
        double most = -least;
        for (const auto& corner : polygon) {
            least = std::min(least, glm::dot(corner, along));
            most = std::max(most, glm::dot(corner, along));
        }
        return std::pair{least, most};
    };
    for (const auto& polygon : {a, b})
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            const auto edge = polygon[(i + 1) % polygon.size()] - polygon[i];
            const auto across = glm::normalize(glm::cross(edge, normal));
            const auto [leastA, mostA] = extent(a, across);
            const auto [leastB, mostB] = extent(b, across);
            if (std::min(mostA, mostB) - std::max(leastA, leastB) < engine::WeldDistance)
                return false;
        }
    return true;
}

/// Takes away those that lie against none of the others: they share no wall.
void keepShared(const Document& document,
                std::vector<engine::FaceRef>& against,
                const std::vector<engine::FaceRef>& pulled)
{
    const auto& world = document.world();
    const auto normal = worldPlane(world, pulled.front()).normal;
    std::unordered_map<engine::EntityId, engine::FaceRef> pulledOf; // a brush has one in a plane
    for (const auto& face : pulled)
        pulledOf.emplace(face.entity, face);
    std::erase_if(against, [&](const engine::FaceRef& face) {
        const auto corners = worldCorners(world, face);
        engine::Aabb bounds;
        for (const auto& corner : corners)
            bounds.add(corner);
        const auto near = document.index().overlapping(bounds.grown(engine::WeldDistance));
        return std::none_of(near.begin(), near.end(), [&](engine::EntityId entity) {
            const auto at = pulledOf.find(entity);
            return at != pulledOf.end() &&
                   overlap(corners, worldCorners(world, at->second), normal);
        });
    });
}

using LinkedPart = std::pair<std::int64_t, std::int64_t>; ///< link and source

/// The same for what answers to it in the other copies; nothing outside linked groups.
std::optional<LinkedPart> linkedPartOf(const engine::World& world, engine::EntityId entity)
{
    const auto* member = world.get<engine::LinkedMember>(entity);
    const auto* group = world.get<engine::LinkedGroup>(engine::linkedGroupAbove(world, entity));
    if (member == nullptr || group == nullptr)
        return std::nullopt;
    return LinkedPart{group->link, member->source};
}

/// Takes away what follows a pulled brush in another linked copy: one step cannot pull both.
void dropFollowers(const engine::World& world,
                   std::vector<engine::FaceRef>& against,
                   const std::vector<engine::FaceRef>& pulled)
{
    std::set<LinkedPart> parts;
    for (const auto& face : pulled)
        if (const auto part = linkedPartOf(world, face.entity))
            parts.insert(*part);
    std::erase_if(against, [&](const engine::FaceRef& face) {
        const auto part = linkedPartOf(world, face.entity);
        return part && parts.contains(*part);
    });
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
    , m_faces{grabbed.face}
    , m_plane{worldPlane(editor.document().world(), grabbed.face)}
    , m_grabbed{grabbed.point}
    , m_grid{editor.grid()}
    , m_transaction{editor.document().begin(labelOf(kind))}
{
    const auto& document = editor.document();
    auto faces = facesInPlane(document, m_plane);
    std::erase(faces.along, grabbed.face);
    m_faces.insert(m_faces.end(), faces.along.begin(), faces.along.end());
    if (kind != FaceDrag::Extrude)
        return;
    m_against = std::move(faces.against);
    dropFollowers(document.world(), m_against, m_faces);
    keepShared(document, m_against, m_faces);
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
    if (const auto typed = m_number.along(m_raw))
        return *typed;
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
    const int axis = majorAxis(m_rawSideways);
    const auto typed = m_number.along(m_rawSideways[axis]);
    return typed ? unitAxis(axis) * *typed : m_grid.snap(m_rawSideways);
}

Result<void> FaceGesture::dragBy(Transaction& transaction, double distance)
{
    if (m_kind == FaceDrag::Extrude) {
        const auto lock = m_editor.textureLock();
        auto moved = moveFaces(transaction, m_faces, distance, lock);
        return moved ? moveFaces(transaction, m_against, -distance, lock) : moved;
    }
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
    m_editor.document().selectAfterStep(std::move(selected));
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
