#include "engine_core/assets/images/picture_holes.h"

namespace engine
{
ContentHash holesHash(const Image& picture)
{
    constexpr std::size_t Channels = 4;
    constexpr std::size_t Bits = 64;
    Hasher hasher;
    hasher.add(picture.width).add(picture.height);
    bool hasHoles = false;
    std::uint64_t word = 0;
    const auto texels = picture.rgba.size() / Channels;
    for (std::size_t i = 0; i < texels; ++i) {
        const bool isHole = picture.rgba[Channels * i + 3] < LeastDrawnAlpha;
        word = word << 1U | std::uint64_t{isHole};
        if ((i + 1) % Bits != 0 && i + 1 != texels)
            continue;
        hasHoles = hasHoles || word != 0;
        hasher.add(word);
        word = 0;
    }
    return hasHoles ? hasher.result() : 0;
}
} // namespace engine
