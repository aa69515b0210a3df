#pragma once

#include "editor/api/editor_api.h"
#include "editor/operations/texture/hotspot_edit.h"
#include "editor/tools/brush/uv_gestures.h"
#include "editor/tools/texture/flat_view.h"

#include <memory>
#include <optional>

namespace editor
{
/// Draws and edits the hot spots of a trim sheet over its picture: a drag beside them draws one,
/// one within moves it, its sides and corners resize it, Delete takes the chosen one away. All
/// snaps to texels, and stays within the picture. Each edit is a step that writes the file.
class HotspotEditor
{
public:
    HotspotEditor(EditorApi& editor, FlatView& view) : m_editor{editor}, m_view{view} {}

    /// The file, the size of its picture in texels ({0, 0}: not known), and what it holds; null if
    /// it is not there. Kept by whoever shows it.
    void
    show(engine::fs::path file, const engine::Vec2d& picture, const engine::HotspotSet* hotspots);

    /// Called when the file was made: who shows it reads it, and calls show().
    std::function<void()> fileMade = {};

    /// The one that handles are on.
    [[nodiscard]] const engine::Hotspot* chosen() const;

    /// Null where a press does nothing.
    [[nodiscard]] std::unique_ptr<Gesture> press(const PointerEvent& event);

    /// Chooses what is there.
    void click(const PointerEvent& event);

    /// Delete and Backspace.
    bool key(const KeyEvent& event);

    [[nodiscard]] PointerShape pointer(const PointerEvent& event) const;

private:
    friend class HotspotGesture;

    struct Grip
    {
        std::optional<std::size_t> spot; ///< nothing: a new one
        UvHandle handle;                 ///< {0, 0}: the whole rectangle
    };

    [[nodiscard]] Grip gripAt(const engine::Vec2d& pixel) const;
    [[nodiscard]] bool isOnPicture(const engine::Vec2d& pixel) const;
    [[nodiscard]] engine::Vec2d picture() const;
    bool makeFile();

    EditorApi& m_editor;
    FlatView& m_view;
    engine::fs::path m_file;
    engine::Vec2d m_picture{0};
    const engine::HotspotSet* m_hotspots = nullptr;
    std::optional<std::size_t> m_chosen;
};
} // namespace editor
