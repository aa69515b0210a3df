#include "tests/support/pointer.h"

#include "editor/tools/pick_target.h"

namespace mapwright::test
{
using namespace editor;
using engine::Vec3d;

namespace
{
TestView flatView(ViewKind kind, double height, const Vec3d& center, const engine::Quatd& rotation)
{
    TestView view;
    view.kind = kind;
    view.camera.position = center;
    view.camera.rotation = rotation;
    view.camera.orthographic = true;
    view.camera.viewHeight = height;
    return view;
}
} // namespace

TestView topView(double height, const Vec3d& center)
{
    return flatView(ViewKind::Top, height, center, glm::angleAxis(-engine::Pi / 2, Vec3d{1, 0, 0}));
}

TestView frontView(double height, const Vec3d& center)
{
    return flatView(ViewKind::Front, height, center, {1, 0, 0, 0});
}

TestView sideView(double height, const Vec3d& center)
{
    return flatView(ViewKind::Side, height, center, glm::angleAxis(engine::Pi / 2, Vec3d{0, 1, 0}));
}

TestView perspectiveView(const Vec3d& from, const Vec3d& to)
{
    TestView view;
    view.camera.position = from;
    view.camera.rotation = glm::quatLookAt(glm::normalize(to - from), Vec3d{0, 1, 0});
    return view;
}

PointerEvent pointerAt(
    TestEditor& editor, const TestView& view, const Vec3d& place, unsigned modifiers, int clicks)
{
    PointerEvent event;
    event.view = view.kind;
    event.camera = view.camera;
    event.viewSize = view.size;
    const auto at = view.camera.project(place, view.size.x, view.size.y);
    ENGINE_EXPECT(at); // the test points behind the camera
    event.position = *at;
    event.ray = view.camera.rayThrough(at->x, at->y, view.size.x, view.size.y);
    event.button = PointerButton::Left;
    event.modifiers = modifiers;
    event.clicks = clicks;
    event.grid = editor.grid();
    event.hits = hitsUnder(editor.document(), event);
    event.icon = iconUnder(editor.document(), event);
    return event;
}

void click(
    TestEditor& editor, const TestView& view, const Vec3d& place, unsigned modifiers, int clicks)
{
    editor.tools.hover(pointerAt(editor, view, place, modifiers));
    editor.tools.click(pointerAt(editor, view, place, modifiers, clicks));
}

void startDrag(TestEditor& editor,
               const TestView& view,
               const Vec3d& from,
               const Vec3d& to,
               unsigned modifiers)
{
    editor.tools.hover(pointerAt(editor, view, from, modifiers));
    editor.tools.press(pointerAt(editor, view, from, modifiers));
    for (const double share : {0.5, 1.0})
        if (const auto moved =
                editor.tools.move(pointerAt(editor, view, glm::mix(from, to, share), modifiers));
            !moved)
            editor.messages.push_back(moved.error().message());
}

void drag(TestEditor& editor,
          const TestView& view,
          const Vec3d& from,
          const Vec3d& to,
          unsigned modifiers)
{
    startDrag(editor, view, from, to, modifiers);
    editor.tools.release(pointerAt(editor, view, to, modifiers));
}

KeyEvent keyEvent(const TestEditor& editor,
                  const TestView& view,
                  ToolKey key,
                  const std::string& text,
                  unsigned modifiers)
{
    return {key, text, modifiers, view.kind, view.camera, editor.grid()};
}

bool press(TestEditor& editor, const TestView& view, ToolKey key, unsigned modifiers)
{
    return editor.tools.key(keyEvent(editor, view, key, {}, modifiers));
}

void type(TestEditor& editor, const TestView& view, const std::string& text)
{
    for (const char c : text)
        editor.tools.key(keyEvent(editor, view, ToolKey::Text, std::string(1, c)));
}
} // namespace mapwright::test
