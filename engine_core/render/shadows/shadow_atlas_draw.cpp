// The part of the atlas that draws.
#include "engine_core/render/foliage/foliage_array.h"
#include "engine_core/render/gl/render_state.h"
#include "engine_core/render/shadows/shadow_atlas.h"

#include <algorithm>
#include <limits>

namespace engine
{
namespace
{
enum ShadowUniform : GLint
{
    UniformView = 0,
    UniformCutoff = 1,
    UniformScroll = 2,
    UniformLevelsFrom = 3
};

constexpr GLuint ShadowViewBinding = 2;
constexpr float LeafCutoff = 0.5F; ///< as surface.frag has it for plants

void drawCommands(std::size_t first, std::size_t count)
{
    glMultiDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, elementsCommandAt(first),
                                static_cast<GLsizei>(count), 0);
}

GlVertexArray makeCasterArray(const MeshCache& meshes, GLuint transforms)
{
    auto made = makeVertexArray();
    const auto array = made.name();
    glVertexArrayVertexBuffer(array, 0, meshes.vertexBuffer(), 0, sizeof(GpuVertex));
    glVertexArrayVertexBuffer(array, 1, transforms, 0, sizeof(GpuTransform));
    glVertexArrayElementBuffer(array, meshes.indexBuffer());
    glVertexArrayBindingDivisor(array, 1, 1);
    const auto attribute = [&](GLuint index, GLint size, std::size_t offset, GLuint binding) {
        glEnableVertexArrayAttrib(array, index);
        glVertexArrayAttribFormat(array, index, size, GL_FLOAT, GL_FALSE,
                                  static_cast<GLuint>(offset));
        glVertexArrayAttribBinding(array, index, binding);
    };
    attribute(0, 3, offsetof(GpuVertex, position), 0);
    attribute(3, 2, offsetof(GpuVertex, uv), 0);
    for (GLuint row = 0; row < 3; ++row)
        attribute(6 + row, 4, row * sizeof(Vec4f), 1);
    return made;
}
} // namespace

GlTexture ShadowAtlas::makeTexture2D(int width, int height)
{
    auto texture = engine::makeTexture(GL_TEXTURE_2D);
    glTextureStorage2D(texture.name(), 1, GL_DEPTH_COMPONENT32F, width, height);
    glTextureParameteri(texture.name(), GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTextureParameteri(texture.name(), GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTextureParameteri(texture.name(), GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(texture.name(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

void ShadowAtlas::draw(RenderResources::State& state, const Request& request, RenderStats& stats)
{
    stats.shadowViews = static_cast<int>(m_order.size());
    std::vector<std::size_t> stale;
    for (std::size_t i = 0; i < m_order.size(); ++i) {
        auto& tile = *m_order[i];
        const auto moving = m_casters.movingWithin(tile.view.frustum);
        if (tile.isCurrent && tile.moving == moving)
            continue;
        tile.moving = moving;
        tile.isCurrent = false;
        stale.push_back(i);
    }
    // Where more change with each picture than one draws, all of them get their turn.
    std::stable_sort(stale.begin(), stale.end(), [&](std::size_t a, std::size_t b) {
        return m_order[a]->drawn < m_order[b]->drawn;
    });
    // Without a budget somebody waits for the whole picture.
    const bool hasBudget = m_budget != std::numeric_limits<int>::max();
    const int most = hasBudget ? std::min(m_budget, request.mostViews) : m_budget;
    const auto count = std::min(stale.size(), static_cast<std::size_t>(most));
    m_isBehind = count < stale.size();
    if (stale.empty())
        return;
    stats.shadowViewsDrawn = static_cast<int>(count);
    const auto framebuffer = makeFramebuffer();
    glNamedFramebufferTexture(framebuffer.name(), GL_DEPTH_ATTACHMENT, m_texture.name(), 0);
    glNamedFramebufferDrawBuffer(framebuffer.name(), GL_NONE);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, ShadowViewBinding, m_viewBuffer.name());
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_GREATER);
    glEnable(GL_SCISSOR_TEST);
    glDisable(GL_CULL_FACE);
    glBindSampler(0, state.materials.sampler(true));
    for (std::size_t i = 0; i < stale.size(); ++i) {
        auto& tile = *m_order[stale[i]];
        if (i < count) {
            drawTile(state, request, stale[i]);
            tile.drawn = m_picture;
        } else if (tile.isEmpty) {
            clearTile(tile.view.gpu);
        }
        tile.isCurrent = i < count;
        tile.isEmpty = false;
    }
    glBindSampler(0, 0);
    glDisable(GL_DEPTH_CLAMP);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_DEPTH_TEST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    const auto& view = request.frame.request;
    glViewport(0, 0, view.width, view.height);
}

/// And draws into that alone from now on.
void ShadowAtlas::clearTile(const GpuShadowView& view) const
{
    constexpr float Farthest = 0;
    const auto half = static_cast<GLint>(view.ahead.w);
    const auto x = static_cast<GLint>(view.right.w) - half;
    const auto y = static_cast<GLint>(view.up.w) - half;
    glViewport(x, y, 2 * half, 2 * half);
    glScissor(x, y, 2 * half, 2 * half);
    glClearBufferfv(GL_DEPTH, 0, &Farthest);
}

void ShadowAtlas::drawTile(RenderResources::State& state, const Request& request, std::size_t index)
{
    const auto& tile = *m_order[index];
    const auto& view = tile.view.gpu;
    const bool isParallel = view.origin.w < 0.5F;
    const auto levelsFrom =
        isParallel ? Vec3f{request.frame.request.camera.position} : Vec3f{view.origin};
    // What covers less than a texel of a sun's view is lost in the filter anyway.
    m_casters.gather(tile.view.frustum, levelsFrom, isParallel ? view.depth.x : 0.F, m_lists);
    clearTile(view);
    if (m_lists.commands.empty())
        return;
    if (isParallel)
        glEnable(GL_DEPTH_CLAMP);
    else
        glDisable(GL_DEPTH_CLAMP);
    m_transformBuffer.write(std::span<const GpuTransform>{m_lists.transforms});
    m_commandBuffer.write(std::span<const ElementsCommand>{m_lists.commands});
    const auto array = makeCasterArray(state.meshes, m_transformBuffer.name());
    glBindVertexArray(array.name());
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, m_commandBuffer.name());
    if (m_lists.solid > 0) {
        glUseProgram(state.shaders.program("shadow", "shadow"));
        glUniform1i(UniformView, static_cast<GLint>(index));
        drawCommands(0, m_lists.solid);
    }
    if (!m_lists.masked.empty()) {
        glUseProgram(state.shaders.program("shadow", "shadow", "MASK"));
        glUniform1i(UniformView, static_cast<GLint>(index));
    }
    for (const auto& list : m_lists.masked) {
        const auto& material = state.materials.material(list.id, false);
        const auto& finish = material.source->finish;
        glBindTextureUnit(0, material.color->texture.name());
        glUniform1f(UniformCutoff, finish.cutoff);
        glUniform2f(UniformScroll, scrolledTo(finish.scroll.x, request.scene.seconds()),
                    scrolledTo(finish.scroll.y, request.scene.seconds()));
        drawCommands(list.firstCommand, list.commandCount);
    }
    drawPlants(state, levelsFrom, index);
    glBindVertexArray(0);
}

/// They stand still in it: a map that sways with them would be drawn for every picture.
void ShadowAtlas::drawPlants(RenderResources::State& state,
                             const Vec3f& levelsFrom,
                             std::size_t index)
{
    if (m_lists.plants.empty())
        return;
    const auto array = makeFoliageArray(state.meshes, state.plants);
    glBindVertexArray(array.name());
    for (const bool billboards : {false, true}) {
        bool isReady = false;
        for (const auto& each : m_lists.plants) {
            if (each.kind->isBillboard[each.level] != billboards)
                continue;
            if (!isReady) {
                glUseProgram(state.shaders.program("foliage", "shadow",
                                                   billboards
                                                       ? "SHADOW MODEL FOLIAGE MASK BILLBOARD"
                                                       : "SHADOW MODEL FOLIAGE MASK"));
                glUniform1i(UniformView, static_cast<GLint>(index));
                glUniform1f(UniformCutoff, LeafCutoff);
                glUniform2f(UniformScroll, 0, 0);
                glUniform3fv(UniformLevelsFrom, 1, &levelsFrom.x);
            }
            isReady = true;
            setFoliageKind(*each.kind, each.level, 0);
            glBindTextureUnit(
                0, state.materials.material(each.material.id, false).color->texture.name());
            drawCommands(each.material.firstCommand, each.material.commandCount);
        }
    }
}
} // namespace engine
