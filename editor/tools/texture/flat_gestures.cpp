#include "editor/tools/texture/flat_gestures.h"

#include <algorithm>

namespace editor
{
using engine::Result;
using engine::UvAffine;
using engine::Vec2d;

namespace
{
constexpr double FlatReach = 8; ///< pixels
constexpr double ThinBox = 1e-9;
constexpr double LeastFlatFactor = 0.001;
constexpr double MostFlatFactor = 1000;

std::vector<FlatShape> shapesOf(const FlatEditor& flat, bool areEdited)
{
    std::vector<FlatShape> some;
    for (const auto& shape : flat.shapes())
        if (flat.isEdited(shape.ref) == areEdited)
            some.push_back(shape);
    return some;
}

/// The first that is shown and edited.
std::optional<WorldFace> anchorOf(const engine::World& world, const FlatEditor& flat)
{
    for (const auto& shape : flat.shapes())
        if (flat.isEdited(shape.ref))
            if (auto face = worldFace(world, shape.ref))
                return face;
    return std::nullopt;
}
} // namespace

FlatDrag::FlatDrag(EditorApi& editor, FlatEditor& flat, const Vec2d& startPixel, const char* label)
    : m_flat{flat}
    , m_faces{flat.edited()}
    , m_box{flat.box()}
    , m_anchor{anchorOf(editor.document().world(), flat)}
    , m_snaps{findFlatSnaps(shapesOf(flat, true), shapesOf(flat, false))}
    , m_start{flat.view.toUv(startPixel)}
    , m_now{m_start}
    , m_transaction{editor.document().begin(labelOnFaces(label, m_faces.size()))}
{
    if (m_anchor && !isPatch(editor.document().world(), m_anchor->ref)) {
        m_wallSnaps = findUvSnaps(editor.document(), m_faces, *m_anchor);
        m_snaps.seams = m_wallSnaps.seams;
    }
    if (flat.hotspots != nullptr)
        addHotspots(m_snaps, *flat.hotspots);
}

FlatDrag::~FlatDrag() = default;

Result<void> FlatDrag::update(const PointerEvent& event)
{
    m_now = m_flat.view.toUv(event.position);
    m_isSnapping = event.grid.enabled;
    m_shift = event.has(Modifier::Shift);
    return m_transaction.replace([this](Transaction& transaction) { return apply(transaction); });
}

void FlatDrag::commit()
{
    m_transaction.commit();
}

bool FlatDrag::key(const KeyEvent& event)
{
    if (event.key != ToolKey::X && event.key != ToolKey::Y)
        return m_number.key(event);
    const int axis = event.key == ToolKey::X ? 0 : 1;
    m_axis = m_axis == axis ? std::nullopt : std::optional{axis};
    return true;
}

Vec2d FlatDrag::reach() const
{
    return m_isSnapping ? FlatReach / m_flat.view.pixelsPerRepeat() : Vec2d{0};
}

double FlatDrag::step() const
{
    return m_isSnapping && m_flat.divisions > 0 ? 1 / m_flat.divisions : 0;
}

FlatMoveGesture::FlatMoveGesture(EditorApi& editor, FlatEditor& flat, const Vec2d& startPixel)
    : FlatDrag{editor, flat, startPixel, "Move texture"}
{
}

Result<void> FlatMoveGesture::apply(Transaction& transaction)
{
    const auto shift =
        shiftAlong(now() - start(), axis(), hasShift(), number(), [this](int i, double raw) {
            return flatShift(snaps(), i, raw, reach()[i], step());
        });
    m_by = shift.by;
    m_to = shift.to;
    // The shape goes the other way than the picture on the wall.
    return remapUv(transaction, faces(), engine::movedUv(-m_by));
}

std::string FlatMoveGesture::measure() const
{
    return fmt::format("U {}  V {}{}", metresText(m_by.x), metresText(m_by.y), m_to);
}

FlatScaleGesture::FlatScaleGesture(EditorApi& editor,
                                   FlatEditor& flat,
                                   const Vec2d& startPixel,
                                   UvHandle handle)
    : FlatDrag{editor, flat, startPixel, "Scale texture"}, m_handle{handle}
{
}

double FlatScaleGesture::factor(int axis)
{
    const bool atMost = (axis == 0 ? m_handle.u : m_handle.v) > 0;
    const double side = atMost ? box().most[axis] : box().least[axis];
    const double fixed = atMost ? box().least[axis] : box().most[axis];
    if (std::abs(side - fixed) < ThinBox)
        return 1;
    if (const auto typed = number().value(); typed && *typed != 0)
        return std::abs(*typed / (side - fixed));
    const auto to =
        flatSide(snaps(), axis, side + now()[axis] - start()[axis], reach()[axis], step());
    if (*to.to != '\0')
        m_to = to.to;
    return std::clamp((to.value - fixed) / (side - fixed), LeastFlatFactor, MostFlatFactor);
}

Result<void> FlatScaleGesture::apply(Transaction& transaction)
{
    m_to.clear();
    m_factor = {m_handle.u != 0 ? factor(0) : 1.0, m_handle.v != 0 ? factor(1) : 1.0};
    if (m_handle.isCorner() && number().value())
        m_factor = Vec2d{m_factor.x};
    else if (m_handle.isCorner() && hasShift())
        m_factor = Vec2d{std::max(m_factor.x, m_factor.y)};
    const Vec2d fixed{m_handle.u > 0 ? box().least.x : box().most.x,
                      m_handle.v > 0 ? box().least.y : box().most.y};
    return remapUv(transaction, faces(), engine::scaledUv(1.0 / m_factor, fixed));
}

std::string FlatScaleGesture::measure() const
{
    const auto repeats = box().size() * m_factor;
    return fmt::format("{} x {} repeats{}", metresText(repeats.x), metresText(repeats.y), m_to);
}

FlatShearGesture::FlatShearGesture(EditorApi& editor,
                                   FlatEditor& flat,
                                   const Vec2d& startPixel,
                                   UvHandle side)
    : FlatDrag{editor, flat, startPixel, "Shear texture"}, m_side{side}
{
}

Result<void> FlatShearGesture::apply(Transaction& transaction)
{
    const int along = m_side.u != 0 ? 1 : 0; // a side that stands across u goes along v
    const int across = 1 - along;
    const bool atMost = (m_side.u + m_side.v) > 0;
    const double fixed = atMost ? box().least[across] : box().most[across];
    const double width = (atMost ? box().most[across] : box().least[across]) - fixed;
    double way = now()[along] - start()[along];
    if (step() > 0)
        way = std::round(way / step()) * step();
    m_slant = std::abs(width) < ThinBox ? 0 : way / width;
    if (const auto typed = number().along(m_slant))
        m_slant = *typed;
    UvAffine by;
    by.linear[across][along] = m_slant;
    by.offset[along] = -m_slant * fixed;
    return remapUv(transaction, faces(), by);
}

std::string FlatShearGesture::measure() const
{
    return fmt::format("slant {}", metresText(m_slant));
}

FlatTurnGesture::FlatTurnGesture(EditorApi& editor, FlatEditor& flat, const Vec2d& startPixel)
    : FlatDrag{editor, flat, startPixel, "Turn texture"}, m_editorOf{flat}, m_pivot{flat.pivot()}
{
    const auto frame = anchor() ? engine::uvFrame(anchor()->uv, anchor()->plane) : std::nullopt;
    ENGINE_EXPECT(frame); // shapes whose texture smears are not shown
    m_frame = *frame;
    m_sign = glm::dot(glm::cross(m_frame.u, m_frame.v), anchor()->plane.normal) > 0 ? -1 : 1;
    m_last = angleOf(start());
    m_pivotBefore = flat.holdPivot(m_pivot);
}

FlatTurnGesture::~FlatTurnGesture()
{
    m_editorOf.setPivot(m_pivotBefore);
}

/// Of the way from the pivot on the face, counter-clockwise from u.
double FlatTurnGesture::angleOf(const Vec2d& uv) const
{
    const auto way = m_frame.at(uv) - m_frame.at(m_pivot);
    return std::atan2(glm::dot(anchor()->plane.normal, glm::cross(m_frame.u, way)),
                      glm::dot(m_frame.u, way));
}

Result<void> FlatTurnGesture::apply(Transaction& transaction)
{
    const double angle = angleOf(now());
    m_raw += std::remainder(angle - m_last, 2 * engine::Pi);
    m_last = angle;
    m_to.clear();
    m_angle = m_raw;
    if (const auto typed = number().along(m_raw * m_sign)) {
        m_angle = engine::radians(*typed) * m_sign;
    } else if (isSnapping()) {
        // The picture on the wall turns the other way than the shape.
        const auto snapped = snappedTurn(wallSnaps(), -m_raw);
        m_angle = -snapped.value;
        m_to = snapped.to;
    }
    return turnUv(transaction, faces(), -m_angle, anchor()->ref, m_frame.at(m_pivot));
}

std::string FlatTurnGesture::measure() const
{
    const double degrees = engine::degrees(m_angle * m_sign);
    return fmt::format("{}\u00b0{}", metresText(std::round(degrees * 100) / 100), m_to);
}

FlatPivotGesture::FlatPivotGesture(FlatEditor& flat)
    : m_flat{flat}
    , m_snaps{findFlatSnaps({}, flat.shapes())}
    , m_before{flat.holdPivot(flat.pivot())}
{
}

FlatPivotGesture::~FlatPivotGesture()
{
    if (!m_isKept)
        m_flat.setPivot(m_before);
}

Result<void> FlatPivotGesture::update(const PointerEvent& event)
{
    const auto raw = m_flat.view.toUv(event.position);
    auto to = raw;
    const auto reach = FlatReach / m_flat.view.pixelsPerRepeat();
    const double step = m_flat.divisions > 0 ? 1 / m_flat.divisions : 0;
    for (int i = 0; event.grid.enabled && i < 2; ++i)
        to[i] = flatSide(m_snaps, i, raw[i], reach[i], step).value;
    m_flat.setPivot(to);
    return {};
}
} // namespace editor
