// The part of the painter that brings linear light to the screen: background, tone curve, edges.
#include "engine_core/render/passes/timed.h"
#include "engine_core/scene/light/scene_light.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace engine
{
namespace
{
Vec3f toVector(const Color& color)
{
    return {color.r, color.g, color.b};
}
} // namespace

bool Painter::showsSky() const
{
    return m_request.mode == ViewMode::Lit && m_drawsSurfaces && hasSky(m_scene.settings());
}

void Painter::setBackground(bool isSky) const
{
    if (isSky) {
        const auto settings = m_scene.settings();
        const auto& camera = m_request.camera;
        // An orthographic view looks the same way everywhere.
        const double high = camera.orthographic ? 0 : std::tan(camera.fovY / 2);
        const Vec3f ahead{camera.forward()};
        const Vec3f aside{camera.right() * (high * m_frame.aspect)};
        const Vec3f above{camera.up() * high};
        const auto zenith = toVector(settings.skyTop);
        const auto horizon = toVector(settings.skyHorizon);
        GLint location = 3;
        for (const auto* value : {&zenith, &horizon, &ahead, &aside, &above})
            glUniform3fv(location++, 1, &value->x);
        setSun();
        return;
    }
    const bool flat = m_request.camera.orthographic;
    const auto top = m_request.gameView ? Vec3f{0} : toVec3(flat ? FlatBackground : 0x34383d);
    const auto bottom = m_request.gameView ? Vec3f{0} : toVec3(flat ? FlatBackground : 0x24272b);
    glUniform3fv(0, 1, &top.x);
    glUniform3fv(1, 1, &bottom.x);
}

/// The brightest of the scene's suns stands in the sky.
void Painter::setSun() const
{
    constexpr float NoSun = 2;
    Vec4f toSun{0, 1, 0, NoSun};
    Vec3f light{0};
    for (const auto& object : m_scene.objects()) {
        const auto* sun =
            object.kind == ObjectKind::Light ? m_scene.world().get<Light>(object.entity) : nullptr;
        if (sun == nullptr || !isSun(*sun) || (object.hidden && !m_request.gameView))
            continue;
        const auto its = toVector(sun->color) * strengthOf(*sun);
        if (its.x + its.y + its.z <= light.x + light.y + light.z)
            continue;
        light = its;
        // A disc of less than half a degree would be a dot that flickers.
        constexpr float LeastAngle = 0.5F;
        const float angle = std::max(sun->sunAngle, LeastAngle) * static_cast<float>(Pi / 360);
        toSun =
            Vec4f{Vec3f{-lightDirection(m_scene.placeOf(object.entity))}, std::cos(angle)};
    }
    glUniform4fv(8, 1, &toSun.x);
    glUniform3fv(9, 1, &light.x);
}

void Painter::drawBackground()
{
    const bool isSky = showsSky();
    if (!useProgram("screen", "present", (isSky ? "BACKGROUND SKY" : "BACKGROUND") + toneDefine()))
        return;
    // Only where the surfaces have left the farthest depth; the triangle lies there.
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_EQUAL);
    glBindVertexArray(m_emptyArray.name());
    setBackground(isSky);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_DEPTH_TEST);
    ++m_stats.drawCalls;
}

void Painter::present()
{
    m_color = m_target.color.name();
    if (hasFlatBackground())
        return;
    if (m_isFast) {
        drawBackground();
        drawBlended();
        if (smoothsEdges())
            timed(m_stats.smoothingTook, [&] { smoothEdges(); });
        return;
    }
    applyEffects();
    useFramebuffer(m_color, 0);
    glBindVertexArray(m_emptyArray.name());
    auto defines = toneDefine();
    const bool isSky = showsSky() && !m_blooms && !m_adapts; // else it is part of the light
    if (isSky)
        defines += " SKY";
    if (m_blooms)
        defines += " BLOOM";
    if (m_adapts)
        defines += " ADAPT";
    if (!useProgram("screen", "present", defines))
        return;
    glBindTextureUnit(0, m_target.linear());
    if (m_blooms) {
        glBindTextureUnit(1, m_target.scattered.front().name());
        glUniform1f(10, m_scene.settings().bloom);
    }
    if (m_adapts)
        glBindTextureUnit(2, m_target.adapted[0].name());
    setBackground(isSky);
    glUniform1i(2, m_isLit ? 1 : 0);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    ++m_stats.drawCalls;
    if (smoothsEdges())
        timed(m_stats.smoothingTook, [&] { smoothEdges(); });
}

bool Painter::smoothsEdges() const
{
    const auto use = m_request.effects.smoothing;
    return m_drawsSurfaces && use != EffectUse::Off &&
           (use == EffectUse::On || !m_isFast || m_request.isStill);
}

void Painter::smoothEdges()
{
    if (!useProgram("screen", "smooth"))
        return;
    glBindVertexArray(m_emptyArray.name());
    glBindTextureUnit(0, m_color);
    m_color = m_target.smoothed();
    useFramebuffer(m_color, 0);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    ++m_stats.drawCalls;
}
} // namespace engine
