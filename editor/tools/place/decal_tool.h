#pragma once

#include "editor/api/editor_api.h"
#include "editor/operations/entity/decal_operations.h"

#include <optional>

namespace editor
{
/// Lays decals of the current material on surfaces in the 3D view (id "decal", key D).
///
/// A click places one, upright on walls and as the view shows it on floors; a drag places one whose
/// right side follows the pointer, which turns and scales it. Shift+drag paints a row of them, one
/// step of the history, each turned and sized a little differently. What was placed is selected.
/// Other views are the selection tool's.
class DecalTool final : public Tool
{
public:
    explicit DecalTool(EditorApi& editor);

    std::unique_ptr<Gesture> press(const PointerEvent& event) override;
    bool click(const PointerEvent& event) override;
    [[nodiscard]] std::optional<PointerShape> pointer(const PointerEvent& event) const override;
    [[nodiscard]] std::vector<ToolSetting> settings() override;
    [[nodiscard]] std::string hint() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

    /// What a click there would place; nullopt where no surface takes a decal, and without a
    /// material.
    [[nodiscard]] std::optional<DecalOnSurface> decalUnder(const PointerEvent& event) const;

    /// The same for a surface.
    [[nodiscard]] DecalOnSurface decalOn(const PointerEvent& event,
                                         const engine::PickHit& hit) const;

    /// How strokes lay them.
    struct Stroke
    {
        double spacing = 1; ///< from middle to middle, in widths
        double turn = 180;  ///< degrees at most, to either side
        double size = 0.25; ///< at most so much larger or smaller, 0 to 0.9
    };

    [[nodiscard]] const Stroke& stroke() const { return m_stroke; }

    [[nodiscard]] EditorApi& editor() const { return m_editor; }

private:
    void takeSizeOfPicture() const;
    [[nodiscard]] engine::Vec3d& size() const;

    EditorApi& m_editor;
    mutable engine::Vec3d m_size{1, 1, 0.25}; ///< of the picture until somebody sets it
    mutable engine::Name m_sizeOf;            ///< the material that it was taken from
    double m_turn = 0;                        ///< degrees
    Stroke m_stroke;
};
} // namespace editor
