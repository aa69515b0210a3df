#include "engine_core/render/shadows/shadow_view.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace engine
{
namespace
{
constexpr double LeastNear = 0.02; ///< metres

struct Axes
{
    Vec3d right, up, ahead;
};

Axes axesOf(const Quatd& rotation)
{
    return {rotation * Vec3d{1, 0, 0}, rotation * Vec3d{0, 1, 0}, rotation * Vec3d{0, 0, -1}};
}

/// Inside is where dot(normal, p - at) >= 0.
Vec4f planeThrough(const Vec3d& at, const Vec3d& normal)
{
    const auto unit = glm::normalize(normal);
    return Vec4f{Vec4d{unit, -glm::dot(unit, at)}};
}

/// `slope`: the tangent of half the angle that the used part of the tile covers.
ShadowView perspectiveView(
    const Vec3d& origin, const Axes& axes, double slope, double nearest, double range, int texels)
{
    const double half = texels / 2.0;
    const double metres = slope / (half - TileBorder);
    const double outer = metres * half; // with the border
    GpuShadowView gpu;
    gpu.origin = Vec4f{Vec3f{origin}, 1.F};
    gpu.right = Vec4f{Vec3f{axes.right / metres}, 0.F};
    gpu.up = Vec4f{Vec3f{axes.up / metres}, 0.F};
    gpu.ahead = Vec4f{Vec3f{axes.ahead}, static_cast<float>(half)};
    gpu.depth = {static_cast<float>(metres), static_cast<float>(nearest), 0, 0};
    const auto side = [&](const Vec3d& aside) {
        return planeThrough(origin, axes.ahead * outer - aside);
    };
    return {gpu, Frustum{std::array{side(axes.right), side(-axes.right), side(axes.up),
                                    side(-axes.up), planeThrough(origin, axes.ahead),
                                    planeThrough(origin + axes.ahead * range, -axes.ahead)}}};
}

/// The six ways out of a cube, in the light's own axes; the way back is the last.
std::array<Axes, 6> cubeAxes(const Axes& light)
{
    const auto& [right, up, ahead] = light;
    return {{{right, up, ahead},
             {-ahead, up, right},
             {ahead, up, -right},
             {right, -ahead, up},
             {right, ahead, -up},
             {-right, up, -ahead}}};
}

/// Everything that may throw a shadow into the ball lies within a pipe towards the sun.
ShadowView parallelView(const CascadeRequest& request, const Vec3d& about, double radius)
{
    constexpr double Steps = 16; // of a radius
    const auto axes = axesOf(request.sun);
    const double half = request.texels / 2.0;
    const double metres = radius * (1 + 1 / Steps) / (half - TileBorder);
    const double step = metres * std::max(std::floor(radius / Steps / metres), 1.0);
    const auto snapped = [&](const Vec3d& axis) {
        return axis * (std::round(glm::dot(about, axis) / step) * step);
    };
    const auto origin = snapped(axes.right) + snapped(axes.up) + snapped(axes.ahead);
    // From the first thing in the scene that the sun meets.
    double first = -radius - step;
    for (unsigned i = 0; i < 8; ++i) {
        const Vec3d corner{(i & 1U) != 0 ? request.sceneMax.x : request.sceneMin.x,
                           (i & 2U) != 0 ? request.sceneMax.y : request.sceneMin.y,
                           (i & 4U) != 0 ? request.sceneMax.z : request.sceneMin.z};
        first = std::min(first, glm::dot(corner - origin, axes.ahead));
    }
    const double last = radius + step;
    GpuShadowView gpu;
    gpu.origin = Vec4f{Vec3f{origin}, 0.F};
    gpu.right = Vec4f{Vec3f{axes.right / metres}, 0.F};
    gpu.up = Vec4f{Vec3f{axes.up / metres}, 0.F};
    gpu.ahead = Vec4f{Vec3f{axes.ahead}, static_cast<float>(half)};
    gpu.depth = {static_cast<float>(metres), static_cast<float>(first),
                 static_cast<float>(last - first), 0};
    const auto side = [&](const Vec3d& aside) {
        return planeThrough(origin + aside * (metres * half), -aside);
    };
    return {gpu, Frustum{std::array{
                     side(axes.right), side(-axes.right), side(axes.up), side(-axes.up),
                     planeThrough(origin + axes.ahead * last, -axes.ahead), Vec4f{0, 0, 0, 1}}}};
}

/// The smallest ball about what a camera sees from `first` to `last` metres ahead.
struct Ball
{
    double ahead = 0; ///< metres, of the middle
    double radius = 0;
};

Ball ballAbout(double first, double last, double corner)
{
    const double square = corner * corner; // of the tangent towards a corner of the picture
    if (square >= (last - first) / (last + first))
        return {last, last * corner};
    const double ahead = 0.5 * (last + first) * (1 + square);
    return {ahead, std::hypot(last - ahead, last * corner)};
}

/// How far the camera can see something, rounded up so that it seldom changes.
double reachOf(const CascadeRequest& request)
{
    constexpr double Least = 8;
    const auto corner = glm::max(glm::abs(request.camera->position - request.sceneMin),
                                 glm::abs(request.camera->position - request.sceneMax));
    const double needed = std::min({glm::length(corner), request.camera->farPlane, FarthestShadow});
    double reach = Least;
    while (reach < needed)
        reach *= 2;
    return reach;
}
} // namespace

int shadowViewsOf(const Light& light)
{
    if (light.kind == LightKind::Spot)
        return light.cone <= WidestCone ? 1 : 5;
    return light.kind == LightKind::Area ? 5 : 6;
}

std::vector<ShadowView> shadowViews(const Light& light, const Transform& place, int texels)
{
    const auto nearest = std::max(static_cast<double>(light.radius), LeastNear);
    const auto range = std::max(static_cast<double>(light.range), nearest * 2);
    // A point that turns with its object still shines as before.
    const auto axes =
        axesOf(light.kind == LightKind::Point ? Quatd{1, 0, 0, 0} : lightRotation(place));
    const int count = shadowViewsOf(light);
    if (count == 1) {
        const double slope = std::tan(radians(std::max(static_cast<double>(light.cone), 0.1)) / 2);
        return {perspectiveView(place.position, axes, slope, nearest, range, texels)};
    }
    std::vector<ShadowView> views;
    for (const auto& each : cubeAxes(axes))
        if (static_cast<int>(views.size()) < count)
            views.push_back(perspectiveView(place.position, each, 1, nearest, range, texels));
    return views;
}

std::vector<ShadowView> cascades(const CascadeRequest& request)
{
    const auto& camera = *request.camera;
    if (camera.orthographic) {
        const auto size = request.sceneMax - request.sceneMin;
        return {parallelView(request, (request.sceneMin + request.sceneMax) * 0.5,
                             std::max(glm::length(size) / 2, 1.0))};
    }
    constexpr double Evenness = 0.85; // 1: each piece so many times as deep, 0: all equally deep
    constexpr double Nearest = 1;     // metres; nearer ones share the first piece
    const double reach = reachOf(request);
    const double corner = std::tan(camera.fovY / 2) * std::hypot(request.aspect, 1.0);
    std::vector<ShadowView> views;
    double first = 0;
    for (int i = 1; i <= MostCascades; ++i) {
        const double share = static_cast<double>(i) / MostCascades;
        const double even = Nearest + (reach - Nearest) * share;
        const double last =
            Evenness * Nearest * std::pow(reach / Nearest, share) + (1 - Evenness) * even;
        const auto ball = ballAbout(first, last, corner);
        views.push_back(
            parallelView(request, camera.position + camera.forward() * ball.ahead, ball.radius));
        first = last;
    }
    return views;
}
} // namespace engine
