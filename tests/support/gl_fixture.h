#pragma once

#include "engine_core/assets/asset_database.h"
#include "engine_core/assets/image.h"
#include "engine_core/render/headless_context.h"
#include "engine_core/render/offscreen.h"
#include "engine_core/render/render_system.h"

#include <memory>

namespace mapwright::test
{
/// An 8-bit colour of a picture.
struct Pixel
{
    int r = 0;
    int g = 0;
    int b = 0;

    [[nodiscard]] int sum() const { return r + g + b; }

    friend bool operator==(const Pixel&, const Pixel&) = default;
};

[[nodiscard]] Pixel pixelAt(const engine::Image& image, int x, int y);

/// Whether no channel is more than `tolerance` away.
[[nodiscard]] bool isNear(const Pixel& a, const Pixel& b, int tolerance);

/// A context without a window, a project without assets, and one world that is drawn. One for all
/// tests of a program: making a context takes longer than drawing.
class GlFixture
{
public:
    /// An error where the machine has no OpenGL 4.5.
    [[nodiscard]] static engine::Result<std::unique_ptr<GlFixture>>
    create(const engine::fs::path& projectFolder);

    /// A small picture of the world; contract broken if it cannot be drawn.
    [[nodiscard]] static engine::Image picture(engine::RenderSystem& system,
                                               const engine::ViewRequest& request);

    [[nodiscard]] engine::AssetDatabase& assets() { return *m_assets; }

    [[nodiscard]] engine::RenderResources& resources() { return *m_resources; }

private:
    GlFixture() = default;
    std::unique_ptr<engine::HeadlessContext> m_context;
    std::unique_ptr<engine::AssetDatabase> m_assets;
    std::unique_ptr<engine::RenderResources> m_resources;
};

/// A perspective view of 200 x 100 pixels from a point to another.
[[nodiscard]] engine::ViewRequest viewFrom(const engine::Vec3d& eye, const engine::Vec3d& at);
} // namespace mapwright::test
