#include "engine_core/render/gl/offscreen.h"

#include "engine_core/render/gl/gl_device.h"

#include <algorithm>

namespace engine
{
Result<Image> renderToImage(RenderSystem& system,
                            ViewRequest request,
                            RenderStats* stats,
                            const std::vector<ViewPicture>& pictures)
{
    constexpr int Most = 16384;
    if (request.width < 1 || request.height < 1 || request.width > Most || request.height > Most)
        return Error{"A picture of {} x {} pixels cannot be drawn; 1 to {} are allowed on a side",
                     request.width, request.height, Most};
    const auto color = makeTexture(GL_TEXTURE_2D);
    glTextureStorage2D(color.name(), 1, GL_RGBA8, request.width, request.height);
    const auto framebuffer = makeFramebuffer();
    glNamedFramebufferTexture(framebuffer.name(), GL_COLOR_ATTACHMENT0, color.name(), 0);
    request.framebuffer = framebuffer.name();
    const auto drawn = system.render(request, pictures);
    if (stats != nullptr)
        *stats = drawn;

    Image image;
    image.width = static_cast<std::uint32_t>(request.width);
    image.height = static_cast<std::uint32_t>(request.height);
    const std::size_t row = std::size_t{image.width} * 4;
    image.rgba.resize(row * image.height);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
    glReadPixels(0, 0, request.width, request.height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    // OpenGL's first row is the lowest.
    for (std::size_t y = 0; y < image.height / 2; ++y) {
        const auto top = image.rgba.begin() + static_cast<std::ptrdiff_t>(y * row);
        const auto low =
            image.rgba.begin() + static_cast<std::ptrdiff_t>((image.height - 1 - y) * row);
        std::swap_ranges(top, top + static_cast<std::ptrdiff_t>(row), low);
    }
    return image;
}
} // namespace engine
