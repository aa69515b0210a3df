#pragma once

#include <fmt/format.h>

#include <array>
#include <string>

namespace mapwright::test
{
/// A brush of a .map that is a box, in units.
inline std::string
boxText(const std::array<int, 3>& min, const std::array<int, 3>& max, const char* texture = "stone")
{
    const auto [x0, y0, z0] = min;
    const auto [x1, y1, z1] = max;
    const auto face = [texture](std::array<int, 9> p) {
        return fmt::format("( {} {} {} ) ( {} {} {} ) ( {} {} {} ) {} 0 0 0 1 1\n", p[0], p[1],
                           p[2], p[3], p[4], p[5], p[6], p[7], p[8], texture);
    };
    return "{\n" + face({x0, y0, z0, x0, y1, z0, x0, y0, z1}) +
           face({x1, y0, z0, x1, y0, z1, x1, y1, z0}) + face({x0, y0, z0, x0, y0, z1, x1, y0, z0}) +
           face({x0, y1, z0, x1, y1, z0, x0, y1, z1}) + face({x0, y0, z0, x1, y0, z0, x0, y1, z0}) +
           face({x0, y0, z1, x0, y1, z1, x1, y0, z1}) + "}\n";
}
} // namespace mapwright::test
