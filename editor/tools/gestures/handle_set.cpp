#include "editor/tools/gestures/handle_set.h"

#include "editor/operations/brush/brush_space.h"
#include "editor/operations/brush/patch_operations.h"

#include <algorithm>

namespace editor
{
using engine::DebugDraw;
using engine::Vec2d;
using engine::Vec3d;

namespace
{
/// A chosen handle is found again this near to where it was put: the brush's planes may have moved
/// it a little. Metres.
constexpr double SameHandle = 1e-3;

constexpr float VertexSize = 7; ///< pixels
constexpr float EdgeSize = 5;
constexpr float HoveredGrowth = 2;

/// Handles whose distances to the pointer differ by less than this are equally near, so that what
/// lies in front counts. Pixels.
constexpr double EquallyNear = 3;

constexpr engine::DrawColor FaceTint{1.0f, 0.706f, 0.329f, 0.3f};

/// Of patches only the points can be taken hold of.
std::vector<EntityId> chosenBrushes(const Document& document, HandleKind kind)
{
    const auto& selection = document.selection();
    auto entities = selection.entities();
    for (const auto& face : selection.faces())
        if (std::find(entities.begin(), entities.end(), face.entity) == entities.end())
            entities.push_back(face.entity);
    auto brushes = brushesAmong(document.world(), entities);
    if (kind == HandleKind::Vertex) {
        const auto patches = patchesAmong(document.world(), entities);
        brushes.insert(brushes.end(), patches.begin(), patches.end());
    }
    return brushes;
}

void outline(DebugDraw& draw, const ShapeHandle& handle, engine::DrawColor color, float width)
{
    const auto& corners = handle.corners;
    for (std::size_t i = 0; i < corners.size(); ++i)
        if (corners.size() > 2 || i == 0)
            draw.line(corners[i], corners[(i + 1) % corners.size()], color, width,
                      DebugDraw::Depth::Dimmed);
}

/// Lines between neighbouring control points of a patch: what pulls at what.
void drawNet(DebugDraw& draw, const engine::World& world, engine::EntityId entity)
{
    const auto* patch = patchOf(world, entity);
    if (patch == nullptr)
        return;
    const auto place = engine::worldTransform(world, entity);
    const auto& grid = *patch->grid;
    const auto at = [&](int column, int row) {
        return place.apply(grid.at(column, row).position);
    };
    const auto line = [&](const Vec3d& from, const Vec3d& to) {
        draw.line(from, to, toolcolor::Quiet, 1.0f, DebugDraw::Depth::Dimmed);
    };
    for (int row = 0; row < grid.rows(); ++row)
        for (int column = 0; column < grid.columns(); ++column) {
            if (column > 0)
                line(at(column - 1, row), at(column, row));
            if (row > 0)
                line(at(column, row - 1), at(column, row));
        }
}

void fill(DebugDraw& draw, const ShapeHandle& handle)
{
    const auto& corners = handle.corners;
    for (std::size_t i = 2; i < corners.size(); ++i)
        draw.triangles.push_back({engine::Vec3f{corners[0]}, engine::Vec3f{corners[i - 1]},
                                  engine::Vec3f{corners[i]}, FaceTint, DebugDraw::Depth::Tested});
}
} // namespace

HandleSet::HandleSet(Document& document, HandleKind kind) : m_document{document}, m_kind{kind}
{
    const auto stale = [this] {
        m_isCurrent = false;
    };
    m_connections += document.changed.connect([stale](const auto&) { stale(); });
    m_connections += document.selection().changed.connect(stale);
    m_connections += document.reset.connect([this, stale] {
        stale();
        clear();
    });
}

void HandleSet::rebuild() const
{
    if (m_isCurrent)
        return;
    m_brushes = chosenBrushes(m_document, m_kind);
    m_all = shapeHandles(m_document.world(), m_brushes, m_kind);
    m_isCurrent = true;
    markChosen();
}

void HandleSet::markChosen() const
{
    // In the order of X, so that thousands of handles need not be compared with thousands.
    std::vector<std::pair<double, const ShapeHandle*>> order;
    for (const auto& handle : m_chosen)
        order.emplace_back(handle.place().x, &handle);
    std::sort(order.begin(), order.end());
    m_isChosen.assign(m_all.size(), 0);
    for (std::size_t i = 0; i < m_all.size(); ++i) {
        const double x = m_all[i].place().x;
        auto at = std::lower_bound(order.begin(), order.end(), std::pair{x - SameHandle, nullptr},
                                   [](const auto& a, const auto& b) { return a.first < b.first; });
        for (; at != order.end() && at->first <= x + SameHandle && m_isChosen[i] == 0; ++at)
            m_isChosen[i] = at->second->matches(m_all[i], SameHandle) ? 1 : 0;
    }
}

const std::vector<EntityId>& HandleSet::brushes() const
{
    rebuild();
    return m_brushes;
}

const std::vector<ShapeHandle>& HandleSet::all() const
{
    rebuild();
    return m_all;
}

std::vector<ShapeHandle> HandleSet::chosen() const
{
    rebuild();
    std::vector<ShapeHandle> handles;
    for (std::size_t i = 0; i < m_all.size(); ++i)
        if (m_isChosen[i] != 0)
            handles.push_back(m_all[i]);
    return handles;
}

bool HandleSet::isChosen(const ShapeHandle& handle) const
{
    return std::any_of(m_chosen.begin(), m_chosen.end(), [&](const ShapeHandle& chosen) {
        return chosen.matches(handle, SameHandle);
    });
}

void HandleSet::choose(std::vector<ShapeHandle> handles)
{
    m_chosen = std::move(handles);
    if (m_isCurrent)
        markChosen();
}

void HandleSet::toggle(std::span<const ShapeHandle> handles)
{
    auto now = chosen(); // without those that are gone
    for (const auto& handle : handles)
        if (std::erase_if(now, [&](const ShapeHandle& other) {
                return other.matches(handle, SameHandle);
            }) == 0)
            now.push_back(handle);
    choose(std::move(now));
}

std::optional<double> HandleSet::pixelsTo(const PointerEvent& event,
                                          const ShapeHandle& handle) const
{
    const auto toPlace = editor::pixelsTo(event, handle.place());
    if (m_kind != HandleKind::Edge || (toPlace && *toPlace <= HandleRadius))
        return toPlace;
    return editor::pixelsTo(event, handle.corners[0], handle.corners[1]);
}

/// Whether the 2D view shows both at the same place.
bool HandleSet::isBehind(const PointerEvent& event,
                         const ShapeHandle& handle,
                         const ShapeHandle& front) const
{
    const auto shown = [&](const Vec3d& place) {
        return event.camera.project(place, event.viewSize.x, event.viewSize.y);
    };
    return std::all_of(handle.corners.begin(), handle.corners.end(), [&](const Vec3d& corner) {
        const auto at = shown(corner);
        return at && std::any_of(front.corners.begin(), front.corners.end(), [&](const Vec3d& p) {
                   const auto other = shown(p);
                   return other && glm::distance(*at, *other) < 1;
               });
    });
}

/// The face that the pointer is on, if it is one of ours and nothing is in front of it.
std::optional<ShapeHandle> HandleSet::faceUnder(const PointerEvent& event) const
{
    if (event.hits.empty())
        return std::nullopt;
    const auto& hit = event.hits.front();
    if (std::find(brushes().begin(), brushes().end(), hit.entity) == brushes().end())
        return std::nullopt;
    const auto faces = shapeHandles(m_document.world(), std::span{&hit.entity, 1}, m_kind);
    return hit.face < faces.size() ? std::optional{faces[hit.face]} : std::nullopt;
}

std::vector<ShapeHandle> HandleSet::under(const PointerEvent& event) const
{
    const auto forward = event.camera.forward();
    const ShapeHandle* nearest = nullptr;
    std::pair<double, double> best{HandleRadius, 0};
    for (const auto& handle : all()) {
        const auto pixels = pixelsTo(event, handle);
        if (!pixels || *pixels > HandleRadius)
            continue;
        const double behind = isCovered(event, handle.place()) ? HandleRadius : 0;
        const std::pair score{std::floor(*pixels / EquallyNear) + behind,
                              glm::dot(handle.place() - event.ray.origin, forward)};
        if (nearest == nullptr || score < best) {
            nearest = &handle;
            best = score;
        }
    }
    const bool flat = event.view != ViewKind::Perspective;
    if (nearest == nullptr && m_kind == HandleKind::Face && !flat)
        if (auto face = faceUnder(event))
            return {*std::move(face)};
    if (nearest == nullptr)
        return {};
    if (!flat || m_kind == HandleKind::Face)
        return {*nearest};
    std::vector<ShapeHandle> stack;
    for (const auto& handle : all())
        if (isBehind(event, handle, *nearest))
            stack.push_back(handle);
    return stack;
}

std::vector<ShapeHandle>
HandleSet::shownWhere(const PointerEvent& event,
                      const std::function<bool(const Vec2d&)>& isWanted) const
{
    std::vector<ShapeHandle> caught;
    for (const auto& handle : all()) {
        const auto at = event.camera.project(handle.place(), event.viewSize.x, event.viewSize.y);
        if (at && isWanted(*at))
            caught.push_back(handle);
    }
    return caught;
}

void HandleSet::draw(DebugDraw& draw, std::span<const ShapeHandle> hovered) const
{
    const float size = m_kind == HandleKind::Edge ? EdgeSize : VertexSize;
    const auto& handles = all();
    if (m_kind == HandleKind::Vertex)
        for (const auto entity : m_brushes)
            drawNet(draw, m_document.world(), entity);
    for (std::size_t i = 0; i < handles.size(); ++i) {
        const auto& handle = handles[i];
        const bool isHovered =
            std::any_of(hovered.begin(), hovered.end(),
                        [&](const ShapeHandle& other) { return other.matches(handle); });
        const bool isOn = m_isChosen[i] != 0;
        const auto color = isOn ? toolcolor::Active : toolcolor::Quiet;
        if (isOn || isHovered)
            outline(draw, handle, color, isOn ? 2.0f : 1.0f);
        if (isOn)
            fill(draw, handle);
        draw.point(handle.place(), color, isHovered ? size + HoveredGrowth : size,
                   isOn ? DebugDraw::Depth::OnTop : DebugDraw::Depth::Dimmed);
    }
}
} // namespace editor
