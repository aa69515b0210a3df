#include "tests/support/gl_fixture.h"

#include <glm/gtc/quaternion.hpp>

#include <cstdlib>

namespace mapwright::test
{
using namespace engine;

Pixel pixelAt(const Image& image, int x, int y)
{
    const auto at = (static_cast<std::size_t>(y) * image.width + static_cast<std::size_t>(x)) * 4;
    ENGINE_EXPECT(at + 3 < image.rgba.size());
    return {image.rgba[at], image.rgba[at + 1], image.rgba[at + 2]};
}

bool isNear(const Pixel& a, const Pixel& b, int tolerance)
{
    return std::abs(a.r - b.r) <= tolerance && std::abs(a.g - b.g) <= tolerance &&
           std::abs(a.b - b.b) <= tolerance;
}

Result<std::unique_ptr<GlFixture>> GlFixture::create(const fs::path& projectFolder)
{
    auto context = HeadlessContext::create();
    if (!context)
        return context.error();
    std::unique_ptr<GlFixture> fixture{new GlFixture};
    fixture->m_context = *std::move(context);
    fixture->m_assets = std::make_unique<AssetDatabase>(Project{projectFolder, "test", {}});
    fixture->m_resources = std::make_unique<RenderResources>(*fixture->m_assets);
    return fixture;
}

Image GlFixture::picture(RenderSystem& system, const ViewRequest& request)
{
    auto image = renderToImage(system, request);
    ENGINE_EXPECT(image.hasValue());
    return *std::move(image);
}

ViewRequest viewFrom(const Vec3d& eye, const Vec3d& at)
{
    ViewRequest request;
    request.width = 200;
    request.height = 100;
    request.camera.position = eye;
    const auto ahead = glm::normalize(at - eye);
    const Vec3d up = std::abs(ahead.y) > 0.99 ? Vec3d{0, 0, -1} : Vec3d{0, 1, 0};
    request.camera.rotation = glm::quatLookAt(ahead, up);
    return request;
}
} // namespace mapwright::test
