#pragma once

#include "engine_core/geometry/brush.h"
#include "engine_core/geometry/polygon_clip.h"
#include "engine_core/geometry/scratch_array.h"

namespace engine
{
/// Finds the corners and polygons of the solid behind a set of planes. Works on the stack unless
/// the brush is unusually big.
class BrushBuilder
{
public:
    enum class Outcome
    {
        Done,
        FacesLeftOut, ///< keeps() tells which; build again without them
        Open,
        Torn ///< its details are too small for its faces to agree on
    };

    BrushBuilder() = default;
    BrushBuilder(const BrushBuilder&) = delete;
    BrushBuilder& operator=(const BrushBuilder&) = delete;

    Outcome build(std::span<const BrushFace> faces);

    [[nodiscard]] bool keeps(std::size_t face) const { return m_keep[face]; }

    [[nodiscard]] bool isFlat() const;

    /// Whether a corner is in front of one of the planes.
    [[nodiscard]] bool reachesBeyond(std::span<const Plane> planes) const;

    /// Of vertices().
    [[nodiscard]] const Aabb& bounds() const { return m_bounds; }

    [[nodiscard]] const auto& vertices() const { return m_vertices; }

    [[nodiscard]] const auto& indices() const { return m_indices; }

    [[nodiscard]] const auto& firstIndex() const { return m_firstIndex; }

private:
    /// Faces are cut side by side, so that one's division need not wait for another's.
    static constexpr std::size_t GroupSize = 8;
    static constexpr std::size_t UsualFaces = 64;
    static constexpr std::size_t UsualCorners = UsualFaces + 4; ///< each cut adds at most one

    void reset(std::span<const BrushFace> faces);
    void cutGroup(PlaneIndex firstFace, std::span<Polygon> group);
    void appendPolygon(PlaneIndex face, const Polygon& polygon);
    void appendIndex(std::size_t first, std::uint16_t vertex);
    std::uint16_t vertexOf(PlaneIndex a, PlaneIndex b, PlaneIndex c, const Vec3d& near);
    [[gnu::noinline]] std::uint16_t newVertex(std::uint32_t key, // rare beside vertexOf()
                                              const std::array<PlaneIndex, 3>& planes,
                                              const Vec3d& near);
    std::uint16_t weld(const Vec3d& point);
    [[nodiscard]] bool isClosed() const;
    [[nodiscard]] bool isThick() const;
    bool leaveOutTwins();
    Outcome cutWhole();

    AxisBounds m_sides;
    Aabb m_bounds;
    bool m_isOpen = false;
    ScratchArray<CutPlane, UsualFaces> m_cuts;
    ScratchArray<bool, UsualFaces> m_keep;
    ScratchArray<Corner, GroupSize * UsualCorners> m_corners;
    ScratchArray<double, UsualCorners> m_above;
    ScratchArray<std::uint32_t, 2 * UsualFaces>
        m_keys; ///< the three planes of every corner met so far
    ScratchArray<std::uint16_t, 2 * UsualFaces> m_keyVertices;
    ScratchArray<Vec3d, 2 * UsualFaces> m_vertices;
    ScratchArray<std::uint16_t, 6 * UsualFaces> m_indices;
    ScratchArray<std::uint32_t, UsualFaces + 1> m_firstIndex;
};
} // namespace engine
