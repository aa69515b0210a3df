#include "engine_core/render/gl/render_targets.h"

#include <algorithm>

namespace engine
{
namespace
{
GlTexture plainTexture(GLenum format, int width, int height)
{
    auto texture = makeTexture(GL_TEXTURE_2D);
    glTextureStorage2D(texture.name(), 1, format, width, height);
    glTextureParameteri(texture.name(), GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTextureParameteri(texture.name(), GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTextureParameteri(texture.name(), GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(texture.name(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}
} // namespace

GLuint RenderTarget::linear()
{
    if (!light)
        light = plainTexture(GL_RGBA16F, width, height);
    return light.name();
}

GLuint RenderTarget::smoothed()
{
    if (!smooth)
        smooth = plainTexture(GL_RGBA8, width, height);
    return smooth.name();
}

RenderTarget& RenderTargets::get(int width, int height)
{
    const auto at = std::find_if(m_targets.begin(), m_targets.end(), [&](const auto& target) {
        return target.width == width && target.height == height;
    });
    if (at != m_targets.end()) {
        m_targets.splice(m_targets.begin(), m_targets, at);
        return m_targets.front();
    }
    constexpr std::size_t MostSizes = 6; // four views, a game and a thumbnail
    if (m_targets.size() >= MostSizes)
        m_targets.pop_back();
    auto& made = m_targets.emplace_front();
    made.width = width;
    made.height = height;
    made.color = plainTexture(GL_RGBA8, width, height);
    made.depth = plainTexture(GL_DEPTH_COMPONENT32F, width, height);
    return made;
}
} // namespace engine
