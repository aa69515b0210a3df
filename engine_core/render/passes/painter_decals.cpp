// The part of the painter that draws decals.
#include "engine_core/render/passes/painter.h"

namespace engine
{
namespace
{
/// What decals change of. Light, measures and textures of surfaces are shown without them.
bool showsDecals(ViewMode mode)
{
    switch (mode) {
    case ViewMode::Textured:
    case ViewMode::Lit:
    case ViewMode::Unlit:
    case ViewMode::Material:
    case ViewMode::Normals:
    case ViewMode::Roughness:
    case ViewMode::Metallic:
        return true;
    default:
        return false;
    }
}
} // namespace

GlVertexArray Painter::makeDecalArray() const
{
    auto made = makeVertexArray();
    const auto array = made.name();
    const auto& decals = m_scene.decals();
    glVertexArrayVertexBuffer(array, 0, decals.vertexBuffer(), 0, sizeof(DecalVertex));
    glVertexArrayVertexBuffer(array, 1, m_state.buffers.transforms.name(), 0, sizeof(GpuTransform));
    glVertexArrayElementBuffer(array, decals.indexBuffer());
    glVertexArrayBindingDivisor(array, 1, 1);
    const auto attribute = [array](GLuint index, GLuint binding) {
        glEnableVertexArrayAttrib(array, index);
        glVertexArrayAttribBinding(array, index, binding);
    };
    constexpr GLuint Luxel = offsetof(DecalVertex, luxel);
    glVertexArrayAttribFormat(array, 0, 3, GL_FLOAT, GL_FALSE, offsetof(DecalVertex, position));
    glVertexArrayAttribIFormat(array, 1, 1, GL_UNSIGNED_INT, offsetof(DecalVertex, frame));
    glVertexArrayAttribFormat(array, 3, 2, GL_FLOAT, GL_FALSE, offsetof(DecalVertex, uv));
    glVertexArrayAttribFormat(array, 4, 2, GL_FLOAT, GL_FALSE, Luxel + offsetof(GpuLuxel, luxel));
    glVertexArrayAttribIFormat(array, 5, 1, GL_SHORT, Luxel + offsetof(GpuLuxel, atlas));
    glVertexArrayAttribFormat(array, 14, 4, GL_UNSIGNED_BYTE, GL_TRUE,
                              offsetof(DecalVertex, shade));
    for (const GLuint index : {0U, 1U, 3U, 4U, 5U, 14U})
        attribute(index, 0);
    for (GLuint row = 0; row < 8; ++row) { // of GpuTransform
        glVertexArrayAttribFormat(array, 6 + row, 4, GL_FLOAT, GL_FALSE,
                                  row * static_cast<GLuint>(sizeof(Vec4f)));
        attribute(6 + row, 1);
    }
    return made;
}

void Painter::drawDecals(const std::vector<DrawLists::Decals>& decals)
{
    if (decals.empty() || !showsDecals(m_request.mode))
        return;
    beginSurfaces();
    const auto array = makeDecalArray();
    glBindVertexArray(array.name());
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    // A pixel's worth of the slope, nearer: at grazing angles the depth of two ways to cut one
    // plane differs by as much.
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1, 1);
    std::string used;
    std::optional<DrawLists::Kind> kind;
    for (const auto& each : decals) {
        const auto& material = m_state.materials.material(each.material.id, !m_isFast);
        const auto defines = " DECAL" + material.defines();
        if ((used != defines || kind != each.kind) && !useSurfaceProgram(each.kind, defines))
            break;
        used = defines;
        kind = each.kind;
        if (material.isRich)
            setFinish(material);
        if (!m_lists.mirrored)
            glEnable(GL_CULL_FACE); // the surface tells which side is seen
        drawMaterial(each.material, material);
    }
    glPolygonOffset(0, 0);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ZERO);
    endSurfaces();
}
} // namespace engine
