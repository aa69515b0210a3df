// The part of the painter that draws over the level: grid, highlights, icons and tools' lines.
#include "engine_core/render/passes/painter.h"
#include "engine_core/render/scene/editor_objects.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr std::uint32_t SelectionColor = 0xffb454;
constexpr std::uint32_t EdgeColor = 0x9aa0a8;
constexpr std::uint32_t MovingEdgeColor = 0x7fb4de;
constexpr float HiddenOpacity = 0.4F;
constexpr float DepthBias = 6e-4F; ///< of the distance, towards the viewer
} // namespace

template <typename Draw>
void Painter::dimmedWhereHidden(const Draw& draw)
{
    glDepthFunc(GL_LESS);
    draw(HiddenOpacity);
    glDepthFunc(GL_GEQUAL);
    draw(1.0F);
}

void Painter::drawOverlay()
{
    useFramebuffer(m_color, m_target.depth.name());
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_GEQUAL);
    glDepthMask(GL_FALSE);
    auto& overlay = m_state.overlay;
    overlay.clear();
    if (m_request.showGrid)
        drawGrid();
    drawFaces(m_dimmedFaces, {0.10F, 0.11F, 0.12F, 0.7F});
    constexpr Vec4f Hatch{0.88F, 0.64F, 0.23F, -0.55F};
    drawTints();
    for (const auto& [run, box] : m_staleParts)
        drawFaces(run, Hatch, box);
    drawFaces(m_tintedFaces, {1.0F, 0.706F, 0.329F, 0.3F});
    if (m_drawsEdges)
        drawBrushEdges();
    drawHighlight(m_inside, 0xe3e5e8, 0.9F, 1.0F);
    drawHighlight(m_hovered, 0xffffff, 0.6F, 1.0F);
    drawHighlight(m_selected, SelectionColor, 1.0F, 1.5F);
    for (const auto& face : m_request.selectedFaces)
        addFaceOutline(face, pack(SelectionColor, 1.0F), 1.5F);
    if (m_request.hoveredFace)
        addFaceOutline(*m_request.hoveredFace, pack(0xffffff, 0.6F), 1.0F);
    if (m_request.showEditorObjects)
        addEditorObjects(m_scene, m_request, overlay);
    if (m_request.overlay != nullptr)
        overlay.add(*m_request.overlay);
    drawLayer(DebugDraw::Depth::Tested);
    drawLayer(DebugDraw::Depth::Dimmed);
    drawLayer(DebugDraw::Depth::OnTop);
    overlay.clear();
}

void Painter::drawGrid()
{
    if (m_request.camera.orthographic) {
        addOrthographicGrid(m_request, m_state.overlay);
        drawLayer(DebugDraw::Depth::OnTop);
        return m_state.overlay.clear();
    }
    const auto height = std::abs(static_cast<float>(m_request.camera.position.y));
    const Vec4f grid{static_cast<float>(m_request.gridStep), std::clamp(height * 30.F, 40.F, 900.F),
                     0, 0};
    if (!useProgram("grid", "grid"))
        return;
    glUniform4fv(0, 1, &grid.x);
    glBindVertexArray(m_emptyArray.name());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    ++m_stats.drawCalls;
}

/// Of the light in the open; one ball for each place that a bake has looked around from.
void Painter::drawProbes()
{
    const auto* volume = m_scene.lightVolume();
    const auto* lightmap = m_scene.lightmap();
    if (volume == nullptr || lightmap == nullptr || volume->isEmpty() ||
        !useProgram("probe", "probe", m_isFast ? "FAST" + toneDefine() : ""))
        return;
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, lightmap->probes.name());
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_GREATER);
    glBindVertexArray(m_emptyArray.name());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(volume->probes.size()));
    glDisable(GL_DEPTH_TEST);
    ++m_stats.drawCalls;
}

void Painter::drawTints()
{
    constexpr float Share = 0.65F; // shapes are still seen
    for (const auto& [parts, rgb] : m_tints)
        for (const auto& [run, box] : parts)
            drawFaces(run, Vec4f{toVec3(rgb), Share}, box);
}

void Painter::drawFaces(const Run& run, const Vec4f& color, const Aabb& within)
{
    if (run.count == 0 || !useProgram("surface", "flat", "FLAT"))
        return;
    glUniform1f(0, DepthBias);
    glUniform4fv(2, 1, &color.x);
    const Vec3f low{within.isEmpty() ? Vec3d{-4 * WorldLimit} : within.min};
    const Vec3f high{within.isEmpty() ? Vec3d{4 * WorldLimit} : within.max};
    glUniform3fv(3, 1, &low.x);
    glUniform3fv(4, 1, &high.x);
    glBindVertexArray(m_surfaceArray.name());
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, m_state.buffers.elements.name());
    glMultiDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT,
                                reinterpret_cast<const void*>(run.first * sizeof(ElementsCommand)),
                                static_cast<GLsizei>(run.count), 0);
    ++m_stats.drawCalls;
}

bool Painter::beginEdges(std::uint32_t rgb, float alpha, float width, float opacity)
{
    const auto color = toDrawColor(rgb, alpha);
    const Mat4f identity{1};
    if (!useProgram("line", "line", "EDGES"))
        return false;
    glUniform1f(0, DepthBias);
    glUniform1f(1, opacity);
    glUniformMatrix4fv(2, 1, GL_FALSE, &identity[0].x);
    glBindVertexArray(m_edgeArray.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, m_state.meshes.vertexBuffer());
    glVertexAttrib4f(2, color.r, color.g, color.b, color.a);
    glVertexAttrib1f(3, width);
    return true;
}

void Painter::drawEdgeCommands(const Run& run, const std::optional<Mat4d>& place)
{
    if (run.count == 0)
        return;
    if (place) {
        const Mat4f model{*place};
        glUniformMatrix4fv(2, 1, GL_FALSE, &model[0].x);
    }
    const std::span<const EdgesCommand> commands{m_edgeCommands.data() + run.first, run.count};
    m_state.buffers.edges.write(commands);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, m_state.buffers.edges.name());
    glMultiDrawArraysIndirect(GL_TRIANGLE_STRIP, nullptr, static_cast<GLsizei>(run.count), 0);
    ++m_stats.drawCalls;
}

void Painter::drawBrushEdges()
{
    if (beginEdges(EdgeColor, m_request.inside ? 0.3F : 0.75F, 1.0F, 1.0F))
        drawEdgeCommands(m_standingEdges);
    drawModelEdges(m_lists.modelEdges, EdgeColor, 0.75F, 1.0F, 1.0F);
    if (m_lists.movingEdges.empty() || !beginEdges(MovingEdgeColor, 0.9F, 1.0F, 1.0F))
        return;
    for (const auto& moving : m_lists.movingEdges)
        drawEdgeCommands(appendEdges({moving.edges}), moving.place.matrix());
}

void Painter::drawModelEdges(const std::vector<ModelEdges>& models,
                             std::uint32_t rgb,
                             float alpha,
                             float width,
                             float opacity)
{
    constexpr GLsizei CornersPerEdge = 6;
    if (models.empty() || !useProgram("line", "line", "MODEL"))
        return;
    const auto color = toDrawColor(rgb, alpha);
    glUniform1f(0, DepthBias);
    glUniform1f(1, opacity);
    glUniform4f(3, color.r, color.g, color.b, color.a);
    glUniform1f(4, width);
    glBindVertexArray(m_emptyArray.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, m_state.meshes.edgeBuffer());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, m_state.buffers.transforms.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, m_state.meshes.vertexBuffer());
    for (const auto& model : models) {
        if (model.edgeCount == 0)
            continue;
        glUniform2i(5, static_cast<GLint>(model.firstEdge),
                    static_cast<GLint>(model.firstTransform));
        glDrawArraysInstanced(GL_TRIANGLES, 0,
                              static_cast<GLsizei>(model.edgeCount) * CornersPerEdge,
                              static_cast<GLsizei>(model.instances));
        ++m_stats.drawCalls;
    }
}

void Painter::drawHighlight(const Highlight& highlight, std::uint32_t rgb, float alpha, float width)
{
    if (highlight.edges.empty() && highlight.moving.empty() && highlight.modelEdges.empty())
        return;
    const auto standing = appendEdges(highlight.edges);
    dimmedWhereHidden([&](float opacity) {
        drawModelEdges(highlight.modelEdges, rgb, alpha, width, opacity);
        if (!beginEdges(rgb, alpha, width, opacity))
            return;
        drawEdgeCommands(standing, highlight.moved);
        for (const auto& moving : highlight.moving)
            drawEdgeCommands(appendEdges({moving.edges}),
                             highlight.moved.value_or(Mat4d{1}) * moving.place.matrix());
    });
}

void Painter::drawLayer(DebugDraw::Depth depth)
{
    const auto& layer = m_state.overlay.layer(depth);
    if (layer.lines.empty() && layer.triangles.empty() && layer.sprites.empty())
        return;
    const auto draw = [&](float opacity) {
        drawTriangles(layer.triangles, opacity);
        drawLines(layer.lines, opacity);
        drawSprites(layer.sprites, opacity);
    };
    if (depth == DebugDraw::Depth::Dimmed)
        return dimmedWhereHidden(draw);
    if (depth == DebugDraw::Depth::OnTop)
        glDisable(GL_DEPTH_TEST);
    draw(1.0F);
    glEnable(GL_DEPTH_TEST);
}

void Painter::drawLines(const std::vector<OverlayLine>& lines, float opacity)
{
    if (lines.empty())
        return;
    m_state.buffers.lines.write(std::span<const OverlayLine>{lines});
    glVertexArrayVertexBuffer(m_lineArray.name(), 0, m_state.buffers.lines.name(), 0,
                              sizeof(OverlayLine));
    const Mat4f identity{1};
    if (!useProgram("line", "line"))
        return;
    glUniform1f(0, DepthBias);
    glUniform1f(1, opacity);
    glUniformMatrix4fv(2, 1, GL_FALSE, &identity[0].x);
    glBindVertexArray(m_lineArray.name());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(lines.size()));
    ++m_stats.drawCalls;
}

void Painter::drawTriangles(const std::vector<OverlayVertex>& corners, float opacity)
{
    if (corners.empty())
        return;
    m_state.buffers.triangles.write(std::span<const OverlayVertex>{corners});
    glVertexArrayVertexBuffer(m_triangleArray.name(), 0, m_state.buffers.triangles.name(), 0,
                              sizeof(OverlayVertex));
    if (!useProgram("triangle", "flat"))
        return;
    glUniform1f(0, DepthBias);
    glUniform1f(1, opacity);
    glBindVertexArray(m_triangleArray.name());
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(corners.size()));
    ++m_stats.drawCalls;
}

void Painter::drawSprites(const std::vector<OverlaySprite>& sprites, float opacity)
{
    if (sprites.empty())
        return;
    m_state.buffers.sprites.write(std::span<const OverlaySprite>{sprites});
    glVertexArrayVertexBuffer(m_spriteArray.name(), 0, m_state.buffers.sprites.name(), 0,
                              sizeof(OverlaySprite));
    if (!useProgram("sprite", "sprite"))
        return;
    glUniform1f(0, DepthBias);
    glUniform1f(1, opacity);
    glBindVertexArray(m_spriteArray.name());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(sprites.size()));
    ++m_stats.drawCalls;
}

void Painter::drawPictures()
{
    if (m_pictures.empty() || !useProgram("picture", "picture"))
        return;
    glDisable(GL_DEPTH_TEST);
    glBlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
    glBindVertexArray(m_emptyArray.name());
    for (const auto& picture : m_pictures) {
        const auto& image = *picture.image;
        const auto texture = makeTexture(GL_TEXTURE_2D);
        const auto width = static_cast<GLsizei>(image.width);
        const auto height = static_cast<GLsizei>(image.height);
        glTextureStorage2D(texture.name(), 1, GL_RGBA8, width, height);
        glTextureSubImage2D(texture.name(), 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE,
                            image.rgba.data());
        glTextureParameteri(texture.name(), GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTextureParameteri(texture.name(), GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTextureParameteri(texture.name(), GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTextureParameteri(texture.name(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        glBindTextureUnit(0, texture.name());
        glUniform4f(0, static_cast<float>(picture.x), static_cast<float>(picture.y),
                    static_cast<float>(picture.width), static_cast<float>(picture.height));
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        ++m_stats.drawCalls;
    }
}
} // namespace engine
