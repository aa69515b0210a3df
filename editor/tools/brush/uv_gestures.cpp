#include "editor/tools/brush/uv_gestures.h"

#include "editor/operations/texture/uv_wrap.h"
#include "editor/tools/gestures/handle.h"
#include "editor/tools/select/pick_target.h"

#include <algorithm>

namespace editor
{
using engine::Result;
using engine::Vec2d;
using engine::Vec3d;

namespace
{
constexpr double SnapPixels = 8;

/// Smaller factors would be a slip of the hand.
constexpr double LeastFactor = 0.001;
constexpr double MostFactor = 1000;

std::string plainNumber(double number)
{
    return metresText(number);
}
} // namespace

UvDrag::UvDrag(EditorApi& editor, UvGrip grip, const char* label)
    : m_editor{editor}
    , m_grip{std::move(grip)}
    , m_snaps{findUvSnaps(editor.document(), m_grip.faces, m_grip.face)}
    , m_now{m_grip.start}
    , m_grid{editor.grid()}
    , m_transaction{editor.document().begin(labelOnFaces(label, m_grip.faces.size()))}
{
}

Result<void> UvDrag::update(const PointerEvent& event)
{
    m_grid = event.grid;
    m_shift = event.has(Modifier::Shift);
    const auto distance = engine::intersect(event.ray, m_grip.face.plane);
    if (distance && *distance < FarthestDrag) {
        const auto place = event.ray.at(*distance);
        m_now = m_grip.face.uv.at(place);
        const double metres = metresOf(event, SnapPixels, place);
        m_reach = {metres / glm::length(m_grip.frame.u), metres / glm::length(m_grip.frame.v)};
    }
    return m_transaction.replace([this](Transaction& transaction) { return apply(transaction); });
}

void UvDrag::commit()
{
    m_transaction.commit();
}

bool UvDrag::key(const KeyEvent& event)
{
    const auto axis = axisOf(event.key);
    if (!axis || *axis > 1)
        return m_number.key(event);
    m_axis = m_axis == axis ? std::nullopt : axis;
    return true;
}

void UvDrag::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    if (event.view != ViewKind::Perspective)
        return;
    draw.labels.push_back({engine::Vec3f{m_grip.frame.at(m_now)}, measure(), toolcolor::Text});
}

std::string UvDrag::uvText(const Vec2d& uv)
{
    return fmt::format("U {}  V {}", plainNumber(uv.x), plainNumber(uv.y));
}

UvMoveGesture::UvMoveGesture(EditorApi& editor, UvGrip grip)
    : UvDrag{editor, std::move(grip), "Move texture"}
{
}

Result<void> UvMoveGesture::apply(Transaction& transaction)
{
    const auto shift =
        shiftAlong(now() - grip().start, axis(), hasShift(), number(), [this](int i, double raw) {
            return grid().enabled ? snappedShift(snaps(), i, raw, reach()[i], grip().gridStep)
                                  : UvSnapped{raw};
        });
    m_by = shift.by;
    m_to = shift.to;
    return remapUv(transaction, grip().faces, engine::movedUv(m_by));
}

std::string UvMoveGesture::measure() const
{
    return uvText(m_by) + m_to;
}

UvScaleGesture::UvScaleGesture(EditorApi& editor, UvGrip grip, UvWindow window, UvHandle handle)
    : UvDrag{editor, std::move(grip), "Scale texture"}, m_window{window}, m_handle{handle}
{
}

/// How much bigger the picture becomes along an axis.
double UvScaleGesture::factor(int axis)
{
    const double fixed = m_window.at({-m_handle.u, -m_handle.v})[axis];
    const double old = m_window.at(m_handle)[axis] - fixed;
    if (const auto typed = number().value(); typed && *typed != 0)
        return std::abs(*typed / grip().face.uv.scale[axis]);
    double to = m_window.at(m_handle)[axis] + now()[axis] - grip().start[axis];
    if (grid().enabled) {
        const double metres = glm::length(axis == 0 ? grip().frame.u : grip().frame.v);
        if (const auto corner = snappedSide(snaps(), axis, to, reach()[axis])) {
            to = *corner;
            m_to = " to a corner";
        } else if (grid().isActive()) {
            to = fixed + grid().snap((to - fixed) * metres) / metres;
        }
    }
    return std::clamp((to - fixed) / old, LeastFactor, MostFactor);
}

Result<void> UvScaleGesture::apply(Transaction& transaction)
{
    m_to.clear();
    m_factor = {m_handle.u != 0 ? factor(0) : 1.0, m_handle.v != 0 ? factor(1) : 1.0};
    if (hasShift() && m_handle.isCorner())
        m_factor = Vec2d{std::max(m_factor.x, m_factor.y)};
    const auto fixed = m_window.at({-m_handle.u, -m_handle.v});
    return remapUv(transaction, grip().faces, engine::scaledUv(m_factor, fixed));
}

std::string UvScaleGesture::measure() const
{
    const auto scale = grip().face.uv.scale * m_factor;
    return fmt::format("scale {} x {} m{}", plainNumber(scale.x), plainNumber(scale.y), m_to);
}

UvShearGesture::UvShearGesture(EditorApi& editor, UvGrip grip, UvWindow window, UvHandle side)
    : UvDrag{editor, std::move(grip), "Shear texture"}, m_window{window}, m_side{side}
{
}

Result<void> UvShearGesture::apply(Transaction& transaction)
{
    const int along = m_side.u != 0 ? 1 : 0; // a side that stands across u goes along v
    const double across = (m_side.u + m_side.v) * m_window.repeats;
    const double raw = now()[along] - grip().start[along];
    const double step = grip().gridStep;
    m_slant = grid().enabled && step > 0 ? std::round(raw / step) * step : raw;
    m_slant /= across;
    if (const auto typed = number().along(m_slant))
        m_slant = *typed;
    const auto fixed = m_window.at({-m_side.u, -m_side.v});
    const auto by =
        along == 0 ? engine::shearedUv(m_slant, 0, fixed) : engine::shearedUv(0, m_slant, fixed);
    return remapUv(transaction, grip().faces, by);
}

std::string UvShearGesture::measure() const
{
    return fmt::format("slant {}", plainNumber(m_slant));
}

UvTurnGesture::UvTurnGesture(EditorApi& editor, UvGrip grip, const Vec3d& pivot)
    : UvDrag{editor, std::move(grip), "Turn texture"}, m_pivot{pivot}, m_last{angleOf(now())}
{
}

/// Of the way from the pivot, counter-clockwise from u.
double UvTurnGesture::angleOf(const Vec2d& uv) const
{
    const auto& frame = grip().frame;
    const auto& normal = grip().face.plane.normal;
    const auto way = frame.at(uv) - m_pivot;
    return std::atan2(glm::dot(normal, glm::cross(frame.u, way)), glm::dot(frame.u, way));
}

Result<void> UvTurnGesture::apply(Transaction& transaction)
{
    const double angle = angleOf(now());
    m_raw += std::remainder(angle - m_last, 2 * engine::Pi);
    m_last = angle;
    m_to.clear();
    m_angle = m_raw;
    if (const auto typed = number().along(m_raw)) {
        m_angle = engine::radians(*typed);
    } else if (grid().enabled) {
        const auto snapped = snappedTurn(snaps(), m_raw);
        m_angle = snapped.value;
        m_to = snapped.to;
    }
    return turnUv(transaction, grip().faces, m_angle, grip().face.ref, m_pivot);
}

std::string UvTurnGesture::measure() const
{
    return fmt::format("{}\u00b0{}", plainNumber(std::round(engine::degrees(m_angle) * 100) / 100),
                       m_to);
}

void UvTurnGesture::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    if (event.view != ViewKind::Perspective)
        return;
    draw.line(m_pivot, grip().frame.at(now()), toolcolor::Active, 2,
              engine::DebugDraw::Depth::OnTop);
    UvDrag::draw(draw, event);
}

UvPaintGesture::UvPaintGesture(EditorApi& editor, const FaceRef& start)
    : m_editor{editor}, m_chain{start}, m_transaction{editor.document().begin("Paint alignment")}
{
}

Result<void> UvPaintGesture::update(const PointerEvent& given)
{
    const auto event = inOpenGroup(m_editor.document(), given);
    if (event.hits.empty() || event.hits.front().face == engine::NoFace)
        return {};
    const FaceRef face{event.hits.front().entity, event.hits.front().face};
    if (std::find(m_chain.begin(), m_chain.end(), face) != m_chain.end())
        return {};
    auto chain = m_chain;
    chain.push_back(face);
    auto done = m_transaction.replace(
        [&](Transaction& transaction) { return wrapUvAlong(transaction, chain); });
    if (done)
        m_chain = std::move(chain);
    return done;
}

void UvPaintGesture::commit()
{
    m_transaction.commit();
    m_editor.document().selection().setFaces({m_chain.back()});
}

std::string UvPaintGesture::measure() const
{
    return fmt::format("{} faces", m_chain.size());
}

void UvPaintGesture::draw(engine::DebugDraw& draw, const PointerEvent&) const
{
    std::optional<Vec3d> before;
    for (const auto& ref : m_chain)
        if (const auto face = worldFace(m_editor.document().world(), ref)) {
            const auto center = face->center();
            if (before)
                draw.line(*before, center, toolcolor::Active, 2, engine::DebugDraw::Depth::OnTop);
            draw.point(center, toolcolor::Active, 7);
            before = center;
        }
}
} // namespace editor
