// The part of the painter that treats the light of a whole picture: scattering, and eyes that
// adapt.
#include "engine_core/render/passes/timed.h"

#include <glm/matrix.hpp>

#include <array>
#include <cmath>

namespace engine
{
namespace
{
/// How much of each level of the scattered light comes from the next smaller one: light reaches the
/// farther, the larger it is.
constexpr float FromSmaller = 0.6F;

bool isUsed(EffectUse use, bool isFast)
{
    return use == EffectUse::On || (use == EffectUse::Automatic && !isFast);
}
} // namespace

void Painter::chooseEffects()
{
    m_isLit = m_request.mode == ViewMode::Lit || m_request.mode == ViewMode::Lightmap ||
              m_request.mode == ViewMode::Direct || m_request.mode == ViewMode::Indirect ||
              m_request.mode == ViewMode::Probes;
    m_needsLights = m_isLit || m_request.mode == ViewMode::Overlap;
    if (m_request.effects.occlusion == EffectUse::Off)
        m_target.releaseAround();
    const auto settings = m_scene.settings();
    // Of parts of the light one wants to see how much there is, not what a game makes of it.
    if (!m_drawsSurfaces ||
        (m_request.mode != ViewMode::Lit && m_request.mode != ViewMode::Lightmap))
        return;
    const auto& effects = m_request.effects;
    m_blooms = settings.bloom > 0 && isUsed(effects.bloom, m_isFast);
    m_adapts = settings.eyeAdaptation && isUsed(effects.adaptation, m_isFast);
    // Light that a bake has traced knows of corners already.
    const bool hasAmbient = settings.ambient != Color{0, 0, 0} || m_scene.lightmap() == nullptr;
    m_occludes = hasAmbient && isUsed(effects.occlusion, m_isFast);
    // All need the light of a picture before it is made ready for the screen.
    m_isFast = m_isFast && !m_blooms && !m_adapts && !m_occludes;
}

std::string Painter::toneDefine() const
{
    switch (m_scene.settings().toneCurve) {
    case ToneCurve::Filmic:
        return " TONE_FILMIC";
    case ToneCurve::Soft:
        return " TONE_SOFT";
    case ToneCurve::None:
        return " TONE_NONE";
    case ToneCurve::Natural:
        break;
    }
    return {};
}

/// As light among the others, where nothing stands: it is scattered, too, and eyes look at it.
void Painter::drawSkyLight()
{
    if (!useProgram("screen", "present", "BACKGROUND SKY LINEAR"))
        return;
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_EQUAL);
    glBindVertexArray(m_emptyArray.name());
    setBackground(true);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_DEPTH_TEST);
    ++m_stats.drawCalls;
}

void Painter::drawScreen(GLuint target, int width, int height)
{
    useFramebuffer(target, 0);
    glViewport(0, 0, width, height);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    ++m_stats.drawCalls;
}

void Painter::scatterLight()
{
    m_target.makeScattered();
    const auto& levels = m_target.scattered;
    const auto sideOf = [](int whole, std::size_t level) {
        return std::max(whole >> (level + 1), 1);
    };
    glBindVertexArray(m_emptyArray.name());
    if (!useProgram("screen", "bloom"))
        return;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        glBindTextureUnit(0, i == 0 ? m_target.linear() : levels[i - 1].name());
        drawScreen(levels[i].name(), sideOf(m_request.width, i), sideOf(m_request.height, i));
    }
    if (!useProgram("screen", "bloom", "UP"))
        return;
    glEnable(GL_BLEND);
    glBlendColor(0, 0, 0, FromSmaller);
    glBlendFunc(GL_CONSTANT_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA);
    for (std::size_t i = levels.size() - 1; i-- > 0;) {
        glBindTextureUnit(0, levels[i + 1].name());
        drawScreen(levels[i].name(), sideOf(m_request.width, i), sideOf(m_request.height, i));
    }
    glDisable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ZERO);
}

/// Where a game runs eyes take their time, from its first moment on; elsewhere nobody waits for
/// them.
void Painter::adaptEyes()
{
    m_target.makeMeter();
    glBindVertexArray(m_emptyArray.name());
    if (!useProgram("screen", "meter"))
        return;
    glBindTextureUnit(0, m_target.linear());
    drawScreen(m_target.meter.name(), RenderTarget::MeterSide, RenderTarget::MeterSide);
    glGenerateTextureMipmap(m_target.meter.name());
    if (!useProgram("screen", "adapt"))
        return;
    const auto settings = m_scene.settings();
    const double passed = m_scene.seconds() - m_target.adaptedAt;
    const bool isNew = m_target.adaptedAt < 0 || passed < 0 || m_target.adaptedTo != &m_scene ||
                       !(m_scene.seconds() > 0) || !m_request.gameView;
    const auto part =
        isNew ? 1.F
              : static_cast<float>(
                    1 - std::exp(-passed * static_cast<double>(settings.adaptationSpeed)));
    std::swap(m_target.adapted[0], m_target.adapted[1]);
    glBindTextureUnit(0, m_target.meter.name());
    glBindTextureUnit(1, m_target.adapted[1].name());
    glUniform3f(0, settings.adaptationDown, settings.adaptationUp, part);
    drawScreen(m_target.adapted[0].name(), 1, 1);
    m_target.adaptedAt = m_scene.seconds();
    m_target.adaptedTo = &m_scene;
}

/// What surfaces get from all around goes to a picture of its own, too, so that corners can lose
/// some of it.
void Painter::writeAround(bool isWritten)
{
    if (!m_occludes)
        return;
    constexpr std::array<GLenum, 2> Both{GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    m_writesAround = isWritten;
    m_target.makeAround();
    const auto name = m_framebuffer.name();
    glNamedFramebufferTexture(name, GL_COLOR_ATTACHMENT1, isWritten ? m_target.around.name() : 0,
                              0);
    glNamedFramebufferDrawBuffers(name, isWritten ? 2 : 1, Both.data());
    const Vec4f nothing{0};
    if (isWritten)
        glClearNamedFramebufferfv(name, GL_COLOR, 1, &nothing.x);
}

void Painter::occlude()
{
    constexpr float Reach = 0.6F; // metres: feet of walls and of furniture
    const Mat4f toClip{m_frame.projection};
    const Mat4f fromClip{glm::inverse(m_frame.projection)};
    const auto begin = [&](const char* defines) {
        if (!useProgram("screen", "occlusion", defines))
            return false;
        glUniformMatrix4fv(0, 1, GL_FALSE, &fromClip[0].x);
        glUniformMatrix4fv(4, 1, GL_FALSE, &toClip[0].x);
        glUniform1f(8, Reach);
        return true;
    };
    glBindVertexArray(m_emptyArray.name());
    glBindTextureUnit(0, m_target.depth.name());
    if (begin(""))
        drawScreen(m_target.occlusion.name(), m_request.width, m_request.height);
    if (begin("APPLY")) {
        glBindTextureUnit(1, m_target.occlusion.name());
        glBindTextureUnit(2, m_target.around.name());
        glEnable(GL_BLEND);
        glBlendEquationSeparate(GL_FUNC_REVERSE_SUBTRACT, GL_FUNC_ADD);
        glBlendFuncSeparate(GL_ONE, GL_ONE, GL_ZERO, GL_ONE);
        drawScreen(m_target.linear(), m_request.width, m_request.height);
        glBlendEquation(GL_FUNC_ADD);
        glBlendFunc(GL_ONE, GL_ZERO);
        glDisable(GL_BLEND);
    }
    useFramebuffer(m_target.linear(), m_target.depth.name());
}

void Painter::applyEffects()
{
    if (m_blooms)
        timed(m_stats.bloomTook, [&] { scatterLight(); });
    if (m_adapts)
        timed(m_stats.adaptationTook, [&] { adaptEyes(); });
    glViewport(0, 0, m_request.width, m_request.height);
}
} // namespace engine
