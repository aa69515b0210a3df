#include "engine_core/assets/images/image.h"
#include "engine_core/assets/images/png_parts.h"
#include "engine_core/base/contract.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <span>
#include <unordered_map>

namespace engine
{
namespace
{
constexpr std::size_t PixelBytes = 4; ///< of Image
constexpr std::size_t MostColours = 256;
constexpr std::size_t Filters = 5; ///< none, left, above, mean of both, the nearest of three

enum PixelKind : std::uint8_t
{
    Rgb = 2,
    Palette = 3,
    Rgba = 6
};

using Bytes = std::vector<std::uint8_t>;

std::array<std::uint8_t, 4> wordBytes(std::size_t word)
{
    return {static_cast<std::uint8_t>(word >> 24U), static_cast<std::uint8_t>(word >> 16U),
            static_cast<std::uint8_t>(word >> 8U), static_cast<std::uint8_t>(word)};
}

void appendPart(std::string& png, std::string_view kind, std::span<const std::uint8_t> bytes)
{
    const auto append = [&png](std::span<const std::uint8_t> some) {
        png.append(reinterpret_cast<const char*>(some.data()), some.size());
    };
    append(wordBytes(bytes.size()));
    const auto begin = png.size();
    png += kind;
    append(bytes);
    const auto* const summed = reinterpret_cast<const Bytef*>(png.data() + begin);
    append(wordBytes(crc32(0, summed, static_cast<uInt>(png.size() - begin))));
}

/// A picture of few colours: a number of each pixel, and what the numbers mean.
struct Painted
{
    Bytes indices;
    std::vector<std::array<std::uint8_t, PixelBytes>> colours;
};

/// Nothing if there are too many colours.
std::optional<Painted> paintedOf(const Image& image)
{
    Painted painted;
    painted.indices.reserve(image.rgba.size() / PixelBytes);
    std::unordered_map<std::uint32_t, std::uint8_t> known;
    std::uint32_t last = 0;
    for (std::size_t i = 0; i < image.rgba.size(); i += PixelBytes) {
        const auto* const pixel = &image.rgba[i];
        const auto word = static_cast<std::uint32_t>(pixel[0] << 24U | pixel[1] << 16U |
                                                     pixel[2] << 8U | pixel[3]);
        if (i > 0 && word == last) {
            painted.indices.push_back(painted.indices.back());
            continue;
        }
        last = word;
        const auto next = static_cast<std::uint8_t>(painted.colours.size());
        const auto [at, isNew] = known.emplace(word, next);
        if (isNew && painted.colours.size() == MostColours)
            return std::nullopt;
        if (isNew)
            painted.colours.push_back({pixel[0], pixel[1], pixel[2], pixel[3]});
        painted.indices.push_back(at->second);
    }
    return painted;
}

bool isOpaque(const Image& image)
{
    for (std::size_t i = PixelBytes - 1; i < image.rgba.size(); i += PixelBytes)
        if (image.rgba[i] != 255)
            return false;
    return true;
}

Bytes withoutAlpha(const Bytes& rgba)
{
    Bytes rgb;
    rgb.reserve(rgba.size() / PixelBytes * 3);
    for (std::size_t i = 0; i < rgba.size(); i += PixelBytes)
        rgb.insert(rgb.end(), {rgba[i], rgba[i + 1], rgba[i + 2]});
    return rgb;
}

/// Of left, above and the one between them, what is nearest to left + above - between (9.4).
int nearestOf(int left, int above, int between)
{
    const int guess = left + above - between;
    const int toLeft = std::abs(guess - left);
    const int toAbove = std::abs(guess - above);
    const int toBetween = std::abs(guess - between);
    if (toLeft <= toAbove && toLeft <= toBetween)
        return left;
    return toAbove <= toBetween ? above : between;
}

/// `to` gets what is left of a line when each byte was guessed from those before it.
void filterLine(std::size_t filter,
                std::span<const std::uint8_t> line,
                std::span<const std::uint8_t> before,
                std::size_t pixel,
                std::span<std::uint8_t> to)
{
    for (std::size_t i = 0; i < line.size(); ++i) {
        const int left = i < pixel ? 0 : line[i - pixel];
        const int above = before[i];
        const int between = i < pixel ? 0 : before[i - pixel];
        const std::array<int, Filters> guesses{0, left, above, (left + above) / 2,
                                               filter == 4 ? nearestOf(left, above, between) : 0};
        to[i] = static_cast<std::uint8_t>(line[i] - guesses[filter]);
    }
}

/// How much there is left, which tells how well it packs (12.8).
std::size_t weightOf(std::span<const std::uint8_t> line)
{
    std::size_t sum = 0;
    for (const auto byte : line)
        sum += static_cast<std::size_t>(byte < 128 ? byte : 256 - byte);
    return sum;
}

/// Each line behind the number of the filter that leaves the least of it.
Bytes filtered(std::span<const std::uint8_t> pixels, std::size_t lineSize, std::size_t pixel)
{
    Bytes all;
    all.reserve(pixels.size() + pixels.size() / lineSize);
    const Bytes nothing(lineSize);
    Bytes best(lineSize);
    Bytes tried(lineSize);
    std::span<const std::uint8_t> before = nothing;
    for (std::size_t at = 0; at < pixels.size(); at += lineSize) {
        const auto line = pixels.subspan(at, lineSize);
        std::size_t chosen = 0;
        std::size_t least = static_cast<std::size_t>(-1);
        for (std::size_t filter = 0; filter < Filters; ++filter) {
            filterLine(filter, line, before, pixel, tried);
            const auto weight = weightOf(tried);
            if (weight < least) {
                least = weight;
                chosen = filter;
                best.swap(tried);
            }
        }
        all.push_back(static_cast<std::uint8_t>(chosen));
        all.insert(all.end(), best.begin(), best.end());
        before = line;
    }
    return all;
}

/// Numbers of colours are next to nothing like their neighbours, so they stay as they are.
Bytes unfiltered(std::span<const std::uint8_t> pixels, std::size_t lineSize)
{
    Bytes all;
    all.reserve(pixels.size() + pixels.size() / lineSize);
    for (std::size_t at = 0; at < pixels.size(); at += lineSize) {
        all.push_back(0);
        all.insert(all.end(), pixels.begin() + static_cast<std::ptrdiff_t>(at),
                   pixels.begin() + static_cast<std::ptrdiff_t>(at + lineSize));
    }
    return all;
}

/// Pictures of few colours are those of WADs, which come by the hundreds: quickly counts more.
std::optional<Bytes> packed(const Bytes& lines, bool isPainted)
{
    const int level = isPainted ? 1 : 5; // 5: a third of the time of the best, and little bigger
    auto size = compressBound(static_cast<uLong>(lines.size()));
    Bytes all(size);
    if (compress2(all.data(), &size, lines.data(), static_cast<uLong>(lines.size()), level) != Z_OK)
        return std::nullopt;
    all.resize(size);
    return all;
}

void appendColours(std::string& png, const Painted& painted)
{
    Bytes colours;
    Bytes alphas;
    for (const auto& colour : painted.colours) {
        colours.insert(colours.end(), colour.begin(), colour.begin() + 3);
        alphas.push_back(colour[3]);
    }
    while (!alphas.empty() && alphas.back() == 255)
        alphas.pop_back(); // those that are not named are opaque
    appendPart(png, "PLTE", colours);
    if (!alphas.empty())
        appendPart(png, "tRNS", alphas);
}
} // namespace

Result<std::string> pngBytes(const Image& image)
{
    ENGINE_EXPECT(image.rgba.size() == std::size_t{image.width} * image.height * PixelBytes);
    if (image.rgba.empty())
        return Error{"a picture without pixels cannot be packed"};
    const auto painted = paintedOf(image);
    const auto kind = painted ? Palette : isOpaque(image) ? Rgb : Rgba;
    const std::size_t pixel = painted ? 1 : kind == Rgb ? 3 : PixelBytes;
    const auto lineSize = image.width * pixel;
    const auto lines = painted       ? unfiltered(painted->indices, lineSize)
                       : kind == Rgb ? filtered(withoutAlpha(image.rgba), lineSize, pixel)
                                     : filtered(image.rgba, lineSize, pixel);
    const auto pixels = packed(lines, painted.has_value());
    if (!pixels)
        return Error{"the picture cannot be packed"};
    std::string png{PngMark};
    Bytes head;
    for (const auto side : {image.width, image.height})
        for (const auto byte : wordBytes(side))
            head.push_back(byte);
    head.insert(head.end(), {8, kind, 0, 0, 0}); // bits of a channel; the usual ways
    appendPart(png, "IHDR", head);
    if (painted)
        appendColours(png, *painted);
    appendPart(png, "IDAT", *pixels);
    appendPart(png, "IEND", {});
    return png;
}
} // namespace engine
