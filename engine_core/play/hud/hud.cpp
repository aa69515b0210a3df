#include "engine_core/play/hud/hud.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace engine
{
namespace
{
constexpr double Farthest = 10000;       ///< points
constexpr double MostLetterHeight = 400; ///< points

bool isLength(double value, double least)
{
    return std::isfinite(value) && value >= least && value <= Farthest;
}
} // namespace

Result<void> Hud::add(HudItem item)
{
    if (m_items.size() >= MostItems)
        return Error{"A tick can show {} things at most", MostItems};
    if (item.anchor < HudAnchor::TopLeft || item.anchor > HudAnchor::BottomRight)
        return Error{"There is no such anchor"};
    if (item.kind == HudItem::Kind::Text && !(item.size.y >= 1 && item.size.y <= MostLetterHeight))
        return Error{"Letters must be 1 to {} points high", MostLetterHeight};
    if (!isLength(item.offset.x, -Farthest) || !isLength(item.offset.y, -Farthest))
        return Error{"Where it is must be finite, and {} points away at most", Farthest};
    if (!isLength(item.size.x, 0) || !isLength(item.size.y, 0))
        return Error{"How large it is must be 0 to {} points", Farthest};
    if (!(item.alpha >= 0 && item.alpha <= 1))
        return Error{"Its alpha must be 0 to 1"};
    if (!std::isfinite(item.color.r) || !std::isfinite(item.color.g) ||
        !std::isfinite(item.color.b))
        return Error{"Its colour must be finite"};
    if (item.text.size() > MostLetters)
        return Error{"A text can have {} bytes at most", MostLetters};
    m_items.push_back(std::move(item));
    return {};
}

Result<void> Hud::setMargin(double points)
{
    constexpr double Most = 200;
    if (!(points >= 0 && points <= Most))
        return Error{"The margin must be 0 to {} points", Most};
    m_margin = points;
    return {};
}

double pixelsPerPoint(double width, double height)
{
    return std::min(height / Hud::Height, width / Hud::LeastWidth);
}

HudRectangle
placeOnScreen(const HudItem& item, const Vec2d& size, double margin, double width, double height)
{
    const double point = pixelsPerPoint(width, height);
    const auto row = static_cast<int>(item.anchor) / 3;
    const auto column = static_cast<int>(item.anchor) % 3;
    // What part of the item lies at the anchor: 0 is its near edge, 1 its far one.
    const double part = item.side == HudSide::OfAnchor ? column / 2.0
                        : item.side == HudSide::Left   ? 0.0
                                                       : 1.0;
    // From the near border over the middle to the far one; offsets go right and down everywhere.
    const auto along = [&](int third, double whole, double own, double offset, double ofOwn) {
        const double inset = margin * point;
        return inset + (whole - 2 * inset) * third / 2 - own * ofOwn + offset * point;
    };
    return {along(column, width, size.x, item.offset.x, part),
            along(row, height, size.y, item.offset.y, row / 2.0), size.x, size.y};
}
} // namespace engine
