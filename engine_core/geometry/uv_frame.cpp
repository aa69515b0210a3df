#include "engine_core/geometry/uv_frame.h"

#include <glm/matrix.hpp>

#include <algorithm>
#include <utility>

namespace engine
{
namespace
{
/// The part of a texture's growth along a direction that is seen on the plane. Repeats per metre.
Vec3d growthOnPlane(const Vec3d& axis, double scale, const Vec3d& normal)
{
    return (axis - normal * glm::dot(axis, normal)) / scale;
}

/// A texture that is seen this much shorter than it is is edge-on.
constexpr double LeastShown = 1e-6;

/// One row of a mapping from the growths of both, which need not lie along an axis any more.
void putRow(Vec3d& axis, double& scale, const Vec3d& growth)
{
    const double length = glm::length(growth);
    const double sign = scale < 0 ? -1 : 1; // mirrored stays mirrored as long as that can be told
    axis = growth / length * sign;
    scale = sign / length;
}
} // namespace

Vec2d UvFrame::repeatsAlong(const Vec3d& way) const
{
    const double uu = glm::dot(u, u);
    const double vv = glm::dot(v, v);
    const double uv = glm::dot(u, v);
    const double wu = glm::dot(way, u);
    const double wv = glm::dot(way, v);
    const double area = uu * vv - uv * uv;
    return {(wu * vv - wv * uv) / area, (wv * uu - wu * uv) / area};
}

std::optional<UvFrame> uvFrame(const UvMapping& uv, const Plane& plane)
{
    const auto alongU = growthOnPlane(uv.uAxis, uv.scale.x, plane.normal);
    const auto alongV = growthOnPlane(uv.vAxis, uv.scale.y, plane.normal);
    const double area = glm::dot(plane.normal, glm::cross(alongU, alongV));
    if (std::abs(area * uv.scale.x * uv.scale.y) < LeastShown)
        return std::nullopt;
    UvFrame frame;
    frame.u = glm::cross(alongV, plane.normal) / area;
    frame.v = glm::cross(plane.normal, alongU) / area;
    const auto onPlane = plane.normal * plane.distance;
    const auto there = uv.at(onPlane);
    frame.origin = onPlane - frame.u * there.x - frame.v * there.y;
    return frame;
}

UvAffine movedUv(const Vec2d& repeats)
{
    return {glm::dmat2{1}, -repeats};
}

UvAffine scaledUv(const Vec2d& factor, const Vec2d& about)
{
    return {glm::dmat2{1 / factor.x, 0, 0, 1 / factor.y}, about - about / factor};
}

UvAffine shearedUv(double alongU, double alongV, const Vec2d& about)
{
    const auto back = glm::inverse(glm::dmat2{1, alongV, alongU, 1}); // columns
    return {back, about - back * about};
}

UvAffine turnedUv(const UvFrame& frame, const Vec3d& normal, double angle, const Vec2d& about)
{
    const auto back = [&](const Vec3d& way) {
        return frame.repeatsAlong(way * std::cos(angle) -
                                  glm::cross(normal, way) * std::sin(angle));
    };
    const glm::dmat2 linear{back(frame.u), back(frame.v)};
    return {linear, about - linear * about};
}

UvMapping changedUv(const UvMapping& uv, const UvAffine& by)
{
    const auto& m = by.linear;
    UvMapping changed = uv;
    changed.offset = by.apply(uv.offset);
    if (m[1][0] == 0 && m[0][1] == 0) {
        changed.scale = {uv.scale.x / m[0][0], uv.scale.y / m[1][1]};
        return changed;
    }
    const auto alongU = uv.uAxis / uv.scale.x;
    const auto alongV = uv.vAxis / uv.scale.y;
    putRow(changed.uAxis, changed.scale.x, alongU * m[0][0] + alongV * m[1][0]);
    putRow(changed.vAxis, changed.scale.y, alongU * m[0][1] + alongV * m[1][1]);
    return changed;
}

std::optional<UvMapping>
foldedUv(const UvMapping& uv, const Vec3d& fromNormal, const Vec3d& toNormal, const Vec3d& on)
{
    const auto across = glm::cross(fromNormal, toNormal);
    const double sine = glm::length(across);
    const double cosine = glm::dot(fromNormal, toNormal);
    constexpr double Parallel = 1e-9;
    if (sine < Parallel)
        return cosine > 0 ? std::optional{uv} : std::nullopt;
    const auto turn = glm::angleAxis(std::atan2(sine, cosine), across / sine);
    return transformedUv(uv, {.position = on - turn * on, .rotation = turn});
}

double texelsPerMetre(const UvMapping& uv, const Vec3d& normal, const Vec2d& picture)
{
    const auto alongU = growthOnPlane(uv.uAxis, uv.scale.x, normal);
    const auto alongV = growthOnPlane(uv.vAxis, uv.scale.y, normal);
    return std::sqrt(glm::length(glm::cross(alongU, alongV)) * picture.x * picture.y);
}

UvMapping withTexelsPerMetre(
    UvMapping uv, const Vec3d& normal, const Vec2d& picture, double texels, const Vec3d& at)
{
    const auto before = uv.at(at);
    const double alongU =
        glm::length(growthOnPlane(uv.uAxis, uv.scale.x, normal)) * picture.x / texels;
    const double alongV =
        glm::length(growthOnPlane(uv.vAxis, uv.scale.y, normal)) * picture.y / texels;
    uv.scale.x *= alongU > LeastShown ? alongU : 1;
    uv.scale.y *= alongV > LeastShown ? alongV : 1;
    uv.offset += before - uv.at(at);
    return uv;
}
} // namespace engine
