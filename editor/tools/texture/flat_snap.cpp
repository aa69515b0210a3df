#include "editor/tools/texture/flat_snap.h"

#include <algorithm>

namespace editor
{
namespace
{
/// More corners than these are no help, and cost time.
constexpr std::size_t MostCorners = 1024;
constexpr double SamePlace = 1e-9;

std::array<std::vector<double>, 2> coordinatesOf(std::span<const FlatShape> shapes)
{
    std::array<std::vector<double>, 2> all;
    for (const auto& shape : shapes) {
        if (all[0].size() > MostCorners)
            break;
        for (const auto& corner : shape.corners) {
            all[0].push_back(corner.x);
            all[1].push_back(corner.y);
        }
    }
    for (auto& axis : all) {
        std::sort(axis.begin(), axis.end());
        axis.erase(std::unique(axis.begin(), axis.end(),
                               [](double a, double b) { return b - a < SamePlace; }),
                   axis.end());
    }
    return all;
}

/// The best of what it is told.
struct Nearest
{
    double raw;
    double reach;
    UvSnapped best{raw};

    void consider(double value, const char* to)
    {
        if (std::abs(value - raw) >= reach)
            return;
        reach = std::abs(value - raw);
        best = {value, to};
    }

    [[nodiscard]] bool isFound() const { return *best.to != '\0'; }
};

/// Those beside a value in a sorted list.
template <typename Visit>
void forNeighbours(const std::vector<double>& sorted, double value, const Visit& visit)
{
    const auto after = std::lower_bound(sorted.begin(), sorted.end(), value);
    if (after != sorted.end())
        visit(*after);
    if (after != sorted.begin())
        visit(*std::prev(after));
}
} // namespace

FlatSnaps findFlatSnaps(std::span<const FlatShape> dragged, std::span<const FlatShape> others)
{
    return {coordinatesOf(dragged), coordinatesOf(others), {}};
}

void addHotspots(FlatSnaps& snaps, const engine::HotspotSet& set)
{
    for (std::size_t axis = 0; axis < 2; ++axis) {
        auto& others = snaps.others[axis];
        const int i = static_cast<int>(axis);
        for (const auto& spot : set.spots)
            for (const double side : {spot.at[i], spot.at[i] + spot.size[i]})
                others.push_back(side);
        std::sort(others.begin(), others.end());
    }
}

UvSnapped flatShift(const FlatSnaps& snaps, int axis, double raw, double reach, double step)
{
    const auto& moving = snaps.moving[static_cast<std::size_t>(axis)];
    const auto& others = snaps.others[static_cast<std::size_t>(axis)];
    if (moving.empty())
        return {raw};
    Nearest nearest{raw, reach};
    for (const double corner : moving)
        forNeighbours(others, corner + raw,
                      [&](double other) { nearest.consider(other - corner, " to an edge"); });
    for (const double side : {moving.front(), moving.back()})
        nearest.consider(std::round(side + raw) - side, " to a tile");
    for (const auto& seam : snaps.seams) {
        // What moves the texture one way moves the shape the other.
        const double way = -seam[axis];
        nearest.consider(way + std::round(raw - way), " to a seam");
    }
    if (!nearest.isFound() && step > 0)
        nearest.best.value = std::round((moving.front() + raw) / step) * step - moving.front();
    return nearest.best;
}

UvSnapped flatSide(const FlatSnaps& snaps, int axis, double raw, double reach, double step)
{
    Nearest nearest{raw, reach};
    forNeighbours(snaps.others[static_cast<std::size_t>(axis)], raw,
                  [&](double other) { nearest.consider(other, " to an edge"); });
    nearest.consider(std::round(raw), " to a tile");
    if (!nearest.isFound() && step > 0)
        nearest.best.value = std::round(raw / step) * step;
    return nearest.best;
}
} // namespace editor
