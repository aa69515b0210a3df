#include "engine_core/render/foliage/foliage_array.h"
#include "engine_core/render/passes/painter.h"

namespace engine
{
namespace
{
/// Of kinds with this many plants a square metre fast pictures show one in so many.
constexpr double DenseKind = 1.0;
constexpr std::uint32_t ThinnedTo = 4;
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

void Painter::drawFoliage()
{
    if (m_foliage.empty())
        return;
    m_foliageArray = makeFoliageArray(m_state.meshes, m_state.plants);
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
            setFoliageKind(*batch.kind, batch.level, m_scene.seconds());
            drawMaterial({batch.material, static_cast<std::uint32_t>(batch.firstCommand),
                          static_cast<std::uint32_t>(batch.commandCount)},
                         m_state.materials.material(batch.material, !m_isFast));
        }
    }
}
} // namespace engine
