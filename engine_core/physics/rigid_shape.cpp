#include "engine_core/physics/rigid_shape.h"

#include "engine_core/physics/rigid_mass.h"

#include <LinearMath/btConvexHullComputer.h>

#include <algorithm>
#include <array>
#include <optional>

namespace engine
{
namespace
{
constexpr double Thinnest = 0.01; ///< metres; what is flatter cannot be collided with
constexpr double Rounding = 0.01; ///< metres; Bullet rounds the edges of hulls by so much

struct BoxAt
{
    RigidFrame at;
    Vec3d half{0};
};

Aabb boundsOf(std::span<const Vec3d> corners)
{
    Aabb bounds;
    for (const auto& corner : corners)
        bounds.add(corner);
    return bounds;
}

std::array<Vec3d, 8> cornersOf(const Aabb& box)
{
    std::array<Vec3d, 8> corners;
    for (std::size_t i = 0; i < corners.size(); ++i)
        corners[i] = {(i & 1U) != 0 ? box.max.x : box.min.x, (i & 2U) != 0 ? box.max.y : box.min.y,
                      (i & 4U) != 0 ? box.max.z : box.min.z};
    return corners;
}

/// Whether each sum of some of the three sides, from the first corner, is a corner.
bool spansCorners(std::span<const Vec3d> corners, const std::array<Vec3d, 3>& sides, double slack)
{
    for (unsigned i = 1; i < 8; ++i) {
        auto at = corners[0];
        for (unsigned side = 0; side < 3; ++side)
            if ((i & (1U << side)) != 0)
                at += sides[side];
        if (std::none_of(corners.begin(), corners.end(),
                         [&](const Vec3d& corner) { return glm::distance(corner, at) < slack; }))
            return false;
    }
    return true;
}

/// The frame whose axes are nearest to the ones that things are seen from.
BoxAt boxOf(const Vec3d& corner, std::array<Vec3d, 3> sides)
{
    BoxAt box;
    box.at.middle = corner + (sides[0] + sides[1] + sides[2]) * 0.5;
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const auto along = [axis](const Vec3d& side) {
            return std::abs(side[static_cast<int>(axis)]) / glm::length(side);
        };
        const auto best =
            std::max_element(sides.begin() + static_cast<std::ptrdiff_t>(axis), sides.end(),
                             [&](const Vec3d& a, const Vec3d& b) { return along(a) < along(b); });
        std::swap(sides[axis], *best);
        if (sides[axis][static_cast<int>(axis)] < 0)
            sides[axis] = -sides[axis];
    }
    const auto x = glm::normalize(sides[0]);
    const auto z = glm::normalize(glm::cross(x, sides[1]));
    box.at.axes = glm::normalize(glm::quat_cast(glm::dmat3{x, glm::cross(z, x), z}));
    box.half = Vec3d{glm::length(sides[0]), glm::length(sides[1]), glm::length(sides[2])} * 0.5;
    return box;
}

std::optional<BoxAt> findBox(std::span<const Vec3d> corners)
{
    if (corners.size() != 8)
        return std::nullopt;
    const auto size = boundsOf(corners).size();
    const double slack = 1e-5 * std::max({size.x, size.y, size.z, 1.0});
    const auto isSquare = [](const Vec3d& a, const Vec3d& b) {
        return std::abs(glm::dot(a, b)) <= 1e-5 * glm::length(a) * glm::length(b);
    };
    for (std::size_t i = 1; i < 8; ++i)
        for (std::size_t j = i + 1; j < 8; ++j) {
            const auto a = corners[i] - corners[0];
            const auto b = corners[j] - corners[0];
            if (!isSquare(a, b))
                continue;
            for (std::size_t k = j + 1; k < 8; ++k) {
                const auto c = corners[k] - corners[0];
                if (isSquare(a, c) && isSquare(b, c) && spansCorners(corners, {a, b, c}, slack))
                    return boxOf(corners[0], {a, b, c});
            }
        }
    return std::nullopt;
}

RigidPiece boxPiece(const BoxAt& box)
{
    const auto half = glm::max(box.half, Vec3d{Thinnest / 2});
    return {std::make_unique<btBoxShape>(toBullet(half)), box.at};
}

/// The corners seen from the frame, with rounded edges that stay within the solid.
std::unique_ptr<btCollisionShape> hullShape(std::span<const Vec3d> corners, const RigidFrame& frame)
{
    const auto back = glm::conjugate(frame.axes);
    std::vector<Vec3d> seen;
    seen.reserve(corners.size());
    for (const auto& corner : corners)
        seen.push_back(back * (corner - frame.middle));
    btConvexHullComputer inner;
    const double shrunk = static_cast<double>(
        inner.compute(&seen.front().x, sizeof(Vec3d), static_cast<int>(seen.size()),
                      static_cast<float>(Rounding), btScalar(0.5)));
    auto hull = std::make_unique<btConvexHullShape>();
    if (shrunk > 0 && inner.vertices.size() >= 4) {
        for (int i = 0; i < inner.vertices.size(); ++i)
            hull->addPoint(inner.vertices[i], false);
        hull->setMargin(static_cast<float>(shrunk));
    } else {
        for (const auto& corner : seen)
            hull->addPoint(toBullet(corner), false);
        hull->setMargin(btScalar(0.001));
    }
    hull->recalcLocalAabb();
    return hull;
}

RigidShape ball(const Aabb& bounds)
{
    RigidShape shape;
    const auto size = bounds.size();
    const double radius = std::max({size.x, size.y, size.z, Thinnest}) / 2;
    shape.parts.push_back(std::make_unique<btSphereShape>(static_cast<float>(radius)));
    shape.frame.middle = bounds.center();
    shape.volume = 4.0 / 3.0 * Pi * radius * radius * radius;
    shape.inertiaOfKilogram = Vec3d{0.4 * radius * radius};
    shape.thinnest = 2 * radius;
    return shape;
}

btTransform within(const RigidFrame& frame, const RigidFrame& piece)
{
    const auto back = glm::conjugate(frame.axes);
    return btTransform(toBullet(back * piece.axes), toBullet(back * (piece.middle - frame.middle)));
}

/// Solids as Bullet wants them, and how their mass lies.
RigidShape solid(std::span<const ConvexPart> parts)
{
    std::vector<HullMesh> hulls;
    for (const auto& part : parts) {
        hulls.push_back(hullAround(outermost(part))); // Bullet looks at each corner of a hull
        if (hulls.back().triangles.empty()) {
            auto bounds = boundsOf(part);
            const auto corners = cornersOf(bounds.grown(Thinnest / 2));
            hulls.back() = hullAround(corners);
        }
    }
    const auto mass = massProperties(hulls);
    RigidShape shape;
    shape.frame = {mass.middle, mass.axes};
    shape.volume = mass.volume;
    shape.inertiaOfKilogram = mass.inertia;
    if (hulls.size() == 1) {
        const auto box = findBox(hulls.front().corners);
        if (box && mass.axes == Quatd{1, 0, 0, 0} &&
            std::abs(std::abs(box->at.axes.w) - 1) < 1e-9) {
            shape.parts.push_back(boxPiece(*box).shape);
            return shape;
        }
        if (!box) {
            shape.parts.push_back(hullShape(hulls.front().corners, shape.frame));
            return shape;
        }
    }
    auto compound = std::make_unique<btCompoundShape>(true, static_cast<int>(hulls.size()));
    for (const auto& hull : hulls) {
        auto piece = makePiece(hull.corners);
        compound->addChildShape(within(shape.frame, piece.at), piece.shape.get());
        shape.parts.push_back(std::move(piece.shape));
    }
    shape.parts.push_back(std::move(compound));
    return shape;
}
} // namespace

RigidPiece makePiece(std::span<const Vec3d> corners)
{
    if (const auto box = findBox(corners))
        return boxPiece(*box);
    const auto bounds = boundsOf(corners);
    const RigidFrame frame{bounds.isEmpty() ? Vec3d{0} : bounds.center(), {1, 0, 0, 0}};
    if (hullAround(corners).triangles.empty())
        return boxPiece({frame, bounds.isEmpty() ? Vec3d{0} : bounds.size() * 0.5});
    return {hullShape(corners, frame), frame};
}

RigidShape makeRigidShape(std::span<const ConvexPart> parts, BodyForm form)
{
    Aabb bounds;
    for (const auto& part : parts)
        for (const auto& corner : part)
            bounds.add(corner);
    constexpr double BallRadius = 0.05;
    if (bounds.isEmpty())
        return ball({Vec3d{-BallRadius}, Vec3d{BallRadius}});
    if (form == BodyForm::Sphere)
        return ball(bounds);
    const auto size = glm::max(bounds.size(), Vec3d{Thinnest});
    if (form == BodyForm::Auto) {
        auto shape = solid(parts);
        shape.thinnest = std::min({size.x, size.y, size.z});
        return shape;
    }
    const Aabb box{bounds.center() - size * 0.5, bounds.center() + size * 0.5};
    const auto corners = cornersOf(box);
    auto shape = solid(std::vector<ConvexPart>{{corners.begin(), corners.end()}});
    shape.thinnest = std::min({size.x, size.y, size.z});
    return shape;
}
} // namespace engine
