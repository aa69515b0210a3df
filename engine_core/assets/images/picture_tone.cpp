#include "engine_core/assets/images/picture_tone.h"

#include <algorithm>
#include <cmath>

namespace engine
{
bool PictureTone::isOfNormals() const
{
    return mean[2] >= 0.6 && std::abs(mean[0] - 0.5) <= 0.15 && std::abs(mean[1] - 0.5) <= 0.15;
}

PictureTone toneOf(const Image& image)
{
    PictureTone tone;
    double spread = 0;
    const auto pixels = image.rgba.size() / 4;
    const auto step = std::max<std::size_t>(pixels / 65536, 1); // some thousands tell
    double count = 0;
    for (std::size_t i = 0; i < pixels; i += step, ++count) {
        const auto* rgb = &image.rgba[i * 4];
        for (std::size_t c = 0; c < 3; ++c)
            tone.mean[c] += rgb[c];
        const auto [least, most] = std::minmax({rgb[0], rgb[1], rgb[2]});
        spread += most - least;
    }
    for (auto& mean : tone.mean)
        mean /= std::max(count, 1.0) * 255;
    tone.spread = spread / (std::max(count, 1.0) * 255);
    return tone;
}
} // namespace engine
