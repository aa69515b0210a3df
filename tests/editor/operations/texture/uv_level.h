#pragma once

#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/material_operations.h"
#include "editor/operations/brush/shear_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/operations/texture/uv_density.h"
#include "editor/operations/texture/uv_operations.h"
#include "editor/operations/texture/uv_wrap.h"
#include "engine_core/geometry/brush_affine.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/levels/brush_fuzz.h"

#include <algorithm>
#include <array>

/// What the tests of textures on faces share.
namespace uv_level
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

using EditFunction = std::function<Result<void>(Transaction&)>;

inline constexpr double Texels = 1024;         ///< a side of the picture that tolerances are about
inline constexpr double Close = 1e-3 / Texels; ///< a thousandth of a texel, in repeats

inline bool isNear(const Vec2d& a, const Vec2d& b, double by = Close)
{
    return glm::distance(a, b) < by;
}

/// A crate, a prism of eight sides, and a box in a group that is turned, moved and stretched.
struct Level : DocumentFixture
{
    Level()
    {
        crate = addBox({1, 0, 1}, {3, 1, 4}, "crate");
        prism = addBox({0, 0, 0}, {1, 1, 1}, "prism");
        group = addPoint({4, 0, 0}, "turned group");
        inner = addBox({0, 0, 0}, {1, 2, 1}, "inner", group);
        ENGINE_EXPECT(run([&](Transaction& tx) -> Result<void> {
            setBrush(tx, prism, makePrism({-6, 1, 0}, 2, 3, 8));
            tx.set(group, TransformComponent{.position = {4, 0, 0},
                                             .rotation = glm::angleAxis(0.5, Vec3d{0, 1, 0}),
                                             .scale = {2, 2, 2}});
            return {};
        }));
    }

    EntityId crate, prism, group, inner;

    [[nodiscard]] WorldFace face(const FaceRef& ref) const
    {
        auto found = worldFace(document.world(), ref);
        ENGINE_EXPECT(found);
        return *found;
    }

    [[nodiscard]] std::vector<FaceRef> all() const
    {
        const std::array entities{crate, prism, group};
        return facesOf(document.world(), entities);
    }

    [[nodiscard]] FaceRef side(const Vec3d& normal) const { return faceTowards(crate, normal); }

    /// The sides of the prism in their order around it.
    [[nodiscard]] std::vector<FaceRef> sidesOfPrism() const
    {
        std::vector<FaceRef> sides;
        const auto& brush = brushOf(prism);
        for (FaceIndex i = 0; i < brush.faceCount(); ++i)
            if (std::abs(brush.faces()[i].plane.normal.y) < 0.5)
                sides.push_back({prism, i});
        std::sort(sides.begin(), sides.end(), [&](const FaceRef& a, const FaceRef& b) {
            const auto turn = [&](const FaceRef& ref) {
                const auto& normal = brush.faces()[ref.face].plane.normal;
                return std::atan2(normal.z, normal.x);
            };
            return turn(a) < turn(b);
        });
        return sides;
    }
};

inline EditFunction without(void (*edit)(Transaction&, std::span<const FaceRef>),
                            std::vector<FaceRef> on)
{
    return [=](Transaction& tx) -> Result<void> {
        edit(tx, on);
        return {};
    };
}

inline UvBounds boundsOf(const Level& level, std::span<const FaceRef> faces)
{
    UvBounds bounds;
    for (const auto& ref : faces)
        bounds.add(level.face(ref));
    return bounds;
}

inline UvMapping randomMapping(Dice& dice)
{
    UvMapping uv;
    do {
        uv.uAxis = dice.direction();
        uv.vAxis = dice.direction();
    } while (glm::length(glm::cross(uv.uAxis, uv.vAxis)) < 0.1);
    uv.scale = {dice.between(0.1, 4), dice.chance(0.5) ? dice.between(0.1, 4) : -0.5};
    uv.offset = {dice.between(-3, 3), dice.between(-3, 3)};
    return uv;
}

/// The greatest step of the texture along the edge that both faces have, in repeats.
inline double stepAtEdge(const WorldFace& a, const WorldFace& b)
{
    double most = 0;
    int shared = 0;
    for (const auto& corner : a.corners)
        for (const auto& other : b.corners)
            if (glm::distance(corner, other) < 1e-4) {
                most = std::max(most, glm::distance(a.uv.at(corner), b.uv.at(corner)));
                ++shared;
            }
    return shared >= 2 ? most : std::numeric_limits<double>::infinity();
}

inline PictureSizes pictures(const Vec2d& size)
{
    return [size](Name) {
        return size;
    };
}
} // namespace uv_level
