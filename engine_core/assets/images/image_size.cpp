#include "engine_core/assets/images/image_size.h"

#include <stb_image.h>

namespace engine
{
std::optional<Vec2d> imageSize(const fs::path& file)
{
    int width = 0;
    int height = 0;
    int channels = 0;
    if (stbi_info(file.c_str(), &width, &height, &channels) == 0 || width <= 0 || height <= 0)
        return std::nullopt;
    return Vec2d{width, height};
}
} // namespace engine
