#include "tests/support/levels/brush_fuzz.h"

#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/geometry/brush_transform.h"
#include "tests/support/levels/brush_promises.h"

#include <fmt/core.h>

namespace mapwright::test
{
using namespace engine;

namespace
{
/// More in a row come to nothing only if something is wrong.
constexpr int MostTries = 10'000;

Brush randomSolid(Dice& dice, const Vec3d& center)
{
    const auto count = 5 + dice.below(14);
    for (int tries = 0;; ++tries) {
        ENGINE_EXPECT(tries < MostTries);
        std::vector<BrushFace> faces;
        for (std::size_t i = 0; i < count; ++i) {
            const auto normal = dice.direction();
            faces.push_back({{normal, glm::dot(normal, center) + dice.between(0.5, 2)},
                             Name{fmt::format("side{}", i)},
                             worldAlignedUv(normal)});
        }
        for (int axis = 0; axis < 6; ++axis) {
            Vec3d normal{0};
            normal[axis / 2] = axis % 2 == 0 ? 1 : -1;
            faces.push_back({{normal, glm::dot(normal, center) + 3}, {}, worldAlignedUv(normal)});
        }
        if (auto brush = Brush::fromFaces(std::move(faces)))
            return *std::move(brush);
    }
}
} // namespace

Vec3d Dice::direction()
{
    for (int tries = 0;; ++tries) {
        ENGINE_EXPECT(tries < MostTries);
        const auto at = place(1);
        const double length = glm::length(at);
        if (length > 0.1 && length <= 1)
            return at / length;
    }
}

std::string problemOf(const Brush& brush)
{
    const auto broken = brokenPromise(brush);
    return broken.empty() ? brokenRoundTrip(brush) : broken;
}

Brush makePrism(const Vec3d& center, double radius, double height, int sides, Name material)
{
    std::vector<BrushFace> faces;
    for (const double up : {1.0, -1.0}) {
        const Vec3d normal{0, up, 0};
        faces.push_back({{normal, up * center.y + height / 2}, material, worldAlignedUv(normal)});
    }
    for (int i = 0; i < sides; ++i) {
        const double angle = 2 * Pi * (i + 0.5) / sides;
        const Vec3d normal{std::cos(angle), 0, std::sin(angle)};
        faces.push_back({{normal, glm::dot(normal, center) + radius * std::cos(Pi / sides)},
                         material,
                         worldAlignedUv(normal)});
    }
    return *Brush::fromFaces(std::move(faces));
}

Brush randomBrush(Dice& dice, double reach)
{
    const auto center = dice.chance(0.6) ? dice.gridPlace(reach) : dice.place(reach);
    const auto size = dice.chance(0.6) ? Vec3d{0.25} + glm::abs(dice.gridPlace(4))
                                       : Vec3d{0.05} + glm::abs(dice.place(4));
    switch (dice.below(4)) {
    case 0:
        return *makeBox({center, center + size}, Name{"box"});
    case 1: {
        const auto box = *makeBox({center, center + size}, Name{"turned"});
        const auto axis = dice.direction();
        const auto turn = glm::angleAxis(dice.between(-3, 3), axis);
        return *transformed(box, {center - turn * center, turn, Vec3d{1}}, TextureLock::On);
    }
    case 2:
        return makePrism(center, dice.between(0.5, 3), dice.between(0.5, 4),
                         3 + static_cast<int>(dice.below(22)), Name{"prism"});
    default:
        return randomSolid(dice, center);
    }
}

Plane randomPlane(Dice& dice, const Vec3d& near)
{
    Vec3d normal{0};
    if (dice.chance(0.5))
        normal[static_cast<int>(dice.below(3))] = dice.chance(0.5) ? 1 : -1;
    else
        normal = dice.direction();
    return {normal, glm::dot(normal, near)};
}
} // namespace mapwright::test
