#include "engine_core/lighting/edges/part_luxels.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace engine
{
namespace
{
constexpr unsigned Cells = CellsAcross * CellsAcross;

Vec2f cellPlace(const BakeChart& chart, int x, int y, unsigned cell)
{
    const auto s = LuxelSpan::alongX(chart, x);
    const auto t = LuxelSpan::alongY(chart, y);
    return {s.from + (static_cast<float>(cell % CellsAcross) + 0.5f) * s.cell,
            t.from + (static_cast<float>(cell / CellsAcross) + 0.5f) * t.cell};
}

/// The work on one chart.
class Parting
{
public:
    Parting(const BakeChart& chart, LuxelCover& cover) : m_chart{chart}, m_cover{cover} {}

    void addWall(const WallOnChart& wall, double offset);
    void partCells();
    void findCuts();

    [[nodiscard]] bool isNeeded() const { return !m_near.empty(); }

private:
    /// A luxel and a wall near it.
    struct Near
    {
        std::uint32_t luxel;
        std::uint16_t foot;
        auto operator<=>(const Near&) const = default;
    };

    [[nodiscard]] std::span<const Near> wallsNear(std::uint32_t luxel) const
    {
        const auto begin = std::lower_bound(m_near.begin(), m_near.end(), Near{luxel, 0});
        auto end = begin;
        while (end != m_near.end() && end->luxel == luxel)
            ++end;
        return {begin, end};
    }

    [[nodiscard]] Vec2f seatOf(std::uint32_t luxel) const
    {
        const auto at =
            std::lower_bound(m_seats.begin(), m_seats.end(), luxel,
                             [](const Seat& a, std::uint32_t b) { return a.luxel < b; });
        if (at != m_seats.end() && at->luxel == luxel)
            return at->place;
        return {static_cast<float>(luxel % width()), static_cast<float>(luxel / width())};
    }

    [[nodiscard]] bool partsAny(std::uint16_t foot, std::uint32_t luxel) const;

    [[nodiscard]] std::uint32_t width() const { return static_cast<std::uint32_t>(m_chart.width); }

    struct Seat
    {
        std::uint32_t luxel;
        Vec2f place;
    };

    const BakeChart& m_chart;
    LuxelCover& m_cover;
    std::vector<WallFoot> m_feet;
    std::vector<Near> m_near;
    std::vector<Seat> m_seats; ///< by ascending luxel, of those that have a wall near
};

void Parting::addWall(const WallOnChart& wall, double offset)
{
    WallFoot foot{m_chart, *wall.brush, offset, BuriedDepth};
    if (foot.isEmpty() || m_feet.size() >= std::numeric_limits<std::uint16_t>::max())
        return;
    const auto index = static_cast<std::uint16_t>(m_feet.size());
    const auto& rect = wall.rect;
    constexpr float Reach = 1.5f; // to the far side of the luxels beside it
    const auto before = m_near.size();
    for (int y = std::max(rect.y0 - 1, 0); y <= std::min(rect.y1 + 1, m_chart.height - 1); ++y)
        for (int x = std::max(rect.x0 - 1, 0); x <= std::min(rect.x1 + 1, m_chart.width - 1); ++x) {
            const auto luxel =
                static_cast<std::uint32_t>(y) * width() + static_cast<std::uint32_t>(x);
            if (m_cover.at(luxel) != 0 &&
                !foot.isFarFrom({static_cast<float>(x), static_cast<float>(y)}, Reach))
                m_near.push_back({luxel, index});
        }
    if (m_near.size() > before)
        m_feet.push_back(std::move(foot));
}

void Parting::partCells()
{
    std::sort(m_near.begin(), m_near.end());
    for (std::size_t i = 0; i < m_near.size();) {
        const auto luxel = m_near[i].luxel;
        const auto walls = wallsNear(luxel);
        i += walls.size();
        const int x = static_cast<int>(luxel % width());
        const int y = static_cast<int>(luxel / width());
        const Vec2f middle{static_cast<float>(x), static_cast<float>(y)};
        std::array<Vec2f, Cells> places;
        for (unsigned cell = 0; cell < Cells; ++cell)
            places[cell] = cellPlace(m_chart, x, y, cell);
        const auto isParted = [&](unsigned a, unsigned b) {
            return std::any_of(walls.begin(), walls.end(), [&](const Near& near) {
                return m_feet[near.foot].parts(places[a], places[b]);
            });
        };
        unsigned left = m_cover.at(luxel);
        unsigned best = 0;
        Vec2f seat = middle;
        while (left != 0) {
            unsigned first = Cells;
            for (unsigned cell = 0; cell < Cells; ++cell)
                if ((left >> cell & 1U) != 0 &&
                    (first == Cells ||
                     glm::distance(places[cell], middle) < glm::distance(places[first], middle)))
                    first = cell;
            unsigned side = 0;
            for (unsigned cell = 0; cell < Cells; ++cell)
                if ((left >> cell & 1U) != 0 && (cell == first || !isParted(first, cell)))
                    side |= 1U << cell;
            if (std::popcount(side) > std::popcount(best)) {
                best = side;
                seat = places[first];
            }
            left &= ~side;
        }
        if (best != m_cover.at(luxel)) {
            if (m_cover.masks.empty())
                m_cover.masks.assign(m_chart.luxels(), AllCells);
            m_cover.masks[luxel] = static_cast<CellMask>(best);
        }
        m_seats.push_back({luxel, seat});
    }
}

/// Whether the wall stands between the four luxels from `luxel` on to the right and down.
bool Parting::partsAny(std::uint16_t foot, std::uint32_t luxel) const
{
    const Vec2f middle{static_cast<float>(luxel % width()) + 0.5f,
                       static_cast<float>(luxel / width()) + 0.5f};
    if (!m_feet[foot].isFarFrom(middle, 0.5f))
        return true;
    std::array<Vec2f, 4> open;
    std::size_t count = 0;
    for (const auto at : {luxel, luxel + 1, luxel + width(), luxel + width() + 1})
        if (m_cover.at(at) != 0)
            open[count++] = seatOf(at);
    for (std::size_t a = 0; a < count; ++a)
        for (std::size_t b = a + 1; b < count; ++b)
            if (m_feet[foot].parts(open[a], open[b]))
                return true;
    return false;
}

void Parting::findCuts()
{
    std::vector<Near> cuts;
    for (const auto& near : m_near) {
        const int x = static_cast<int>(near.luxel % width());
        const int y = static_cast<int>(near.luxel / width());
        for (int fromY = std::max(y - 1, 0); fromY <= std::min(y, m_chart.height - 2); ++fromY)
            for (int fromX = std::max(x - 1, 0); fromX <= std::min(x, m_chart.width - 2); ++fromX) {
                const auto luxel =
                    static_cast<std::uint32_t>(fromY) * width() + static_cast<std::uint32_t>(fromX);
                if (partsAny(near.foot, luxel))
                    cuts.push_back({luxel, near.foot});
            }
    }
    if (cuts.empty())
        return;
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    auto made = std::make_shared<WallCuts>();
    made->feet = std::move(m_feet);
    made->first.assign(m_chart.luxels() + 1, 0);
    for (const auto& cut : cuts) {
        ++made->first[cut.luxel + 1];
        made->footOf.push_back(cut.foot);
    }
    for (std::size_t i = 1; i < made->first.size(); ++i)
        made->first[i] += made->first[i - 1];
    made->seats.reserve(m_chart.luxels());
    for (std::uint32_t luxel = 0; luxel < m_chart.luxels(); ++luxel)
        made->seats.emplace_back(static_cast<float>(luxel % width()),
                                 static_cast<float>(luxel / width()));
    made->beside.resize(m_chart.luxels());
    for (const auto& seat : m_seats) {
        made->seats[seat.luxel] = seat.place;
        made->beside[seat.luxel] = true;
    }
    m_cover.cuts = std::move(made);
}
} // namespace

void partLuxels(const BakeChart& chart,
                std::span<const WallOnChart> walls,
                double offset,
                LuxelCover& cover)
{
    Parting parting{chart, cover};
    for (const auto& wall : walls)
        parting.addWall(wall, offset);
    if (!parting.isNeeded())
        return;
    parting.partCells();
    parting.findCuts();
}
} // namespace engine
