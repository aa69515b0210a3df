#include "engine_core/lighting/traced_light.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace engine
{
namespace
{
constexpr auto PerPi = static_cast<float>(1.0 / Pi);

/// More glowing faces than this are not looked for from every luxel; its rays find them by chance.
constexpr std::size_t MostGlowing = 256;

/// Point `index` of the R2 sequence (Roberts, "The Unreasonable Effectiveness of Quasirandom
/// Sequences", 2018) in the unit square.
Vec2d evenPoint(std::size_t index)
{
    constexpr double A = 0.7548776662466927;
    constexpr double B = 0.5698402909980532;
    const double n = static_cast<double>(index) + 1;
    return {std::fmod(0.5 + A * n, 1.0), std::fmod(0.5 + B * n, 1.0)};
}

float strongest(const Vec3f& color)
{
    return std::max({color.x, color.y, color.z});
}

Vec3f toVector(const Color& color)
{
    return {color.r, color.g, color.b};
}

/// Fills in what follows from the rim, the direction and the radiance.
void finishFace(TracedLight& light, float offset)
{
    Vec3f middle{0};
    for (const auto& corner : light.rim)
        middle += corner / static_cast<float>(light.rim.size());
    light.position = middle;
    std::vector<float> areas; // of the triangles of a fan, summed up
    for (std::size_t i = 2; i < light.rim.size(); ++i) {
        const auto across =
            glm::cross(light.rim[i - 1] - light.rim[0], light.rim[i] - light.rim[0]);
        areas.push_back((areas.empty() ? 0 : areas.back()) + glm::length(across) * 0.5f);
    }
    light.area = areas.back();
    for (std::size_t i = 0; i < TracedLight::Spots; ++i) {
        auto point = Vec2f{evenPoint(i)};
        const float wanted = point.x * light.area;
        const auto at = static_cast<std::size_t>(
            std::lower_bound(areas.begin(), areas.end() - 1, wanted) - areas.begin());
        const float before = at == 0 ? 0 : areas[at - 1];
        point.x = (wanted - before) / std::max(areas[at] - before, 1e-12f);
        const float edge = std::sqrt(std::clamp(point.x, 0.0f, 1.0f));
        light.spots.push_back(light.rim[0] * (1 - edge) + light.rim[at + 1] * (edge * point.y) +
                              light.rim[at + 2] * (edge * (1 - point.y)) +
                              light.direction * offset);
    }
}

TracedLight areaLight(const BakeLight& source, const Vec3d& origin, const Vec3f& color)
{
    TracedLight light;
    light.shape = TracedLight::Shape::Face;
    const auto x = source.rotation * Vec3d{source.light.width * 0.5, 0, 0};
    const auto y = source.rotation * Vec3d{0, source.light.height * 0.5, 0};
    const auto middle = source.position - origin;
    for (const auto& corner : {-x - y, x - y, x + y, -x + y})
        light.rim.emplace_back(middle + corner);
    // Straight ahead a shining face gives its radiance times its area.
    light.color = color / (source.light.width * source.light.height);
    return light;
}

bool isUsable(const BakeLight& source, const Vec3f& color)
{
    const auto& light = source.light;
    const bool hasRange = isSun(light) || (light.range > 0 && std::isfinite(light.range));
    const bool hasSize = light.kind != LightKind::Area ||
                         (light.width > 0 && light.height > 0 && std::isfinite(light.width) &&
                          std::isfinite(light.height));
    return isBaked(light) && hasRange && hasSize && isFinite(source.position) &&
           isFinite(Vec3d{color}) && color != Vec3f{0};
}
} // namespace

const std::array<Vec2f, TracedLight::Spots>& discSpots()
{
    static const auto Spots = [] {
        std::array<Vec2f, TracedLight::Spots> spots;
        for (std::size_t i = 0; i < spots.size(); ++i) {
            const auto point = evenPoint(i);
            const double radius = std::sqrt(point.x);
            spots.at(i) =
                Vec2f{Vec2d{std::cos(2 * Pi * point.y), std::sin(2 * Pi * point.y)} * radius};
        }
        return spots;
    }();
    return Spots;
}

float glowRange(float power)
{
    constexpr float Least = 0.003f; // of irradiance / pi
    constexpr float Nearest = 2.0f;
    constexpr float Farthest = 48.0f;
    return std::clamp(std::sqrt(power * PerPi / Least), Nearest, Farthest);
}

BrushGlow glowOfBrush(const Brush& brush, const std::function<float(Name)>& glowOf)
{
    BrushGlow glow;
    Name last;
    float radiance = 0;
    for (FaceIndex face = 0; face < brush.faceCount(); ++face) {
        const auto material = brush.faces()[face].material;
        if (face == 0 || !(material == last))
            radiance = glowOf(material);
        last = material;
        if (radiance > 0)
            glow.power =
                std::max(glow.power, radiance * static_cast<float>(faceArea(brush, face)));
    }
    if (glow.power > 0)
        glow.reach = static_cast<double>(glowRange(glow.power)) +
                     glm::length(brush.bounds().size()) * 0.5;
    return glow;
}

std::vector<TracedLight> tracedLights(const BakeInput& input, const Vec3d& origin)
{
    std::vector<TracedLight> lights;
    for (const auto& source : input.lights) {
        const auto color = toVector(source.light.color) * strengthOf(source.light);
        if (!isUsable(source, color))
            continue;
        auto light =
            source.light.kind == LightKind::Area ? areaLight(source, origin, color) : TracedLight{};
        light.direction = Vec3f{lightDirection(source.rotation)};
        light.range = source.light.range;
        light.castShadows = source.light.castShadows;
        if (source.light.kind == LightKind::Area) {
            finishFace(light, 0);
        } else {
            const LightCone cone{source.light};
            light.coneScale = cone.scale;
            light.coneOffset = cone.offset;
            light.color = color * PerPi;
            light.position = Vec3f{source.position - origin};
            light.size = source.light.radius;
            if (hasProfile(source.light)) {
                light.profile = source.profile;
                light.right = Vec3f{source.rotation * Vec3d{1, 0, 0}};
            }
        }
        if (isSun(source.light)) {
            light.shape = TracedLight::Shape::Sun;
            light.range = std::numeric_limits<float>::infinity();
            light.size = std::tan(source.light.sunAngle * static_cast<float>(Pi / 360));
        }
        lights.push_back(std::move(light));
    }
    return lights;
}

void addGlowingFaces(const std::map<Name, Vec3f>& radiances,
                     std::span<const StaticBrush> brushes,
                     std::span<const BakeChart> charts,
                     const Vec3d& origin,
                     double offset,
                     std::vector<TracedLight>& lights,
                     std::vector<Vec3f>& emission)
{
    struct Glowing
    {
        std::size_t chart;
        Vec3f radiance;
        float power;
    };

    std::vector<Glowing> glowing;
    for (std::size_t i = 0; i < charts.size(); ++i) {
        const auto glow = radiances.find(charts[i].material);
        if (glow == radiances.end() || !isFinite(Vec3d{glow->second}) ||
            !(strongest(glow->second) > 0))
            continue;
        const auto area = faceArea(*brushes[charts[i].brush].brush, charts[i].face);
        glowing.push_back({i, glow->second, strongest(glow->second) * static_cast<float>(area)});
    }
    std::stable_sort(glowing.begin(), glowing.end(),
                     [](const Glowing& a, const Glowing& b) { return a.power > b.power; });
    for (std::size_t i = 0; i < glowing.size(); ++i) {
        const auto& [at, radiance, power] = glowing[i];
        if (i >= MostGlowing) {
            emission.resize(charts.size(), Vec3f{0});
            emission[at] = radiance;
            continue;
        }
        const auto& brush = *brushes[charts[at].brush].brush;
        TracedLight light;
        light.shape = TracedLight::Shape::Face;
        light.direction = Vec3f{charts[at].normal};
        light.color = radiance;
        for (const auto vertex : brush.faceVertices(charts[at].face))
            light.rim.emplace_back(brush.vertices()[vertex] - origin);
        light.range = glowRange(power);
        finishFace(light, static_cast<float>(offset));
        for (const auto& corner : light.rim)
            light.size = std::max(light.size, glm::distance(corner, light.position));
        lights.push_back(std::move(light));
    }
}

float formFactor(const Vec3f& place, const Vec3f& normal, std::span<const Vec3f> polygon)
{
    const Vec3d up{normal};
    Vec3d sum{0};
    const auto addEdge = [&](const Vec3d& a, const Vec3d& b) {
        const auto across = glm::cross(a, b);
        const double size = glm::length(across);
        if (size > 0)
            sum += across * (std::atan2(size, glm::dot(a, b)) / size);
    };
    // Cut at the plane: where an edge goes below, another one runs along the plane to where the
    // next comes up again.
    std::optional<Vec3d> first;
    std::optional<Vec3d> last;
    const auto addCorner = [&](const Vec3d& corner) {
        if (last)
            addEdge(*last, corner);
        else
            first = corner;
        last = corner;
    };
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const auto a = Vec3d{polygon[i] - place};
        const auto b = Vec3d{polygon[(i + 1) % polygon.size()] - place};
        const double aboveA = glm::dot(a, up);
        const double aboveB = glm::dot(b, up);
        if (aboveA >= 0)
            addCorner(a);
        if ((aboveA > 0 && aboveB < 0) || (aboveA < 0 && aboveB > 0))
            addCorner(a + (b - a) * (aboveA / (aboveA - aboveB)));
    }
    if (!last)
        return 0;
    addEdge(*last, *first);
    return static_cast<float>(std::min(std::abs(glm::dot(sum, up)) / (2 * Pi), 1.0));
}
} // namespace engine
