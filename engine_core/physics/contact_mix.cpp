#include "engine_core/physics/contact_mix.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace engine
{
namespace
{
/// The greatest factor that keeps the result growing with both.
constexpr double Spread = std::numbers::sqrt2;

double part(double value)
{
    return std::isnan(value) ? 0 : std::clamp(value, 0.0, 1.0);
}

double weighted(double a, double weightOfA, double b, double weightOfB)
{
    return (a * weightOfA + b * weightOfB) / (weightOfA + weightOfB);
}
} // namespace

double combinedFriction(double a, double b)
{
    const auto weight = [](double value) {
        return Spread * (1 - value) + 1;
    };
    a = part(a);
    b = part(b);
    return weighted(a, weight(a), b, weight(b));
}

double combinedRestitution(double a, double b)
{
    const auto weight = [](double value) {
        return Spread * std::abs(2 * value - 1) + 1;
    };
    a = part(a);
    b = part(b);
    return weighted(a, weight(a), b, weight(b));
}
} // namespace engine
