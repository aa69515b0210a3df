#include "engine_core/math/color_temperature.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
/// With the strongest channel 1; nothing of black.
std::optional<Vec3d> asHue(const Vec3d& rgb)
{
    const double most = std::max({rgb.x, rgb.y, rgb.z});
    if (!(most > 0) || !std::isfinite(most))
        return std::nullopt;
    return glm::max(rgb, Vec3d{0}) / most;
}

Vec3d hueOf(double kelvin)
{
    const double t = std::clamp(kelvin, LeastKelvin, MostKelvin);
    const double u = (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t * t) /
                     (1 + 8.42420235e-4 * t + 7.08145163e-7 * t * t);
    const double v = (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t * t) /
                     (1 - 2.89741816e-5 * t + 1.61456053e-7 * t * t);
    // From CIE 1960 to 1931, then with Y = 1 to linear sRGB (IEC 61966-2-1).
    const double scale = 2 * u - 8 * v + 4;
    const double x = 3 * u / scale;
    const double y = 2 * v / scale;
    const Vec3d xyz{x / y, 1, (1 - x - y) / y};
    const Vec3d rgb{3.2404542 * xyz.x - 1.5371385 * xyz.y - 0.4985314 * xyz.z,
                    -0.9692660 * xyz.x + 1.8760108 * xyz.y + 0.0415560 * xyz.z,
                    0.0556434 * xyz.x - 0.2040259 * xyz.y + 1.0572252 * xyz.z};
    return *asHue(rgb);
}
} // namespace

Color colorOfTemperature(double kelvin)
{
    const Vec3f rgb{hueOf(kelvin)};
    return {rgb.x, rgb.y, rgb.z};
}

std::optional<double> temperatureOfColor(const Color& color)
{
    constexpr double Near = 0.08; // of the strongest channel: white counts as 6,500 K
    const auto hue = asHue({color.r, color.g, color.b});
    if (!hue)
        return std::nullopt;
    // Equal steps of 1 / kelvin look equally far apart.
    constexpr double Coolest = 1 / MostKelvin;
    constexpr double Warmest = 1 / LeastKelvin;
    const auto away = [&](double inverse) {
        return glm::distance(hueOf(1 / inverse), *hue);
    };
    constexpr int Steps = 128;
    constexpr double Step = (Warmest - Coolest) / Steps;
    double best = Coolest;
    for (int i = 1; i <= Steps; ++i)
        if (const double at = Coolest + Step * i; away(at) < away(best))
            best = at;
    for (double step = Step / 2; step > 1e-9; step /= 2)
        for (const double at : {best - step, best + step})
            if (at >= Coolest && at <= Warmest && away(at) < away(best))
                best = at;
    if (away(best) > Near)
        return std::nullopt;
    return 1 / best;
}
} // namespace engine
