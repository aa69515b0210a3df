#pragma once

#include "editor/api/editor_api.h"
#include "editor/operations/brush/csg_operations.h"

#include <optional>
#include <vector>

namespace editor
{
/// Cuts the selected brushes along a plane (id "clip", key C).
///
/// The plane goes through two or three points. In 3D a click puts one on the face under the
/// pointer, on the grid along that face; in 2D anywhere, on the grid. A drag sets two at once, and
/// points can be dragged afterwards, or typed in the tool options. With two points the plane goes
/// straight into the faces that they are on, or straight into a 2D view. A double click on a face
/// takes its plane. What stays is drawn with bright edges: Ctrl+Enter changes between front, both
/// and behind, Enter cuts, as one undo step. Delete or Backspace drops the last point, Esc all of
/// them one after the other.
class ClipTool final : public Tool
{
public:
    explicit ClipTool(EditorApi& editor);

    void deactivate() override;
    std::unique_ptr<Gesture> press(const PointerEvent& event) override;
    bool click(const PointerEvent& event) override;
    [[nodiscard]] std::optional<PointerShape> pointer(const PointerEvent& event) const override;
    bool key(const KeyEvent& event) override;
    [[nodiscard]] bool takesKey(ToolKey key) const override;
    [[nodiscard]] std::vector<ToolSetting> settings() override;
    [[nodiscard]] std::string hint() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

    struct Point
    {
        engine::Vec3d at{0};
        engine::Vec3d into{0}; ///< where the plane goes from here: a face's normal, a view's axis
        engine::Plane surface; ///< that a drag in 3D follows where nothing is under the pointer
        friend bool operator==(const Point&, const Point&) = default;
    };

    [[nodiscard]] const std::vector<Point>& points() const { return m_points; }

    /// Refused if two of them are in one place, or three in a line.
    engine::Result<void> setPoints(std::vector<Point> points);

    /// nullopt until there are two points.
    [[nodiscard]] std::optional<engine::Plane> plane() const;

    [[nodiscard]] ClipKeep keep() const { return m_keep; }

    void setKeep(ClipKeep keep);

private:
    friend class ClipPointGesture;

    [[nodiscard]] std::optional<Point> pointUnder(const PointerEvent& event,
                                                  const Point* dragged = nullptr) const;
    [[nodiscard]] std::optional<std::size_t> pointAt(const PointerEvent& event) const;
    [[nodiscard]] std::vector<engine::EntityId> selectedBrushes() const;
    void takeFace(const PointerEvent& event);
    bool apply();
    void refuse(const engine::Error& why);

    /// The preview: what stays and what goes, edge by edge, in the world.
    struct Edge
    {
        engine::Vec3d from, to;
    };

    struct Preview
    {
        std::vector<Edge> kept;
        std::vector<Edge> gone;
        std::vector<std::vector<engine::Vec3d>> cuts; ///< the polygons where the plane cuts
    };

    void updatePreview();
    void addToPreview(const engine::Brush& brush, const engine::Plane& plane);

    EditorApi& m_editor;
    std::vector<Point> m_points;
    std::vector<Point> m_beforeClick; ///< a double click takes back what its first click did
    ClipKeep m_keep = ClipKeep::Behind;
    Preview m_preview;
    engine::Connections m_connections;
};
} // namespace editor
