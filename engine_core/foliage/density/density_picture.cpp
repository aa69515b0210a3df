#include "engine_core/foliage/density/density_picture.h"

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>

namespace engine
{
double DensityPicture::at(const Vec2d& place) const
{
    if (width == 0 || height == 0 ||
        !(place.x >= 0 && place.y >= 0 && place.x <= 1 && place.y <= 1))
        return 0;
    const Vec2d last{static_cast<double>(width) - 1, static_cast<double>(height) - 1};
    const auto point = glm::clamp(place * (last + 1.0) - 0.5, Vec2d{0}, last);
    const auto corner = glm::floor(point);
    const auto f = point - corner;
    const auto share = [&](std::size_t x, std::size_t y) {
        x = std::min<std::size_t>(x, width - 1);
        y = std::min<std::size_t>(y, height - 1);
        return shares[y * width + x] / 255.0;
    };
    const auto x = static_cast<std::size_t>(corner.x);
    const auto y = static_cast<std::size_t>(corner.y);
    return glm::mix(glm::mix(share(x, y), share(x + 1, y), f.x),
                    glm::mix(share(x, y + 1), share(x + 1, y + 1), f.x), f.y);
}
} // namespace engine
