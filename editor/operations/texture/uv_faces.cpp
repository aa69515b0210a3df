#include "editor/operations/texture/uv_faces.h"

#include "editor/operations/brush/brush_space.h"
#include "editor/operations/brush/patch_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/operations/texture/patch_textures.h"
#include "engine_core/scene/components/brush_component.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace editor
{
using engine::Brush;
using engine::BrushComponent;
using engine::Vec3d;

namespace
{
/// Corners of different brushes this near are one place. Metres.
constexpr double SameCorner = 1e-4;

bool mirrors(const engine::Transform& space)
{
    return space.scale.x * space.scale.y * space.scale.z < 0;
}

WorldFace seenInWorld(const Brush& brush, const engine::Transform& space, const FaceRef& ref)
{
    const auto& face = brush.faces()[ref.face];
    WorldFace seen{ref, face.material, face.plane, face.uv, {}};
    const auto indices = brush.faceVertices(ref.face);
    seen.corners.reserve(indices.size());
    for (const auto index : indices)
        seen.corners.push_back(brush.vertices()[index]);
    if (space == engine::Transform{})
        return seen;
    for (auto& corner : seen.corners)
        corner = space.apply(corner);
    if (mirrors(space))
        std::reverse(seen.corners.begin(), seen.corners.end());
    seen.plane.normal = glm::normalize(space.rotation * (face.plane.normal / space.scale));
    seen.plane.distance = glm::dot(seen.plane.normal, seen.corners.front());
    seen.uv = engine::transformedUv(face.uv, space);
    return seen;
}

/// The brushes of a level, asked for one after the other: the faces of one mostly come together.
class BrushesInWorld
{
public:
    explicit BrushesInWorld(const engine::World& world) : m_world{world} {}

    /// False if it is no brush.
    bool go(EntityId entity)
    {
        if (entity == m_entity)
            return brush != nullptr;
        m_entity = entity;
        const auto* component = m_world.get<BrushComponent>(entity);
        brush = component != nullptr ? component->brush.get() : nullptr;
        if (brush != nullptr)
            space = engine::worldTransform(m_world, entity);
        return brush != nullptr;
    }

    const Brush* brush = nullptr;
    engine::Transform space;

private:
    const engine::World& m_world;
    EntityId m_entity;
};

/// What makes one brush's faces look otherwise; false if all is as it was.
using ChangeLooks =
    std::function<bool(std::span<engine::BrushFace> faces, std::size_t begin, std::size_t end)>;

/// Calls `change` for each brush with what of the sorted faces is its own, and keeps what it did.
void changeLooks(Transaction& transaction,
                 std::span<const FaceRef> sorted,
                 const ChangeLooks& change)
{
    std::vector<engine::Swap> swaps;
    for (std::size_t begin = 0; begin < sorted.size();) {
        const auto entity = sorted[begin].entity;
        std::size_t end = begin;
        while (end < sorted.size() && sorted[end].entity == entity)
            ++end;
        const auto* component = transaction.world().get<BrushComponent>(entity);
        if (component != nullptr && component->brush) {
            const auto old = component->brush->faces();
            std::vector<engine::BrushFace> faces{old.begin(), old.end()};
            if (change(faces, begin, end)) {
                auto made = Brush::fromFaces(std::move(faces));
                ENGINE_EXPECT(made); // the same planes made a brush before
                swaps.push_back(engine::swapTo(
                    entity, BrushComponent{std::make_shared<const Brush>(*std::move(made))}));
            }
        }
        begin = end;
    }
    transaction.swap(std::move(swaps));
}

bool putUv(engine::BrushFace& face, const engine::UvMapping& uv)
{
    if (face.uv == uv)
        return false;
    face.uv = uv;
    return true;
}
} // namespace

Vec3d WorldFace::center() const
{
    return std::accumulate(corners.begin(), corners.end(), Vec3d{0}) /
           static_cast<double>(corners.size());
}

bool isPatch(const engine::World& world, const FaceRef& face)
{
    return face.face == 0 && patchOf(world, face.entity) != nullptr;
}

std::vector<FaceRef> texturedFaces(const engine::World& world, std::span<const EntityId> entities)
{
    auto faces = facesOf(world, entities);
    if (world.count<engine::CurvedPatch>() > 0)
        for (const auto entity : withDescendants(world, entities))
            if (isPatch(world, {entity, 0}))
                faces.push_back({entity, 0});
    return faces;
}

std::optional<WorldFace>
worldFaceNear(const engine::World& world, const FaceRef& face, const Vec3d& place)
{
    return isPatch(world, face) ? rolledOut(world, face.entity, place) : worldFace(world, face);
}

std::optional<WorldFace> worldFace(const engine::World& world, const FaceRef& face)
{
    if (isPatch(world, face))
        return rolledOut(world, face.entity);
    const auto* component = world.get<BrushComponent>(face.entity);
    if (component == nullptr || !component->brush || face.face >= component->brush->faceCount())
        return std::nullopt;
    return seenInWorld(*component->brush, engine::worldTransform(world, face.entity), face);
}

std::vector<WorldFace> worldFaces(const engine::World& world, std::span<const FaceRef> faces)
{
    std::vector<FaceRef> met{faces.begin(), faces.end()};
    std::sort(met.begin(), met.end());
    const bool unique = std::adjacent_find(met.begin(), met.end()) == met.end();
    std::vector<bool> taken(unique ? 0 : met.size());
    const auto isFirst = [&](const FaceRef& face) {
        if (unique)
            return true;
        const auto at =
            static_cast<std::size_t>(std::lower_bound(met.begin(), met.end(), face) - met.begin());
        const bool isNew = !taken[at];
        taken[at] = true;
        return isNew;
    };
    std::vector<WorldFace> found;
    found.reserve(faces.size());
    BrushesInWorld brushes{world};
    for (const auto& face : faces) {
        if (brushes.go(face.entity)) {
            if (face.face < brushes.brush->faceCount() && isFirst(face))
                found.push_back(seenInWorld(*brushes.brush, brushes.space, face));
        } else if (isPatch(world, face) && isFirst(face)) {
            if (auto patch = rolledOut(world, face.entity))
                found.push_back(*std::move(patch));
        }
    }
    return found;
}

void setUvs(Transaction& transaction, std::span<const WorldFace> faces)
{
    std::vector<const WorldFace*> sorted;
    sorted.reserve(faces.size());
    for (const auto& face : faces)
        sorted.push_back(&face);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto* a, const auto* b) { return a->ref < b->ref; });
    std::vector<FaceRef> refs;
    refs.reserve(sorted.size());
    for (const auto* face : sorted)
        refs.push_back(face->ref);
    for (const auto& face : faces)
        if (isPatch(transaction.world(), face.ref))
            setPatchUv(transaction, face);
    changeLooks(transaction, refs, [&](auto looks, std::size_t begin, std::size_t end) {
        const auto space = engine::worldTransform(transaction.world(), refs[begin].entity);
        bool changes = false;
        for (auto i = begin; i < end; ++i)
            if (refs[i].face < looks.size()) {
                const auto& face = *sorted[i];
                const auto inSpace = faceInSpace({face.plane, {}, face.uv}, space).uv;
                changes |= putUv(looks[refs[i].face], inSpace);
            }
        return changes;
    });
}

void editUvs(Transaction& transaction,
             std::span<const FaceRef> faces,
             const std::function<engine::UvMapping(const engine::BrushFace&)>& edit)
{
    std::vector<FaceRef> sorted{faces.begin(), faces.end()};
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    for (const auto& ref : sorted)
        if (auto patch = isPatch(transaction.world(), ref) ? worldFace(transaction.world(), ref)
                                                           : std::nullopt) {
            patch->uv = edit({patch->plane, patch->material, patch->uv});
            setPatchUv(transaction, *patch);
        }
    changeLooks(transaction, sorted, [&](auto looks, std::size_t begin, std::size_t end) {
        bool changes = false;
        for (auto i = begin; i < end; ++i)
            if (sorted[i].face < looks.size())
                changes |= putUv(looks[sorted[i].face], edit(looks[sorted[i].face]));
        return changes;
    });
}

std::optional<Vec3d> sharedEdge(const WorldFace& a, const WorldFace& b)
{
    double longest = SameCorner;
    std::optional<Vec3d> middle;
    for (std::size_t i = 0; i < a.corners.size(); ++i) {
        const auto& from = a.corners[i];
        const auto edge = a.corners[(i + 1) % a.corners.size()] - from;
        const double length = glm::length(edge);
        const auto along = edge / length;
        for (std::size_t j = 0; j < b.corners.size(); ++j) {
            const auto first = b.corners[j] - from;
            const auto second = b.corners[(j + 1) % b.corners.size()] - from;
            if (glm::length(glm::cross(along, first)) > SameCorner ||
                glm::length(glm::cross(along, second)) > SameCorner)
                continue;
            const double one = glm::dot(along, first);
            const double other = glm::dot(along, second);
            const double begin = std::max(std::min(one, other), 0.0);
            const double end = std::min(std::max(one, other), length);
            if (end - begin > longest) {
                longest = end - begin;
                middle = from + along * ((begin + end) * 0.5);
            }
        }
    }
    return middle;
}

void UvBounds::add(const WorldFace& face)
{
    for (const auto& corner : face.corners)
        add(face.uv.at(corner));
}

void UvBounds::add(const engine::Vec2d& uv)
{
    least = glm::min(least, uv);
    most = glm::max(most, uv);
}

std::string labelOnFaces(const std::string& label, std::size_t faces)
{
    return faces > 1 ? fmt::format("{} of {} faces", label, faces) : label;
}
} // namespace editor
