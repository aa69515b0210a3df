#include "engine_core/assets/grid_material.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr std::uint32_t Side = 256; // pixels of a metre
constexpr std::uint32_t Cell = Side / 4;
constexpr std::uint8_t Light = 178; // about 0.45 linear: as bright as faces without a material
constexpr std::uint8_t Dark = 170;  // of every other cell
constexpr std::uint8_t CellLine = 148;
constexpr std::uint8_t MetreLine = 112;

/// To the nearest line of that distance, in pixels.
std::uint32_t toLine(std::uint32_t at, std::uint32_t distance)
{
    const auto past = at % distance;
    return std::min(past, distance - 1 - past);
}

std::uint8_t toneAt(std::uint32_t x, std::uint32_t y)
{
    if (std::min(toLine(x, Side), toLine(y, Side)) < 2)
        return MetreLine;
    if (std::min(toLine(x, Cell), toLine(y, Cell)) < 1)
        return CellLine;
    return (x / Cell + y / Cell) % 2 == 0 ? Light : Dark;
}
} // namespace

Name gridMaterial()
{
    static const Name Grid{"Mapwright/grid"};
    return Grid;
}

const fs::path& gridPicture()
{
    static const fs::path Picture{"#Mapwright/grid"};
    return Picture;
}

Image paintGrid()
{
    Image image{Side, Side, {}};
    image.rgba.reserve(std::size_t{Side} * Side * 4);
    for (std::uint32_t y = 0; y < Side; ++y)
        for (std::uint32_t x = 0; x < Side; ++x) {
            const auto tone = toneAt(x, y);
            image.rgba.insert(image.rgba.end(), {tone, tone, tone, 255});
        }
    return image;
}
} // namespace engine
