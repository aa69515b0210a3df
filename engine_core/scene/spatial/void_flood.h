#pragma once

#include "engine_core/geometry/brush.h"
#include "engine_core/scene/spatial/bounds_tree.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace engine
{
class JobControl;

/// A brush in world space, as checks look at it.
struct SolidBrush
{
    EntityId entity;
    std::shared_ptr<const Brush> brush;
};

/// Fills the space around a start point like water, through an octree whose cells are divided only
/// where water comes to: cells without brushes are taken whole, those that a brush cuts are divided
/// down to a smallest size. Every step of the water is tested against the brushes themselves, so a
/// way that is found is really open; a gap narrower than the smallest cell may be overlooked.
class VoidFlood
{
public:
    /// About 40 MB while the check runs.
    static constexpr std::size_t DefaultMaxCells = 400000;
    /// Metres. Brushes are taken to be this much bigger, so that walls that touch are tight.
    static constexpr double Skin = 1e-3;

    enum class Outcome
    {
        Sealed,   ///< the water stopped at walls everywhere
        Leaks,    ///< it reached the void: wayOut() tells how
        InSolid,  ///< the start is inside a brush
        Outside,  ///< the start is outside the box around all brushes
        TooBig,   ///< more than `maxCells` would be needed
        Cancelled ///< the control asked to stop
    };

    /// `solids` have to live as long as this does. `smallestCell` in metres, a power of two.
    VoidFlood(std::span<const SolidBrush> solids, double smallestCell);
    ~VoidFlood();

    Outcome fillFrom(const Vec3d& start,
                     std::size_t maxCells = DefaultMaxCells,
                     JobControl* control = nullptr);

    /// The same, and what earlier fills of closed rooms left wet stays so.
    Outcome fillAlsoFrom(const Vec3d& start,
                         std::size_t maxCells = DefaultMaxCells,
                         JobControl* control = nullptr);

    /// Fills the void around everything, and what is open to it: Sealed, TooBig or Cancelled.
    Outcome fillOutside(std::size_t maxCells = DefaultMaxCells, JobControl* control = nullptr);

    /// From the start to a place outside of everything, with no brush across it and few corners.
    [[nodiscard]] const std::vector<Vec3d>& wayOut() const { return m_wayOut; }

    /// Where the way out has least room around it: most likely the hole.
    [[nodiscard]] Vec3d narrowestPlace() const { return m_narrowest; }

    /// Whether water came to within `reach` metres of the box; after Sealed only.
    [[nodiscard]] bool touches(const Aabb& box, double reach) const;

    /// Whether water lies in front of the face of one of the solids, nearer than `reach` metres.
    [[nodiscard]] bool touches(const Brush& brush, FaceIndex face, double reach) const;

    /// Whether water can come to the place from a cell next to it, with no brush in the way.
    [[nodiscard]] bool reaches(const Vec3d& place) const;

private:
    using CellIndex = std::uint32_t;
    static constexpr CellIndex NoCell = ~CellIndex{0};

    enum class Kind : std::uint8_t
    {
        Unknown,
        Empty,  ///< no brush in it
        Solid,  ///< wholly in one brush, or so small and with its middle in one
        Crossed ///< as small as can be, cut by a brush, its middle free
    };

    struct Cell
    {
        CellIndex children = NoCell; ///< the first of eight
        CellIndex from = NoCell;     ///< where the water came from
        Vec3d middle{0};
        Vec3d door{0}; ///< through which the water came
        Kind kind = Kind::Unknown;
        bool isWet = false;
    };

    struct Placed
    {
        CellIndex cell;
        Aabb box;
    };

    void prepareCells(std::size_t maxCells);
    /// A cell with its middle outside of all bounds, where water leaks out; none if nothing does.
    using Leak = std::optional<Placed>;
    Outcome fill(const Vec3d& start, JobControl* control, Leak* leak);
    void resolve(CellIndex cell, const Aabb& box);
    [[nodiscard]] Placed leafAt(const Vec3d& point);
    void leavesTouching(const Aabb& area, std::vector<Placed>& found);
    [[nodiscard]] bool isOpen(const Placed& from, const Placed& to) const;
    [[nodiscard]] bool isFree(const Vec3d& a, const Vec3d& b) const;
    /// Whether a wet cell is meant; asks of those that hold it before.
    template <typename IsMeant>
    [[nodiscard]] bool anyWet(const IsMeant& isMeant) const;
    void traceBack(CellIndex last, const Vec3d& start, const Vec3d& end);
    [[nodiscard]] double roomAround(const Vec3d& point) const;

    std::span<const SolidBrush> m_solids;
    double m_smallestCell;
    std::size_t m_maxCells = 0;
    BoundsTree m_tree; ///< ids are indices into m_solids
    Aabb m_bounds;     ///< of all brushes
    Aabb m_root;
    std::vector<Cell> m_cells;
    std::vector<Vec3d> m_wayOut;
    Vec3d m_narrowest{0};
};
} // namespace engine
