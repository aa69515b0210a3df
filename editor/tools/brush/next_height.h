#pragma once

#include "editor/api/editor_api.h"

#include <optional>
#include <vector>

namespace editor
{
/// The height of what a tool draws next, as its options show it: along the 2D view that the pointer
/// is or was last in, as much as the selected brushes have there, else the last thing's. Begins
/// anew with each scene.
class NextHeight
{
public:
    /// `metres` until something is drawn or typed. The editor must outlive this.
    NextHeight(EditorApi& editor, double metres);
    NextHeight(const NextHeight&) = delete;
    NextHeight& operator=(const NextHeight&) = delete;

    /// What is drawn from where the pointer is now gets this. `last` was drawn last by the tool:
    /// its size does not count while it is selected, nor does that of a floor that is drawn on.
    [[nodiscard]] double metres(engine::EntityId last) const;

    /// Of a thing that was drawn.
    void use(double metres);

    /// In the tool options: counts until something is drawn or something else is selected.
    void type(double metres);

    /// The tool's options are shown: asks for a repaint when metres() is another one.
    void hover(engine::EntityId last);

private:
    [[nodiscard]] const engine::Aabb& reference() const;

    EditorApi& m_editor;
    double m_first;
    double m_metres;
    std::vector<engine::EntityId> m_typedFor; ///< what was selected then
    ViewKind m_view = ViewKind::Perspective;  ///< of the pointer
    engine::Vec3d m_place{0};                 ///< of the pointer in it, on the grid
    std::optional<double> m_shown;
    mutable std::optional<engine::Aabb>
        m_reference; ///< around the selected brushes, once asked for
    engine::Connections m_connections;
};
} // namespace editor
