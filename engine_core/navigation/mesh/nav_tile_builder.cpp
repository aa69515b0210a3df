#include "engine_core/navigation/mesh/nav_tile_builder.h"

#include "engine_core/base/jobs.h"
#include "engine_core/navigation/mesh/nav_stage_watcher.h"
#include "engine_core/navigation/mesh/nav_tile_data.h"
#include "engine_core/navigation/mesh/recast_objects.h"
#include "engine_core/navigation/mesh/solid_raster.h"

#include <DetourNavMesh.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <string_view>

namespace engine
{
namespace
{
/// Recast keeps heights in 13 bits; a few cells are left for the agent's head.
constexpr double MostLayers = RC_SPAN_MAX_HEIGHT - 300;

/// Drawn like ground and taken out afterwards: what Recast knows to be no ground it turns into a
/// step if it is low enough.
const std::uint8_t BlockedArea = recastArea(NavArea::Blocked);

std::string notBuilt(const NavTileInput& input, std::string_view reason)
{
    return fmt::format("The {} was not built: {}", navTileText(input.config, input.tile), reason);
}

/// One build of one tile, stage by stage.
class TileBuild
{
public:
    TileBuild(const NavTileInput& input, NavStageWatcher* watcher)
        : m_input{input}
        , m_config{input.config}
        , m_watcher{watcher}
        , m_bounds{tileReach(input.config, input.tile)}
    {
    }

    void run(NavTile& tile)
    {
        if (!findHeights())
            return;
        const char* failed = nullptr;
        if (!rasterize())
            failed = "the solids could not be drawn";
        else if (!makeOpenSpace())
            failed = "the open space could not be found";
        else if (!makeRegions())
            failed = "there are too many regions";
        else if (!makePolygons())
            failed = "the polygons could not be made";
        else if (m_polygons->npolys > 0 && !makeTileData(m_input, *m_polygons, *m_detail, tile))
            failed = "there are too many corners";
        tile.problem = m_problem;
        if (failed != nullptr)
            tile.problem = notBuilt(m_input, failed);
    }

private:
    [[nodiscard]] bool isWalkable(const Vec3d& normal) const
    {
        return normal.y >= m_config.groundNormalY;
    }

    void addHeights(const Aabb& box)
    {
        m_low = std::min(m_low, box.min.y);
        m_high = std::max(m_high, box.max.y);
    }

    /// From the lowest ground to the agent's head above the highest. What lies deeper matters to
    /// nobody, however tall the level is.
    bool findHeights()
    {
        for (const auto& piece : m_input.pieces) {
            if (piece->kind == NavPieceKind::Solid)
                addSolidHeights(*piece);
            if (piece->kind != NavPieceKind::Model)
                continue;
            for (const auto& chunk : piece->model.chunks)
                if (chunk.bounds.intersects(m_bounds))
                    addHeights(chunk.bounds);
        }
        if (m_low > m_high)
            return false;
        const double cell = m_config.cellHeight;
        m_base = (std::floor(m_low / cell) - 2) * cell;
        double top = m_high + m_config.profile.agent.height + 2 * cell;
        if ((top - m_base) / cell > MostLayers) {
            m_problem = fmt::format(
                "The ground about {:.1f}, {:.1f} reaches over {:.0f} m of height, and with cells "
                "of "
                "{:.3f} m only the lower {:.0f} m are looked at; take a bigger cell height",
                m_bounds.center().x, m_bounds.center().z, top - m_base, cell, MostLayers * cell);
            top = m_base + MostLayers * cell;
        }
        m_top = top;
        return true;
    }

    void addSolidHeights(const NavPiece& piece)
    {
        const auto& brush = *piece.solid.brush;
        for (FaceIndex face = 0; face < brush.faceCount(); ++face) {
            if (!isWalkable(brush.faces()[face].plane.normal) ||
                piece.solid.areas[face] == NavArea::Blocked)
                continue;
            Aabb box;
            for (const auto index : brush.faceVertices(face))
                box.add(brush.vertices()[index]);
            // A slope that goes far beyond the tile matters only as far as the tile goes.
            if (!box.intersects(m_bounds))
                continue;
            const auto& plane = brush.faces()[face].plane;
            const auto heightAt = [&](double x, double z) {
                return (plane.distance - plane.normal.x * x - plane.normal.z * z) / plane.normal.y;
            };
            Aabb here;
            for (const double x : {m_bounds.min.x, m_bounds.max.x})
                for (const double z : {m_bounds.min.z, m_bounds.max.z})
                    here.add({x, heightAt(x, z), z});
            box.min.y = std::max(box.min.y, here.min.y);
            box.max.y = std::min(box.max.y, here.max.y);
            if (box.min.y <= box.max.y)
                addHeights(box);
        }
    }

    /// Recast works in floats, so places are counted from the tile's own corner.
    [[nodiscard]] Vec3d local(const Vec3d& point) const
    {
        return point - Vec3d{m_bounds.min.x, m_base, m_bounds.min.z};
    }

    bool rasterize()
    {
        const int side = m_config.tileCells + 2 * m_config.borderCells();
        const auto size = static_cast<float>(side * m_config.cellSize);
        const std::array<float, 3> min{0, 0, 0};
        const std::array<float, 3> max{size, static_cast<float>(m_top - m_base), size};
        m_field.reset(rcAllocHeightfield());
        if (!m_field || !rcCreateHeightfield(&m_context, *m_field, side, side, min.data(),
                                             max.data(), static_cast<float>(m_config.cellSize),
                                             static_cast<float>(m_config.cellHeight)))
            return false;
        for (const auto& piece : m_input.pieces) {
            if (piece->kind == NavPieceKind::Solid && !drawSolid(*piece))
                return false;
            if (piece->kind == NavPieceKind::Model && !drawModel(piece->model))
                return false;
        }
        return true;
    }

    bool drawSolid(const NavPiece& piece)
    {
        const auto& brush = *piece.solid.brush;
        m_corners.clear();
        m_faces.clear();
        std::vector<std::size_t> ends;
        for (FaceIndex face = 0; face < brush.faceCount(); ++face) {
            const auto& normal = brush.faces()[face].plane.normal;
            if (std::abs(normal.y) < 1e-6)
                continue; // upright: bottom and top faces cover the same columns
            RasterFace drawn;
            drawn.isLevel = std::abs(normal.y) > 1 - 1e-12;
            drawn.area = isWalkable(normal) ? recastArea(piece.solid.areas[face]) : RC_NULL_AREA;
            for (const auto index : brush.faceVertices(face)) {
                auto corner = local(brush.vertices()[index]);
                corner.x /= m_config.cellSize;
                corner.z /= m_config.cellSize;
                m_corners.push_back(corner);
            }
            ends.push_back(m_corners.size());
            m_faces.push_back(drawn);
        }
        std::size_t begin = 0;
        for (std::size_t i = 0; i < m_faces.size(); ++i) {
            m_faces[i].corners = std::span{m_corners}.subspan(begin, ends[i] - begin);
            begin = ends[i];
        }
        thread_local SolidRaster raster;
        return raster.draw(m_faces, m_config.stepCells, *m_field);
    }

    bool drawModel(const NavModel& model)
    {
        std::vector<float> corners;
        std::vector<std::uint8_t> areas;
        const auto ground = recastArea(model.area);
        const auto& scale = model.place.scale;
        const double side = scale.x * scale.y * scale.z < 0 ? -1 : 1; // mirrored: inside out
        for (const auto& chunk : model.chunks) {
            if (!chunk.bounds.intersects(m_bounds))
                continue;
            for (std::uint32_t i = 0; i < chunk.count; ++i) {
                const auto triangle = model.mesh->corners(model.order[chunk.first + i]);
                std::array<Vec3d, 3> at{};
                Aabb box;
                for (std::size_t k = 0; k < 3; ++k) {
                    at[k] = model.place.apply(triangle[k]);
                    box.add(at[k]);
                }
                const auto cross = glm::cross(at[1] - at[0], at[2] - at[0]);
                const double length = glm::length(cross);
                // Without an area there is no normal, and nothing to stand on or to bump into.
                if (!(length > 0) || !std::isfinite(length) || !box.intersects(m_bounds))
                    continue;
                for (const auto& corner : at)
                    for (const int axis : {0, 1, 2})
                        corners.push_back(static_cast<float>(local(corner)[axis]));
                areas.push_back(isWalkable(cross * (side / length)) ? ground : RC_NULL_AREA);
            }
        }
        return areas.empty() ||
               rcRasterizeTriangles(&m_context, corners.data(), areas.data(),
                                    static_cast<int>(areas.size()), *m_field, m_config.stepCells);
    }

    bool makeOpenSpace()
    {
        rcFilterLowHangingWalkableObstacles(&m_context, m_config.stepCells, *m_field);
        rcFilterLedgeSpans(&m_context, m_config.heightCells, m_config.stepCells, *m_field);
        rcFilterWalkableLowHeightSpans(&m_context, m_config.heightCells, *m_field);
        m_space.reset(rcAllocCompactHeightfield());
        if (!m_space || !rcBuildCompactHeightfield(&m_context, m_config.heightCells,
                                                   m_config.stepCells, *m_field, *m_space))
            return false;
        if (m_watcher != nullptr)
            m_watcher->seeHeights(*m_field, {m_bounds.min.x, m_base, m_bounds.min.z});
        m_field.reset();
        countStoreys();
        markBlocked();
        if (!rcErodeWalkableArea(&m_context, m_config.radiusCells, *m_space))
            return false;
        markAreas();
        // From here on places are those of the world.
        const std::array origin{m_bounds.min.x, m_base, m_bounds.min.z};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            m_space->bmin[axis] = static_cast<float>(origin[axis]);
            m_space->bmax[axis] = static_cast<float>(origin[axis] + double{m_space->bmax[axis]});
        }
        return true;
    }

    /// Recast tells no more than so many storeys of one place from each other.
    void countStoreys()
    {
        constexpr unsigned MostStoreys = 60;
        // Empty columns begin nowhere; the others end where the next one begins.
        unsigned begin = 0;
        unsigned most = 0;
        for (int i = 0; i < m_space->width * m_space->height; ++i) {
            const unsigned next = m_space->cells[i].index;
            most = std::max(most, next > begin ? next - begin : 0);
            begin = std::max(begin, next);
        }
        if (most > MostStoreys)
            m_problem = fmt::format("At {:.1f}, {:.1f} more than {} floors lie above each other; "
                                    "some of them are left out",
                                    m_bounds.center().x, m_bounds.center().z, MostStoreys);
    }

    /// Calls visit(place in the world, area) for the ground of each column within the box.
    template <typename Visit>
    void forEachGround(const Aabb& box, const Visit& visit)
    {
        auto& space = *m_space;
        const double cell = m_config.cellSize;
        const auto index = [&](double at, double min, int size) {
            return static_cast<int>(std::clamp(std::floor((at - min) / cell), 0.0, size - 1.0));
        };
        const int lastX = index(box.max.x, m_bounds.min.x, space.width);
        const int lastZ = index(box.max.z, m_bounds.min.z, space.height);
        for (int z = index(box.min.z, m_bounds.min.z, space.height); z <= lastZ; ++z)
            for (int x = index(box.min.x, m_bounds.min.x, space.width); x <= lastX; ++x) {
                const auto& column = space.cells[x + z * space.width];
                const auto end = static_cast<unsigned>(column.index + column.count);
                for (unsigned i = column.index; i < end; ++i)
                    if (space.areas[i] != RC_NULL_AREA)
                        visit(Vec3d{m_bounds.min.x + (x + 0.5) * cell,
                                    m_base + space.spans[i].y * m_config.cellHeight,
                                    m_bounds.min.z + (z + 0.5) * cell},
                              space.areas[i]);
            }
    }

    /// Before the agent's radius is kept clear, so that it is kept clear of these, too.
    void markBlocked()
    {
        std::replace(m_space->areas, m_space->areas + m_space->spanCount, BlockedArea,
                     std::uint8_t{RC_NULL_AREA});
        // A place is in a post if its agent would stand in it: from its foot to its crown.
        const double height = m_config.profile.agent.height;
        for (const auto& piece : m_input.pieces) {
            if (piece->kind == NavPieceKind::Box && piece->box.role == NavVolumeRole::Area &&
                piece->box.area == NavArea::Blocked)
                forEachGround(piece->bounds, [&](const Vec3d& at, unsigned char& area) {
                    if (piece->box.contains(at))
                        area = RC_NULL_AREA;
                });
            if (piece->kind != NavPieceKind::Posts || !piece->bounds.intersects(m_bounds))
                continue;
            for (const auto& post : piece->posts) {
                const double reach = post.radius + m_config.cellSize / 2;
                const Aabb box{post.foot - Vec3d{reach, 0, reach},
                               post.foot + Vec3d{reach, 0, reach}};
                if (box.min.x > m_bounds.max.x || box.max.x < m_bounds.min.x ||
                    box.min.z > m_bounds.max.z || box.max.z < m_bounds.min.z)
                    continue;
                forEachGround(box, [&](const Vec3d& at, unsigned char& area) {
                    const Vec2d away{at.x - post.foot.x, at.z - post.foot.z};
                    if (glm::dot(away, away) <= reach * reach && at.y + height > post.foot.y &&
                        at.y < post.foot.y + post.height)
                        area = RC_NULL_AREA;
                });
            }
        }
    }

    void markAreas()
    {
        if (m_input.isBounded)
            forEachGround(m_bounds, [&](const Vec3d& at, unsigned char& area) {
                const bool isInside = std::any_of(
                    m_input.pieces.begin(), m_input.pieces.end(), [&](const NavPiecePtr& piece) {
                        return piece->kind == NavPieceKind::Box &&
                               piece->box.role == NavVolumeRole::Bounds && piece->box.contains(at);
                    });
                if (!isInside)
                    area = RC_NULL_AREA;
            });
        for (const auto& piece : m_input.pieces)
            if (piece->kind == NavPieceKind::Box && piece->box.role == NavVolumeRole::Area &&
                piece->box.area != NavArea::Blocked)
                forEachGround(piece->bounds, [&](const Vec3d& at, unsigned char& area) {
                    if (piece->box.contains(at))
                        area = recastArea(piece->box.area);
                });
    }

    bool makeRegions()
    {
        const int border = m_config.borderCells();
        switch (m_config.partition) {
        case NavPartition::Monotone:
            return rcBuildRegionsMonotone(&m_context, *m_space, border, m_config.minRegionCells,
                                          m_config.mergeRegionCells);
        case NavPartition::Layers:
            return rcBuildLayerRegions(&m_context, *m_space, border, m_config.minRegionCells);
        case NavPartition::Watershed:
            break;
        }
        return rcBuildDistanceField(&m_context, *m_space) &&
               rcBuildRegions(&m_context, *m_space, border, m_config.minRegionCells,
                              m_config.mergeRegionCells);
    }

    bool makePolygons()
    {
        m_contours.reset(rcAllocContourSet());
        m_polygons.reset(rcAllocPolyMesh());
        m_detail.reset(rcAllocPolyMeshDetail());
        if (!m_contours || !m_polygons || !m_detail ||
            !rcBuildContours(&m_context, *m_space, static_cast<float>(m_config.maxEdgeError),
                             m_config.maxEdgeCells, *m_contours))
            return false;
        const bool isMade =
            m_contours->nconts == 0 ||
            (rcBuildPolyMesh(&m_context, *m_contours, DT_VERTS_PER_POLYGON, *m_polygons) &&
             rcBuildPolyMeshDetail(&m_context, *m_polygons, *m_space,
                                   static_cast<float>(m_config.detailDistance),
                                   static_cast<float>(m_config.detailError), *m_detail));
        if (isMade && m_watcher != nullptr)
            m_watcher->seeGround(*m_space, *m_contours, *m_polygons, *m_detail);
        return isMade;
    }

    const NavTileInput& m_input;
    const NavConfig& m_config;
    NavStageWatcher* m_watcher; ///< null as a rule
    Aabb m_bounds;              ///< with border
    double m_low = std::numeric_limits<double>::infinity();
    double m_high = -std::numeric_limits<double>::infinity();
    double m_base = 0; ///< height of the lowest cell; a multiple of the cell height, so tiles match
    double m_top = 0;
    std::string m_problem;
    rcContext m_context{false};
    std::vector<Vec3d> m_corners;
    std::vector<RasterFace> m_faces;
    RecastPtr<rcHeightfield> m_field;
    RecastPtr<rcCompactHeightfield> m_space;
    RecastPtr<rcContourSet> m_contours;
    RecastPtr<rcPolyMesh> m_polygons;
    RecastPtr<rcPolyMeshDetail> m_detail;
};
} // namespace

NavTilePtr buildNavTile(const NavTileInput& input)
{
    return buildNavTile(input, nullptr);
}

NavTilePtr givenUpNavTile(const NavTileInput& input, const std::string& reason)
{
    auto tile = std::make_shared<NavTile>();
    tile->coord = input.tile;
    tile->inputs = input.hash;
    tile->problem = notBuilt(input, reason);
    tile->isGivenUp = true;
    return tile;
}

NavTilePtr buildNavTile(const NavTileInput& input, NavStageWatcher* watcher)
{
    const auto start = std::chrono::steady_clock::now();
    auto tile = std::make_shared<NavTile>();
    tile->coord = input.tile;
    tile->inputs = input.hash;
    try {
        if (!input.isEmpty())
            TileBuild{input, watcher}.run(*tile);
    } catch (...) {
        return givenUpNavTile(input, reasonOfCurrentException());
    }
    tile->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return tile;
}
} // namespace engine
