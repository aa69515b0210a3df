#include "engine_core/lighting/incremental/old_charts.h"

#include "engine_core/lighting/plan/even_light.h"
#include "engine_core/scene/light/body_hash.h"

#include <glm/gtc/packing.hpp>
#include <stb_rect_pack.h>

#include <algorithm>
#include <memory>
#include <set>

namespace engine
{
namespace
{
const std::vector<float>& floatsOfHalfs()
{
    static const auto floats = [] {
        std::vector<float> all(std::size_t{1} << 16U);
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = glm::unpackHalf1x16(static_cast<std::uint16_t>(i));
        return all;
    }();
    return floats;
}

std::size_t texelsOf(const BakeChart& chart)
{
    return static_cast<std::size_t>(chart.width + 2 * ChartBorder) *
           static_cast<std::size_t>(chart.height + 2 * ChartBorder);
}

/// Below what the last atlas holds; false if they do not fit there.
bool placeBelow(LightmapAtlas& atlas,
                std::uint16_t index,
                std::span<BakeChart> charts,
                std::span<const std::size_t> added)
{
    std::vector<stbrp_rect> rects;
    for (const auto i : added)
        rects.push_back({static_cast<int>(i), charts[i].width + 2 * ChartBorder,
                         charts[i].height + 2 * ChartBorder, 0, 0, 0});
    const int width = static_cast<int>(atlas.width);
    const int above = static_cast<int>(atlas.height);
    if (above >= AtlasLimit)
        return false;
    stbrp_context context;
    std::vector<stbrp_node> nodes(atlas.width);
    stbrp_init_target(&context, width, AtlasLimit - above, nodes.data(), width);
    if (stbrp_pack_rects(&context, rects.data(), static_cast<int>(rects.size())) == 0)
        return false;
    int rows = 0;
    for (const auto& rect : rects) {
        auto& chart = charts[static_cast<std::size_t>(rect.id)];
        chart.atlas = index;
        chart.x = static_cast<std::uint16_t>(rect.x + ChartBorder);
        chart.y = static_cast<std::uint16_t>(above + rect.y + ChartBorder);
        rows = std::max(rows, rect.y + rect.h);
    }
    atlas.height = static_cast<std::uint32_t>(above + (rows + 3) / 4 * 4);
    atlas.halfs.resize(std::size_t{3} * atlas.width * atlas.height);
    return true;
}

bool canBeOf(const LightmapChart& known, const BakeChart& full, OldSizes sizes)
{
    return sizes == OldSizes::Same ? known.width == full.width && known.height == full.height
                                   : known.width <= full.width && known.height <= full.height;
}

PlacedCharts placeAll(std::span<BakeChart> charts)
{
    PlacedCharts placed{packCharts(charts), std::vector<bool>(charts.size())};
    for (auto& atlas : placed.atlases)
        atlas.halfs.resize(std::size_t{3} * atlas.width * atlas.height);
    return placed;
}
} // namespace

std::vector<OldChart> findOldCharts(const Lightmap& lightmap,
                                    std::span<const StaticBrush> brushes,
                                    std::span<const BakeChart> charts,
                                    std::span<const Vec3f> albedo,
                                    OldSizes sizes)
{
    std::vector<OldChart> found(charts.size());
    EntityId owner;
    bool isInPlace = false;
    const bool isKnownBody = !lightmap.bodies.empty();
    for (std::size_t i = 0; i < charts.size(); ++i) {
        const auto& chart = charts[i];
        if (i == 0 || charts[i - 1].brush != chart.brush) {
            const auto& brush = *brushes[chart.brush].brush;
            owner = lightmap.chartsOf(chart.entity, brush);
            isInPlace = !isKnownBody || lightmap.bodies.contains(bodyHash(brush));
        }
        auto& old = found[i];
        old.albedo = albedo[i];
        const auto* known = lightmap.find(owner, chart.face);
        if (known == nullptr || !canBeOf(*known, chart, isKnownBody ? sizes : OldSizes::Same))
            continue;
        old.chart = known;
        old.isInPlace = isInPlace;
        if (lightmap.bounces >= 0)
            for (std::size_t channel = 0; channel < 3; ++channel) {
                const auto at = static_cast<int>(channel);
                const auto as = known->bounces.albedo[channel];
                // Exactly what it is now, unless it differs by more than files can tell.
                if (std::abs(albedo[i][at] * 65535.0f - static_cast<float>(as)) > 0.75f)
                    old.albedo[at] = static_cast<float>(as) / 65535.0f;
            }
    }
    return found;
}

std::array<float, ChartBounces::Layers> sharesOf(const OldChart& old, const Lightmap& lightmap)
{
    std::array<float, ChartBounces::Layers> shares{};
    float all = 0;
    for (std::size_t i = 0; i < shares.size(); ++i)
        all += shares[i] = static_cast<float>(old.chart->bounces.shares[i]);
    if (lightmap.bounces < 0) { // unknown: as in a room of grey walls
        constexpr float Grey = 0.4f;
        for (std::size_t i = 0; i < shares.size(); ++i)
            all += shares[i] = i == 0 ? 1.0f : shares[i - 1] * Grey;
    }
    for (auto& share : shares)
        share = all > 0 ? share / all : 0.0f;
    return shares;
}

std::vector<Vec3f> readChart(const LightmapChart& chart, const Lightmap& lightmap)
{
    const auto& atlas = lightmap.atlases[chart.atlas];
    const auto& floats = floatsOfHalfs();
    std::vector<Vec3f> luxels(std::size_t{chart.width} * chart.height);
    auto* to = luxels.data();
    for (std::size_t y = 0; y < chart.height; ++y) {
        const auto* from = atlas.halfs.data() + ((chart.y + y) * atlas.width + chart.x) * 3;
        for (std::size_t x = 0; x < chart.width; ++x, from += 3)
            *to++ = {floats[from[0]], floats[from[1]], floats[from[2]]};
    }
    return luxels;
}

void readChart(const LightmapChart& chart,
               const Lightmap& lightmap,
               const BakeChart& size,
               std::span<Vec3f> luxels)
{
    const auto own = readChart(chart, lightmap);
    if (chart.width == size.width && chart.height == size.height) {
        std::ranges::copy(own, luxels.begin());
        return;
    }
    auto* to = luxels.data();
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            *to++ = between(own, chart.width, chart.height,
                            static_cast<float>(x) / static_cast<float>(size.width - 1),
                            static_cast<float>(y) / static_cast<float>(size.height - 1));
}

PlacedCharts
placeCharts(const Lightmap& lightmap, std::span<const OldChart> old, std::span<BakeChart> charts)
{
    constexpr double MostEmpty = 2; // so many texels for one that is used
    std::vector<bool> isCopied(charts.size());
    std::vector<std::size_t> added;
    std::set<const LightmapChart*> taken; // of two copies of a face only one has its place
    double used = 0;
    for (std::size_t i = 0; i < charts.size(); ++i) {
        used += static_cast<double>(texelsOf(charts[i]));
        if (old[i].chart == nullptr || old[i].isResized || !taken.insert(old[i].chart).second) {
            added.push_back(i);
            continue;
        }
        isCopied[i] = true;
        charts[i].atlas = old[i].chart->atlas;
        charts[i].x = old[i].chart->x;
        charts[i].y = old[i].chart->y;
    }
    double all = 0;
    for (const auto& atlas : lightmap.atlases)
        all += static_cast<double>(atlas.width) * static_cast<double>(atlas.height);
    if (all > MostEmpty * used + 4096 || lightmap.atlases.empty() ||
        added.size() * 2 > charts.size())
        return placeAll(charts);
    PlacedCharts placed{lightmap.atlases, std::move(isCopied)};
    const auto last = static_cast<std::uint16_t>(placed.atlases.size() - 1);
    if (!added.empty() && !placeBelow(placed.atlases.back(), last, charts, added))
        return placeAll(charts);
    return placed;
}
} // namespace engine
