#include "editor/operations/brush/vertex_operations.h"

#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/patch_operations.h"
#include "engine_core/scene/components/brush_component.h"

#include <algorithm>
#include <array>

namespace editor
{
namespace
{
using engine::Brush;
using engine::Error;
using engine::PointMap;
using engine::Result;
using engine::TextureLock;
using engine::Transform;
using engine::Vec3d;
using engine::VertexIndex;

/// Places in the order of X, to be found again without looking at all of them.
class PlaceIndex
{
public:
    void add(const Vec3d& place, std::size_t owner) { m_entries.push_back({place, owner}); }

    void sort()
    {
        std::sort(m_entries.begin(), m_entries.end(),
                  [](const Entry& a, const Entry& b) { return a.place.x < b.place.x; });
    }

    /// Calls `found(owner)` for those within the distance until it returns true.
    template <typename Found>
    bool anyNear(const Vec3d& place, double within, Found&& found) const
    {
        auto at = std::lower_bound(m_entries.begin(), m_entries.end(), place.x - within,
                                   [](const Entry& entry, double x) { return entry.place.x < x; });
        for (; at != m_entries.end() && at->place.x <= place.x + within; ++at)
            if (glm::distance(at->place, place) <= within && found(at->owner))
                return true;
        return false;
    }

    [[nodiscard]] bool has(const Vec3d& place) const
    {
        return anyNear(place, ClumpDistance, [](std::size_t) { return true; });
    }

private:
    struct Entry
    {
        Vec3d place;
        std::size_t owner;
    };

    std::vector<Entry> m_entries;
};

PlaceIndex cornersOf(std::span<const ShapeHandle> handles)
{
    PlaceIndex index;
    for (const auto& handle : handles)
        for (const auto& corner : handle.corners)
            index.add(corner, 0);
    index.sort();
    return index;
}

PlaceIndex placesOf(std::span<const ShapeHandle> handles)
{
    PlaceIndex index;
    for (std::size_t i = 0; i < handles.size(); ++i)
        index.add(handles[i].place(), i);
    index.sort();
    return index;
}

/// A brush and where it stands.
struct PlacedBrush
{
    const Brush& brush;
    Transform place;

    [[nodiscard]] Vec3d vertex(VertexIndex index) const
    {
        return place.apply(brush.vertices()[index]);
    }

    [[nodiscard]] ShapeHandle handle(std::span<const VertexIndex> corners) const
    {
        ShapeHandle handle;
        for (const auto corner : corners)
            handle.corners.push_back(vertex(corner));
        // A mirrored brush shows its corners the other way round.
        if (place.scale.x * place.scale.y * place.scale.z < 0)
            std::reverse(handle.corners.begin(), handle.corners.end());
        return handle;
    }

    [[nodiscard]] PointMap local(const PointMap& to) const
    {
        return [this, &to](const Vec3d& p) {
            return toLocal(place, to(place.apply(p)));
        };
    }
};

std::optional<PlacedBrush> placed(const engine::World& world, EntityId entity)
{
    const auto* component = world.get<engine::BrushComponent>(entity);
    if (component == nullptr || !component->brush)
        return std::nullopt;
    return PlacedBrush{*component->brush, engine::worldTransform(world, entity)};
}

void forEachPart(const PlacedBrush& placed,
                 HandleKind kind,
                 const std::function<void(ShapeHandle, std::size_t)>& visit)
{
    const auto& brush = placed.brush;
    if (kind == HandleKind::Vertex)
        for (std::size_t i = 0; i < brush.vertices().size(); ++i)
            visit({{placed.vertex(static_cast<VertexIndex>(i))}}, i);
    if (kind == HandleKind::Face)
        for (std::size_t i = 0; i < brush.faceCount(); ++i)
            visit(placed.handle(brush.faceVertices(i)), i);
    if (kind != HandleKind::Edge)
        return;
    const auto edges = engine::edgesOf(brush);
    for (std::size_t i = 0; i < edges.size(); ++i)
        visit(placed.handle(std::array{edges[i].a, edges[i].b}), i);
}

/// The indices of the brush's vertices, edges or faces that are one of the handles.
std::vector<std::size_t> partsAt(const PlacedBrush& placed,
                                 HandleKind kind,
                                 std::span<const ShapeHandle> handles,
                                 const PlaceIndex& places)
{
    std::vector<std::size_t> parts;
    forEachPart(placed, kind, [&](const ShapeHandle& part, std::size_t index) {
        if (places.anyNear(part.place(), ClumpDistance,
                           [&](std::size_t owner) { return handles[owner].matches(part); }))
            parts.push_back(index);
    });
    return parts;
}

/// The edit of one brush: nullopt if it has none of the handles.
std::optional<Result<Brush>> movedParts(const PlacedBrush& placed,
                                        HandleKind kind,
                                        std::span<const std::size_t> parts,
                                        const PointMap& to,
                                        TextureLock lock)
{
    if (parts.empty())
        return std::nullopt;
    const auto local = placed.local(to);
    if (kind == HandleKind::Face)
        return engine::moveFaceVertices(placed.brush, parts, local, lock);
    if (kind == HandleKind::Vertex) {
        const std::vector<VertexIndex> vertices{parts.begin(), parts.end()};
        return engine::moveVertices(placed.brush, vertices, local, lock);
    }
    const auto all = engine::edgesOf(placed.brush);
    std::vector<engine::BrushEdge> edges;
    for (const auto part : parts)
        edges.push_back(all[part]);
    return engine::moveEdges(placed.brush, edges, local, lock);
}

/// Moves the control points of a patch that are wanted; tells whether there was one.
Result<bool> movePatchPoints(Transaction& transaction,
                             EntityId entity,
                             const std::function<bool(const Vec3d&)>& isWanted,
                             const PointMap& to)
{
    const auto* patch = patchOf(transaction.world(), entity);
    if (patch == nullptr)
        return false;
    const auto place = engine::worldTransform(transaction.world(), entity);
    const auto all = patch->grid->points();
    std::vector<std::size_t> points;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (isWanted(place.apply(all[i].position)))
            points.push_back(i);
    if (points.empty())
        return false;
    auto moved = engine::withMovedPoints(*patch->grid, points, [&](const Vec3d& p) {
        const auto from = place.apply(p);
        const auto at = to(from);
        return at == from ? p : toLocal(place, at);
    });
    if (!moved)
        return moved.error();
    setPatchGrid(transaction, entity, *std::move(moved));
    return true;
}

bool hasPointAt(const engine::World& world, EntityId entity, const PlaceIndex& corners)
{
    const auto* patch = patchOf(world, entity);
    if (patch == nullptr)
        return false;
    const auto place = engine::worldTransform(world, entity);
    return std::any_of(patch->grid->points().begin(), patch->grid->points().end(),
                       [&](const auto& p) { return corners.has(place.apply(p.position)); });
}

/// Those of the brush's vertices that are a corner of a handle.
std::vector<VertexIndex> verticesAt(const PlacedBrush& placed, const PlaceIndex& corners)
{
    std::vector<VertexIndex> vertices;
    for (std::size_t i = 0; i < placed.brush.vertices().size(); ++i)
        if (const auto vertex = static_cast<VertexIndex>(i); corners.has(placed.vertex(vertex)))
            vertices.push_back(vertex);
    return vertices;
}
} // namespace

Vec3d ShapeHandle::place() const
{
    Vec3d sum{0};
    for (const auto& corner : corners)
        sum += corner;
    return corners.size() == 1 ? corners.front() : sum / static_cast<double>(corners.size());
}

bool ShapeHandle::matches(const ShapeHandle& other, double within) const
{
    return corners.size() == other.corners.size() &&
           std::all_of(corners.begin(), corners.end(), [&](const Vec3d& corner) {
               return std::any_of(
                   other.corners.begin(), other.corners.end(),
                   [&](const Vec3d& theirs) { return glm::distance(corner, theirs) <= within; });
           });
}

Vec3d toLocal(const Transform& place, const Vec3d& world)
{
    return (glm::conjugate(place.rotation) * (world - place.position)) / place.scale;
}

std::vector<ShapeHandle>
shapeHandles(const engine::World& world, std::span<const EntityId> brushes, HandleKind kind)
{
    std::vector<ShapeHandle> all;
    bool isPatch = false; // whose points may lie on each other
    for (const auto entity : brushes)
        if (const auto* patch = kind == HandleKind::Vertex ? patchOf(world, entity) : nullptr) {
            isPatch = true;
            const auto place = engine::worldTransform(world, entity);
            for (const auto& point : patch->grid->points())
                all.push_back({{place.apply(point.position)}});
        } else if (const auto brush = placed(world, entity))
            forEachPart(*brush, kind,
                        [&](ShapeHandle part, std::size_t) { all.push_back(std::move(part)); });
    if (brushes.size() < 2 && !isPatch)
        return all;
    const auto places = placesOf(all);
    std::vector<ShapeHandle> handles;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (!places.anyNear(all[i].place(), ClumpDistance, [&](std::size_t other) {
                return other < i && all[other].matches(all[i]);
            }))
            handles.push_back(all[i]);
    return handles;
}

Result<void> moveHandles(Transaction& transaction,
                         std::span<const EntityId> brushes,
                         HandleKind kind,
                         std::span<const ShapeHandle> handles,
                         const PointMap& to,
                         TextureLock lock)
{
    const auto places = placesOf(handles);
    const auto isHeld = [&](const Vec3d& place) {
        return places.has(place);
    };
    for (const auto entity : brushes) {
        const auto brush = placed(transaction.world(), entity);
        if (!brush && kind == HandleKind::Vertex)
            if (auto done = movePatchPoints(transaction, entity, isHeld, to); !done)
                return done.error();
        if (!brush)
            continue;
        auto moved = movedParts(*brush, kind, partsAt(*brush, kind, handles, places), to, lock);
        if (!moved)
            continue;
        if (!*moved)
            return moved->error();
        setBrush(transaction, entity, **std::move(moved));
    }
    return {};
}

Result<void> addVertex(Transaction& transaction,
                       std::span<const EntityId> brushes,
                       const ShapeHandle& on,
                       const Vec3d& place,
                       TextureLock lock)
{
    const auto corners = cornersOf(std::span{&on, 1});
    bool isAdded = false;
    Error why{"A new vertex must be pulled out of an edge or a face"};
    for (const auto entity : brushes) {
        const auto brush = placed(transaction.world(), entity);
        if (!brush || verticesAt(*brush, corners).size() < on.corners.size())
            continue;
        auto grown = engine::addVertex(brush->brush, toLocal(brush->place, place), lock);
        if (grown) {
            setBrush(transaction, entity, *std::move(grown));
            isAdded = true;
        } else {
            why = grown.error();
        }
    }
    return isAdded ? Result<void>{} : why;
}

Result<void> removeHandles(Transaction& transaction,
                           std::span<const EntityId> brushes,
                           std::span<const ShapeHandle> handles,
                           TextureLock lock)
{
    const auto corners = cornersOf(handles);
    for (const auto entity : brushes) {
        const auto brush = placed(transaction.world(), entity);
        if (!brush && hasPointAt(transaction.world(), entity, corners))
            return Error{"The points of a curved patch cannot be removed, only moved"};
        if (!brush)
            continue;
        const auto vertices = verticesAt(*brush, corners);
        if (vertices.empty())
            continue;
        auto cut = engine::removeVertices(brush->brush, vertices, lock);
        if (!cut)
            return cut.error().withContext("These cannot be removed");
        setBrush(transaction, entity, *std::move(cut));
    }
    return {};
}

Result<void> weldVertices(Transaction& transaction,
                          std::span<const EntityId> brushes,
                          std::span<const ShapeHandle> handles,
                          const Vec3d& place,
                          TextureLock lock)
{
    return moveHandles(
        transaction, brushes, HandleKind::Vertex, handles, [&](const Vec3d&) { return place; },
        lock);
}

Result<void> snapToGrid(Transaction& transaction,
                        std::span<const EntityId> brushes,
                        std::span<const ShapeHandle> handles,
                        double step,
                        TextureLock lock)
{
    const engine::Grid grid{.step = step, .enabled = true};
    if (!grid.isActive())
        return Error{"Choose a size of the grid to snap to first"};
    const auto corners = cornersOf(handles);
    const PointMap to = [&](const Vec3d& p) {
        return grid.snap(p);
    };
    std::optional<Error> refused;
    bool isDone = false;
    for (const auto entity : brushes) {
        const auto brush = placed(transaction.world(), entity);
        if (!brush && patchOf(transaction.world(), entity) != nullptr) {
            const auto isHeld = [&](const Vec3d& p) {
                return handles.empty() || corners.has(p);
            };
            const auto done = movePatchPoints(transaction, entity, isHeld, to);
            isDone = isDone || (done && *done);
            if (!done)
                refused = done.error();
        }
        if (!brush)
            continue;
        std::vector<VertexIndex> vertices;
        if (!handles.empty())
            vertices = verticesAt(*brush, corners);
        else
            for (std::size_t i = 0; i < brush->brush.vertices().size(); ++i)
                vertices.push_back(static_cast<VertexIndex>(i));
        auto snapped = engine::moveVertices(brush->brush, vertices, brush->local(to), lock);
        if (!snapped) {
            refused = snapped.error();
            continue;
        }
        isDone = true;
        if (*snapped != brush->brush)
            setBrush(transaction, entity, *std::move(snapped));
    }
    return isDone || !refused ? Result<void>{}
                              : refused->withContext("The grid is too coarse for this");
}
} // namespace editor
