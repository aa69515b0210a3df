#include "tests/support/levels/map_generator.h"

#include "engine_core/math/types.h"
#include "tests/support/levels/brush_fuzz.h"

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <iterator>

namespace mapwright::test
{
using engine::Vec3d;

namespace
{
/// Quake units; Z up.
constexpr double Lattice = 96;

/// Three points of a plane clockwise seen from its front, and a mapping like a new wall's.
void addFace(std::string& out, const Vec3d& normal, const Vec3d& at, std::size_t texture)
{
    const auto size = glm::abs(normal);
    const auto helper = size.z < 0.9 ? Vec3d{0, 0, 1} : Vec3d{1, 0, 0};
    const auto u = glm::normalize(glm::cross(helper, normal));
    const auto v = glm::cross(normal, u);
    const auto write = [&](const Vec3d& p) {
        fmt::format_to(std::back_inserter(out), "( {:.9g} {:.9g} {:.9g} ) ", p.x, p.y, p.z);
    };
    write(at);
    write(at + v * 32.0);
    write(at + u * 32.0);
    fmt::format_to(std::back_inserter(out),
                   "wall{} [ {:.9g} {:.9g} {:.9g} {} ] [ {:.9g} {:.9g} {:.9g} 0 ] 0 1 1\n", texture,
                   u.x, u.y, u.z, texture * 8, -v.x, -v.y, -v.z);
}

void addBox(std::string& out, Dice& dice, const Vec3d& center, bool isTurned)
{
    const auto half = [&] {
        return std::round(dice.between(8, 32));
    };
    const Vec3d size{half(), half(), half()};
    const double angle = isTurned ? dice.between(0, engine::Pi) : 0;
    const double tilt = isTurned ? dice.between(0, engine::Pi) : 0;
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    const std::array<Vec3d, 3> axes{Vec3d{c, s, 0},
                                    Vec3d{-s * std::cos(tilt), c * std::cos(tilt), std::sin(tilt)},
                                    Vec3d{s * std::sin(tilt), -c * std::sin(tilt), std::cos(tilt)}};
    const auto texture = dice.below(16);
    for (int axis = 0; axis < 3; ++axis) {
        const auto& normal = axes[static_cast<std::size_t>(axis)];
        addFace(out, normal, center + normal * size[axis], texture);
        addFace(out, -normal, center - normal * size[axis], texture);
    }
}

void addPillar(std::string& out, Dice& dice, const Vec3d& center, int sides)
{
    const double radius = std::round(dice.between(12, 40));
    const auto texture = dice.below(16);
    addFace(out, {0, 0, 1}, center + Vec3d{0, 0, 32}, texture);
    addFace(out, {0, 0, -1}, center - Vec3d{0, 0, 32}, texture);
    for (int i = 0; i < sides; ++i) {
        const double angle = 2 * engine::Pi * i / sides;
        const Vec3d normal{std::cos(angle), std::sin(angle), 0};
        addFace(out, normal, center + normal * radius, texture);
    }
}
} // namespace

std::string generateMap(std::size_t brushes, std::uint64_t seed)
{
    Dice dice{seed};
    std::string out{"{\n\"classname\" \"worldspawn\"\n\"mapversion\" \"220\"\n"};
    out.reserve(brushes * 900 + 1024);
    const auto side = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(brushes))));
    for (std::size_t i = 0; i < brushes; ++i) {
        const Vec3d cell{static_cast<double>(i % side), static_cast<double>(i / side % side),
                         static_cast<double>(i / side / side)};
        const auto center = (cell - static_cast<double>(side) / 2.0) * Lattice;
        const auto kind = dice.below(10);
        out += "{\n";
        if (kind < 8)
            addBox(out, dice, center, kind >= 6);
        else
            addPillar(out, dice, center, kind == 8 ? 8 : 16);
        out += "}\n";
    }
    out += "}\n{\n\"classname\" \"info_player_start\"\n\"origin\" \"0 0 0\"\n}\n";
    out += "{\n\"classname\" \"light\"\n\"origin\" \"48 48 48\"\n}\n";
    return out;
}
} // namespace mapwright::test
