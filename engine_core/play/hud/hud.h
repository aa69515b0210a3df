#pragma once

#include "engine_core/base/result.h"
#include "engine_core/math/types.h"

#include <cstddef>
#include <string>
#include <vector>

namespace engine
{
/// Where on the screen something of the HUD is fastened. Numbered by rows from the upper left.
enum class HudAnchor
{
    TopLeft,
    Top,
    TopRight,
    Left,
    Center,
    Right,
    BottomLeft,
    Bottom,
    BottomRight
};

/// Which part of an item lies at its place, from left to right.
enum class HudSide
{
    OfAnchor, ///< its left edge at the left anchors, its middle at the middle ones
    Left,
    Right
};

/// One thing that scripts show over the game's picture. Lengths are points: see pixelsPerPoint().
struct HudItem
{
    enum class Kind
    {
        Text,
        Box,
        Picture
    };

    Kind kind = Kind::Text;
    HudAnchor anchor = HudAnchor::TopLeft;
    Vec2d offset{
        0};        ///< from the anchor, right and down; the item's own corner or middle lies there
    Vec2d size{0}; ///< of a text: y is the height of a line, x nothing
    Color color{1, 1, 1}; ///< of the text or box; a picture's pixels are multiplied by it
    double alpha = 1;     ///< 0 to 1
    std::string text{};   ///< or the path of a picture, such as "textures/logo.png"
    HudSide side = HudSide::OfAnchor;
    friend bool operator==(const HudItem&, const HudItem&) = default;
};

/// A rectangle of a screen, in its pixels from the upper left corner.
struct HudRectangle
{
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;
};

/// What scripts show over the game's picture in this tick: gone with the next one unless they show
/// it again. In the order of drawing. Not part of the game's state.
class Hud
{
public:
    static constexpr double Height = 720;         ///< points from top to bottom
    static constexpr double LeastWidth = 960;     ///< points; narrow screens are higher instead
    static constexpr double DefaultMargin = 24;   ///< points that screens may hide at each border
    static constexpr std::size_t MostItems = 500; ///< in one tick
    static constexpr std::size_t MostLetters = 2000; ///< bytes of one text

    /// An Error, in words for the writer of the script, for numbers that are not finite or out of
    /// all proportion, and beyond MostItems.
    Result<void> add(HudItem item);

    /// How far anchors are from the borders of the picture; points, 0 to 200.
    Result<void> setMargin(double points);

    void clear() { m_items.clear(); }

    /// These once more, which an earlier tick has shown.
    void showAgain(const std::vector<HudItem>& items)
    {
        m_items.insert(m_items.end(), items.begin(), items.end());
    }

    [[nodiscard]] const std::vector<HudItem>& items() const { return m_items; }

    [[nodiscard]] double margin() const { return m_margin; }

private:
    std::vector<HudItem> m_items;
    double m_margin = DefaultMargin;
};

/// Of a screen of so many pixels, at least 1: it is Hud::Height points high, and more where it is
/// narrower than 4 : 3.
[[nodiscard]] double pixelsPerPoint(double width, double height);

/// Where something of that size is on a screen. `size` is in pixels; `width` and `height` are the
/// screen's, at least 1.
[[nodiscard]] HudRectangle
placeOnScreen(const HudItem& item, const Vec2d& size, double margin, double width, double height);
} // namespace engine
