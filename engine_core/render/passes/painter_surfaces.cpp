// The part of the painter that draws what has a material.
#include "engine_core/assets/images/placeholder_picture.h"
#include "engine_core/render/passes/timed.h"

#include <array>
#include <numbers>
#include <optional>
#include <utility>

namespace engine
{
namespace
{
const char* modeDefine(ViewMode mode)
{
    switch (mode) {
    case ViewMode::Lit:
        return "MODE_LIT";
    case ViewMode::Unlit:
        return "MODE_UNLIT";
    case ViewMode::Lightmap:
        return "MODE_LIGHTMAP";
    case ViewMode::Density:
        return "MODE_DENSITY";
    case ViewMode::Texels:
        return "MODE_INSPECT INSPECT_TEXELS";
    case ViewMode::Checker:
        return "MODE_INSPECT INSPECT_CHECKER";
    case ViewMode::Material:
        return "MODE_INSPECT INSPECT_MATERIAL";
    case ViewMode::Normals:
        return "MODE_INSPECT INSPECT_NORMAL";
    case ViewMode::Roughness:
        return "MODE_INSPECT INSPECT_ROUGHNESS";
    case ViewMode::Metallic:
        return "MODE_INSPECT INSPECT_METALLIC";
    case ViewMode::Mips:
        return "MODE_INSPECT INSPECT_MIPS";
    case ViewMode::Overlap:
        return "MODE_INSPECT INSPECT_OVERLAP";
    case ViewMode::Direct:
        return "MODE_DIRECT";
    case ViewMode::Indirect:
        return "MODE_INDIRECT";
    case ViewMode::Age:
        return "MODE_INSPECT INSPECT_PLAIN";
    case ViewMode::Noise:
        return "MODE_INSPECT INSPECT_NOISE";
    case ViewMode::Probes: // in the midst of what they light
        return "MODE_LIGHTMAP";
    case ViewMode::Textured:
    case ViewMode::Wireframe:
        break;
    }
    return "MODE_TEXTURED";
}

/// Whether the mode's shader has the uniform of tint and metallic, which RICH ones have in any.
bool showsTint(ViewMode mode)
{
    switch (mode) {
    case ViewMode::Lightmap:
    case ViewMode::Density:
    case ViewMode::Texels:
    case ViewMode::Checker:
    case ViewMode::Normals:
    case ViewMode::Roughness:
    case ViewMode::Mips:
    case ViewMode::Overlap:
    case ViewMode::Direct:
    case ViewMode::Indirect:
    case ViewMode::Age:
    case ViewMode::Noise:
    case ViewMode::Probes:
        return false;
    default:
        return true;
    }
}

constexpr GLuint DetailUnit = 12; ///< as layers.glsl has it
constexpr std::array<GLuint, 7> MaterialUnits{0, 1, 2, 4, 5, 6, DetailUnit};
} // namespace

std::string Painter::surfaceDefines() const
{
    // Up to this many lights a plain loop over all of them is quicker on a processor than finding
    // out which ones matter.
    constexpr std::size_t FewLights = 8;
    std::string defines = modeDefine(m_request.mode);
    if (m_isFast)
        defines += " FAST" + toneDefine();
    if (m_isFast && m_needsLights && m_lightCount <= FewLights)
        defines += " FEW_LIGHTS";
    if (m_hasShadows)
        defines += " SHADOWS";
    if (m_writesAround)
        defines += " AROUND";
    return defines;
}

bool Painter::useSurfaceProgram(DrawLists::Kind kind, const std::string& more)
{
    auto defines = surfaceDefines();
    if (kind == DrawLists::Kind::Open)
        defines += " VOLUME";
    if (kind == DrawLists::Kind::Model)
        defines += " MODEL";
    if (!useProgram("surface", "surface", defines + more))
        return false;
    GLint program = 0;
    if (!more.empty())
        glGetIntegerv(GL_CURRENT_PROGRAM, &program);
    const auto placeOf = [program](const char* name) {
        return program != 0 ? glGetUniformLocation(static_cast<GLuint>(program), name) : -1;
    };
    m_finishPlaces = {placeOf("glow"), placeOf("finish"), placeOf("layers"), placeOf("warp")};
    return true;
}

void Painter::beginSurfaces()
{
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_GREATER);
    if (!m_lists.mirrored)
        glEnable(GL_CULL_FACE);
    if (const auto* lightmap = m_scene.lightmap()) {
        glBindTextureUnit(3, lightmap->texture.name());
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, lightmap->probes.name());
    }
    for (const auto unit : MaterialUnits)
        glBindSampler(unit, m_state.materials.sampler(m_isFast));
    glBindVertexArray(m_surfaceArray.name());
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, m_state.buffers.elements.name());
}

void Painter::endSurfaces()
{
    for (const auto unit : MaterialUnits)
        glBindSampler(unit, 0);
    glDisable(GL_CULL_FACE);
    glDisable(GL_DEPTH_TEST);
}

void Painter::drawSurfaces()
{
    const float far = 0;
    const Vec4f nothing{0};
    useFramebuffer(m_isFast || hasFlatBackground() ? m_target.color.name() : m_target.linear(),
                   m_target.depth.name());
    const Vec4f flat{toVec3(FlatBackground), 1.F};
    if (!m_isFast || hasFlatBackground())
        glClearNamedFramebufferfv(m_framebuffer.name(), GL_COLOR, 0,
                                  hasFlatBackground() ? &flat.x : &nothing.x);
    glClearNamedFramebufferfv(m_framebuffer.name(), GL_DEPTH, 0, &far);
    using Kind = DrawLists::Kind;
    if (!m_lists.materials.empty() || !m_lists.openMaterials.empty() ||
        !m_lists.modelMaterials.empty() || !m_foliage.empty()) {
        writeAround(m_occludes);
        beginSurfaces();
        drawMaterials(m_lists.materials, Kind::Charted);
        drawMaterials(m_lists.openMaterials, Kind::Open);
        drawMaterials(m_lists.modelMaterials, Kind::Model);
        drawFoliage();
        endSurfaces();
        drawDecals(m_lists.decals);
        writeAround(false);
        if (m_occludes)
            timed(m_stats.occlusionTook, [&] { occlude(); });
    }
    if (m_request.mode == ViewMode::Probes)
        drawProbes();
    if ((m_blooms || m_adapts) && showsSky())
        drawSkyLight();
    if (!m_isFast) // else over the background, which is drawn first
        drawBlended();
}

void Painter::drawMaterials(const std::vector<DrawLists::Material>& materials, DrawLists::Kind kind)
{
    std::vector<const DrawLists::Material*> rich;
    bool isReady = false;
    for (const auto& list : materials) {
        const auto& material = m_state.materials.material(list.id, !m_isFast);
        if (material.isRich) {
            rich.push_back(&list);
            continue;
        }
        if (!isReady && !useSurfaceProgram(kind))
            return;
        isReady = true;
        drawMaterial(list, material);
    }
    if (rich.empty())
        return;
    for (const auto* const defines : {" RICH", " RICH LAYERED", " RICH MASK", " RICH LAYERED MASK"})
        drawRich(rich, kind, defines);
    if (!m_lists.mirrored)
        glEnable(GL_CULL_FACE);
}

void Painter::drawRich(const std::vector<const DrawLists::Material*>& materials,
                       DrawLists::Kind kind,
                       const std::string& defines)
{
    bool isReady = false;
    for (const auto* list : materials) {
        const auto& material = m_state.materials.material(list->id, !m_isFast);
        if (material.defines() != defines)
            continue;
        if (!isReady && !useSurfaceProgram(kind, defines))
            return;
        isReady = true;
        setFinish(material);
        drawMaterial(*list, material);
    }
}

void Painter::drawBlended()
{
    if (m_lists.blended.empty())
        return;
    beginSurfaces();
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    std::optional<std::pair<DrawLists::Kind, bool>> used;
    std::optional<std::uint32_t> finished;
    for (const auto& each : m_lists.blended) {
        const auto& material = m_state.materials.material(each.material.id, !m_isFast);
        const std::pair program{each.kind, material.isLayered};
        if (used != program && !useSurfaceProgram(each.kind, material.defines()))
            break;
        if (used != program || finished != each.material.id)
            setFinish(material);
        used = program;
        finished = each.material.id;
        drawMaterial(each.material, material);
    }
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ZERO);
    endSurfaces();
    drawDecals(m_lists.decalsOnBlended);
}

/// What only programs with RICH know of.
void Painter::setFinish(const GpuMaterial& material)
{
    const auto& finish = material.source->finish;
    glBindTextureUnit(6, material.glow->texture.name());
    if (!m_isFast) {
        glBindTextureUnit(4, material.metallic->texture.name());
        glBindTextureUnit(5, material.occlusion->texture.name());
    }
    if (finish.twoSided)
        glDisable(GL_CULL_FACE);
    else if (!m_lists.mirrored)
        glEnable(GL_CULL_FACE);
    const auto& glow = finish.glowColor;
    const auto seconds = m_scene.seconds();
    if (m_finishPlaces.glow >= 0)
        glUniform4f(m_finishPlaces.glow, glow.x, glow.y, glow.z, finish.cutoff);
    if (m_finishPlaces.finish >= 0)
        glUniform4f(m_finishPlaces.finish, scrolledTo(finish.scroll.x, seconds),
                    scrolledTo(finish.scroll.y, seconds), finish.greenDown ? -1.F : 1.F,
                    finish.alpha);
    if (material.isLayered)
        setLayers(material);
}

/// What only programs with LAYERED know of.
void Painter::setLayers(const GpuMaterial& material) const
{
    constexpr float Turn = 2 * std::numbers::pi_v<float>;
    constexpr float WavesPerSecond = 0.16f; // as slow as Quake's
    const auto& layers = material.source->finish.layers;
    glBindTextureUnit(DetailUnit, material.detail->texture.name());
    if (m_finishPlaces.layers >= 0)
        glUniform4f(m_finishPlaces.layers, layers.triplanar > 0 ? 1 / layers.triplanar : 0.F,
                    layers.detailScale, layers.detail.empty() ? 0.F : layers.detailStrength, 0.F);
    if (m_finishPlaces.warp >= 0)
        glUniform2f(m_finishPlaces.warp, layers.warp,
                    Turn * scrolledTo(WavesPerSecond, m_scene.seconds()));
}

void Painter::drawMaterial(const DrawLists::Material& list, const GpuMaterial& material)
{
    glBindTextureUnit(0, material.colorAt(m_scene.seconds()).texture.name());
    glBindTextureUnit(1, material.normal->texture.name());
    glBindTextureUnit(2, material.roughness->texture.name());
    if (showsTint(m_request.mode)) {
        const auto tint = m_request.mode == ViewMode::Material
                              ? placeholderColor(material.source->name.text())
                              : material.source->tint;
        glUniform4f(0, tint.x, tint.y, tint.z, material.source->metallic);
    }
    const Stopwatch time{m_stats.drawMilliseconds};
    glMultiDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, elementsCommandAt(list.firstCommand),
                                static_cast<GLsizei>(list.commandCount), 0);
    ++m_stats.drawCalls;
}
} // namespace engine
