#include "editor/operations/texture/uv_wrap.h"

#include "editor/operations/brush/material_operations.h"
#include "engine_core/geometry/brush_transform.h"
#include "engine_core/scene/components/brush_component.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_map>

namespace editor
{
using engine::Error;
using engine::Plane;
using engine::Result;
using engine::Vec3d;

namespace
{
/// Directions this near are one, for the planes of different brushes.
constexpr double SameDirection = 1 - 1e-9;

/// The place where both planes meet that is nearest to `place`; they must not be parallel.
Vec3d whereTheyMeet(const Plane& a, const Plane& b, const Vec3d& place)
{
    const double cosine = glm::dot(a.normal, b.normal);
    const double aboveA = a.above(place);
    const double aboveB = b.above(place);
    const double sineSquared = 1 - cosine * cosine;
    return place - (a.normal * (aboveA - aboveB * cosine) + b.normal * (aboveB - aboveA * cosine)) /
                       sineSquared;
}

/// The mapping of one face when it goes on over another one.
std::optional<engine::UvMapping>
goingOn(const engine::UvMapping& uv, const Plane& from, const Plane& to, const Vec3d& on)
{
    return engine::foldedUv(uv, from.normal, to.normal, on);
}

std::optional<engine::UvMapping> goingOn(const WorldFace& from, const WorldFace& to)
{
    if (const auto on = sharedEdge(from, to))
        return goingOn(from.uv, from.plane, to.plane, *on);
    const double cosine = glm::dot(from.plane.normal, to.plane.normal);
    if (std::abs(cosine) > SameDirection)
        return cosine > 0 ? std::optional{from.uv} : std::nullopt;
    const auto on = whereTheyMeet(from.plane, to.plane, (from.center() + to.center()) * 0.5);
    return goingOn(from.uv, from.plane, to.plane, on);
}

Error noWayRound()
{
    return Error{"The faces look in opposite directions: wrap over one between them"};
}

engine::Aabb boundsOfFace(const WorldFace& face)
{
    engine::Aabb bounds;
    for (const auto& corner : face.corners)
        bounds.add(corner);
    return bounds;
}

/// For each face those that share an edge with it. Sweeps along X, so that thousands are quick.
std::vector<std::vector<std::size_t>> neighboursOf(const std::vector<WorldFace>& faces)
{
    std::vector<engine::Aabb> boxes;
    for (const auto& face : faces)
        boxes.push_back(boundsOfFace(face).grown(1e-4));
    std::vector<std::size_t> order(faces.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return boxes[a].min.x < boxes[b].min.x; });
    std::vector<std::vector<std::size_t>> neighbours(faces.size());
    std::vector<std::size_t> open;
    for (const auto each : order) {
        std::erase_if(open, [&](auto other) { return boxes[other].max.x < boxes[each].min.x; });
        for (const auto other : open)
            if (boxes[other].intersects(boxes[each]) && sharedEdge(faces[other], faces[each])) {
                neighbours[other].push_back(each);
                neighbours[each].push_back(other);
            }
        open.push_back(each);
    }
    for (auto& some : neighbours)
        std::sort(some.begin(), some.end()); // the order that the faces came in decides
    return neighbours;
}

/// Follows the edges from the faces in `reached`, the nearest ones first, and gives each face the
/// mapping that runs on from where it was reached.
void spread(std::vector<WorldFace>& faces,
            const std::vector<std::vector<std::size_t>>& neighbours,
            std::vector<std::size_t>& reached,
            std::vector<bool>& isReached)
{
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (const auto next : neighbours[reached[i]]) {
            if (isReached[next])
                continue;
            const auto uv = goingOn(faces[reached[i]], faces[next]);
            if (!uv)
                continue; // folded back onto itself; perhaps another way leads there
            faces[next].uv = *uv;
            isReached[next] = true;
            reached.push_back(next);
        }
}

bool liesInPlane(const WorldFace& face, const Plane& plane)
{
    return glm::dot(face.plane.normal, plane.normal) > SameDirection &&
           std::abs(plane.above(face.corners.front())) < 1e-4;
}

Result<void>
putWithMaterial(Transaction& transaction, std::span<const WorldFace> faces, engine::Name material)
{
    std::vector<FaceRef> refs;
    for (const auto& face : faces)
        if (face.material != material)
            refs.push_back(face.ref);
    setUvs(transaction, faces);
    return refs.empty() ? Result<void>{} : applyMaterial(transaction, refs, material);
}

/// The faces of the brushes at an edge, but for those of the chain.
std::vector<WorldFace>
facesNear(const engine::World& world, const engine::Aabb& box, const BrushesNear& near)
{
    std::vector<WorldFace> found;
    for (const auto entity : near(box.grown(1e-3))) {
        const auto* component = world.get<engine::BrushComponent>(entity);
        const auto count =
            component != nullptr && component->brush ? component->brush->faceCount() : 0;
        for (std::size_t i = 0; i < count; ++i)
            if (auto face = worldFace(world, {entity, i}))
                found.push_back(*std::move(face));
    }
    return found;
}

/// The edge that is opposite to the one that holds `in`; nothing if there is none.
std::optional<std::size_t> oppositeEdge(const WorldFace& face, const Vec3d& in)
{
    const auto count = face.corners.size();
    if (count % 2 != 0)
        return std::nullopt;
    std::size_t nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < count; ++i) {
        const auto& from = face.corners[i];
        const auto way = face.corners[(i + 1) % count] - from;
        const double share = std::clamp(glm::dot(in - from, way) / glm::dot(way, way), 0.0, 1.0);
        const double distance = glm::distance(in, from + way * share);
        if (distance < least) {
            least = distance;
            nearest = i;
        }
    }
    return (nearest + count / 2) % count;
}

/// What goes on over an edge of the face with the least turn.
std::optional<WorldFace>
beyondEdge(const WorldFace& face, std::size_t edge, const std::vector<WorldFace>& candidates)
{
    const WorldFace only{face.ref,
                         {},
                         face.plane,
                         {},
                         {face.corners[edge], face.corners[(edge + 1) % face.corners.size()]}};
    std::optional<WorldFace> best;
    double straightest = -SameDirection;
    for (const auto& other : candidates) {
        const double cosine = glm::dot(face.plane.normal, other.plane.normal);
        if (other.ref == face.ref || cosine <= straightest || !sharedEdge(only, other))
            continue;
        straightest = cosine;
        best = other;
    }
    return best;
}
} // namespace

Result<void> wrapUv(Transaction& transaction, const FaceRef& from, const FaceRef& to)
{
    const std::array chain{from, to};
    return wrapUvAlong(transaction, chain);
}

Result<void> wrapUvAlong(Transaction& transaction, std::span<const FaceRef> chain)
{
    auto faces = worldFaces(transaction.world(), chain);
    if (faces.size() < 2)
        return Error{"Wrapping needs a face to start from and another one"};
    for (std::size_t i = 1; i < faces.size(); ++i) {
        const auto uv = goingOn(faces[i - 1], faces[i]);
        if (!uv)
            return noWayRound();
        faces[i].uv = *uv;
    }
    return putWithMaterial(transaction, std::span{faces}.subspan(1), faces.front().material);
}

Result<std::size_t> wrapUvOver(Transaction& transaction, std::span<const FaceRef> refs)
{
    auto faces = worldFaces(transaction.world(), refs);
    if (faces.empty())
        return Error{"Select faces first"};
    std::vector<std::size_t> reached{0};
    std::vector<bool> isReached(faces.size());
    isReached[0] = true;
    spread(faces, neighboursOf(faces), reached, isReached);
    if (reached.size() == 1)
        return Error{"No edge leads from the first selected face to another one"};
    std::vector<WorldFace> followed;
    for (const auto index : std::span{reached}.subspan(1))
        followed.push_back(faces[index]);
    if (auto put = putWithMaterial(transaction, followed, faces.front().material); !put)
        return put.error();
    return followed.size();
}

std::vector<FaceRef> straightChain(const engine::World& world,
                                   const FaceRef& first,
                                   const FaceRef& second,
                                   const BrushesNear& near,
                                   std::size_t most)
{
    std::vector<FaceRef> chain{first, second};
    auto before = worldFace(world, first);
    auto now = worldFace(world, second);
    while (before && now && chain.size() < most) {
        const auto in = sharedEdge(*before, *now);
        const auto out = in ? oppositeEdge(*now, *in) : std::nullopt;
        if (!out)
            break;
        auto next = beyondEdge(*now, *out, facesNear(world, boundsOfFace(*now), near));
        if (!next || std::find(chain.begin(), chain.end(), next->ref) != chain.end())
            break;
        chain.push_back(next->ref);
        before = std::move(now);
        now = std::move(next);
    }
    return chain;
}

std::vector<std::span<WorldFace>> unfold(std::vector<WorldFace>& faces)
{
    const auto neighbours = neighboursOf(faces);
    std::vector<bool> isReached(faces.size());
    std::vector<WorldFace> ordered;
    std::vector<std::size_t> begins;
    for (std::size_t start = 0; start < faces.size(); ++start) {
        if (isReached[start])
            continue;
        begins.push_back(ordered.size());
        std::vector<std::size_t> reached;
        for (std::size_t i = start; i < faces.size(); ++i)
            if (!isReached[i] && (i == start || liesInPlane(faces[i], faces[start].plane))) {
                faces[i].uv = faces[start].uv;
                isReached[i] = true;
                reached.push_back(i);
            }
        spread(faces, neighbours, reached, isReached);
        for (const auto index : reached)
            ordered.push_back(faces[index]);
    }
    faces = std::move(ordered);
    begins.push_back(faces.size());
    std::vector<std::span<WorldFace>> sheets;
    for (std::size_t i = 0; i + 1 < begins.size(); ++i)
        sheets.push_back(std::span{faces}.subspan(begins[i], begins[i + 1] - begins[i]));
    return sheets;
}

std::optional<CopiedUv> copyUv(const engine::World& world, const FaceRef& face)
{
    const auto seen = worldFace(world, face);
    return seen ? std::optional{CopiedUv{seen->uv, seen->plane}} : std::nullopt;
}

Result<void> pasteUv(Transaction& transaction,
                     std::span<const FaceRef> refs,
                     const CopiedUv& copied,
                     UvPaste how)
{
    auto faces = worldFaces(transaction.world(), refs);
    if (faces.empty())
        return Error{"Select faces first"};
    for (auto& face : faces) {
        const auto& normal = face.plane.normal;
        if (how == UvPaste::Projected) {
            face.uv = engine::worldUv(copied.uv, copied.plane.normal, normal);
        } else if (how == UvPaste::Numbers) {
            face.uv = engine::withUvRotation(copied.uv, normal,
                                             engine::uvRotation(copied.uv, copied.plane.normal));
        } else {
            const double cosine = glm::dot(copied.plane.normal, normal);
            if (cosine < -SameDirection)
                return noWayRound();
            if (cosine < SameDirection)
                face.uv = *goingOn(copied.uv, copied.plane, face.plane,
                                   whereTheyMeet(copied.plane, face.plane, face.center()));
            else
                face.uv = copied.uv;
        }
    }
    setUvs(transaction, faces);
    return {};
}
} // namespace editor
