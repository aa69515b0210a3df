#include "engine_core/lighting/luxel_fill.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace engine
{
namespace
{
constexpr float LargestHalf = 65504.0f;

float luminance(const Vec3f& color)
{
    return glm::dot(color, Vec3f{0.2126f, 0.7152f, 0.0722f});
}

enum class Neighbours
{
    All,
    DarkerHalf ///< those that are no brighter than the mean
};

/// Mean of the filled ones of the eight neighbours; false if there is none.
bool meanOfNeighbours(const BakeChart& chart,
                      const std::vector<bool>& filled,
                      std::span<const Vec3f> luxels,
                      int x,
                      int y,
                      Neighbours which,
                      Vec3f& mean)
{
    Vec3f sum{0};
    int count = 0;
    const float most = which == Neighbours::All ? std::numeric_limits<float>::max()
                                                : luminance(mean) * (1 + 1e-5f);
    for (int ny = std::max(y - 1, 0); ny <= std::min(y + 1, chart.height - 1); ++ny)
        for (int nx = std::max(x - 1, 0); nx <= std::min(x + 1, chart.width - 1); ++nx) {
            const auto at = static_cast<std::size_t>(ny * chart.width + nx);
            if (filled[at] && luminance(luxels[at]) <= most) {
                sum += luxels[at];
                ++count;
            }
        }
    if (count > 0)
        mean = sum / static_cast<float>(count);
    return count > 0;
}

/// One pass with taps `step` luxels apart.
void smoothOnce(const BakeChart& chart,
                const LuxelCover& cover,
                int step,
                float tolerance,
                std::span<const Vec3f> in,
                std::span<Vec3f> out)
{
    constexpr std::array<float, 3> Kernel{0.25f, 0.5f, 0.25f};
    for (int y = 0; y < chart.height; ++y)
        for (int x = 0; x < chart.width; ++x) {
            const auto at = static_cast<std::size_t>(y * chart.width + x);
            const float own = luminance(in[at]);
            Vec3f sum{0};
            float weights = 0;
            for (int ky = -1; ky <= 1; ++ky)
                for (int kx = -1; kx <= 1; ++kx) {
                    const int nx = x + kx * step;
                    const int ny = y + ky * step;
                    if (nx < 0 || ny < 0 || nx >= chart.width || ny >= chart.height)
                        continue;
                    const auto there = static_cast<std::size_t>(ny * chart.width + nx);
                    if (cover.at(there) == 0)
                        continue;
                    const float apart = (luminance(in[there]) - own) / tolerance;
                    const float weight = Kernel[static_cast<std::size_t>(kx + 1)] *
                                         Kernel[static_cast<std::size_t>(ky + 1)] /
                                         (1.0f + apart * apart);
                    sum += in[there] * weight;
                    weights += weight;
                }
            out[at] = weights > 0 ? sum / weights : in[at];
        }
}

/// Whether a wall thinner than a luxel stands between one luxel and one of its eight neighbours.
bool isParted(
    const BakeChart& chart, const WallCuts& cuts, std::size_t luxel, std::size_t next, int x, int y)
{
    // What stands between four luxels is noted at the first one of them.
    const int cornerX = std::clamp(x, 0, chart.width - 2);
    const int cornerY = std::clamp(y, 0, chart.height - 2);
    const auto corner = static_cast<std::size_t>(cornerY * chart.width + cornerX);
    return cuts.part(corner, cuts.seats[luxel], cuts.seats[next]);
}

/// Whether no luxel is buried on the way of `step` luxels into a direction, and no wall is crossed;
/// the chart has them all.
bool isOpenWay(
    const BakeChart& chart, const LuxelCover& cover, int x, int y, int dx, int dy, int step)
{
    if (cover.masks.empty() && !cover.cuts)
        return true;
    auto last = static_cast<std::size_t>(y * chart.width + x);
    for (int i = 0; i < step; ++i) {
        const int fromX = x + dx * i;
        const int fromY = y + dy * i;
        const auto next = static_cast<std::size_t>((fromY + dy) * chart.width + fromX + dx);
        if (cover.at(next) == 0 ||
            (cover.cuts && isParted(chart, *cover.cuts, last, next, std::min(fromX, fromX + dx),
                                    std::min(fromY, fromY + dy))))
            return false;
        last = next;
    }
    return true;
}

void blurOnce(const BakeChart& chart,
              const LuxelCover& cover,
              int step,
              std::span<const Vec3f> in,
              std::span<Vec3f> out)
{
    constexpr std::array<float, 3> Kernel{0.25f, 0.5f, 0.25f};
    for (int y = 0; y < chart.height; ++y)
        for (int x = 0; x < chart.width; ++x) {
            Vec3f sum{0};
            float weights = 0;
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx) {
                    const int nx = x + dx * step;
                    const int ny = y + dy * step;
                    if (nx < 0 || ny < 0 || nx >= chart.width || ny >= chart.height ||
                        !isOpenWay(chart, cover, x, y, dx, dy, step))
                        continue;
                    const float weight = Kernel[static_cast<std::size_t>(dx + 1)] *
                                         Kernel[static_cast<std::size_t>(dy + 1)];
                    sum += in[static_cast<std::size_t>(ny * chart.width + nx)] * weight;
                    weights += weight;
                }
            const auto at = static_cast<std::size_t>(y * chart.width + x);
            out[at] = weights > 0 ? sum / weights : in[at];
        }
}
} // namespace

void fillCovered(const BakeChart& chart, const LuxelCover& cover, std::span<Vec3f> luxels)
{
    if (cover.masks.empty())
        return;
    std::vector<bool> filled(luxels.size());
    std::vector<std::size_t> empty;
    for (std::size_t i = 0; i < luxels.size(); ++i) {
        filled[i] = cover.masks[i] != 0;
        if (!filled[i])
            empty.push_back(i);
    }
    for (bool isFirstRing = true; !empty.empty(); isFirstRing = false) {
        std::vector<std::size_t> left;
        std::vector<std::size_t> done;
        for (const auto i : empty) {
            const int x = static_cast<int>(i) % chart.width;
            const int y = static_cast<int>(i) / chart.width;
            const bool found =
                meanOfNeighbours(chart, filled, luxels, x, y, Neighbours::All, luxels[i]);
            // Below a wall that light and dark meet at, the dark side shows no light of the other.
            if (found && isFirstRing && cover.cuts)
                meanOfNeighbours(chart, filled, luxels, x, y, Neighbours::DarkerHalf, luxels[i]);
            (found ? done : left).push_back(i);
        }
        if (done.empty()) { // the whole face is buried
            for (const auto i : left)
                luxels[i] = Vec3f{0};
            return;
        }
        for (const auto i : done)
            filled[i] = true;
        empty = std::move(left);
    }
}

void smoothNoise(const BakeChart& chart, const LuxelCover& cover, std::span<Vec3f> luxels)
{
    // How far neighbours are apart along rows is mostly noise: indirect light changes slowly.
    double apart = 0;
    std::size_t pairs = 0;
    for (std::size_t i = 1; i < luxels.size(); ++i)
        if (i % static_cast<std::size_t>(chart.width) != 0 && cover.at(i) != 0 &&
            cover.at(i - 1) != 0) {
            const auto d = static_cast<double>(luminance(luxels[i]) - luminance(luxels[i - 1]));
            apart += d * d;
            ++pairs;
        }
    if (pairs == 0 || apart == 0)
        return;
    auto tolerance = static_cast<float>(2.0 * std::sqrt(apart / static_cast<double>(pairs)));
    std::vector<Vec3f> other(luxels.size());
    for (const int step : {1, 2}) {
        smoothOnce(chart, cover, step, tolerance, luxels, other);
        std::copy(other.begin(), other.end(), luxels.begin());
        tolerance *= 0.5f;
    }
}

void smoothWidely(const BakeChart& chart, const LuxelCover& cover, std::span<Vec3f> luxels)
{
    constexpr int WidestStep = 8;
    const int side = std::min(chart.width, chart.height);
    std::vector<Vec3f> other(luxels.size());
    for (int step = 1; step == 1 || (step <= WidestStep && step * 4 <= side); step *= 2) {
        blurOnce(chart, cover, step, luxels, other);
        std::copy(other.begin(), other.end(), luxels.begin());
    }
}

void smoothAs(Denoise denoise,
              const BakeChart& chart,
              const LuxelCover& cover,
              std::span<Vec3f> luxels)
{
    (denoise == Denoise::Wide ? smoothWidely : smoothNoise)(chart, cover, luxels);
}

void writeChart(const BakeChart& chart, std::span<const Vec3f> luxels, LightmapAtlas& atlas)
{
    for (int y = -ChartBorder; y < chart.height + ChartBorder; ++y)
        for (int x = -ChartBorder; x < chart.width + ChartBorder; ++x) {
            const int fromX = std::clamp(x, 0, chart.width - 1);
            const int fromY = std::clamp(y, 0, chart.height - 1);
            const auto light = luxels[static_cast<std::size_t>(fromY * chart.width + fromX)];
            const auto texel = static_cast<std::size_t>(chart.y + y) * atlas.width +
                               static_cast<std::size_t>(chart.x + x);
            for (int channel = 0; channel < 3; ++channel)
                atlas.halfs[texel * 3 + static_cast<std::size_t>(channel)] = toHalf(light[channel]);
        }
}

std::uint16_t toHalf(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>((bits >> 16U) & 0x8000U);
    const float size = std::min(std::abs(value), LargestHalf);
    if (!(size >= 0x1p-25f)) // also what is no number
        return sign;
    if (size < 0x1p-14f) { // below the smallest normal half: steps of 2^-24
        const auto steps = std::nearbyint(size * 0x1p24f);
        return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(steps));
    }
    auto magnitude = std::bit_cast<std::uint32_t>(size);
    magnitude += 0x0fffU + ((magnitude >> 13U) & 1U); // round the lower 13 bits, ties to even
    magnitude = std::min((magnitude - (112U << 23U)) >> 13U, 0x7bffU);
    return static_cast<std::uint16_t>(sign | magnitude);
}
} // namespace engine
