#include "engine_core/play/script_bindings/play_bindings.h"

#include <algorithm>
#include <utility>

namespace engine
{
namespace
{
void showItem(HudItem item)
{
    auto* play = activePlay();
    if (play == nullptr)
        return;
    if (const auto added = play->hud.add(std::move(item)); !added)
        raiseInScript(added.error().message());
}

void showText(const std::string& words,
              HudAnchor anchor,
              const Vec2d& offset,
              double size,
              const Color& color)
{
    showItem({.kind = HudItem::Kind::Text,
              .anchor = anchor,
              .offset = offset,
              .size = {0, size},
              .color = color,
              .text = words});
}

void showBox(
    HudAnchor anchor, const Vec2d& offset, const Vec2d& size, const Color& color, double alpha)
{
    showItem({.kind = HudItem::Kind::Box,
              .anchor = anchor,
              .offset = offset,
              .size = size,
              .color = color,
              .alpha = alpha});
}

/// The left edge of something as wide as `size` that is fastened there, and the rest of its offset.
HudItem leftPart(HudAnchor anchor, const Vec2d& offset, const Vec2d& size, double part)
{
    const auto column = static_cast<int>(anchor) % 3;
    const Vec2d own{size.x * part, size.y};
    // What is fastened by its middle or right edge would shrink towards there.
    return {.kind = HudItem::Kind::Box,
            .anchor = anchor,
            .offset = offset - Vec2d{(size.x - own.x) * column / 2, 0},
            .size = own};
}

void showBar(
    HudAnchor anchor, const Vec2d& offset, const Vec2d& size, double part, const Color& color)
{
    constexpr double Border = 2;
    showBox(anchor, offset, size, Color{0.02F, 0.02F, 0.02F}, 0.6);
    if (!std::isfinite(part))
        return raiseInScript("How full a bar is must be finite");
    const auto column = static_cast<int>(anchor) % 3 - 1;
    const auto row = static_cast<int>(anchor) / 3 - 1;
    const Vec2d within{std::max(size.x - 2 * Border, 0.0), std::max(size.y - 2 * Border, 0.0)};
    auto filled = leftPart(anchor, offset - Vec2d{column * Border, row * Border}, within,
                           std::clamp(part, 0.0, 1.0));
    filled.color = color;
    showItem(std::move(filled));
}

void showPicture(const std::string& path,
                 HudAnchor anchor,
                 const Vec2d& offset,
                 const Vec2d& size,
                 const Color& color,
                 double alpha)
{
    showItem({.kind = HudItem::Kind::Picture,
              .anchor = anchor,
              .offset = offset,
              .size = size,
              .color = color,
              .alpha = alpha,
              .text = path});
}

void showCrosshair(double size, const Color& color)
{
    constexpr double Thickness = 2;
    constexpr double Gap = 0.35; // of the size, left free in the middle
    const double arm = size * (1 - Gap) / 2;
    const double middle = (size - arm) / 2;
    for (const double side : {-1.0, 1.0}) {
        showBox(HudAnchor::Center, {side * middle, 0}, {arm, Thickness}, color, 0.9);
        showBox(HudAnchor::Center, {0, side * middle}, {Thickness, arm}, color, 0.9);
    }
}

void setHudMargin(double points)
{
    auto* play = activePlay();
    if (play == nullptr)
        return;
    if (const auto set = play->hud.setMargin(points); !set)
        raiseInScript(set.error().message());
}
} // namespace

Result<void> bindHud(ScriptBinder& binder)
{
    const auto number = [](HudAnchor anchor) {
        return static_cast<int>(anchor);
    };
    binder.enumeration("Anchor", {{"TopLeft", number(HudAnchor::TopLeft)},
                                  {"Top", number(HudAnchor::Top)},
                                  {"TopRight", number(HudAnchor::TopRight)},
                                  {"Left", number(HudAnchor::Left)},
                                  {"Center", number(HudAnchor::Center)},
                                  {"Right", number(HudAnchor::Right)},
                                  {"BottomLeft", number(HudAnchor::BottomLeft)},
                                  {"Bottom", number(HudAnchor::Bottom)},
                                  {"BottomRight", number(HudAnchor::BottomRight)}});
    binder.space("Hud");
    binder.function("void text(const string &in text, Anchor anchor, const Vec2 &in offset = "
                    "Vec2(0, 0), double size = 24, const Color &in color = Color(1, 1, 1))",
                    showText, "Words over the picture until the next tick; lines end with \\n");
    binder.function("void box(Anchor anchor, const Vec2 &in offset, const Vec2 &in size, const "
                    "Color &in color = Color(0, 0, 0), double alpha = 0.6)",
                    showBox, "A filled rectangle");
    binder.function("void bar(Anchor anchor, const Vec2 &in offset, const Vec2 &in size, double "
                    "part, const Color &in color = Color(0.3, 0.8, 0.3))",
                    showBar, "A bar in a dark frame that is empty at 0 and full at 1");
    binder.function("void picture(const string &in asset, Anchor anchor, const Vec2 &in offset, "
                    "const Vec2 &in size, const Color &in color = Color(1, 1, 1), double alpha = "
                    "1)",
                    showPicture, "A texture of the project, such as \"textures/heart.png\"");
    binder.function("void crosshair(double size = 16, const Color &in color = Color(1, 1, 1))",
                    showCrosshair, "Four strokes around the middle of the picture");
    binder.function("void setMargin(double points)", setHudMargin,
                    "How far anchors are from the borders, 0 to 200 points; 24 if not said");
    binder.space("");
    return binder.finish("HUD");
}
} // namespace engine
