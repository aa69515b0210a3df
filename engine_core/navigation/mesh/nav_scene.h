#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/geometry/brush.h"
#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/math/transform.h"
#include "engine_core/scene/components/navigation.h"
#include "engine_core/scene/spatial/bounds_tree.h"
#include "engine_core/scene/world/world.h"

#include <memory>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace engine
{
class JobControl;

/// A solid of which the inside is known.
struct NavSolid
{
    std::shared_ptr<const Brush> brush; ///< in world space
    std::vector<NavArea> areas;         ///< of each face
};

/// Triangles of a model that lie near each other.
struct NavChunk
{
    Aabb bounds;             ///< world space
    std::uint32_t first = 0; ///< of NavModel::order
    std::uint32_t count = 0;
};

/// Triangles of a model.
struct NavModel
{
    std::shared_ptr<const MeshShape> mesh;
    Transform place;
    NavArea area = NavArea::Ground;
    std::vector<std::uint32_t> order; ///< every triangle once, as the chunks hold them
    std::vector<NavChunk> chunks;
};

/// Something upright that blocks, such as the trunk of a tree.
struct NavPost
{
    Vec3d foot{0};
    double radius = 0; ///< metres
    double height = 0; ///< metres
};

/// A NavVolume as it lies in the world.
struct NavBox
{
    Transform place;
    Vec3d size{0};
    NavVolumeRole role = NavVolumeRole::Area;
    NavArea area = NavArea::Ground;

    [[nodiscard]] bool contains(const Vec3d& point) const;
};

/// A NavLink as it lies in the world.
struct NavWay
{
    Vec3d from{0}, to{0};
    NavLink link;
};

enum class NavPieceKind
{
    Solid,
    Model,
    Posts,
    Box,
    Way
};

/// One thing that navigation knows of. Immutable: jobs hold it without the world.
struct NavPiece
{
    NavPieceKind kind = NavPieceKind::Solid;
    EntityId entity;
    std::uint32_t part = 0; ///< several pieces of one entity count up
    Aabb bounds;            ///< world space
    ContentHash hash = 0;   ///< of all that a mesh could depend on

    NavSolid solid;
    NavModel model;
    std::vector<NavPost> posts;
    NavBox box;
    NavWay way;

    /// Whether it may carry ground.
    [[nodiscard]] bool isGround() const
    {
        return kind == NavPieceKind::Solid || kind == NavPieceKind::Model;
    }
};

using NavPiecePtr = std::shared_ptr<const NavPiece>;

/// What navigation takes from a world: standing brushes with the area of each face, models that
/// collide, plants that block, volumes and links; the same for every agent. What a script moves
/// (below a Mover) unless it is an obstacle that cuts the mesh, what layers leave out and what a
/// NavSurface ignores is not in it. It asks the world for models, hence stays on the world's thread
/// (a worker takes a WorldSnapshot); the pieces themselves may be used anywhere. Copies cost
/// nothing and may go to other threads: they share everything until one of them is changed.
class NavScene
{
public:
    NavScene() = default;
    NavScene(const NavScene&) = default; ///< also instead of moves: none is ever left with nothing
    NavScene& operator=(const NavScene&) = default;

    /// Everything that the world has. Not complete after a cancel.
    explicit NavScene(const World& world, const JobControl* control = nullptr);

    /// Of pieces that another one had.
    explicit NavScene(std::vector<NavPiecePtr> pieces);

    /// Takes anew what the world has of the entity alone, not of those below it. Returns the bounds
    /// of what was or is there if anything changed; empty if nothing did.
    Aabb refresh(const World& world, EntityId entity);

    /// As if the world had nothing of the entity alone; returns what refresh() does.
    Aabb hide(EntityId entity);

    /// Whether the world has anything of the entity alone.
    [[nodiscard]] bool has(EntityId entity) const { return m_pieces->byEntity.contains(entity); }

    /// Whether a mover carries any of what it has, as obstacles and links.
    [[nodiscard]] bool hasCarried() const { return !m_carried.empty(); }

    /// Whether the entity's boxes bound the mesh, so that a change of them touches every tile.
    [[nodiscard]] bool hasBoundsVolume() const { return m_pieces->boundsVolumes > 0; }

    /// Those that touch the box, in an order that depends on nothing but entities.
    [[nodiscard]] std::vector<NavPiecePtr> touching(const Aabb& box) const;

    /// By entity.
    [[nodiscard]] std::vector<NavPiecePtr> all() const;

    [[nodiscard]] std::size_t count() const { return m_pieces->tree.count(); }

private:
    struct Slot
    {
        NavPiecePtr piece;
        BoundsTree::Leaf leaf = BoundsTree::None;
    };

    struct Pieces
    {
        void add(NavPiecePtr piece);
        void remove(EntityId entity, std::uint32_t slot);

        std::vector<Slot> slots;
        std::vector<std::uint32_t> free;
        std::unordered_map<EntityId, std::vector<std::uint32_t>> byEntity;
        BoundsTree tree; ///< its ids are slots + 1
        std::size_t boundsVolumes = 0;
    };

    Aabb exchange(EntityId entity, std::vector<NavPiecePtr> fresh);
    void noteCarried(const World& world, EntityId entity);

    std::shared_ptr<Pieces> m_pieces = std::make_shared<Pieces>(); ///< shared with copies
    std::set<EntityId> m_carried;
};

/// Whether the entity, or the mover that it belongs to, cuts the mesh wherever it rests.
[[nodiscard]] bool isNavObstacle(const World& world, EntityId entity);

/// Whether it is carried by a mover and cuts nothing: wherever it goes, its brushes and models are
/// not there for navigation.
[[nodiscard]] bool movesUnnoticed(const World& world, EntityId entity);

/// What navigation makes of one entity.
[[nodiscard]] std::vector<NavPiecePtr> navPiecesOf(const World& world, EntityId entity);

/// Ascending by entity and part: the order in which builds take them.
void sortPieces(std::vector<NavPiecePtr>& pieces);

/// Faces of solids as triangles, and the models' triangles.
[[nodiscard]] std::size_t triangleCount(std::span<const NavPiecePtr> pieces);
} // namespace engine
