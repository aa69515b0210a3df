#pragma once

#include "engine_core/base/jobs.h"
#include "engine_core/navigation/mesh/nav_tile.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace engine
{
/// Names a polygon until its tile is built anew; 0 is none.
using NavPolygonRef = std::uint32_t;

/// One convex piece of ground.
struct NavPolygon
{
    NavPolygonRef ref = 0;
    NavArea area = NavArea::Ground;
    TileCoord tile;
    std::vector<Vec3d> corners; ///< in a ring, counter-clockwise seen from above
};

/// An edge of the ground beyond which there is none.
struct NavBorder
{
    NavPolygonRef polygon = 0;
    Vec3d from{0}, to{0};
    Vec3d inside{0}; ///< a place on the polygon's side
};

/// A link as it lies in the mesh.
struct NavMeshLink
{
    NavPolygonRef ref = 0;
    EntityId entity; ///< with the NavLink
    NavArea area = NavArea::Jump;
    Vec3d from{0}, to{0};
    bool bothWays = false;
    bool isEnabled = true;
    bool isConnected = false; ///< both ends found ground
};

/// Tiles of one moment, in the order of their places; may go to other threads.
using NavTileList = std::shared_ptr<const std::vector<NavTilePtr>>;

/// What a polygon really looks like: it is flat, the ground below it need not be.
struct NavFacets
{
    std::vector<Vec3f> corners; ///< three of each triangle
    std::vector<Vec3f> rim;     ///< two of each edge that lies on the polygon's own edges
};

/// The ground that one agent can walk on, in tiles that are exchanged one by one. Queries go
/// through NavQuery. Reading from several threads is fine as long as nobody changes it.
class NavMesh
{
public:
    explicit NavMesh(NavConfig config);
    ~NavMesh();
    NavMesh(NavMesh&&) noexcept;
    NavMesh& operator=(NavMesh&&) noexcept;

    [[nodiscard]] const NavConfig& config() const;

    /// Prices and abilities of the agent, on which no tile depends; its measures stay those of the
    /// mesh.
    void setAgent(const NavAgent& agent);

    /// Replaces everything. An error if there are more tiles and polygons than can be told apart;
    /// then the mesh is empty.
    [[nodiscard]] Result<void> setTiles(std::vector<NavTilePtr> tiles);

    /// Replaces one tile, or adds it. The same error; then it stays without that tile.
    [[nodiscard]] Result<void> setTile(NavTilePtr tile);

    void removeTile(TileCoord coord);

    /// Also those without ground.
    [[nodiscard]] const std::map<TileCoord, NavTilePtr>& tiles() const;

    /// The same for jobs. It is kept: to ask again costs nothing, neither after tiles were
    /// exchanged for others while nobody held it. One thread at a time.
    [[nodiscard]] NavTileList tileList() const;

    /// Links not counted.
    [[nodiscard]] std::size_t polygonCount() const;

    [[nodiscard]] std::size_t linkCount() const;

    /// Of all tiles that have ground, and of nothing else: equal meshes, equal hash, whatever
    /// edits led there.
    [[nodiscard]] ContentHash contentHash() const;

    /// Counts up with each change.
    [[nodiscard]] std::uint64_t revision() const;

    /// Leaves these out of polygons(), borders(), surface() and facets(), for pictures of a part of
    /// the mesh; queries are as before. Until tiles change, or it is called again.
    void hide(std::vector<NavPolygonRef> polygons);

    /// Of one tile, or all of them, in the order of tiles.
    [[nodiscard]] std::vector<NavPolygon> polygons(TileCoord tile) const;
    [[nodiscard]] std::vector<NavPolygon> polygons() const;

    /// Nothing if it is a link's, or of a tile that was built anew.
    [[nodiscard]] std::optional<NavPolygon> polygon(NavPolygonRef ref) const;

    [[nodiscard]] std::vector<NavBorder> borders(TileCoord tile) const;

    /// The surface as triangles, three corners each: finer than the polygons in height.
    [[nodiscard]] std::vector<Vec3f> surface(TileCoord tile) const;

    /// The same, polygon by polygon in the order of polygons(tile).
    [[nodiscard]] std::vector<NavFacets> facets(TileCoord tile) const;

    [[nodiscard]] std::vector<NavMeshLink> links() const;

    /// Bytes of all tiles.
    [[nodiscard]] std::size_t bytes() const;

    struct State;

    [[nodiscard]] const State& state() const { return *m_state; } ///< for this module

private:
    std::unique_ptr<State> m_state;
};

struct NavBuildOptions
{
    unsigned threads = 0; ///< 0: all
};

/// What a build says of itself.
struct NavBuildReport
{
    std::size_t trianglesIn = 0;
    std::size_t tiles = 0; ///< with ground
    double seconds = 0;
    unsigned threads = 0;
    ContentHash inputs = 0;            ///< see hashOfInputs
    std::vector<std::string> problems; ///< of tiles, as sentences
};

struct NavBuilt
{
    NavMesh mesh;
    NavBuildReport report;
};

/// Those tiles, in that order, on worker threads. After a cancel, or where none was begun any more
/// at the time `until`, some are null; those that were given up are empty.
[[nodiscard]] std::vector<NavTilePtr> buildNavTiles(
    const NavConfig& config,
    const NavScene& scene,
    std::span<const TileCoord> coords,
    unsigned threads,
    JobControl& control,
    std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max());

/// The whole mesh, on worker threads; the same bytes for any number of them. An error if the level
/// is too big (see groundTiles), the build was cancelled, or a tile was given up, which it names.
[[nodiscard]] Result<NavBuilt> buildNavMesh(const NavConfig& config,
                                            const NavScene& scene,
                                            const NavBuildOptions& options,
                                            JobControl& control);

/// Of all that the mesh would be built from: equal inputs, equal meshes. Cheap beside a build. An
/// error if the level is too big, or after a cancel.
[[nodiscard]] Result<ContentHash>
hashOfInputs(const NavConfig& config, const NavScene& scene, const JobControl* control = nullptr);

/// The same by what the tiles of a mesh that shows the scene say of themselves; quick enough for
/// the main thread.
[[nodiscard]] Result<ContentHash> hashOfInputs(const NavMesh& current, const NavScene& scene);

/// What the tiles of a mesh were built from.
struct NavTileInputs
{
    NavConfig config;
    std::map<TileCoord, ContentHash> tiles; ///< NavTile::inputs

    [[nodiscard]] static NavTileInputs of(const NavMesh& mesh);
};

/// The tiles whose inputs are no longer those that the mesh was built from, missing ones and those
/// that should be gone included. An error if the level is too big. Not complete after a cancel.
[[nodiscard]] Result<std::vector<TileCoord>>
staleTiles(const NavTileInputs& built, const NavScene& scene, const JobControl* control = nullptr);
[[nodiscard]] Result<std::vector<TileCoord>> staleTiles(const NavMesh& mesh, const NavScene& scene);
} // namespace engine
