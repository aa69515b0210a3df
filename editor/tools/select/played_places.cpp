#include "editor/tools/select/played_places.h"

#include "editor/tools/gestures/handle.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/spatial/pick_object.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "engine_core/scene/world/hierarchy.h"

#include <algorithm>

namespace editor
{
using engine::EntityId;
using engine::World;

namespace
{
constexpr double Around = 8; ///< pixels: the farthest of the rays
}

PlayedPicking::PlayedPicking(const Document& document,
                             const PlayedPlaces& played,
                             const PointerEvent& event)
    : m_document{document}, m_played{played}
{
    for (const auto top : played.moved) {
        if (!played.world.exists(top))
            continue;
        for (const auto entity : engine::subtree(played.world, top)) {
            const auto box = engine::boundsOf(played.world, entity);
            if (box.isEmpty() || !document.world().exists(entity))
                continue;
            const auto grown = box.grown(metresOf(event, Around, box.center()));
            if (engine::intersect(event.ray, grown))
                m_near.push_back(entity);
        }
    }
    std::sort(m_near.begin(), m_near.end()); // what moved may lie in what moved
    m_near.erase(std::unique(m_near.begin(), m_near.end()), m_near.end());
}

bool PlayedPicking::isElsewhere(EntityId entity) const
{
    for (int depth = 0; entity && depth < engine::MaxHierarchyDepth; ++depth) {
        if (m_played.moved.contains(entity))
            return true;
        const auto* node = m_document.world().get<engine::Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
    return false;
}

std::vector<engine::PickHit> PlayedPicking::along(const engine::Ray& ray) const
{
    auto hits = engine::pickBrushes(m_document.world(), m_document.index(), ray);
    std::erase_if(hits, [&](const engine::PickHit& hit) {
        return isElsewhere(hit.entity) || !isShownIn(m_played.world, hit.entity);
    });
    for (const auto entity : m_near)
        if (const auto hit = engine::pickObject(m_played.world, entity, ray))
            hits.push_back(*hit);
    std::stable_sort(hits.begin(), hits.end(),
                     [](const auto& a, const auto& b) { return a.distance < b.distance; });
    return hits;
}

bool isShownIn(const World& played, EntityId entity)
{
    for (int depth = 0; entity && depth < engine::MaxHierarchyDepth; ++depth) {
        const auto* node = played.get<engine::Node>(entity);
        if (node == nullptr || node->hidden)
            return false;
        entity = node->parent;
    }
    return true;
}
} // namespace editor
