#include "engine_core/render/gl/render_targets.h"

#include <algorithm>

namespace engine
{
namespace
{
GlTexture plainTexture(GLenum format, int width, int height, int levels = 1)
{
    auto texture = makeTexture(GL_TEXTURE_2D);
    glTextureStorage2D(texture.name(), levels, format, width, height);
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

void RenderTarget::makeAround()
{
    if (around)
        return;
    around = plainTexture(GL_RGBA16F, width, height);
    occlusion = plainTexture(GL_R8, width, height);
}

void RenderTarget::releaseAround()
{
    around = {};
    occlusion = {};
}

void RenderTarget::makeScattered()
{
    constexpr std::size_t MostLevels = 7;
    constexpr int Least = 4; // pixels of a side
    int x = width / 2;
    int y = height / 2;
    if (!scattered.empty())
        return;
    do {
        x = std::max(x, 1);
        y = std::max(y, 1);
        scattered.push_back(plainTexture(GL_RGBA16F, x, y));
        x /= 2;
        y /= 2;
    } while (scattered.size() < MostLevels && x >= Least && y >= Least);
}

void RenderTarget::makeMeter()
{
    constexpr int Levels = 7;
    if (meter)
        return;
    meter = plainTexture(GL_RG32F, MeterSide, MeterSide, Levels);
    for (auto& each : adapted)
        each = plainTexture(GL_R32F, 1, 1);
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
