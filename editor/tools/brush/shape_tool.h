#pragma once

#include "editor/tools/brush/next_height.h"
#include "editor/tools/transform/bounds_drag.h"
#include "engine_core/geometry/brush_shapes.h"

#include <array>
#include <optional>

namespace editor
{
/// Draws round and sloped shapes (id "shape", key N).
///
/// Most are drawn as boxes are (see BoundsDrag): drag the base in any view, then in 3D give the
/// height. The polygon is clicked corner by corner on the grid; Enter, or a click on the first
/// corner, closes it, and in 3D the height follows. The hull lies around the places clicked on
/// faces or the grid. Either way the shape is shown as lines first and follows the tool options;
/// Enter or a click makes it, as one undo step, and selects it. A shape of several brushes is a
/// group. Esc drops the last corner, or the shape.
class ShapeTool final : public Tool
{
public:
    explicit ShapeTool(EditorApi& editor) : m_editor{editor}, m_height{editor, 1} {}

    void deactivate() override;
    std::unique_ptr<Gesture> press(const PointerEvent& event) override;
    bool click(const PointerEvent& event) override;
    void hover(const PointerEvent& event) override;
    [[nodiscard]] std::optional<PointerShape> pointer(const PointerEvent& event) const override;
    bool key(const KeyEvent& event) override;

    [[nodiscard]] bool takesText() const override { return m_rising; }

    [[nodiscard]] std::vector<ToolSetting> settings() override;
    [[nodiscard]] std::string hint() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

    /// The kinds of engine::ShapeKind in their order, then these two.
    static constexpr int Polygon = 7;
    static constexpr int Hull = 8;

    [[nodiscard]] int kind() const { return m_kind; }

    void setKind(int kind);

    /// "Cylinder", "Polygon", ...
    [[nodiscard]] std::string name() const;

    /// What Enter would make; empty if there is nothing yet or it is refused.
    [[nodiscard]] const std::vector<engine::Brush>& preview() const { return m_preview; }

private:
    friend class ShapeGesture;
    friend class CornerGesture;

    [[nodiscard]] bool isDrawnByPoints() const { return m_kind >= Polygon; }

    [[nodiscard]] bool isPending() const { return m_drag.has_value() || !m_points.empty(); }

    void rebuild();
    [[nodiscard]] engine::Result<std::vector<engine::Brush>> build() const;
    [[nodiscard]] engine::Result<engine::Brush> buildPolygon() const;
    [[nodiscard]] double polygonHeight() const;
    bool create();
    void drop();
    bool dropLast();
    void close(ViewKind view);

    /// Where a click would put a corner; nullopt where there is nothing to put it on.
    [[nodiscard]] std::optional<engine::Vec3d> cornerUnder(const PointerEvent& event);
    [[nodiscard]] std::optional<std::size_t> cornerNear(const PointerEvent& event) const;
    engine::Result<void> setCorner(std::size_t index, const engine::Vec3d& place);
    void startOutline(const PointerEvent& event);

    /// A press pulls a face of what is selected, which is left to the selection tool.
    [[nodiscard]] bool pullsFace(const PointerEvent& event) const;

    [[nodiscard]] ToolSetting number(
        const char* label, const char* unit, const char* tip, double min, double max, double& at);
    [[nodiscard]] ToolSetting whole(const char* label, const char* tip, int min, int max, int& at);
    [[nodiscard]] ToolSetting choice(const char* label,
                                     const char* tip,
                                     std::vector<ToolChoice> choices,
                                     std::function<int()> get,
                                     std::function<void(int)> set);
    void addRoundSettings(std::vector<ToolSetting>& all);
    void addSizeSettings(std::vector<ToolSetting>& all);

    EditorApi& m_editor;
    int m_kind = 0;
    engine::ShapeSettings m_settings;
    int m_archAxis = 2;
    NextHeight m_height;

    std::optional<BoundsDrag> m_drag;    ///< the box that the shape fills
    bool m_rising = false;               ///< base or outline are done, the height follows
    std::vector<engine::Vec3d> m_points; ///< of polygon or hull
    int m_outlineAxis = 1;               ///< of the polygon's height
    double m_outlineSide = 1;
    NumberInput m_number;                  ///< the polygon's height
    std::optional<double> m_outlineHeight; ///< the polygon's before one is typed; else m_height's
    engine::EntityId m_last;

    std::vector<engine::Brush> m_preview;
    std::string m_refusal; ///< why there is no preview
};
} // namespace editor
