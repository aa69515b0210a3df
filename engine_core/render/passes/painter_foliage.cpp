#include "engine_core/render/passes/painter.h"

namespace engine
{
namespace
{
/// Of kinds with this many plants a square metre fast pictures show one in so many.
constexpr double DenseKind = 1.0;
constexpr std::uint32_t ThinnedTo = 4;

enum KindUniform : GLint
{
    UniformPose = 8,     ///< offset, align to normal, most angle, wind
    UniformRange = 9,    ///< begin and end of the level, begin of fading, end of all
    UniformPicture = 10, ///< width, height, views, height of the mesh
    UniformTime = 11
};

void setKind(const DrawnFoliageKind& kind, std::size_t level, double seconds)
{
    const auto& type = kind.type;
    glUniform4f(UniformPose, static_cast<float>(type.offset), type.alignToNormal ? 1.F : 0.F,
                static_cast<float>(radians(type.maxAngle)), static_cast<float>(type.wind));
    const float begin = level == 0 ? 0.F : kind.levels.ends[level - 1];
    glUniform4f(UniformRange, begin, kind.levels.ends[level], static_cast<float>(type.fadeStart),
                kind.levels.ends.back());
    glUniform4f(UniformPicture, static_cast<float>(type.size.x), static_cast<float>(type.size.y),
                static_cast<float>(type.views), kind.height);
    glUniform1f(UniformTime, static_cast<float>(std::fmod(seconds, 3600.0)));
}
} // namespace

void Painter::gatherFoliage()
{
    if (!m_drawsSurfaces)
        return;
    auto& lists = m_state.foliageLists;
    for (const auto& layer : m_scene.foliage().layers()) {
        if (layer.hidden && !m_request.gameView)
            continue;
        std::vector<std::uint32_t> oneIn(layer.kinds.size(), 1);
        for (std::size_t slot = 0; m_isFast && slot < layer.kinds.size(); ++slot)
            if (layer.kinds[slot].type.density >= DenseKind)
                oneIn[slot] = ThinnedTo;
        cullFoliage(m_request.gameView ? layer.cells : layer.openCells, layer.levels, oneIn,
                    m_frame.frustum, Vec3f{m_frame.uniforms.eye}, lists);
        for (std::size_t slot = 0; slot < layer.kinds.size(); ++slot)
            for (std::size_t level = 0; level < lists[slot].size(); ++level)
                addFoliage(layer.kinds[slot], level, lists[slot][level].runs);
    }
}

void Painter::addFoliage(const DrawnFoliageKind& kind,
                         std::size_t level,
                         std::span<const FoliageRun> runs)
{
    if (runs.empty())
        return;
    for (const auto& part : kind.meshes[level]->parts) {
        m_foliage.push_back({&kind, level, part.material, m_lists.commands.size(), runs.size()});
        for (const auto& run : runs) {
            m_lists.commands.push_back({part.indexCount, run.count, part.firstIndex, 0, run.first});
            m_stats.triangles += std::size_t{part.indexCount} / 3 * run.count;
        }
    }
}

void Painter::makeFoliageArray()
{
    m_foliageArray = makeVertexArray();
    const auto array = m_foliageArray.name();
    glVertexArrayVertexBuffer(array, 0, m_state.meshes.vertexBuffer(), 0, sizeof(GpuVertex));
    glVertexArrayVertexBuffer(array, 1, m_state.plants.buffer(), 0, sizeof(GpuPlant));
    glVertexArrayElementBuffer(array, m_state.meshes.indexBuffer());
    glVertexArrayBindingDivisor(array, 1, 1);
    const auto attribute = [&](GLuint index, GLuint binding) {
        glEnableVertexArrayAttrib(array, index);
        glVertexArrayAttribBinding(array, index, binding);
    };
    glVertexArrayAttribFormat(array, 0, 3, GL_FLOAT, GL_FALSE, offsetof(GpuVertex, position));
    glVertexArrayAttribIFormat(array, 1, 1, GL_UNSIGNED_INT, offsetof(GpuVertex, frame));
    glVertexArrayAttribFormat(array, 3, 2, GL_FLOAT, GL_FALSE, offsetof(GpuVertex, uv));
    for (const GLuint index : {0U, 1U, 3U})
        attribute(index, 0);
    glVertexArrayAttribFormat(array, 6, 3, GL_FLOAT, GL_FALSE, offsetof(FoliageInstance, position));
    glVertexArrayAttribIFormat(array, 7, 1, GL_UNSIGNED_INT, offsetof(FoliageInstance, seed));
    glVertexArrayAttribFormat(array, 8, 2, GL_SHORT, GL_TRUE, offsetof(FoliageInstance, normal));
    glVertexArrayAttribFormat(array, 9, 1, GL_UNSIGNED_SHORT, GL_TRUE,
                              offsetof(FoliageInstance, yaw));
    glVertexArrayAttribFormat(array, 10, 3, GL_UNSIGNED_SHORT, GL_FALSE,
                              offsetof(FoliageInstance, scale));
    glVertexArrayAttribFormat(array, 11, 1, GL_SHORT, GL_TRUE, offsetof(FoliageInstance, pitch));
    glVertexArrayAttribFormat(array, 12, 3, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_FALSE,
                              offsetof(GpuPlant, light));
    for (GLuint index = 6; index <= 12; ++index)
        attribute(index, 1);
}

void Painter::drawFoliage()
{
    if (m_foliage.empty())
        return;
    makeFoliageArray();
    glBindVertexArray(m_foliageArray.name());
    glDisable(GL_CULL_FACE); // leaves and pictures have two sides
    std::string defines = surfaceDefines() + " MODEL FOLIAGE";
    if (m_scene.lightmap() != nullptr)
        defines += " BAKED";
    for (const bool billboards : {false, true}) {
        bool isReady = false;
        for (const auto& batch : m_foliage) {
            if (batch.kind->isBillboard[batch.level] != billboards)
                continue;
            if (!isReady &&
                !useProgram("foliage", "surface", billboards ? defines + " BILLBOARD" : defines))
                break;
            isReady = true;
            setKind(*batch.kind, batch.level, m_scene.seconds());
            drawMaterial({batch.material, static_cast<std::uint32_t>(batch.firstCommand),
                          static_cast<std::uint32_t>(batch.commandCount)},
                         m_state.materials.material(batch.material, !m_isFast));
        }
    }
}
} // namespace engine
