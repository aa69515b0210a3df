#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/math/types.h"

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

namespace engine
{
/// Flags of FoliageInstance::flags.
enum FoliageFlag : std::uint8_t
{
    FoliageByHand = 1, ///< placed, turned or moved by hand: "reapply" and rules leave it alone
    FoliageOrphan = 2, ///< its face is gone; kept where it stood, but neither drawn nor played
    FoliageByRule = 4, ///< grown by the layer's rules, which may take it away again
    /// No plant: one that had grown by rule was erased or moved away from here by hand. Rules leave
    /// the place bare (see foliage/foliage_marks.h); neither drawn nor played.
    FoliageMark = 8,
    /// No plant: how dense the plants of the layer may be about here, as a hand painted it (see
    /// foliage/painted_density.h); neither drawn nor played.
    FoliageWeight = 16
};

/// One plant: what it grows on, where, and how it stands. The bytes are what sidecar files hold
/// and what the GPU reads.
struct FoliageInstance
{
    Vec3f position{0};                    ///< world space, on the face
    std::uint32_t brush = 0;              ///< id of the brush; authored ids have 32 bits
    std::uint32_t seed = 0;               ///< for all that is random about it
    std::array<std::int16_t, 2> normal{}; ///< of the face, octahedral; see foliageNormal()
    std::uint16_t face = 0;               ///< index of the face
    std::uint8_t type = 0;                ///< FoliageType::slot
    std::uint8_t flags = 0;               ///< FoliageFlag
    std::uint16_t yaw = 0;                ///< about its own axis, 65536 steps a turn
    std::array<std::uint16_t, 3> scale{4096, 4096, 4096}; ///< along x, y, z in steps of 1 / 4096
    std::int16_t pitch = 0; ///< about its own x axis, 32767 steps for 90 degrees
    std::uint16_t rank = 0; ///< its order of coming as density grows

    /// A plant that lost its face. Marks that did are nothing to anybody.
    [[nodiscard]] bool isOrphan() const
    {
        return (flags & (FoliageOrphan | FoliageMark | FoliageWeight)) == FoliageOrphan;
    }

    /// A plant on its face: what is drawn, counted and kept distance from.
    [[nodiscard]] bool isStanding() const
    {
        return (flags & (FoliageOrphan | FoliageMark | FoliageWeight)) == 0;
    }

    /// On its face or an orphan: what is counted.
    [[nodiscard]] bool isPlant() const { return (flags & (FoliageMark | FoliageWeight)) == 0; }

    [[nodiscard]] bool isMark() const { return (flags & FoliageMark) != 0; }

    [[nodiscard]] bool isWeight() const { return (flags & FoliageWeight) != 0; }

    [[nodiscard]] bool isByRule() const { return (flags & FoliageByRule) != 0; }

    [[nodiscard]] bool isByHand() const { return (flags & FoliageByHand) != 0; }

    friend bool operator==(const FoliageInstance& a, const FoliageInstance& b);
    friend std::strong_ordering operator<=>(const FoliageInstance& a, const FoliageInstance& b);
};

static_assert(sizeof(FoliageInstance) == 40);

/// Unit vectors as two numbers each (Meyer et al., "On floating-point normal vectors", 2010; as
/// laid out by Cigolle et al. 2014): off by less than 0.005 degrees.
[[nodiscard]] std::array<std::int16_t, 2> packFoliageNormal(const Vec3d& normal);
[[nodiscard]] Vec3d foliageNormal(const FoliageInstance& instance);

/// From 0 up to just below 16; what lies outside is clamped.
[[nodiscard]] std::uint16_t packFoliageScale(double scale);

/// Radians; any angle.
[[nodiscard]] std::uint16_t packFoliageYaw(double angle);

/// A cube of the world, FoliageInstances::CellSize wide.
struct FoliageCellKey
{
    std::int32_t x = 0, y = 0, z = 0;
    friend auto operator<=>(const FoliageCellKey&, const FoliageCellKey&) = default;
};

[[nodiscard]] FoliageCellKey foliageCellOf(const Vec3f& position);

/// The instances of one cell. Immutable, shared by all states that have them.
struct FoliageChunk
{
    std::vector<FoliageInstance> instances; ///< sorted, so those of one type lie in a row
    std::vector<std::uint32_t> brushes;     ///< that the instances stand on; ascending, each once
    Vec3f min{0}, max{0};                   ///< of the positions
    std::size_t marks = 0;                  ///< how many of the instances are marks
    std::size_t weights = 0;                ///< and how many are weights
    std::size_t orphans = 0;                ///< and how many lost their face
    ContentHash hash = 0;

    /// Plants of that kind: what is counted. Costs what the chunk has of the kind only where it has
    /// marks or weights.
    [[nodiscard]] std::size_t countOf(std::uint8_t type) const;
};

/// All instances of one layer. Immutable: an edit makes a new one that shares the chunks of all
/// cells that it did not touch, so that a step of the history costs what it changed.
class FoliageInstances
{
public:
    static constexpr double CellSize = 16; ///< metres

    struct Cell
    {
        FoliageCellKey key;
        std::shared_ptr<const FoliageChunk> chunk; ///< never empty
    };

    FoliageInstances() = default;

    /// Cells in any order, each key once. Chunks as made by makeFoliageChunk().
    explicit FoliageInstances(std::vector<Cell> cells);

    /// By ascending key.
    [[nodiscard]] std::span<const Cell> cells() const { return m_cells; }

    [[nodiscard]] const FoliageChunk* find(const FoliageCellKey& key) const;

    /// Orphans, marks and weights included.
    [[nodiscard]] std::size_t count() const { return m_count; }

    [[nodiscard]] std::size_t marks() const { return m_marks; }

    [[nodiscard]] std::size_t weights() const { return m_weights; }

    /// Without marks and weights.
    [[nodiscard]] std::size_t plants() const { return m_count - m_marks - m_weights; }

    /// Of all instances: the same ones, the same hash, whatever edits led there.
    [[nodiscard]] ContentHash hash() const { return m_hash; }

    /// Calls visit(cell index, instance index, instance) for all within the box.
    template <typename Visit>
    void forEachIn(const Vec3d& min, const Vec3d& max, const Visit& visit) const
    {
        for (std::size_t c = 0; c < m_cells.size(); ++c) {
            const auto& chunk = *m_cells[c].chunk;
            if (!overlaps(chunk, min, max))
                continue;
            for (std::size_t i = 0; i < chunk.instances.size(); ++i) {
                const Vec3d p{chunk.instances[i].position};
                if (p.x >= min.x && p.x <= max.x && p.y >= min.y && p.y <= max.y && p.z >= min.z &&
                    p.z <= max.z)
                    visit(c, i, chunk.instances[i]);
            }
        }
    }

private:
    static bool overlaps(const FoliageChunk& chunk, const Vec3d& min, const Vec3d& max)
    {
        return double{chunk.max.x} >= min.x && double{chunk.min.x} <= max.x &&
               double{chunk.max.y} >= min.y && double{chunk.min.y} <= max.y &&
               double{chunk.max.z} >= min.z && double{chunk.min.z} <= max.z;
    }

    std::vector<Cell> m_cells;
    std::size_t m_count = 0;
    std::size_t m_marks = 0;
    std::size_t m_weights = 0;
    ContentHash m_hash = 0;
};

/// Sorts them; there is at least one, all of one cell.
[[nodiscard]] std::shared_ptr<const FoliageChunk>
makeFoliageChunk(std::vector<FoliageInstance> instances);

/// Gathers what shall change and makes the next state of it.
class FoliageEdit
{
public:
    /// `base` may be null: nothing stands yet.
    explicit FoliageEdit(std::shared_ptr<const FoliageInstances> base);

    void add(const FoliageInstance& instance);

    /// An instance of the base, by index of its cell and within it.
    void remove(std::size_t cell, std::size_t instance);

    [[nodiscard]] bool isEmpty() const { return m_pending.empty(); }

    /// The base itself if nothing was added or removed.
    [[nodiscard]] std::shared_ptr<const FoliageInstances> finish() const;

private:
    struct Pending
    {
        std::vector<FoliageInstance> added;
        std::vector<std::uint32_t> removed;
    };

    Pending& pendingOf(const FoliageCellKey& key);

    std::shared_ptr<const FoliageInstances> m_base;
    std::map<FoliageCellKey, Pending> m_pending;
    FoliageCellKey m_lastKey;
    Pending* m_last = nullptr;
};
} // namespace engine
