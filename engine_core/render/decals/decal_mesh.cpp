#include "engine_core/render/decals/decal_mesh.h"

#include "engine_core/geometry/chart_frame.h"
#include "engine_core/geometry/mesh/box_clip.h"
#include "engine_core/render/passes/packed_frame.h"
#include "engine_core/scene/spatial/spatial_index.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace engine
{
namespace
{
/// Boxes flatter than this cannot be seen into. Cubic metres.
constexpr double LeastVolume = 1e-12;

std::uint32_t byteOf(double value)
{
    return static_cast<std::uint32_t>(std::lround(std::clamp(value, 0.0, 1.0) * 255));
}

/// Cuts polygons out of one surface and collects what is left.
class DecalCutter
{
public:
    DecalCutter(const DecalStamp& stamp, const Transform& place)
        : m_stamp{stamp}, m_place{place}, m_facing{facingOf(stamp.place)}
    {
        const auto box = boxOf(stamp.decal, stamp.place);
        if (!(std::abs(glm::determinant(glm::dmat3{box})) > LeastVolume) ||
            !(std::abs(place.scale.x * place.scale.y * place.scale.z) > LeastVolume))
            return;
        m_toBox = glm::inverse(box) * place.matrix();
        const auto& scale = stamp.place.scale;
        const auto across = stamp.place.rotation * Vec3d{scale.x < 0 ? -1 : 1, 0, 0};
        m_across = glm::conjugate(place.rotation) * across / place.scale;
        // The shader crosses normal and tangent where they are drawn: mirroring of the surface
        // alone is in both of them already.
        const bool isTurned = (scale.x * scale.y * scale.z < 0) != stamp.isMirrored;
        m_hand = isTurned ? -1.F : 1.F;
    }

    [[nodiscard]] bool isUsable() const { return m_toBox.has_value(); }

    /// Of the decal's opacity, on a surface with that normal, of any length, in its own space.
    [[nodiscard]] double coverOn(const Vec3d& normal) const
    {
        return coverOf(m_stamp.decal, m_facing,
                       glm::normalize(m_place.rotation * (normal / m_place.scale)));
    }

    /// Whether a surface with that normal, of any length, shows the decal its back.
    [[nodiscard]] bool looksAway(const Vec3d& normal) const
    {
        return glm::dot(m_facing, m_place.rotation * (normal / m_place.scale)) <= 0;
    }

    /// The corners of the polygon that is cut next.
    std::vector<BoxCorner>& begin()
    {
        m_polygon.clear();
        return m_polygon;
    }

    [[nodiscard]] BoxCorner corner(const Vec3d& at, const Vec3d& normal) const
    {
        return {at, normal, Vec3d{*m_toBox * Vec4d{at, 1}}};
    }

    /// Adds what of the polygon is inside to the mesh; false if nothing is. `luxelAt` tells the
    /// luxel of a place.
    template <typename LuxelAt>
    bool cut(DecalMesh& mesh, const LuxelAt& luxelAt)
    {
        if (isOutside())
            return false;
        clipToBox(m_polygon, m_scratch);
        if (m_polygon.empty())
            return false;
        const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
        const auto count = static_cast<std::uint32_t>(m_polygon.size());
        for (const auto& corner : m_polygon)
            mesh.vertices.push_back(vertexOf(corner, luxelAt(corner.at)));
        for (std::uint32_t i = 2; i < count; ++i)
            mesh.indices.insert(mesh.indices.end(), {first, first + i - 1, first + i});
        return true;
    }

private:
    /// Most polygons lie beyond one of the sides altogether.
    [[nodiscard]] bool isOutside() const
    {
        for (int axis = 0; axis < 3; ++axis)
            for (const double side : {-1.0, 1.0})
                if (std::all_of(m_polygon.begin(), m_polygon.end(), [&](const BoxCorner& corner) {
                        return side * corner.inBox[axis] > 0.5;
                    }))
                    return true;
        return false;
    }

    [[nodiscard]] DecalVertex vertexOf(const BoxCorner& corner, const GpuLuxel& luxel) const
    {
        const auto& tint = m_stamp.decal.tint;
        const double opacity = static_cast<double>(m_stamp.decal.opacity) * coverOn(corner.normal);
        const auto root = [](float linear) {
            return byteOf(std::sqrt(static_cast<double>(std::max(linear, 0.F))));
        };
        return {
            Vec3f{corner.at},
            packFrame(Vec3f{corner.normal}, Vec4f{Vec3f{m_across}, m_hand}),
            {static_cast<float>(corner.inBox.x + 0.5), static_cast<float>(0.5 - corner.inBox.y)},
            luxel,
            root(tint.r) | root(tint.g) << 8U | root(tint.b) << 16U | byteOf(opacity) << 24U};
    }

    const DecalStamp& m_stamp;
    const Transform& m_place;
    Vec3d m_facing;
    std::optional<Mat4d> m_toBox; ///< from the surface's space
    Vec3d m_across{1, 0, 0};      ///< the picture's u, in the surface's space
    float m_hand = 1;
    std::vector<BoxCorner> m_polygon, m_scratch;
};

std::uint32_t indicesOf(const DecalMesh& mesh)
{
    return static_cast<std::uint32_t>(mesh.indices.size());
}
} // namespace

DecalMesh decalOnBrush(const DecalStamp& stamp,
                       const Brush& brush,
                       const DecalSurface& on,
                       const Lightmap* lightmap,
                       EntityId owner)
{
    DecalMesh mesh;
    DecalCutter cutter{stamp, on.place};
    if (!cutter.isUsable())
        return mesh;
    for (FaceIndex index = 0; index < brush.faceCount(); ++index) {
        const auto& face = brush.faces()[index];
        if (cutter.coverOn(face.plane.normal) <= 0 || !on.surfaces.of(face.material).seen)
            continue;
        auto& polygon = cutter.begin();
        for (const auto corner : brush.faceVertices(index))
            // From the rounded place, as the brush is drawn.
            polygon.push_back(
                cutter.corner(Vec3d{Vec3f{brush.vertices()[corner]}}, face.plane.normal));
        const auto* chart = lightmap != nullptr ? lightmap->find(owner, index) : nullptr;
        std::optional<ChartFrame> frame;
        const auto luxelAt = [&](const Vec3d& place) {
            if (!frame)
                frame = chartFrame(brush, index);
            return luxelOn(*frame, chart, place);
        };
        const auto first = indicesOf(mesh);
        if (cutter.cut(mesh, luxelAt))
            mesh.patches.push_back({index, face.material, first, indicesOf(mesh) - first});
    }
    return mesh;
}

DecalMesh decalOnMesh(const DecalStamp& stamp, const MeshShape& shape, const DecalSurface& on)
{
    DecalMesh result;
    DecalCutter cutter{stamp, on.place};
    if (!cutter.isUsable())
        return result;
    const auto& mesh = shape.mesh();
    for (const auto& face : mesh.faces) {
        if (!on.surfaces.of(face.material).seen)
            continue;
        const auto first = indicesOf(result);
        for (std::uint32_t i = face.firstIndex; i + 2 < face.firstIndex + face.indexCount; i += 3) {
            std::array<const MeshVertex*, 3> corners{};
            for (std::uint32_t k = 0; k < 3; ++k)
                corners[k] = &mesh.vertices[mesh.indices[i + k]];
            const Vec3d a{corners[0]->position};
            const auto across =
                glm::cross(Vec3d{corners[1]->position} - a, Vec3d{corners[2]->position} - a);
            if (!(glm::length(across) > 0) || cutter.looksAway(across))
                continue;
            auto& polygon = cutter.begin();
            double cover = 0;
            for (const auto* corner : corners) {
                const Vec3d given{corner->normal};
                const auto& normal = glm::length(given) > 0 ? given : across;
                cover = std::max(cover, cutter.coverOn(normal));
                polygon.push_back(cutter.corner(Vec3d{corner->position}, normal));
            }
            if (cover <= 0)
                continue;
            cutter.cut(result, [](const Vec3d&) { return GpuLuxel{}; });
        }
        if (indicesOf(result) > first)
            result.patches.push_back({NoFace, face.material, first, indicesOf(result) - first});
    }
    return result;
}
} // namespace engine
