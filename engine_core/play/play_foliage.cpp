#include "engine_core/play/play_foliage.h"

#include "engine_core/geometry/brush_shapes.h"

#include <algorithm>

namespace engine
{
namespace
{
/// How far a character goes before plants are gathered anew. Metres; the fastest fall is slower
/// than Reach in a tick.
constexpr double Slack = 2;
/// No spawned entity has an id of this generation.
constexpr std::uint64_t Generation = 0x7fffffff;

/// An eight-sided trunk around the cylinder.
std::shared_ptr<const Brush> trunkOf(const FoliageBody& body)
{
    const auto foot = body.foot;
    ShapeSettings settings;
    settings.sides = 8;
    const Vec3d side{body.radius, 0, body.radius};
    auto made = makeShape(ShapeKind::Cylinder,
                          {foot - side, foot + side + Vec3d{0, body.height, 0}}, settings);
    return made && made->size() == 1 ? std::make_shared<const Brush>(std::move(made->front()))
                                     : nullptr;
}
} // namespace

std::shared_ptr<const FoliageInstances> withoutFallenPlants(
    std::shared_ptr<const FoliageInstances> plants, const World& authored, const World& played)
{
    const auto isLost = [&](std::uint32_t brush) {
        return authored.exists(EntityId{brush}) && !played.exists(EntityId{brush});
    };
    FoliageEdit edit{plants};
    const auto cells = plants->cells();
    for (std::size_t c = 0; c < cells.size(); ++c) {
        const auto& chunk = *cells[c].chunk;
        std::vector<std::uint32_t> lost;
        std::copy_if(chunk.brushes.begin(), chunk.brushes.end(), std::back_inserter(lost), isLost);
        for (std::size_t i = 0; !lost.empty() && i < chunk.instances.size(); ++i)
            if (std::binary_search(lost.begin(), lost.end(), chunk.instances[i].brush))
                edit.remove(c, i);
    }
    return edit.isEmpty() ? plants : edit.finish();
}

PlayFoliage::PlayFoliage(const World& world, MovingCollision& collision)
    : m_world{world}, m_collision{collision}
{
}

bool PlayFoliage::isCurrent(std::span<const Vec3d> feet) const
{
    const auto layers = foliageLayers(m_world);
    const auto isSame = [&](EntityId layer, const auto& gathered) {
        return foliageOf(m_world, layer) == gathered;
    };
    const auto isNear = [](const Vec3d& a, const Vec3d& b) {
        return glm::distance(a, b) < Slack;
    };
    return std::equal(layers.begin(), layers.end(), m_gatheredOf.begin(), m_gatheredOf.end(),
                      isSame) &&
           std::equal(feet.begin(), feet.end(), m_centers.begin(), m_centers.end(), isNear);
}

void PlayFoliage::add(const FoliageBody& body)
{
    const EntityId id{EntityId::SpawnedBit | (Generation << 32U) | m_nextId++};
    if (auto trunk = trunkOf(body)) {
        m_collision.set(id, trunk, {});
        m_shapes.push_back({body, id});
    }
}

void PlayFoliage::update(std::span<const Vec3d> feet)
{
    if (m_world.count<FoliageLayer>() == 0 || isCurrent(feet))
        return;
    m_centers.assign(feet.begin(), feet.end());
    m_gatheredOf.clear();
    for (const auto layer : foliageLayers(m_world))
        m_gatheredOf.push_back(foliageOf(m_world, layer));
    std::vector<FoliageBody> wanted;
    for (const auto& foot : feet)
        for (const auto& body : foliageBodies(m_world, Aabb{foot, foot}.grown(Reach + Slack)))
            if (std::find(wanted.begin(), wanted.end(), body) == wanted.end())
                wanted.push_back(body);
    std::erase_if(m_shapes, [&](const Shape& shape) {
        const auto at = std::find(wanted.begin(), wanted.end(), shape.body);
        if (at != wanted.end()) {
            wanted.erase(at); // stands already
            return false;
        }
        m_collision.remove(shape.id);
        return true;
    });
    for (const auto& body : wanted)
        add(body);
}
} // namespace engine
