#pragma once

#include "editor/api/editor_api.h"
#include "editor/tools/brush/uv_gestures.h"
#include "editor/tools/texture/flat_shapes.h"
#include "editor/tools/texture/flat_view.h"
#include "editor/tools/texture/uv_nudges.h"
#include "engine_core/assets/hotspots.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace editor
{
/// Edits textures in the flat: the selected faces and patches lie in texture coordinates over their
/// texture, and are moved, scaled, slanted and turned there. Pointer events count in pixels of
/// `view`; their rays and hits do not matter.
///
/// Shown are those with the material of the face selected last; the others follow each edit as
/// well. A click on a shape picks it: then only picked ones are edited, and the others are what
/// they snap to. A click beside them picks all again.
class FlatEditor
{
public:
    explicit FlatEditor(EditorApi& editor);

    FlatView view;

    /// Reads what is selected. True if others are shown than before.
    bool readSelection();

    /// Reads how the shown ones lie by now.
    void readShapes();

    [[nodiscard]] const std::vector<FlatShape>& shapes() const { return m_shapes; }

    /// Of what is shown; empty for none.
    [[nodiscard]] engine::Name material() const { return m_material; }

    [[nodiscard]] bool isEmpty() const { return m_chosen.empty(); }

    /// Whether edits are about this one.
    [[nodiscard]] bool isEdited(const FaceRef& face) const;

    /// The picked ones, or all that are selected.
    [[nodiscard]] std::vector<FaceRef> edited() const;

    /// "3 faces", "1 of 3 faces", "3 faces and 2 of other materials", ...
    [[nodiscard]] std::string summary() const;

    /// Parts of a repeat that things snap to: 1 to 1024; 0: freely.
    double divisions = 16;

    /// Rectangles to be clicked; null: none. They are kept by whoever shows them.
    const engine::HotspotSet* hotspots = nullptr;

    struct Ring
    {
    };

    struct Pivot
    {
    };

    struct Inside
    {
    };

    using Part = std::variant<UvHandle, Ring, Pivot, Inside>;

    /// What a press at a pixel would grab; nothing where it would not edit.
    [[nodiscard]] std::optional<Part> partUnder(const engine::Vec2d& pixel) const;

    /// The box around what is edited; empty if none of it is shown.
    [[nodiscard]] UvBounds box() const;

    /// What the ring turns about. Texture coordinates.
    [[nodiscard]] engine::Vec2d pivot() const;

    void setPivot(std::optional<engine::Vec2d> pivot) { m_pivot = pivot; }

    /// The same; what it was set to before.
    std::optional<engine::Vec2d> holdPivot(const engine::Vec2d& pivot)
    {
        return std::exchange(m_pivot, pivot);
    }

    /// Pixels.
    [[nodiscard]] double ringRadius() const;

    /// Null where a press does nothing, or while something else is edited.
    [[nodiscard]] std::unique_ptr<Gesture> press(const PointerEvent& event);

    /// A press and release without a drag. True if it did something.
    bool click(const PointerEvent& event);

    /// Arrow keys, PageUp and PageDown. The same again with nothing in between stays one step.
    bool key(const KeyEvent& event);

    [[nodiscard]] PointerShape pointer(const PointerEvent& event) const;

    /// The rectangle under a pixel, the smallest one.
    [[nodiscard]] const engine::Hotspot* hotspotUnder(const engine::Vec2d& pixel) const;

    /// Fits what is edited to a rectangle.
    void fitTo(const engine::Hotspot& spot);

    /// The shape under a pixel, the smallest one; null for none.
    [[nodiscard]] const FlatShape* shapeUnder(const engine::Vec2d& pixel) const;

private:
    void pick(const FaceRef& face, bool adds);
    bool run(const std::string& label,
             const std::function<engine::Result<void>(Transaction&)>& edit);

    EditorApi& m_editor;
    std::vector<FaceRef> m_chosen;
    std::vector<FaceRef> m_shown;  ///< of the chosen ones
    std::vector<FaceRef> m_picked; ///< of the shown ones; empty: all
    std::size_t m_others = 0;      ///< chosen ones of other materials
    engine::Name m_material;
    std::vector<FlatShape> m_shapes;
    std::optional<engine::Vec2d> m_pivot; ///< nothing: the middle
    UvNudges m_nudges{m_editor, UvNudges::Shows::Shapes};
};
} // namespace editor
