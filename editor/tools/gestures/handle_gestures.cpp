#include "editor/tools/gestures/handle_gestures.h"

#include <algorithm>

namespace editor
{
using engine::Result;
using engine::Vec3d;

namespace
{
constexpr std::size_t MostLengths = 24; ///< more labels than this hide the level

const char* moveLabel(HandleKind kind)
{
    switch (kind) {
    case HandleKind::Vertex:
        return "Move vertices";
    case HandleKind::Edge:
        return "Move edges";
    case HandleKind::Face:
        return "Move faces";
    }
    return "";
}

std::vector<Vec3d> cornersOf(const std::vector<ShapeHandle>& handles)
{
    std::vector<Vec3d> corners;
    for (const auto& handle : handles)
        corners.insert(corners.end(), handle.corners.begin(), handle.corners.end());
    return corners;
}

ShapeHandle moved(ShapeHandle handle, const Vec3d& by)
{
    for (auto& corner : handle.corners)
        corner += by;
    return handle;
}
} // namespace

HandleGesture::HandleGesture(EditorApi& editor,
                             HandleSet& handles,
                             const Vec3d& grabbed,
                             std::optional<int> axis)
    : m_editor{editor}
    , m_handles{handles}
    , m_brushes{handles.brushes()}
    , m_start{handles.chosen()}
    , m_moving{brushesWithCorners(editor.document().world(), m_brushes, cornersOf(m_start))}
    , m_now{m_start}
    , m_way{grabbed, editor.grid(), axis}
    , m_transaction{editor.document().begin(moveLabel(handles.kind()))}
{
}

HandleGesture::~HandleGesture()
{
    if (!m_isCommitted)
        m_handles.choose(m_start);
}

Result<void> HandleGesture::update(const PointerEvent& event)
{
    m_way.follow(event, m_editor.document());
    return apply();
}

DragWay::Grip HandleGesture::grip() const
{
    DragWay::Grip grip{.moved = m_moving, .bounds = {}, .corner = m_way.grabbed()};
    double best = std::numeric_limits<double>::infinity();
    for (const auto& corner : cornersOf(m_start)) {
        grip.bounds.add(corner);
        if (const double distance = glm::distance(corner, m_way.grabbed()); distance < best) {
            best = distance;
            grip.corner = corner;
        }
    }
    return grip;
}

Result<void> HandleGesture::apply()
{
    const auto way = m_way.way();
    auto done = m_transaction.replace([&](Transaction& transaction) -> Result<void> {
        if (way == Vec3d{0})
            return {};
        return moveHandles(
            transaction, m_brushes, m_handles.kind(), m_start,
            [&](const Vec3d& p) { return p + way; }, m_editor.textureLock());
    });
    if (!done)
        return done;
    m_done = way;
    m_now.clear();
    for (const auto& handle : m_start)
        m_now.push_back(moved(handle, way));
    m_handles.choose(m_now);
    return done;
}

void HandleGesture::commit()
{
    m_transaction.commit();
    m_isCommitted = true;
    m_handles.choose(m_handles.chosen()); // without those that vanished
}

bool HandleGesture::key(const KeyEvent& event)
{
    if (event.key != ToolKey::V)
        return m_way.key(event);
    m_way.snapToNext(grip());
    return true;
}

std::string HandleGesture::measure() const
{
    auto text = wayText(m_done) + m_way.snapText();
    if (m_now.size() == 1)
        text += fmt::format("  (to {}, {}, {})", metresText(m_now[0].place().x),
                            metresText(m_now[0].place().y), metresText(m_now[0].place().z));
    if (m_done != Vec3d{0} && m_handles.kind() == HandleKind::Vertex && !m_handles.hasChosen())
        text += "  the vertex vanishes";
    return text;
}

/// At the middle of each edge that ends at a moved corner.
void HandleGesture::drawEdgeLengths(engine::DebugDraw& draw) const
{
    const auto isMoved = [&](const Vec3d& place) {
        return std::any_of(m_now.begin(), m_now.end(), [&](const ShapeHandle& handle) {
            return std::any_of(handle.corners.begin(), handle.corners.end(), [&](const Vec3d& p) {
                return glm::distance(p, place) <= 10 * ClumpDistance;
            });
        });
    };
    std::vector<ShapeHandle> touched;
    for (auto& edge : shapeHandles(m_editor.document().world(), m_brushes, HandleKind::Edge))
        if (isMoved(edge.corners[0]) || isMoved(edge.corners[1]))
            touched.push_back(std::move(edge));
    if (touched.size() > MostLengths)
        return;
    for (const auto& edge : touched)
        draw.labels.push_back({engine::Vec3f{edge.place()},
                               metresText(glm::distance(edge.corners[0], edge.corners[1])),
                               toolcolor::Quiet});
}

void HandleGesture::draw(engine::DebugDraw& draw, const PointerEvent&) const
{
    m_way.draw(draw, m_done, wayText(m_done));
    drawEdgeLengths(draw);
}

AddVertexGesture::AddVertexGesture(EditorApi& editor,
                                   HandleSet& handles,
                                   ShapeHandle on,
                                   const Vec3d& place)
    : m_editor{editor}
    , m_handles{handles}
    , m_brushes{handles.brushes()}
    , m_on{std::move(on)}
    , m_way{place, editor.grid()}
    , m_transaction{editor.document().begin("Add vertex")}
{
}

Result<void> AddVertexGesture::update(const PointerEvent& event)
{
    auto plain = event;
    plain.modifiers &= ~static_cast<unsigned>(Modifier::Shift); // it chose this gesture
    m_way.follow(plain, m_editor.document());
    return apply();
}

Result<void> AddVertexGesture::apply()
{
    const auto way = m_way.way();
    auto done = m_transaction.replace([&](Transaction& transaction) -> Result<void> {
        if (way == Vec3d{0})
            return {};
        return addVertex(transaction, m_brushes, m_on, m_way.grabbed() + way,
                         m_editor.textureLock());
    });
    if (done)
        m_done = way;
    return done;
}

void AddVertexGesture::commit()
{
    m_transaction.commit();
    if (m_done != Vec3d{0})
        m_handles.choose({{{m_way.grabbed() + m_done}}});
}

bool AddVertexGesture::key(const KeyEvent& event)
{
    if (event.key != ToolKey::V)
        return m_way.key(event);
    const auto& from = m_way.grabbed();
    m_way.snapToNext({brushesWithCorners(m_editor.document().world(), m_brushes, m_on.corners),
                      {from, from},
                      from});
    return true;
}

std::string AddVertexGesture::measure() const
{
    return "New vertex  " + wayText(m_done) + m_way.snapText();
}

void AddVertexGesture::draw(engine::DebugDraw& draw, const PointerEvent&) const
{
    m_way.draw(draw, m_done, wayText(m_done));
    draw.point(m_way.grabbed() + m_done, toolcolor::Active);
}
} // namespace editor
