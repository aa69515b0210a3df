#pragma once

#include "tests/support/test_editor.h"

namespace mapwright::test
{
/// A view without a window: from where, and how many pixels.
struct TestView
{
    editor::ViewKind kind = editor::ViewKind::Perspective;
    engine::ViewCamera camera;
    engine::Vec2d size{800, 600};
};

/// 2D views that show `height` metres from top to bottom around `center`.
[[nodiscard]] TestView topView(double height = 40, const engine::Vec3d& center = {0, 0, 0});
[[nodiscard]] TestView frontView(double height = 40, const engine::Vec3d& center = {0, 0, 0});
[[nodiscard]] TestView sideView(double height = 40, const engine::Vec3d& center = {0, 0, 0});

[[nodiscard]] TestView perspectiveView(const engine::Vec3d& from, const engine::Vec3d& to);

/// The left button over a place of the level as the view shows it, with what is under it.
[[nodiscard]] editor::PointerEvent pointerAt(TestEditor& editor,
                                             const TestView& view,
                                             const engine::Vec3d& place,
                                             unsigned modifiers = 0,
                                             int clicks = 1);

void click(TestEditor& editor,
           const TestView& view,
           const engine::Vec3d& place,
           unsigned modifiers = 0,
           int clicks = 1);

/// Press, a move half way and one to the end, without the release.
void startDrag(TestEditor& editor,
               const TestView& view,
               const engine::Vec3d& from,
               const engine::Vec3d& to,
               unsigned modifiers = 0);

/// The whole drag.
void drag(TestEditor& editor,
          const TestView& view,
          const engine::Vec3d& from,
          const engine::Vec3d& to,
          unsigned modifiers = 0);

[[nodiscard]] editor::KeyEvent keyEvent(const TestEditor& editor,
                                        const TestView& view,
                                        editor::ToolKey key,
                                        const std::string& text = {},
                                        unsigned modifiers = 0);

bool press(TestEditor& editor, const TestView& view, editor::ToolKey key, unsigned modifiers = 0);

/// Types a number, one key a character.
void type(TestEditor& editor, const TestView& view, const std::string& text);

inline constexpr auto Shift = static_cast<unsigned>(editor::Modifier::Shift);
inline constexpr auto Ctrl = static_cast<unsigned>(editor::Modifier::Ctrl);
inline constexpr auto Alt = static_cast<unsigned>(editor::Modifier::Alt);
} // namespace mapwright::test
