#include "engine_core/lighting/chart_packer.h"

#include <stb_rect_pack.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace engine
{
namespace
{
constexpr int LargestChart = AtlasLimit - 2 * ChartBorder;

BakeChart chartOf(const Brush& brush, FaceIndex face, double luxelsPerMetre)
{
    BakeChart chart;
    chart.face = static_cast<std::uint32_t>(face);
    chart.frame = chartFrame(brush, face);
    chart.normal = brush.faces()[face].plane.normal;
    chart.material = brush.faces()[face].material;
    chart.width = luxelsAlong(chart.frame.size.x, luxelsPerMetre);
    chart.height = luxelsAlong(chart.frame.size.y, luxelsPerMetre);
    const double area = chart.frame.size.x * chart.frame.size.y;
    chart.fillsFrame = faceArea(brush, face) > area * (1.0 - 1e-6);
    return chart;
}

/// From square to four times as wide as high, the widest rectangle included.
std::vector<int> atlasWidthsFor(std::span<const stbrp_rect> rects)
{
    double area = 0;
    int widest = 16;
    for (const auto& rect : rects) {
        area += static_cast<double>(rect.w) * rect.h;
        widest = std::max(widest, rect.w);
    }
    std::vector<int> widths;
    for (const double stretch : {1.0, 1.1, 1.25, 1.5, 2.0}) {
        const auto wanted = static_cast<int>(std::sqrt(area) * stretch);
        const int width = std::clamp((std::max(wanted, widest) + 3) / 4 * 4, 16, AtlasLimit);
        if (widths.empty() || widths.back() != width)
            widths.push_back(width);
    }
    return widths;
}

/// Packs as many rectangles as fit; returns the rows that they use.
int packInto(int width, std::vector<stbrp_rect>& rects)
{
    stbrp_context context;
    std::vector<stbrp_node> nodes(static_cast<std::size_t>(width));
    stbrp_init_target(&context, width, AtlasLimit, nodes.data(), width);
    stbrp_pack_rects(&context, rects.data(), static_cast<int>(rects.size()));
    int rows = 0;
    for (const auto& rect : rects)
        if (rect.was_packed != 0)
            rows = std::max(rows, rect.y + rect.h);
    return (rows + 3) / 4 * 4;
}

/// One atlas, as many as fit into it.
struct Page
{
    int width = 0;
    int rows = 0;
    std::vector<stbrp_rect> rects;
};

/// The smallest of those that take all; of a level that needs several, as wide as they may be.
Page packPage(const std::vector<stbrp_rect>& waiting)
{
    Page best;
    bool isBestWhole = false;
    for (const int width : atlasWidthsFor(waiting)) {
        Page page{.width = width, .rows = 0, .rects = waiting};
        page.rows = packInto(width, page.rects);
        const bool isWhole =
            std::all_of(page.rects.begin(), page.rects.end(),
                        [](const stbrp_rect& rect) { return rect.was_packed != 0; });
        const bool isSmaller = width * page.rows < best.width * best.rows;
        if (best.rects.empty() || (isWhole && (isSmaller || !isBestWhole))) {
            best = std::move(page);
            isBestWhole = isWhole;
        }
    }
    return best;
}
} // namespace

int luxelsAlong(double metres, double luxelsPerMetre)
{
    // A luxel lies on either end; a hair less than a whole step must not add another one.
    const double steps = std::ceil(metres * luxelsPerMetre - 1e-6);
    return static_cast<int>(std::clamp(steps + 1.0, 2.0, static_cast<double>(LargestChart)));
}

Error tooManyLuxels(std::size_t mostLuxels, double luxelsPerMetre)
{
    return Error{"This level needs more than {} million luxels at {} luxels per metre; lower the "
                 "lightmap density in the scene's settings",
                 mostLuxels >> 20U, luxelsPerMetre};
}

std::size_t numberLuxels(std::span<BakeChart> charts)
{
    std::size_t luxels = 0;
    for (auto& chart : charts) {
        chart.firstLuxel = luxels;
        luxels += chart.luxels();
    }
    return luxels;
}

double BakeChart::luxelArea(int column, int row) const
{
    const double alongS = column == 0 || column == width - 1 ? 0.5 : 1.0;
    const double alongT = row == 0 || row == height - 1 ? 0.5 : 1.0;
    return alongS * alongT * frame.size.x * frame.size.y / ((width - 1.0) * (height - 1.0));
}

Result<std::vector<BakeChart>> layOutCharts(std::span<const StaticBrush> brushes,
                                            double luxelsPerMetre,
                                            std::size_t mostLuxels,
                                            const std::set<Name>& unseen)
{
    std::vector<BakeChart> charts;
    std::size_t luxels = 0;
    for (std::size_t i = 0; i < brushes.size(); ++i) {
        const auto& brush = *brushes[i].brush;
        for (FaceIndex face = 0; face < brush.faceCount(); ++face) {
            const bool isSeen = !unseen.contains(brush.faces()[face].material);
            auto chart = chartOf(brush, face, isSeen ? luxelsPerMetre : 0);
            chart.brush = static_cast<std::uint32_t>(i);
            chart.entity = brushes[i].entity;
            chart.firstLuxel = luxels;
            luxels += chart.luxels();
            if (luxels > mostLuxels)
                return tooManyLuxels(mostLuxels, luxelsPerMetre);
            charts.push_back(chart);
        }
    }
    return charts;
}

std::vector<LightmapAtlas> packCharts(std::span<BakeChart> charts)
{
    std::vector<stbrp_rect> waiting;
    waiting.reserve(charts.size());
    for (std::size_t i = 0; i < charts.size(); ++i)
        waiting.push_back({static_cast<int>(i), charts[i].width + 2 * ChartBorder,
                           charts[i].height + 2 * ChartBorder, 0, 0, 0});
    std::vector<LightmapAtlas> atlases;
    while (!waiting.empty()) {
        const auto page = packPage(waiting);
        std::vector<stbrp_rect> left;
        for (const auto& rect : page.rects) {
            if (rect.was_packed == 0) {
                left.push_back(rect);
                continue;
            }
            auto& chart = charts[static_cast<std::size_t>(rect.id)];
            chart.atlas = static_cast<std::uint16_t>(atlases.size());
            chart.x = static_cast<std::uint16_t>(rect.x + ChartBorder);
            chart.y = static_cast<std::uint16_t>(rect.y + ChartBorder);
        }
        ENGINE_EXPECT(left.size() < waiting.size()); // no chart is larger than an atlas
        atlases.push_back(
            {static_cast<std::uint32_t>(page.width), static_cast<std::uint32_t>(page.rows), {}});
        waiting = std::move(left);
    }
    return atlases;
}

double atlasFill(std::span<const BakeChart> charts, std::span<const LightmapAtlas> atlases)
{
    double used = 0;
    double all = 0;
    for (const auto& chart : charts)
        used += (chart.width + 2.0 * ChartBorder) * (chart.height + 2.0 * ChartBorder);
    for (const auto& atlas : atlases)
        all += static_cast<double>(atlas.width) * static_cast<double>(atlas.height);
    return all > 0 ? used / all : 1;
}
} // namespace engine
