#include "engine_core/assets/images/placeholder_picture.h"

#include "engine_core/base/hash.h"
#include "engine_core/math/srgb.h"

#include <stb_easy_font.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace engine
{
namespace
{
constexpr std::uint32_t Side = 128;
constexpr int MostLetters = 18; ///< in a line
constexpr std::size_t MostLines = 8;
constexpr float Dark = 0.8F; ///< lines along the edges, of the colour

/// sRGB, 0 to 1: a hue of its own, as grey and as bright as all others.
Vec3f colorOf(std::string_view name)
{
    const auto hue = static_cast<float>(hashText(name) % 360) / 60.F;
    const auto part = [hue](float shift) {
        const float way = std::fmod(hue + shift, 6.F);
        const float full = std::clamp(std::abs(way - 3.F) - 1.F, 0.F, 1.F);
        return 0.38F + 0.2F * full;
    };
    return {part(0), part(4), part(2)};
}

std::uint8_t byteOf(float part)
{
    return static_cast<std::uint8_t>(std::lround(std::clamp(part, 0.F, 1.F) * 255.F));
}

/// Broken behind slashes, and where a line is full.
std::vector<std::string> linesOf(std::string_view name)
{
    std::vector<std::string> lines{{}};
    for (const char sign : name) {
        if (lines.back().size() == MostLetters)
            lines.emplace_back();
        const bool isPlain = sign >= ' ' && sign < 127;
        lines.back() += isPlain ? sign : '_';
        if (sign == '/')
            lines.emplace_back();
    }
    if (lines.size() > MostLines)
        lines.resize(MostLines);
    return lines;
}

/// A corner of what stb_easy_font draws; four are a rectangle.
struct Corner
{
    float x, y, z;
    std::array<unsigned char, 4> color;
};

class Painter
{
public:
    explicit Painter(const Vec3f& color) : m_image{Side, Side, {}}
    {
        for (std::uint32_t i = 0; i < Side * Side; ++i)
            m_image.rgba.insert(m_image.rgba.end(),
                                {byteOf(color.r), byteOf(color.g), byteOf(color.b), 255});
    }

    void fill(int left, int top, int right, int bottom, const Vec3f& color)
    {
        const int side = static_cast<int>(Side);
        for (int y = std::max(top, 0); y < std::min(bottom, side); ++y)
            for (int x = std::max(left, 0); x < std::min(right, side); ++x) {
                auto* pixel = &m_image.rgba[static_cast<std::size_t>((y * side + x) * 4)];
                for (int c = 0; c < 3; ++c)
                    pixel[c] = byteOf(color[c]);
            }
    }

    /// Letters a pixel bolder than the font has them: they are seen from afar.
    void write(std::string line, int y, const Vec3f& color)
    {
        std::array<Corner, std::size_t{4} * 20 * MostLetters> corners{};
        const int x = (static_cast<int>(Side) - stb_easy_font_width(line.data())) / 2;
        const int count =
            stb_easy_font_print(static_cast<float>(x), static_cast<float>(y), line.data(), nullptr,
                                corners.data(), static_cast<int>(sizeof corners));
        for (int i = 0; i < count; ++i) {
            const auto& low = corners[static_cast<std::size_t>(4 * i)];
            const auto& high = corners[static_cast<std::size_t>(4 * i + 2)];
            fill(static_cast<int>(low.x), static_cast<int>(low.y), static_cast<int>(high.x) + 1,
                 static_cast<int>(high.y), color);
        }
    }

    Image take() { return std::move(m_image); }

private:
    Image m_image;
};
} // namespace

Image placeholderPicture(std::string_view name)
{
    constexpr int LineHeight = 14;
    const auto color = colorOf(name);
    const int side = static_cast<int>(Side);
    Painter painter{color};
    for (const int at : {0, side - 1}) {
        painter.fill(at, 0, at + 1, side, color * Dark);
        painter.fill(0, at, side, at + 1, color * Dark);
    }
    const auto lines = linesOf(name);
    int y = (side - static_cast<int>(lines.size()) * LineHeight) / 2 + 2;
    for (const auto& line : lines) {
        painter.write(line, y, Vec3f{0.92F});
        y += LineHeight;
    }
    return painter.take();
}

Vec3f placeholderColor(std::string_view name)
{
    const auto color = colorOf(name);
    return {linearFromSrgb(color.r), linearFromSrgb(color.g), linearFromSrgb(color.b)};
}
} // namespace engine
