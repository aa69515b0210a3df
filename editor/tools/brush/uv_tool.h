#pragma once

#include "editor/api/editor_api.h"
#include "editor/tools/brush/uv_gestures.h"
#include "editor/tools/texture/uv_nudges.h"

#include <optional>
#include <variant>
#include <vector>

namespace editor
{
/// Lays textures on faces in the 3D view (id "face.uv", key U).
///
/// Works on the selected faces, or on all faces of the selected brushes and the selected curved
/// patches, on which it lies in the plane that touches them where they were clicked. A frame on the
/// face chosen last, or on the one under the pointer, shows whole repeats of its texture, near
/// where it was clicked: a drag on a face moves the texture, the frame's sides and corners scale
/// it, a side with Shift slants it, the ring turns it about the point in its middle, which can be
/// dragged. A click selects a face, Ctrl adds one, a double click takes the whole brush. Alt+right
/// click has the texture run on over the face under the pointer, with Shift as well along the whole
/// chain that begins so; Alt+Shift+drag paints it over faces. Arrow keys move by the texture's
/// grid, PageUp and PageDown turn by 15 degrees. Other views are the selection tool's.
class UvTool final : public Tool
{
public:
    explicit UvTool(EditorApi& editor);

    std::unique_ptr<Gesture> press(const PointerEvent& event) override;
    bool click(const PointerEvent& event) override;
    void hover(const PointerEvent& event) override;
    [[nodiscard]] std::optional<PointerShape> pointer(const PointerEvent& event) const override;
    bool key(const KeyEvent& event) override;
    [[nodiscard]] std::vector<ToolSetting> settings() override;
    [[nodiscard]] std::string hint() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

    /// Where a press grabs what.
    struct Handles
    {
        WorldFace face;
        engine::UvFrame frame;
        UvWindow window;
        engine::Vec3d pivot{0};
        double radius = 0; ///< of the ring, metres
    };

    /// Those that a view shows; nothing if no face is chosen, its texture smears, or it looks away.
    [[nodiscard]] std::optional<Handles> handles(const PointerEvent& event) const;

    /// A place on the ring.
    [[nodiscard]] static engine::Vec3d onRing(const Handles& handles, double angle);

private:
    friend class UvPivotGesture;

    struct Ring
    {
    };

    struct Pivot
    {
    };

    using Part = std::variant<UvHandle, Ring, Pivot>;

    [[nodiscard]] std::optional<Part> partUnder(const PointerEvent& event,
                                                const Handles& handles) const;
    [[nodiscard]] std::vector<FaceRef> faces() const;
    [[nodiscard]] bool isChosen(const FaceRef& face) const;
    [[nodiscard]] std::optional<FaceRef> faceUnder(const PointerEvent& event) const;
    [[nodiscard]] std::optional<FaceRef> anchor() const;
    [[nodiscard]] UvGrip gripOf(const WorldFace& face, const engine::Vec3d& place) const;
    std::unique_ptr<Gesture> grab(const PointerEvent& event, const Handles& handles, Part part);
    bool wrapOnto(const PointerEvent& event);
    void select(const PointerEvent& event, const FaceRef& face);
    void choose(const FaceRef& face, bool adds);
    void keepPlace(const PointerEvent& event);
    bool run(const std::string& label,
             const std::function<engine::Result<void>(Transaction&)>& edit);

    EditorApi& m_editor;
    UvNudges m_nudges{m_editor, UvNudges::Shows::Picture};
    std::optional<FaceRef> m_hovered; ///< of the chosen ones
    std::optional<FaceRef> m_placeOf; ///< that was clicked last
    engine::Vec3d m_place{0};         ///< where: the frame is near it
    std::optional<FaceRef> m_pivotOf; ///< that the pivot was set on
    engine::Vec3d m_pivot{0};
    double m_divisions = 16; ///< of a repeat
};
} // namespace editor
