#include "editor/scripting/script_host.h"
#include "engine_core/base/log.h"
#include "engine_core/base/random_number.h"
#include "engine_core/math/srgb.h"

#include <algorithm>
#include <cmath>

namespace editor
{
using engine::Color;
using engine::DebugDraw;
using engine::EntityId;
using engine::raiseInScript;
using engine::ScriptBinder;
using engine::Vec3d;
using engine::Vec3f;

namespace
{
constexpr int CirclePoints = 48;
constexpr std::size_t MaxDrawn = 200'000;

/// Null, with an exception in the script, outside of onDraw(), or if it draws without an end.
DebugDraw* drawing()
{
    auto* draw = activeHost()->draw;
    if (draw == nullptr) {
        raiseInScript("Draw functions can be called from onDraw() only");
        return nullptr;
    }
    if (draw->lines.size() + draw->points.size() + draw->triangles.size() + draw->labels.size() >
        MaxDrawn) {
        raiseInScript(fmt::format("onDraw() draws more than {} things", MaxDrawn));
        return nullptr;
    }
    return draw;
}

/// Scripts give light, as the level does; what is drawn over the views is given as the screen has
/// it.
engine::DrawColor onScreen(const Color& color, double alpha = 1)
{
    return {engine::srgbFromLinear(color.r), engine::srgbFromLinear(color.g),
            engine::srgbFromLinear(color.b), static_cast<float>(alpha)};
}

void line(const Vec3d& from, const Vec3d& to, const Color& color, double width)
{
    if (auto* draw = drawing())
        draw->line(from, to, onScreen(color), static_cast<float>(width), DebugDraw::Depth::Dimmed);
}

void box(const Vec3d& low, const Vec3d& high, const Color& color, double width)
{
    if (auto* draw = drawing())
        draw->box({glm::min(low, high), glm::max(low, high)}, onScreen(color),
                  static_cast<float>(width), DebugDraw::Depth::Dimmed);
}

void point(const Vec3d& at, const Color& color, double size)
{
    if (auto* draw = drawing())
        draw->point(at, onScreen(color), static_cast<float>(size));
}

void triangle(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Color& color, double alpha)
{
    if (auto* draw = drawing())
        draw->triangles.push_back(
            {Vec3f{a}, Vec3f{b}, Vec3f{c}, onScreen(color, alpha), DebugDraw::Depth::Dimmed});
}

void textAt(const Vec3d& at, const std::string& shown, const Color& color)
{
    if (auto* draw = drawing())
        draw->labels.push_back({Vec3f{at}, shown, onScreen(color)});
}

void circle(const Vec3d& center, const Vec3d& normal, double radius, const Color& color)
{
    auto* draw = drawing();
    const double length = glm::length(normal);
    if (draw == nullptr || !(length > 0))
        return;
    const auto up = normal / length;
    const auto across = std::abs(up.y) < 0.9 ? Vec3d{0, 1, 0} : Vec3d{1, 0, 0};
    const auto side = glm::normalize(glm::cross(up, across)) * radius;
    const auto ahead = glm::cross(up, side);
    auto before = center + side;
    for (int i = 1; i <= CirclePoints; ++i) {
        const double angle = 2 * engine::Pi * i / CirclePoints;
        const auto next = center + side * std::cos(angle) + ahead * std::sin(angle);
        draw->line(before, next, onScreen(color), 1, DebugDraw::Depth::Dimmed);
        before = next;
    }
}

/// Where the handle is now: dragged there, or where the script has it.
Vec3d moveHandle(const std::string& id, const Vec3d& at)
{
    auto* host = activeHost();
    auto* draw = drawing();
    if (draw == nullptr)
        return at;
    const bool moves = host->moved && host->moved->id == id;
    const auto place = moves ? host->moved->at : at;
    host->handles->push_back({id, place});
    draw->point(place, moves ? engine::DrawColor{1, 0.71f, 0.33f, 1} : engine::DrawColor{}, 9);
    return place;
}

void bindDrawing(ScriptBinder& binder)
{
    binder.space("Draw");
    binder.function("void line(const Vec3 &in from, const Vec3 &in to, const Color &in color = "
                    "Color(1, 1, 1), double width = 1)",
                    line, "A line in all views; width in pixels, colours as of lights");
    binder.function("void box(const Vec3 &in low, const Vec3 &in high, const Color &in color = "
                    "Color(1, 1, 1), double width = 1)",
                    box, "The edges of a box between two corners");
    binder.function("void point(const Vec3 &in at, const Color &in color = Color(1, 1, 1), double "
                    "size = 7)",
                    point, "A square of so many pixels");
    binder.function("void triangle(const Vec3 &in a, const Vec3 &in b, const Vec3 &in c, const "
                    "Color &in color, double alpha = 0.4)",
                    triangle, "A filled triangle that can be seen through");
    binder.function("void text(const Vec3 &in at, const string &in text, const Color &in color = "
                    "Color(1, 1, 1))",
                    textAt, "Words at a place");
    binder.function("void circle(const Vec3 &in center, const Vec3 &in normal, double radius, "
                    "const Color &in color = Color(1, 1, 1))",
                    circle, "A circle that faces along the normal");
    binder.space("Handle");
    binder.function("Vec3 move(const string &in id, const Vec3 &in at)", moveHandle,
                    "A point that can be dragged in the views, from onDraw(); returns where it is "
                    "now. The drag is one undo step");
    binder.space("");
}

void bindPointer(ScriptBinder& binder)
{
    const auto member = [&](const char* declaration, std::size_t offset) {
        binder.member("Pointer", declaration, offset);
    };
    binder.value<ScriptPointer>("Pointer");
    member("Vec3 place", offsetof(ScriptPointer, place));
    member("Vec3 normal", offsetof(ScriptPointer, normal));
    member("Vec3 origin", offsetof(ScriptPointer, from));
    member("Vec3 direction", offsetof(ScriptPointer, direction));
    member("Vec2 pixel", offsetof(ScriptPointer, pixel));
    member("double metresPerPixel", offsetof(ScriptPointer, metresPerPixel));
    member("Entity entity", offsetof(ScriptPointer, entity));
    member("int face", offsetof(ScriptPointer, face));
    member("int view", offsetof(ScriptPointer, view));
    member("int clicks", offsetof(ScriptPointer, clicks));
    member("bool inView", offsetof(ScriptPointer, inView));
    member("bool hitsLevel", offsetof(ScriptPointer, hitsLevel));
    member("bool shift", offsetof(ScriptPointer, shift));
    member("bool ctrl", offsetof(ScriptPointer, ctrl));
    member("bool alt", offsetof(ScriptPointer, alt));
    binder.space("View");
    binder.function(
        "Pointer pointer()", +[] { return activeHost()->pointer; },
        "Where the mouse is in the views, or was last");
    binder.function(
        "void refresh()", +[] { activeHost()->editor.updateViews(); }, "Paints the views again");
    binder.function(
        "void focus(const Vec3 &in low, const Vec3 &in high)",
        +[](const Vec3d& low, const Vec3d& high) {
            activeHost()->editor.focus({glm::min(low, high), glm::max(low, high)});
        },
        "Moves the views so that the box fills them");
    binder.space("");
}

void show(MessageKind kind, const std::string& message)
{
    activeHost()->editor.showMessage(kind, message);
}

std::vector<std::string> assets(engine::AssetKind kind)
{
    std::vector<std::string> paths;
    for (const auto& entry : activeHost()->editor.assets().entries())
        if (kind == engine::AssetKind::Any || entry.kind == kind)
            paths.push_back(entry.path);
    return paths;
}

void later(std::function<void()> work)
{
    activeHost()->later.push_back(std::move(work));
}

void bindCommands(ScriptBinder& binder)
{
    binder.function(
        "void openWindow(const string &in className)",
        +[](const std::string& name) {
            later([host = activeHost(), name] { host->editor.showPanel("script." + name); });
        },
        "Opens the window of that class, or brings it to the front");
    binder.function(
        "void openPanel(const string &in id)",
        +[](const std::string& id) {
            later([host = activeHost(), id] { host->editor.showPanel(id); });
        },
        "Opens a dock of the editor, such as \"inspector\" or \"console\"");
    binder.function(
        "void activateTool(const string &in id)",
        +[](const std::string& id) {
            later([host = activeHost(), id] { host->editor.activateTool(id); });
        },
        "Chooses a tool; \"\" is the selection tool, \"script.Name\" that of a script's class");
    binder.function(
        "string activeTool()", +[] { return activeHost()->editor.activeTool(); },
        "The id of the tool in use");
    binder.function(
        "void undoName(const string &in name)",
        +[](const std::string& name) { activeHost()->undoName = name; },
        "What the undo menu calls the step that is being made");
}
} // namespace

engine::Result<void> bindViews(ScriptBinder& binder)
{
    bindDrawing(binder);
    bindPointer(binder);
    binder.space("Editor");
    bindCommands(binder);
    binder.function(
        "void message(const string &in text)",
        +[](const std::string& t) { show(MessageKind::Info, t); },
        "A line in the status bar and the console");
    binder.function(
        "void warn(const string &in text)",
        +[](const std::string& t) { show(MessageKind::Warning, t); }, "The same as a warning");
    binder.function(
        "double grid()", +[] { return activeHost()->editor.grid().step; },
        "How far apart the grid's lines are, in metres");
    binder.function(
        "Vec3 snapped(const Vec3 &in place)",
        +[](const Vec3d& place) { return activeHost()->editor.grid().snap(place); },
        "The nearest place on the grid, if snapping is on");
    binder.function(
        "string material()", +[] { return activeHost()->editor.currentMaterial().text(); },
        "The material that new brushes get");
    binder.function(
        "void setMaterial(const string &in material)",
        +[](const std::string& m) {
            if (isPath(m))
                activeHost()->editor.setCurrentMaterial(engine::Name{m});
        },
        "Chooses the material that new brushes get");
    binder.function(
        "bool isPlaying()", +[] { return activeHost()->editor.isPlaying(); },
        "Whether the level is being played");
    binder.function("array<string>@ assets(AssetKind kind = AssetKind::Any)", assets,
                    "The paths of the project's files");
    binder.space("");
    binder.function(
        "double random()", +[] { return engine::nextRandom(activeHost()->random); },
        "A number from 0 to 1; the same row of them after the same randomSeed()");
    binder.function(
        "void randomSeed(int seed)",
        +[](int seed) { activeHost()->random = static_cast<std::uint64_t>(seed); },
        "Starts the row of random numbers anew");
    return binder.finish("view");
}
} // namespace editor
