#include "engine_core/scene/light/light_units.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

namespace engine
{
namespace
{
/// The steradians that a spot would fill with all its strength: its share, which is linear in the
/// cosine and squared, integrated from the edge of the cone to its middle.
double solidAngleOfCone(const Light& light)
{
    const LightCone cone{light};
    const double scale = static_cast<double>(cone.scale);
    const double offset = static_cast<double>(cone.offset);
    const double edge = -offset / scale;
    const double inner = std::min((1 - offset) / scale, 1.0);
    const double atInner = std::min(inner * scale + offset, 1.0);
    const double fading = atInner * atInner * atInner / (3 * scale);
    return 2 * Pi * (std::max(1 - std::max(inner, edge), 0.0) + fading);
}
} // namespace

std::string_view unitSymbol(LightUnit unit)
{
    constexpr std::array<std::string_view, 4> Symbols{"cd", "lm", "lx", "nt"};
    return Symbols[static_cast<std::size_t>(unit)];
}

std::optional<LightUnit> lightUnitOf(std::string_view text)
{
    static constexpr std::pair<std::string_view, LightUnit> Known[]{
        {"cd", LightUnit::Candela},  {"candela", LightUnit::Candela}, {"lm", LightUnit::Lumen},
        {"lumen", LightUnit::Lumen}, {"lumens", LightUnit::Lumen},    {"lx", LightUnit::Lux},
        {"lux", LightUnit::Lux},     {"nt", LightUnit::Nits},         {"nit", LightUnit::Nits},
        {"nits", LightUnit::Nits},   {"cd/m2", LightUnit::Nits}};
    std::string lower{text};
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const auto& [name, unit] : Known)
        if (name == lower)
            return unit;
    return std::nullopt;
}

std::span<const LightUnit> unitsOf(LightKind kind)
{
    static constexpr std::array Lamps{LightUnit::Candela, LightUnit::Lumen};
    static constexpr std::array Suns{LightUnit::Lux};
    static constexpr std::array Areas{LightUnit::Candela, LightUnit::Lumen, LightUnit::Nits};
    if (kind == LightKind::Sun)
        return Suns;
    if (kind == LightKind::Area)
        return Areas;
    return Lamps;
}

double unitsPerIntensity(const Light& light, LightUnit unit, double profileSolidAngle)
{
    if (unit == LightUnit::Nits && light.kind == LightKind::Area)
        return 1 /
               std::max(static_cast<double>(light.width) * static_cast<double>(light.height), 1e-6);
    if (unit != LightUnit::Lumen || light.kind == LightKind::Sun)
        return 1;
    if (light.kind == LightKind::Area)
        return Pi;
    if (hasProfile(light) && profileSolidAngle > 0)
        return profileSolidAngle;
    return light.kind == LightKind::Spot ? solidAngleOfCone(light) : 4 * Pi;
}
} // namespace engine
