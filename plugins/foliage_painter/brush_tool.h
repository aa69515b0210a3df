#pragma once

#include "editor/api/tool.h"
#include "plugins/foliage_painter/painter_state.h"

#include <memory>
#include <optional>
#include <span>

namespace foliage_painter
{
enum class BrushMode
{
    Paint,
    Erase,
    Reapply,
    Thin ///< paints the density of the layer down, not plants
};

/// A round brush that hugs the faces under the pointer. Painting: Shift erases, Ctrl reapplies the
/// kinds' settings. Erasing: all kinds, with Ctrl those that are ticked. Thinning: Shift gives the
/// density back. [ and ] change the radius, the digits the strength.
class BrushTool final : public editor::Tool
{
public:
    BrushTool(std::shared_ptr<PainterState> state, BrushMode mode);

    [[nodiscard]] std::unique_ptr<editor::Gesture>
    press(const editor::PointerEvent& event) override;

    [[nodiscard]] std::optional<editor::PointerShape>
    pointer(const editor::PointerEvent&) const override
    {
        return editor::PointerShape::Cross;
    }

    bool click(const editor::PointerEvent& event) override;
    void hover(const editor::PointerEvent& event) override;
    bool key(const editor::KeyEvent& event) override;
    [[nodiscard]] bool takesKey(editor::ToolKey key) const override;
    [[nodiscard]] std::vector<editor::ToolSetting> settings() override;
    [[nodiscard]] std::string hint() const override;
    void draw(engine::DebugDraw& draw, const editor::PointerEvent& event) const override;

private:
    [[nodiscard]] BrushMode modeFor(const editor::PointerEvent& event) const;
    void preview(engine::DebugDraw& draw, const engine::StrokePoint& point) const;

    std::shared_ptr<PainterState> m_state;
    BrushMode m_mode;
    /// What a press would add, around its middle alone where that is much; kept until
    /// pointer, document, brush, kinds or survey are others.
    mutable std::vector<engine::Vec3f> m_previewed;
    mutable std::optional<engine::Vec3d> m_previewedAt; ///< nullopt: nothing is kept
    mutable std::uint64_t m_previewedIn = 0;            ///< state of the document
    engine::Connections m_connections;
};

/// The face under the pointer; nullopt where there is no brush that stands still.
[[nodiscard]] std::optional<engine::PickHit> faceUnder(const engine::World& world,
                                                       const editor::PointerEvent& event);

/// The rim of the brush as it lies on the faces.
void drawBrush(engine::DebugDraw& draw,
               const PainterState& state,
               const engine::StrokePoint& point,
               const engine::DrawColor& color);

/// A light line of that colour on a dark one: seen on grass as well as on snow.
void drawOutlined(engine::DebugDraw& draw,
                  std::span<const engine::Vec3d> chain,
                  const engine::DrawColor& color,
                  float width);
} // namespace foliage_painter
