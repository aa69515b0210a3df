#include "plugins/navmesh/stage_view.h"

namespace navmesh
{
using engine::DebugDraw;

StageView::StageView(std::function<void()> wake) : m_jobs{1, std::move(wake)} {}

StageView::~StageView()
{
    if (m_job)
        m_job->cancel();
}

void StageView::show(std::optional<engine::NavStage> stage, std::set<engine::TileCoord> tiles)
{
    if (stage != m_stage)
        m_pictures.clear();
    if (m_job)
        std::exchange(m_job, nullptr)->cancel();
    ++m_serial;
    m_stage = stage;
    m_tiles = std::move(tiles);
    while (m_tiles.size() > MostTiles)
        m_tiles.erase(std::prev(m_tiles.end()));
    std::erase_if(m_pictures, [&](const auto& each) { return !m_tiles.contains(each.first); });
}

void StageView::follow(engine::NavmeshSystem& system, const std::string& agent)
{
    if (!m_stage || m_job || system.mesh(agent) == nullptr || !system.hasScene())
        return;                         // it is followed again when the level was looked at
    const auto& scene = system.scene(); // takes in what changed, and tells, which may come here
    const auto* mesh = system.mesh(agent);
    if (m_job || mesh == nullptr)
        return;
    const auto& dirty = system.dirtyTiles(agent);
    auto inputs = std::make_shared<std::vector<engine::NavTileInput>>();
    for (const auto coord : m_tiles) {
        const auto picture = m_pictures.find(coord);
        const auto isOf = [&](engine::ContentHash hash) {
            return picture != m_pictures.end() && picture->second.inputs == hash;
        };
        const auto tile = mesh->tiles().find(coord);
        if (tile != mesh->tiles().end() && !dirty.contains(coord) && isOf(tile->second->inputs))
            continue; // what it is built from is what was drawn
        if (auto input = engine::gatherTile(mesh->config(), scene, coord); !isOf(input.hash))
            inputs->push_back(std::move(input));
    }
    if (inputs->empty())
        return;
    auto drawn = std::make_shared<std::vector<Picture>>();
    m_job = m_jobs.start(
        "Drawing stages of the navigation mesh",
        [inputs, drawn, stage = *m_stage](engine::JobControl& control) {
            for (const auto& input : *inputs)
                if (!control.isCancelled())
                    drawn->push_back({input.hash, std::make_shared<const DebugDraw>(
                                                      engine::drawNavStage(input, stage))});
        },
        [this, inputs, drawn, serial = m_serial] {
            if (serial != m_serial)
                return; // something else was chosen meanwhile
            m_job.reset();
            for (std::size_t i = 0; i < drawn->size(); ++i)
                if (m_tiles.contains((*inputs)[i].tile))
                    m_pictures[(*inputs)[i].tile] = (*drawn)[i];
            m_isNew = true;
        });
}

bool StageView::deliver()
{
    m_jobs.deliver();
    return std::exchange(m_isNew, false);
}

void StageView::draw(DebugDraw& draw) const
{
    for (const auto& [coord, each] : m_pictures) {
        const auto& from = *each.picture;
        draw.triangles.insert(draw.triangles.end(), from.triangles.begin(), from.triangles.end());
        draw.lines.insert(draw.lines.end(), from.lines.begin(), from.lines.end());
        draw.points.insert(draw.points.end(), from.points.begin(), from.points.end());
    }
}
} // namespace navmesh
