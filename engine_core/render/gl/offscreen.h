#pragma once

#include "engine_core/assets/images/image.h"
#include "engine_core/render/scene/render_system.h"

namespace engine
{
/// Draws a view into an image; needs a current context. `stats` may be null. The request's
/// framebuffer is not used. Refuses sizes below 1 and over 16,384.
[[nodiscard]] Result<Image> renderToImage(RenderSystem& system,
                                          ViewRequest request,
                                          RenderStats* stats = nullptr,
                                          const std::vector<ViewPicture>& pictures = {});
} // namespace engine
