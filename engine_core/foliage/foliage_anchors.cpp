#include "engine_core/foliage/foliage_anchors.h"

#include "engine_core/foliage/foliage_surface.h"

#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace engine
{
namespace
{
constexpr double PlaneTolerance = 1e-6; ///< of normals, and in metres
constexpr double RimTolerance = 1e-4;   ///< metres; places are floats
/// A face that turned farther than this is another one: the cosine of 60 degrees.
constexpr double SameFaceCosine = 0.5;

/// A motion that keeps shapes: p -> scale * turn * p + shift.
struct Motion
{
    glm::dmat3 turn{1};
    double scale = 1;
    Vec3d shift{0};

    [[nodiscard]] Vec3d at(const Vec3d& p) const { return turn * p * scale + shift; }

    [[nodiscard]] Plane at(const Plane& plane) const
    {
        const auto n = turn * plane.normal;
        return {n, plane.distance * scale + glm::dot(n, shift)};
    }
};

bool isSamePlane(const Plane& a, const Plane& b)
{
    return glm::dot(a.normal, b.normal) > 1 - PlaneTolerance &&
           glm::length(a.normal - b.normal) < PlaneTolerance &&
           std::abs(a.distance - b.distance) < PlaneTolerance;
}

/// Three faces whose normals span space best; nullopt if none do (no solid is like that).
std::optional<std::array<std::size_t, 3>> threeFaces(const Brush& brush)
{
    const auto faces = brush.faces();
    const auto& first = faces[0].plane.normal;
    std::array<std::size_t, 3> three{0, 0, 0};
    double best = 0;
    for (std::size_t i = 1; i < faces.size(); ++i)
        if (const double size = glm::length(glm::cross(first, faces[i].plane.normal));
            size > best) {
            best = size;
            three[1] = i;
        }
    const auto across = glm::cross(first, faces[three[1]].plane.normal);
    best = 0;
    for (std::size_t i = 1; i < faces.size(); ++i)
        if (const double size = std::abs(glm::dot(across, faces[i].plane.normal)); size > best) {
            best = size;
            three[2] = i;
        }
    if (best < 1e-3)
        return std::nullopt;
    return three;
}

bool bringsAllFaces(const Motion& motion, const Brush& before, const Brush& after)
{
    for (std::size_t i = 0; i < before.faceCount(); ++i)
        if (!isSamePlane(motion.at(before.faces()[i].plane), after.faces()[i].plane))
            return false;
    return true;
}

/// How much larger the brush became, if it was scaled evenly. 1 if only one face is elsewhere: that
/// one was pulled, even where that looks the same, as of the foot of a pyramid. `meet` says where
/// three of the turned faces meet, of their distances before (`was`) and after (`is`).
double scaleBetween(const Brush& before,
                    const Brush& after,
                    const glm::dmat3& meet,
                    const Vec3d& was,
                    const Vec3d& is)
{
    const auto from = meet * was;
    const auto to = meet * is;
    double scale = 1;
    double longest = PlaneTolerance;
    int changed = 0;
    for (std::size_t i = 0; i < before.faceCount(); ++i) {
        const auto& old = before.faces()[i].plane;
        const auto& now = after.faces()[i].plane;
        changed += isSamePlane(old, now) ? 0 : 1;
        const double away = old.distance - glm::dot(now.normal, from); // from where the three meet
        if (std::abs(away) <= longest)
            continue;
        longest = std::abs(away);
        scale = (now.distance - glm::dot(now.normal, to)) / away;
    }
    return changed > 1 ? scale : 1;
}

/// The motion that brings every face of one brush onto the face of the same index of the other.
std::optional<Motion> motionBetween(const Brush& before, const Brush& after)
{
    if (before.faceCount() != after.faceCount())
        return std::nullopt;
    const auto three = threeFaces(before);
    if (!three)
        return std::nullopt;
    glm::dmat3 from{1};
    glm::dmat3 to{1};
    Vec3d was{0};
    Vec3d is{0};
    for (int i = 0; i < 3; ++i) {
        const auto face = (*three)[static_cast<std::size_t>(i)];
        from[i] = before.faces()[face].plane.normal;
        to[i] = after.faces()[face].plane.normal;
        was[i] = before.faces()[face].plane.distance;
        is[i] = after.faces()[face].plane.distance;
    }
    Motion motion;
    motion.turn = to * glm::inverse(from);
    const auto square = motion.turn * glm::transpose(motion.turn);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            if (std::abs(square[i][j] - (i == j ? 1 : 0)) > PlaneTolerance)
                return std::nullopt;
    const auto meet = glm::inverse(glm::transpose(to));
    motion.shift = meet * (is - was);
    if (bringsAllFaces(motion, before, after))
        return motion;
    motion.scale = scaleBetween(before, after, meet, was, is);
    motion.shift = meet * (is - was * motion.scale);
    if (motion.scale > 0 && bringsAllFaces(motion, before, after))
        return motion;
    return std::nullopt;
}

/// One changed brush, ready to be asked.
class ChangedBrush
{
public:
    explicit ChangedBrush(const BrushChange& change) : m_change{change}
    {
        if (change.before && change.after)
            m_motion = motionBetween(*change.before, *change.after);
        if (change.after)
            for (FaceIndex i = 0; i < change.after->faceCount(); ++i)
                m_faces.push_back(foliageFace(*change.after, change.entity, i));
    }

    [[nodiscard]] EntityId entity() const { return m_change.entity; }

    /// Its geometry is what it was, face by face.
    [[nodiscard]] bool isUnchanged() const
    {
        return m_motion &&
               std::equal(m_change.before->faces().begin(), m_change.before->faces().end(),
                          m_change.after->faces().begin(), m_change.after->faces().end(),
                          [](const auto& a, const auto& b) { return a.plane == b.plane; });
    }

    [[nodiscard]] const Plane* planeBefore(const FoliageInstance& instance) const
    {
        return m_change.before && instance.face < m_change.before->faceCount()
                   ? &m_change.before->faces()[instance.face].plane
                   : nullptr;
    }

    [[nodiscard]] bool follow(FoliageInstance& instance) const
    {
        if (!m_motion || instance.face >= m_faces.size())
            return false;
        const auto& face = m_faces[instance.face];
        auto place = m_motion->at(Vec3d{instance.position});
        place -= face.plane.normal * face.plane.above(place);
        const auto heading = m_motion->turn * Vec3d{0, 0, 1};
        if (std::abs(heading.x) + std::abs(heading.z) > 1e-6)
            instance.yaw = static_cast<std::uint16_t>(
                instance.yaw + packFoliageYaw(std::atan2(heading.x, heading.z)));
        stand(instance, face, place);
        return true;
    }

    /// On a face that lies in the same plane and has the place within it.
    [[nodiscard]] bool keep(FoliageInstance& instance, const Plane& plane) const
    {
        const Vec3d place{instance.position};
        for (const auto& face : m_faces)
            if (isSamePlane(face.plane, plane) &&
                face.contains(face.coordinatesOf(place), RimTolerance)) {
                // Nothing but the names changes: the place stays the same bit by bit.
                instance.brush = static_cast<std::uint32_t>(m_change.entity.value);
                instance.face = static_cast<std::uint16_t>(face.face);
                return true;
            }
        return false;
    }

    /// Onto the face that the old normal's line meets nearest by.
    [[nodiscard]] bool project(FoliageInstance& instance, const Plane& plane) const
    {
        const Vec3d place{instance.position};
        const FoliageFace* nearest = nullptr;
        Vec3d found{0};
        double least = std::numeric_limits<double>::infinity();
        for (const auto& face : m_faces) {
            const double cosine = glm::dot(face.plane.normal, plane.normal);
            if (cosine < SameFaceCosine)
                continue;
            const double way = -face.plane.above(place) / cosine;
            const auto p = place + plane.normal * way;
            if (std::abs(way) < least && face.contains(face.coordinatesOf(p), RimTolerance)) {
                least = std::abs(way);
                nearest = &face;
                found = p;
            }
        }
        if (nearest != nullptr)
            stand(instance, *nearest, found);
        return nearest != nullptr;
    }

private:
    static void stand(FoliageInstance& instance, const FoliageFace& face, const Vec3d& place)
    {
        instance.position = Vec3f{place};
        instance.normal = packFoliageNormal(face.plane.normal);
        instance.brush = static_cast<std::uint32_t>(face.brush.value);
        instance.face = static_cast<std::uint16_t>(face.face);
    }

    BrushChange m_change;
    std::optional<Motion> m_motion;
    std::vector<FoliageFace> m_faces;
};

void anchor(FoliageInstance& instance,
            const ChangedBrush& own,
            std::span<const ChangedBrush> others)
{
    if (own.follow(instance))
        return;
    if (const auto* plane = own.planeBefore(instance)) {
        if (own.keep(instance, *plane))
            return;
        for (const auto& other : others)
            if (&other != &own && other.keep(instance, *plane))
                return;
        if (own.project(instance, *plane))
            return;
    }
    instance.flags |= FoliageOrphan;
}

/// `brushes` ascend.
bool touches(const FoliageChunk& chunk, std::span<const std::uint32_t> brushes)
{
    const std::span<const std::uint32_t> own{chunk.brushes};
    const auto few = own.size() < brushes.size() ? own : brushes;
    const auto many = own.size() < brushes.size() ? brushes : own;
    return std::any_of(few.begin(), few.end(), [&](std::uint32_t brush) {
        return std::binary_search(many.begin(), many.end(), brush);
    });
}
} // namespace

FoliageAnchored followBrushes(std::shared_ptr<const FoliageInstances> standing,
                              std::span<const BrushChange> changes)
{
    std::vector<ChangedBrush> brushes;
    brushes.reserve(changes.size());
    std::unordered_map<std::uint32_t, const ChangedBrush*> byId;
    std::vector<std::uint32_t> ids;
    for (const auto& change : changes) {
        brushes.emplace_back(change);
        if (!change.before || brushes.back().isUnchanged())
            continue;
        ids.push_back(static_cast<std::uint32_t>(change.entity.value));
        byId[ids.back()] = &brushes.back();
    }
    std::sort(ids.begin(), ids.end());
    FoliageAnchored result;
    FoliageEdit edit{standing};
    const auto cells = standing->cells();
    for (std::size_t c = 0; c < cells.size(); ++c) {
        const auto& chunk = *cells[c].chunk;
        if (!touches(chunk, ids))
            continue;
        for (std::size_t i = 0; i < chunk.instances.size(); ++i) {
            const auto& old = chunk.instances[i];
            const auto own = (old.flags & FoliageOrphan) != 0 ? byId.end() : byId.find(old.brush);
            if (own == byId.end())
                continue;
            auto instance = old;
            anchor(instance, *own->second, brushes);
            if (instance == old)
                continue;
            edit.remove(c, i);
            edit.add(instance);
            ++(instance.isOrphan() ? result.orphaned : result.moved);
        }
    }
    result.instances = edit.finish();
    return result;
}

bool standsOn(const FoliageInstances& standing, std::span<const EntityId> brushes)
{
    std::vector<std::uint32_t> ids;
    for (const auto brush : brushes)
        ids.push_back(static_cast<std::uint32_t>(brush.value));
    std::sort(ids.begin(), ids.end());
    const auto cells = standing.cells();
    return std::any_of(cells.begin(), cells.end(),
                       [&](const auto& cell) { return touches(*cell.chunk, ids); });
}
} // namespace engine
