#include "engine_core/math/srgb.h"
#include "engine_core/play/script_bindings/play_bindings.h"

namespace engine
{
namespace
{
constexpr std::size_t LongestText = 1000; ///< bytes

/// Scripts give light, as the level does; what is drawn over the views is given as the screen has
/// it.
DrawColor onScreen(const Color& color)
{
    return {srgbFromLinear(color.r), srgbFromLinear(color.g), srgbFromLinear(color.b), 1};
}

/// Null, with an exception in the script, for what cannot be drawn.
PlayMarks* marksFor(bool isSane, double seconds)
{
    auto* play = activePlay();
    if (play == nullptr)
        return nullptr;
    if (isSane && std::isfinite(seconds))
        return &play->marks;
    raiseInScript("Places, sizes and seconds must be finite");
    return nullptr;
}

void drawLine(const Vec3d& from, const Vec3d& to, const Color& color, double seconds)
{
    if (auto* marks = marksFor(isFinite(from) && isFinite(to), seconds))
        marks->line(from, to, onScreen(color), seconds);
}

void drawBox(const Vec3d& low, const Vec3d& high, const Color& color, double seconds)
{
    if (auto* marks = marksFor(isFinite(low) && isFinite(high), seconds))
        marks->box({glm::min(low, high), glm::max(low, high)}, onScreen(color), seconds);
}

void drawSphere(const Vec3d& center, double radius, const Color& color, double seconds)
{
    if (auto* marks = marksFor(isFinite(center) && std::isfinite(radius), seconds))
        marks->sphere(center, radius, onScreen(color), seconds);
}

void drawText(const Vec3d& at, const std::string& text, const Color& color, double seconds)
{
    if (auto* marks = marksFor(isFinite(at), seconds))
        marks->text(at, text.substr(0, LongestText), onScreen(color), seconds);
}

void graph(const std::string& name, double value)
{
    auto* play = activePlay();
    if (play == nullptr)
        return;
    if (name.empty() || name.size() > PlayGraphs::LongestName || !std::isfinite(value))
        raiseInScript("A graph needs a name of 1 to 40 bytes, and a finite value");
    else if (!play->graphs.set(name, value))
        raiseInScript("A game has no more than 8 graphs of its own");
}
} // namespace

Result<void> bindDebug(ScriptBinder& binder)
{
    const std::string rest = "const Color &in color = Color(1, 0.6, 0.1), double seconds = 0)";
    binder.space("Debug");
    binder.function(("void line(const Vec3 &in from, const Vec3 &in to, " + rest).c_str(), drawLine,
                    "A line in the views for so many seconds, or for one tick");
    binder.function(("void box(const Vec3 &in low, const Vec3 &in high, " + rest).c_str(), drawBox,
                    "The edges of a box");
    binder.function(("void sphere(const Vec3 &in center, double radius, " + rest).c_str(),
                    drawSphere, "Three circles; the radius in metres");
    binder.function(("void text(const Vec3 &in at, const string &in text, " + rest).c_str(),
                    drawText, "Words at a place");
    binder.function("void graph(const string &in name, double value)", graph,
                    "A value of this tick for the graphs over the game's picture");
    binder.space("");
    return binder.finish("debug");
}
} // namespace engine
