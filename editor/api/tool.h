#pragma once

#include "engine_core/base/result.h"
#include "engine_core/math/grid.h"
#include "engine_core/render/passes/view.h"
#include "engine_core/scene/spatial/spatial_index.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace editor
{
/// Held keys of a pointer or key event. Flags.
enum class Modifier : unsigned
{
    None = 0,
    Shift = 1,
    Ctrl = 2,
    Alt = 4
};

[[nodiscard]] constexpr Modifier operator|(Modifier a, Modifier b)
{
    return static_cast<Modifier>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}

enum class PointerButton
{
    None,
    Left,
    Middle,
    Right
};

/// What the mouse pointer looks like over a view: it says what a press there would do.
enum class PointerShape
{
    Arrow,
    Cross,          ///< sets or draws something at exactly this place
    Move,           ///< drags what is under it
    Grab,           ///< turns what is under it
    SizeHorizontal, ///< drags a side or an arrow; named by the way it goes on the screen
    SizeVertical,
    SizeRising,  ///< towards the upper right corner
    SizeFalling, ///< towards the lower right corner
};

/// What a view shows from which side, for tools that behave differently in 2D.
enum class ViewKind
{
    Perspective,
    Top,   ///< X right, Z down; looks along -Y
    Front, ///< X right, Y up; looks along -Z
    Side   ///< Z left, Y up; looks along -X
};

/// A mouse event without any toolkit: everything a tool needs to know of view and level.
struct PointerEvent
{
    ViewKind view = ViewKind::Perspective;
    engine::ViewCamera camera;
    engine::Vec2d position{0}; ///< logical pixels from the view's upper left corner
    engine::Vec2d viewSize{1}; ///< logical pixels
    engine::Ray ray;           ///< through the position, world space
    PointerButton button = PointerButton::None;
    unsigned modifiers = 0;            ///< Modifier flags
    int clicks = 1;                    ///< 2 for the second press of a double click
    double pressure = 1;               ///< of a pen, 0 to 1; a mouse presses fully
    engine::Grid grid;                 ///< already inverted if Ctrl suspends snapping
    std::vector<engine::PickHit> hits; ///< brushes under the pointer, nearest first
    engine::EntityId icon; ///< the light, start or other bodiless object under the pointer; or null

    [[nodiscard]] bool has(Modifier modifier) const
    {
        return (modifiers & static_cast<unsigned>(modifier)) != 0;
    }

    /// The pointer's place on a 2D view's plane through the given depth, unsnapped.
    [[nodiscard]] engine::Vec3d onViewPlane(const engine::Vec3d& depth) const;
};

enum class ToolKey
{
    Enter,
    Escape,
    Delete,
    Backspace,
    Left,
    Right,
    Up,
    Down,
    PageUp,
    PageDown,
    X,
    Y,
    Z,
    V,   ///< the next kind of snapping, during a drag
    Text ///< a digit or sign typed during a gesture; see KeyEvent::text
};

struct KeyEvent
{
    ToolKey key = ToolKey::Enter;
    std::string text;
    unsigned modifiers = 0;
    ViewKind view = ViewKind::Perspective;
    engine::ViewCamera camera;
    engine::Grid grid;
};

/// A drag from press to release. Its state is its lifetime: destroyed without commit() it takes
/// everything back.
class Gesture
{
public:
    virtual ~Gesture() = default;

    /// The pointer moved. An Error is shown in the status bar; the last good state stays.
    virtual engine::Result<void> update(const PointerEvent& event) = 0;
    virtual void commit() = 0;

    /// A key during the drag: a typed measure, an axis. True if it was used.
    virtual bool key(const KeyEvent&) { return false; }

    /// The measure to show at the pointer and in the status bar, such as "4.0 x 0.25 x 16.0 m".
    [[nodiscard]] virtual std::string measure() const { return {}; }

    virtual void draw(engine::DebugDraw&, const PointerEvent&) const {}
};

/// One of the values of a setting that is a choice, such as a kind of shape.
struct ToolChoice
{
    std::string label;
    std::string icon; ///< of resources/icons, without ".svg"; may be empty
};

/// A number of a tool that the tool options show for editing, such as the height of new brushes; or
/// a choice, whose number is an index into `choices`; or a button, which has only `press`.
struct ToolSetting
{
    std::string label; ///< as people read it
    std::string unit;  ///< "m", "deg", ...; may be empty
    std::string tooltip;
    double min = 0;
    double max = 0;
    std::function<double()> get;
    std::function<engine::Result<void>(double)> set;
    std::vector<ToolChoice> choices = {};             ///< not empty: min and max do not count
    std::function<engine::Result<void>()> press = {}; ///< not empty: a button
};

/// Something that the mouse does in the views. Lives as long as the editor, active or not.
class Tool
{
public:
    virtual ~Tool() = default;

    virtual void activate() {}

    /// Another tool was chosen, or Esc: drop what is half done.
    virtual void deactivate() {}

    /// A press: returns the gesture that follows the pointer from now on, or null if the tool has
    /// no use for it and the next one in the chain may have it.
    [[nodiscard]] virtual std::unique_ptr<Gesture> press(const PointerEvent& event) = 0;

    /// A press and release without a drag, also Alt+right click; true if it was used.
    virtual bool click(const PointerEvent&) { return false; }

    virtual void hover(const PointerEvent&) {}

    /// What a press here would do; nullopt if it would be left to the next tool in the chain.
    [[nodiscard]] virtual std::optional<PointerShape> pointer(const PointerEvent&) const
    {
        return std::nullopt;
    }

    /// True if it was used. Esc goes one step back: a point, then the tool.
    virtual bool key(const KeyEvent&) { return false; }

    /// Typed digits are for the tool now, not for shortcuts: something waits to be given a measure.
    [[nodiscard]] virtual bool takesText() const { return false; }

    /// The key is for the tool now, even if it is a shortcut of the window, as Delete is.
    [[nodiscard]] virtual bool takesKey(ToolKey) const { return takesText(); }

    /// What the tool options show; asked for again after each change of the document.
    [[nodiscard]] virtual std::vector<ToolSetting> settings() { return {}; }

    /// One line for the status bar: what to do next.
    [[nodiscard]] virtual std::string hint() const { return {}; }

    virtual void draw(engine::DebugDraw&, const PointerEvent&) const {}
};
} // namespace editor
