#pragma once

#include "engine_core/reflect/type_builder.h"

#include <array>
#include <optional>
#include <string_view>

namespace engine
{
class World;

/// What kind of ground a place is. An agent pays its own price for each, or does not enter.
enum class NavArea
{
    Ground,
    Grass,
    Water,
    Door,
    Jump,
    Blocked ///< nobody walks here
};

inline constexpr std::size_t NavAreaCount = 6;

/// "ground", "grass", ...: as files, commands and the inspector call them.
[[nodiscard]] const std::array<const char*, NavAreaCount>& navAreaNames();

/// Who walks: an entity with this is an agent profile, and its Node's name is the agent's. A scene
/// without one has the agent "walker" with these values, which are those of a Character.
struct NavAgent
{
    static constexpr std::string_view TypeName = "nav_agent";

    double radius = 0.35;        ///< metres; so far from walls its middle stays
    double height = 1.7;         ///< metres; needs so much room above the ground
    double stepHeight = 0.35;    ///< metres; higher steps block
    double maxSlope = 45;        ///< degrees; steeper ground blocks
    double jumpDistance = 0;     ///< metres across a gap; 0: does not jump
    double dropHeight = 0;       ///< metres down a ledge; 0: does not drop
    double ladderHeight = 0;     ///< metres up a ladder; 0: does not climb
    std::string ladderMaterials; ///< walls that may get one, separated by commas; empty: all
    double groundCost = 1;       ///< a metre of it counts as so many; 0: does not enter
    double grassCost = 1;
    double waterCost = 10;
    double doorCost = 1;
    double jumpCost = 2;
    friend bool operator==(const NavAgent&, const NavAgent&) = default;
};

/// How a navigation mesh cuts the ground into regions.
enum class NavPartition
{
    Watershed, ///< the fewest and best shaped polygons
    Monotone,  ///< fastest; long thin polygons
    Layers     ///< in between; good for tiles
};

/// How navigation meshes of this scene are built; on SceneEntity. 0 means a value that follows from
/// the agent.
struct NavSettings
{
    static constexpr std::string_view TypeName = "nav_settings";

    double cellSize = 0;   ///< metres; automatic: by radius, step and slope
    double cellHeight = 0; ///< metres; automatic: an eighth of the agent's step
    int tileSize = 0;      ///< cells; automatic: 96
    NavPartition partition = NavPartition::Watershed;
    double minRegionArea = 0.5; ///< square metres; smaller pieces of ground are left out
    double mergeRegionArea = 4; ///< square metres; smaller regions are joined to others
    double maxEdgeLength = 12;  ///< metres; longer border edges are divided; 0: none is
    double maxEdgeError = 1.3;  ///< cells that a border may be off
    double detailDistance = 6;  ///< cells between samples of the height; 0: flat polygons
    double detailError = 1;     ///< cell heights that the surface may be off
    std::string grassMaterials; ///< separated by commas
    std::string waterMaterials;
    std::string doorMaterials;
    std::string blockedMaterials;
    friend bool operator==(const NavSettings&, const NavSettings&) = default;
};

enum class NavUse
{
    Surface,  ///< may be walked on
    Obstacle, ///< stands in the way, but nobody walks on it
    Ignored   ///< not there for navigation
};

/// What the object, and everything below it, is to navigation; the nearest one above counts. The
/// area overrides those of materials unless it is ground.
struct NavSurface
{
    static constexpr std::string_view TypeName = "nav_surface";

    NavUse use = NavUse::Surface;
    NavArea area = NavArea::Ground;
    friend bool operator==(const NavSurface&, const NavSurface&) = default;
};

enum class NavVolumeRole
{
    Area,  ///< the ground inside gets the area
    Bounds ///< ground outside of all such volumes is left out
};

/// A box about the entity's place, turned and scaled with it.
struct NavVolume
{
    static constexpr std::string_view TypeName = "nav_volume";

    Vec3d size{4, 2, 4}; ///< metres, before the entity's scale
    NavVolumeRole role = NavVolumeRole::Area;
    NavArea area = NavArea::Water;
    friend bool operator==(const NavVolume&, const NavVolume&) = default;
};

enum class NavLinkKind
{
    Walk,
    Drop,
    Jump,
    Ladder
};

/// A way from the entity's place to another that is no ground.
struct NavLink
{
    static constexpr std::string_view TypeName = "nav_link";

    Vec3d end{2, 0, 0}; ///< seen from the entity
    NavLinkKind kind = NavLinkKind::Jump;
    NavArea area = NavArea::Jump;
    double radius = 0.5; ///< metres; how near the ground has to be to either end
    bool bothWays = false;
    bool enabled = true;
    std::string agents; ///< names separated by commas; empty: all
    friend bool operator==(const NavLink&, const NavLink&) = default;
};

enum class NavExpectation
{
    Reach,
    NotReach,
    AtMost ///< reach, and no longer than maxLength
};

/// A promise about ways that is checked after every build and by `mapwright validate`: from the
/// entity's place to `target`.
struct NavCheck
{
    static constexpr std::string_view TypeName = "nav_check";

    Vec3d target{5, 0, 0}; ///< seen from the entity
    NavExpectation expect = NavExpectation::Reach;
    double maxLength = 20; ///< metres; of AtMost
    std::string agent;     ///< name; empty: every agent
    friend bool operator==(const NavCheck&, const NavCheck&) = default;
};

void describe(TypeBuilder<NavAgent>& agent);
void describe(TypeBuilder<NavSettings>& settings);
void describe(TypeBuilder<NavSurface>& surface);
void describe(TypeBuilder<NavVolume>& volume);
void describe(TypeBuilder<NavLink>& link);
void describe(TypeBuilder<NavCheck>& check);

/// Whether a list of names separated by commas has that one; blanks around names do not count.
[[nodiscard]] bool listHasName(std::string_view list, std::string_view name);

/// The NavSurface that counts for the entity: its own, or that of the nearest ancestor with one.
[[nodiscard]] std::optional<NavSurface> navSurfaceOf(const World& world, EntityId entity);
} // namespace engine
