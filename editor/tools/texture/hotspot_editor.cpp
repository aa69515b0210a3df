#include "editor/tools/texture/hotspot_editor.h"

#include "editor/tools/gestures/handle.h"

#include <algorithm>

namespace editor
{
using engine::Result;
using engine::Vec2d;

namespace
{
/// "spot 3", of which there is none yet.
std::string freeSpotName(const engine::HotspotSet& set)
{
    for (std::size_t number = 1;; ++number) {
        auto name = fmt::format("spot {}", number);
        if (std::none_of(set.spots.begin(), set.spots.end(),
                         [&](const engine::Hotspot& spot) { return spot.name == name; }))
            return name;
    }
}
} // namespace

/// Draws, moves or resizes one rectangle.
class HotspotGesture final : public Gesture
{
public:
    HotspotGesture(HotspotEditor& of, HotspotEditor::Grip grip, const Vec2d& startPixel)
        : m_of{of}
        , m_grip{grip}
        , m_picture{of.picture()}
        , m_start{of.m_view.toUv(startPixel) * m_picture}
        , m_chosenBefore{of.m_chosen}
        , m_transaction{of.m_editor.document().begin(!grip.spot             ? "Draw hot spot"
                                                     : isWhole(grip.handle) ? "Move hot spot"
                                                                            : "Resize hot spot")}
    {
        if (grip.spot)
            m_before = m_rect = texelsOf(*of.m_hotspots, of.m_hotspots->spots[*grip.spot]);
        m_of.m_chosen = grip.spot;
        m_name = freeSpotName(*of.m_hotspots);
        m_next = of.m_hotspots->spots.size();
    }

    ~HotspotGesture() override
    {
        if (!m_isKept)
            m_of.m_chosen = m_chosenBefore;
    }

    Result<void> update(const PointerEvent& event) override
    {
        const auto now = m_of.m_view.toUv(event.position) * m_picture;
        m_rect = rectAt(now);
        return m_transaction.replace([this](Transaction& step) {
            return editHotspots(
                step, m_of.m_file, [this](const std::string& text, const std::string& fileName) {
                    return m_grip.spot ? withHotspotRect(text, fileName, *m_grip.spot, m_rect)
                                       : withNewHotspot(text, fileName, m_name, m_rect);
                });
        });
    }

    void commit() override
    {
        m_isKept = true;
        m_transaction.commit();
        if (!m_grip.spot)
            m_of.m_chosen = m_next;
    }

    [[nodiscard]] std::string measure() const override
    {
        return fmt::format("{}, {}  {} x {} texels", m_rect.at.x, m_rect.at.y, m_rect.size.x,
                           m_rect.size.y);
    }

    static bool isWhole(const UvHandle& handle) { return handle == UvHandle{}; }

private:
    [[nodiscard]] TexelRect rectAt(const Vec2d& now) const
    {
        const auto inside = [this](const Vec2d& at) {
            return glm::clamp(glm::round(at), Vec2d{0}, m_picture);
        };
        if (!m_grip.spot) {
            const auto a = inside(m_start);
            const auto b = inside(now);
            auto least = glm::min(glm::min(a, b), m_picture - 1.0);
            return {least, glm::max(glm::max(a, b) - least, Vec2d{1})};
        }
        if (isWhole(m_grip.handle))
            return {glm::clamp(glm::round(m_before.at + now - m_start), Vec2d{0},
                               m_picture - m_before.size),
                    m_before.size};
        auto least = m_before.at;
        auto most = m_before.at + m_before.size;
        const auto to = inside(now);
        for (int axis = 0; axis < 2; ++axis) {
            const int side = axis == 0 ? m_grip.handle.u : m_grip.handle.v;
            if (side < 0)
                least[axis] = std::min(to[axis], most[axis] - 1);
            else if (side > 0)
                most[axis] = std::max(to[axis], least[axis] + 1);
        }
        return {least, most - least};
    }

    HotspotEditor& m_of;
    HotspotEditor::Grip m_grip;
    Vec2d m_picture;
    Vec2d m_start; ///< texels
    std::optional<std::size_t> m_chosenBefore;
    TexelRect m_before, m_rect;
    std::string m_name;
    std::size_t m_next = 0;
    bool m_isKept = false;
    Transaction m_transaction;
};

void HotspotEditor::show(engine::fs::path file,
                         const Vec2d& picture,
                         const engine::HotspotSet* hotspots)
{
    if (file != m_file)
        m_chosen.reset();
    m_file = std::move(file);
    m_picture = picture;
    m_hotspots = hotspots;
}

const engine::Hotspot* HotspotEditor::chosen() const
{
    return m_hotspots != nullptr && m_chosen && *m_chosen < m_hotspots->spots.size()
               ? &m_hotspots->spots[*m_chosen]
               : nullptr;
}

Vec2d HotspotEditor::picture() const
{
    return m_hotspots != nullptr ? m_hotspots->picture : m_picture;
}

HotspotEditor::Grip HotspotEditor::gripAt(const Vec2d& pixel) const
{
    if (m_hotspots == nullptr)
        return {};
    if (const auto* spot = chosen())
        for (int u = -1; u <= 1; ++u)
            for (int v = -1; v <= 1; ++v) {
                const auto at = spot->at + Vec2d{(u + 1) * 0.5, (v + 1) * 0.5} * spot->size;
                if ((u != 0 || v != 0) && glm::distance(m_view.toPixels(at), pixel) < HandleRadius)
                    return {m_chosen, {u, v}};
            }
    const auto uv = m_view.toUv(pixel);
    Grip grip;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < m_hotspots->spots.size(); ++i) {
        const auto& spot = m_hotspots->spots[i];
        const auto inside = uv - spot.at;
        const double area = spot.size.x * spot.size.y;
        if (inside.x >= 0 && inside.y >= 0 && inside.x <= spot.size.x && inside.y <= spot.size.y &&
            area < least) {
            least = area;
            grip.spot = i;
        }
    }
    return grip;
}

/// With some room around it, so that a rectangle may begin at its border.
bool HotspotEditor::isOnPicture(const Vec2d& pixel) const
{
    const auto least = m_view.toPixels({0, 0}) - HandleRadius;
    const auto most = m_view.toPixels({1, 1}) + HandleRadius;
    return pixel.x >= least.x && pixel.y >= least.y && pixel.x <= most.x && pixel.y <= most.y;
}

/// A new file is no step, as new materials are none.
bool HotspotEditor::makeFile()
{
    if (m_hotspots != nullptr)
        return true;
    std::error_code failed;
    if (m_picture.x < 1 || m_picture.y < 1 || engine::fs::exists(m_file, failed))
        return false; // of a file that cannot be read the dock has told
    const auto done = engine::writeFileAtomically(m_file, emptyHotspots(m_picture));
    if (!done)
        m_editor.showMessage(MessageKind::Error, done.error().message());
    else if (fileMade)
        fileMade();
    return done.hasValue() && m_hotspots != nullptr;
}

std::unique_ptr<Gesture> HotspotEditor::press(const PointerEvent& event)
{
    if (event.button != PointerButton::Left || m_editor.document().isEditing() || m_file.empty())
        return nullptr;
    const auto grip = gripAt(event.position);
    if ((!grip.spot && !isOnPicture(event.position)) || !makeFile())
        return nullptr;
    return std::make_unique<HotspotGesture>(*this, grip, event.position);
}

void HotspotEditor::click(const PointerEvent& event)
{
    m_chosen = gripAt(event.position).spot;
}

bool HotspotEditor::key(const KeyEvent& event)
{
    const bool deletes = event.key == ToolKey::Delete || event.key == ToolKey::Backspace;
    if (!deletes || chosen() == nullptr || m_editor.document().isEditing())
        return false;
    const auto index = *m_chosen;
    const auto done = m_editor.document().run("Delete hot spot", [&](Transaction& step) {
        return editHotspots(step, m_file, [&](const std::string& text, const std::string& name) {
            return withoutHotspot(text, name, index);
        });
    });
    if (done)
        m_chosen.reset();
    else
        m_editor.showMessage(MessageKind::Warning, done.error().message());
    return true;
}

PointerShape HotspotEditor::pointer(const PointerEvent& event) const
{
    const auto grip = gripAt(event.position);
    if (!grip.spot)
        return isOnPicture(event.position) ? PointerShape::Cross : PointerShape::Arrow;
    if (HotspotGesture::isWhole(grip.handle))
        return PointerShape::Move;
    if (grip.handle.isCorner())
        return grip.handle.u == grip.handle.v ? PointerShape::SizeFalling
                                              : PointerShape::SizeRising;
    return grip.handle.u != 0 ? PointerShape::SizeHorizontal : PointerShape::SizeVertical;
}
} // namespace editor
