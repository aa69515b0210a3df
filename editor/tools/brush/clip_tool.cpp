#include "editor/tools/brush/clip_tool.h"

#include "editor/operations/brush/brush_space.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/tools/gestures/handle.h"
#include "editor/tools/gestures/number_input.h"
#include "editor/tools/gestures/snap_target.h"
#include "editor/tools/select/pick_target.h"

#include <algorithm>
#include <array>
#include <set>

namespace editor
{
using engine::Error;
using engine::Plane;
using engine::Result;
using engine::Vec3d;

namespace
{
/// Nearer than this two points are one. Metres.
constexpr double SamePlace = 1e-4;

/// Beyond this many brushes only the plane is drawn, so that points can be dragged smoothly.
constexpr std::size_t PreviewLimit = 2000;

/// On the grid along the plane: the two coordinates across its normal's major axis are snapped, the
/// third follows from the plane.
Vec3d snappedOnPlane(const engine::Grid& grid, Vec3d place, const Plane& plane)
{
    const int major = majorAxis(plane.normal);
    for (int axis = 0; axis < 3; ++axis)
        if (axis != major)
            place[axis] = grid.snap(place[axis]);
    place[major] -= plane.above(place) / plane.normal[major];
    return place;
}

/// Where the plane through two points goes: the axis that most of them ask for, if it is not along
/// the line between them.
Vec3d thirdDirection(const ClipTool::Point& a, const ClipTool::Point& b)
{
    const auto along = glm::normalize(b.at - a.at);
    const auto fits = [&](const Vec3d& axis) {
        return glm::length(glm::cross(axis, along)) > 1e-3;
    };
    // Two faces in one plane, and all of a 2D view: straight in, also where that is slanted.
    const auto both = a.into + b.into;
    if (glm::length(a.into - b.into) < 1e-6 && fits(a.into))
        return a.into;
    std::array<int, 3> order{1, 0, 2}; // upright planes are wanted most
    std::stable_sort(order.begin(), order.end(),
                     [&](int i, int j) { return std::abs(both[i]) > std::abs(both[j]) + 1e-6; });
    for (const int axis : order)
        if (fits(unitAxis(axis)))
            return unitAxis(axis);
    return {0, 1, 0};
}

void addEdges(const engine::Brush& brush, auto& edges)
{
    for (engine::FaceIndex face = 0; face < brush.faceCount(); ++face) {
        const auto corners = brush.faceVertices(face);
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const auto from = corners[i];
            const auto to = corners[(i + 1) % corners.size()];
            if (from < to) // each edge once
                edges.push_back({brush.vertices()[from], brush.vertices()[to]});
        }
    }
}
} // namespace

/// Drags one point; V snaps it to corners, also of what is cut, to faces and to the grid again. Esc
/// puts all back as they were.
class ClipPointGesture final : public Gesture
{
public:
    ClipPointGesture(ClipTool& tool, std::vector<ClipTool::Point> before, std::size_t index)
        : m_tool{tool}, m_before{std::move(before)}, m_index{index}
    {
    }

    ~ClipPointGesture() override
    {
        if (!m_kept)
            static_cast<void>(m_tool.setPoints(m_before));
    }

    Result<void> update(const PointerEvent& event) override
    {
        const bool isNew = m_index == m_tool.points().size();
        const auto* dragged = isNew ? nullptr : &m_tool.points()[m_index];
        const auto* surface = dragged != nullptr ? dragged
                              : m_index > 0      ? &m_tool.points()[m_index - 1]
                                                 : nullptr;
        if (const auto under = m_tool.pointUnder(event, surface)) {
            m_raw = *under;
            // In 3D points lie on faces anyway, on slanted ones as well.
            if (m_snap != SnapKind::Faces || event.view != ViewKind::Perspective)
                m_raw->at = snappedTo(m_snap, m_tool.m_editor.document(), event, {}, under->at);
        }
        return apply();
    }

    void commit() override { m_kept = true; }

    bool key(const KeyEvent& event) override
    {
        if (event.key != ToolKey::V)
            return m_index > 0 && m_number.key(event);
        m_snap = nextSnap(m_snap);
        return true;
    }

    [[nodiscard]] std::string measure() const override
    {
        if (m_index >= m_tool.points().size())
            return {};
        const auto& at = m_tool.points()[m_index].at;
        auto text =
            fmt::format("{}, {}, {} m", metresText(at.x), metresText(at.y), metresText(at.z));
        if (m_index > 0)
            text += fmt::format("; {} m from the point before",
                                metresText(glm::distance(at, m_tool.points()[m_index - 1].at)));
        return text + snapText(m_snap);
    }

private:
    /// A typed number is the way from the point before.
    Result<void> apply()
    {
        if (!m_raw)
            return {};
        auto points = m_tool.points();
        auto point = *m_raw;
        if (const auto way = m_number.value(); way && m_index > 0) {
            const auto& from = points[m_index - 1].at;
            if (glm::distance(point.at, from) > SamePlace)
                point.at = from + glm::normalize(point.at - from) * *way;
        }
        points.resize(std::max(points.size(), m_index + 1));
        points[m_index] = point;
        return m_tool.setPoints(std::move(points));
    }

    ClipTool& m_tool;
    std::vector<ClipTool::Point> m_before;
    std::size_t m_index;
    std::optional<ClipTool::Point> m_raw;
    NumberInput m_number;
    SnapKind m_snap = SnapKind::Grid;
    bool m_kept = false;
};

ClipTool::ClipTool(EditorApi& editor) : m_editor{editor}
{
    auto& document = editor.document();
    const auto update = [this](const auto&...) {
        if (!m_points.empty())
            updatePreview();
    };
    m_connections += document.changed.connect(update);
    m_connections += document.selection().changed.connect(update);
    m_connections += document.reset.connect([this] { deactivate(); });
}

void ClipTool::deactivate()
{
    m_beforeClick.clear();
    static_cast<void>(setPoints({}));
}

Result<void> ClipTool::setPoints(std::vector<Point> points)
{
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (glm::distance(points[i].at, points[j].at) < SamePlace)
                return Error{"There is a point already"};
    if (points.size() == 3 && !Plane::through(points[0].at, points[1].at, points[2].at))
        return Error{"The three points lie in a line: put one of them beside it"};
    m_points = std::move(points);
    updatePreview();
    m_editor.updateViews();
    return {};
}

std::optional<Plane> ClipTool::plane() const
{
    if (m_points.size() < 2)
        return std::nullopt;
    const auto& a = m_points[0];
    const auto& b = m_points[1];
    const auto third = m_points.size() > 2 ? m_points[2].at : b.at + thirdDirection(a, b);
    auto plane = Plane::through(a.at, b.at, third);
    // Rounding must not tilt a plane that runs along the axes.
    for (int axis = 0; plane && axis < 3; ++axis)
        if (std::abs(plane->normal[axis]) > 1 - 1e-14) {
            plane->normal = unitAxis(axis) * (plane->normal[axis] > 0 ? 1.0 : -1.0);
            plane->distance = glm::dot(plane->normal, a.at);
        }
    return plane;
}

void ClipTool::setKeep(ClipKeep keep)
{
    m_keep = keep;
    updatePreview();
    m_editor.updateViews();
}

std::vector<engine::EntityId> ClipTool::selectedBrushes() const
{
    const auto& document = m_editor.document();
    return brushesAmong(document.world(), document.selection().entities());
}

std::optional<ClipTool::Point> ClipTool::pointUnder(const PointerEvent& event,
                                                    const Point* dragged) const
{
    if (const auto axis = depthAxis(event.view)) {
        const auto& document = m_editor.document();
        const auto depth =
            !m_points.empty()
                ? m_points.back().at
                : boundsOfAll(document.world(), document.selection().entities()).center();
        auto place = event.grid.snap(event.onViewPlane(Vec3d{0}));
        place[*axis] = event.grid.snap(depth[*axis]);
        return Point{place, unitAxis(*axis), {unitAxis(*axis), place[*axis]}};
    }
    if (!event.hits.empty()) {
        const auto& hit = event.hits.front();
        const auto surface = hit.face == engine::NoFace // a model
                                 ? engine::Plane{hit.normal, glm::dot(hit.normal, hit.point)}
                                 : worldPlane(m_editor.document().world(), {hit.entity, hit.face});
        return Point{snappedOnPlane(event.grid, hit.point, surface), surface.normal, surface};
    }
    if (dragged == nullptr)
        return std::nullopt;
    const auto distance = engine::intersect(event.ray, dragged->surface);
    constexpr double Farthest = 1000; // metres; grazing rays go anywhere
    if (!distance || *distance > Farthest)
        return std::nullopt;
    const auto place = snappedOnPlane(event.grid, event.ray.at(*distance), dragged->surface);
    return Point{place, dragged->into, dragged->surface};
}

std::optional<std::size_t> ClipTool::pointAt(const PointerEvent& event) const
{
    std::optional<std::size_t> nearest;
    double best = HandleRadius;
    for (std::size_t i = 0; i < m_points.size(); ++i)
        if (const auto pixels = pixelsTo(event, m_points[i].at); pixels && *pixels <= best) {
            best = *pixels;
            nearest = i;
        }
    return nearest;
}

std::unique_ptr<Gesture> ClipTool::press(const PointerEvent& event)
{
    if (event.button != PointerButton::Left || selectedBrushes().empty())
        return nullptr;
    const auto before = m_points;
    if (const auto index = pointAt(event))
        return std::make_unique<ClipPointGesture>(*this, before, *index);
    if (m_points.size() == 3)
        return std::make_unique<IdleGesture>();
    if (const auto under = pointUnder(event)) {
        auto points = m_points;
        points.push_back(*under);
        if (const auto set = setPoints(points); !set)
            refuse(set.error());
    } else if (m_points.empty()) {
        return std::make_unique<IdleGesture>();
    }
    // From nothing a drag sets the first point and draws the second, afterwards just one.
    const auto index = before.empty() ? std::size_t{1} : before.size();
    return std::make_unique<ClipPointGesture>(*this, before, index);
}

std::optional<PointerShape> ClipTool::pointer(const PointerEvent& event) const
{
    if (selectedBrushes().empty())
        return std::nullopt;
    return pointAt(event) ? PointerShape::Move : PointerShape::Cross;
}

bool ClipTool::click(const PointerEvent& event)
{
    if (event.button != PointerButton::Left || selectedBrushes().empty())
        return false;
    if (event.clicks == 2) {
        takeFace(event);
        return true;
    }
    m_beforeClick = m_points;
    if (pointAt(event))
        return true;
    if (m_points.size() == 3) {
        refuse(Error{"There are three points already: Enter cuts, Delete drops the last one"});
        return true;
    }
    if (const auto under = pointUnder(event)) {
        auto points = m_points;
        points.push_back(*under);
        if (const auto set = setPoints(std::move(points)); !set)
            refuse(set.error());
    }
    return true;
}

/// The face's plane, as three of its corners.
void ClipTool::takeFace(const PointerEvent& event)
{
    const auto& world = m_editor.document().world();
    const auto hit = clickedHit(world, event);
    if (!hit || hit->face == engine::NoFace)
        return;
    const auto brush = brushOf(world, hit->entity);
    const auto place = engine::worldTransform(world, hit->entity);
    const auto surface = worldPlane(world, {hit->entity, hit->face});
    const auto corners = brush->faceVertices(hit->face);
    std::vector<Point> points;
    // Far apart, so that the plane is exact.
    for (const auto i : {std::size_t{0}, corners.size() / 3, corners.size() * 2 / 3})
        points.push_back({place.apply(brush->vertices()[corners[i]]), surface.normal, surface});
    const auto turned = Plane::through(points[0].at, points[1].at, points[2].at);
    if (turned && glm::dot(turned->normal, surface.normal) < 0)
        std::swap(points[1], points[2]); // a mirrored brush
    if (const auto set = setPoints(std::move(points)); !set)
        refuse(set.error());
}

void ClipTool::refuse(const Error& why)
{
    m_editor.showMessage(MessageKind::Warning, why.message());
}

bool ClipTool::takesKey(ToolKey key) const
{
    return !m_points.empty() && (key == ToolKey::Delete || key == ToolKey::Backspace);
}

bool ClipTool::key(const KeyEvent& event)
{
    switch (event.key) {
    case ToolKey::Enter:
        if (event.modifiers != static_cast<unsigned>(Modifier::Ctrl))
            return apply();
        setKeep(m_keep == ClipKeep::Front  ? ClipKeep::Both
                : m_keep == ClipKeep::Both ? ClipKeep::Behind
                                           : ClipKeep::Front);
        return true;
    case ToolKey::Escape:
    case ToolKey::Delete:
    case ToolKey::Backspace: {
        if (m_points.empty())
            return false;
        auto points = m_points;
        points.pop_back();
        static_cast<void>(setPoints(std::move(points)));
        return true;
    }
    default:
        return false;
    }
}

bool ClipTool::apply()
{
    const auto cut = plane();
    if (!cut)
        return false;
    auto& document = m_editor.document();
    const auto chosen = document.selection().entities();
    CsgOutcome outcome;
    const auto done = document.run("Clip", [&](Transaction& transaction) -> Result<void> {
        auto result =
            clipBrushes(transaction, chosen, *cut, m_keep, {m_editor.currentMaterial(), {}});
        if (!result)
            return result.error();
        outcome = *std::move(result);
        return {};
    });
    if (!done) {
        refuse(done.error());
        return true;
    }
    static_cast<void>(setPoints({}));
    document.selectAfterStep(outcome.brushes);
    m_editor.showMessage(MessageKind::Info, "Clip: " + outcome.text());
    return true;
}

void ClipTool::updatePreview()
{
    m_preview = {};
    const auto cut = plane();
    const auto brushes = selectedBrushes();
    if (!cut || brushes.size() > PreviewLimit)
        return;
    const auto& world = m_editor.document().world();
    for (const auto entity : brushes)
        if (const auto brush = brushBetweenSpaces(*brushOf(world, entity),
                                                  engine::worldTransform(world, entity), {}))
            addToPreview(*brush, *cut);
}

void ClipTool::addToPreview(const engine::Brush& brush, const Plane& cut)
{
    const auto sides = engine::split(brush, cut);
    if (!sides)
        return;
    if (sides->front)
        addEdges(*sides->front, m_keep == ClipKeep::Behind ? m_preview.gone : m_preview.kept);
    if (sides->behind)
        addEdges(*sides->behind, m_keep == ClipKeep::Front ? m_preview.gone : m_preview.kept);
    if (!sides->front || !sides->behind)
        return;
    for (engine::FaceIndex face = 0; face < sides->behind->faceCount(); ++face)
        if (sides->behind->faces()[face].plane == cut) {
            auto& polygon = m_preview.cuts.emplace_back();
            for (const auto corner : sides->behind->faceVertices(face))
                polygon.push_back(sides->behind->vertices()[corner]);
        }
}

std::vector<ToolSetting> ClipTool::settings()
{
    std::vector<ToolSetting> all;
    all.push_back({"Keep",
                   "",
                   "What stays after the cut; Ctrl+Enter changes it too",
                   0,
                   2,
                   [this] { return static_cast<double>(m_keep); },
                   [this](double index) -> Result<void> {
                       setKeep(static_cast<ClipKeep>(static_cast<int>(index)));
                       return {};
                   },
                   {{"Behind", ""}, {"Front", ""}, {"Both", ""}}});
    for (std::size_t i = 0; i < m_points.size(); ++i)
        for (int axis = 0; axis < 3; ++axis)
            all.push_back(
                {fmt::format("Point {} {}", i + 1, "XYZ"[axis]), "m",
                 "A place that the cut goes through", -engine::WorldLimit, engine::WorldLimit,
                 [this, i, axis] { return i < m_points.size() ? m_points[i].at[axis] : 0.0; },
                 [this, i, axis](double metres) -> Result<void> {
                     auto points = m_points;
                     if (i < points.size())
                         points[i].at[axis] = metres;
                     return setPoints(std::move(points));
                 }});
    return all;
}

std::string ClipTool::hint() const
{
    if (selectedBrushes().empty())
        return "Select the brushes to cut first";
    if (m_points.size() < 2)
        return m_points.empty() ? "Click two or three points of the cut, or drag; double click "
                                  "takes a face's plane"
                                : "Click the second point";
    const auto* kept = m_keep == ClipKeep::Both     ? "both sides"
                       : m_keep == ClipKeep::Behind ? "the side behind"
                                                    : "the front side";
    return fmt::format("Enter cuts and keeps {}; Ctrl+Enter changes that; Delete drops a point",
                       kept);
}

void ClipTool::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    using Depth = engine::DebugDraw::Depth;
    for (const auto& [from, to] : m_preview.gone)
        draw.line(from, to, {0.9f, 0.25f, 0.25f, 1}, 2, Depth::OnTop);
    for (const auto& [from, to] : m_preview.kept)
        draw.line(from, to, toolcolor::Active, 2, Depth::OnTop);
    for (const auto& polygon : m_preview.cuts)
        for (std::size_t i = 2; i < polygon.size(); ++i)
            draw.triangles.push_back({engine::Vec3f{polygon[0]},
                                      engine::Vec3f{polygon[i - 1]},
                                      engine::Vec3f{polygon[i]},
                                      {1.0f, 0.62f, 0.11f, 0.25f},
                                      Depth::OnTop});
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        if (i > 0)
            draw.line(m_points[i - 1].at, m_points[i].at, toolcolor::Text, 1, Depth::OnTop);
        draw.point(m_points[i].at, toolcolor::Active, 9);
        const auto beside = event.camera.up() * metresOf(event, 16, m_points[i].at);
        draw.labels.push_back(
            {engine::Vec3f{m_points[i].at + beside}, std::to_string(i + 1), toolcolor::Text});
    }
}
} // namespace editor
