#include "editor/app/play/authored_outlines.h"

#include "engine_core/geometry/brush_vertices.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/transform_component.h"

namespace editor
{
using namespace engine;

namespace
{
constexpr DrawColor Faint{0.75F, 0.8F, 0.85F, 0.35F};

/// More is a crowd, and takes longer than a picture may.
constexpr std::size_t MostLines = 20'000;

bool differs(const World& authored, const World& played, EntityId entity)
{
    if (!authored.exists(entity))
        return false;
    if (!played.exists(entity))
        return true;
    static const TransformComponent nowhere; // a brush without a place of its own
    const auto* here = authored.get<TransformComponent>(entity);
    const auto* there = played.get<TransformComponent>(entity);
    return !((here != nullptr ? *here : nowhere) == (there != nullptr ? *there : nowhere));
}

/// A light's bounds are all that it lights.
Aabb markOf(const World& authored, EntityId entity)
{
    constexpr double Half = 0.25; // metres
    if (meshOf(authored, entity) != nullptr)
        return boundsOf(authored, entity);
    const auto at = worldTransform(authored, entity).position;
    return Aabb{at, at}.grown(Half);
}
} // namespace

AuthoredOutlines::AuthoredOutlines(const World& authored, World& played, Signal<ChangeSet>& edited)
    : m_authored{authored}, m_played{played}
{
    for (const auto entity : authored.entities())
        if (differs(authored, played, entity))
            m_entities.insert(entity);
    m_isStale = !m_entities.empty();
    m_connections += played.changed.connect([this](const ChangeSet& changes) { follow(changes); });
    m_connections += edited.connect([this](const ChangeSet& changes) { follow(changes); });
}

void AuthoredOutlines::follow(const ChangeSet& changes)
{
    for (const auto& change : changes.changes) {
        const bool isListed = m_entities.contains(change.entity);
        if (differs(m_authored, m_played, change.entity))
            m_entities.insert(change.entity);
        else if (isListed)
            m_entities.erase(change.entity);
        m_isStale = m_isStale || isListed || m_entities.contains(change.entity);
    }
}

void AuthoredOutlines::collectLines()
{
    DebugDraw draw;
    for (const auto top : m_entities)
        for (const auto entity : subtree(m_authored, top)) {
            if (draw.lines.size() > MostLines)
                break;
            const auto* body = m_authored.get<BrushComponent>(entity);
            if (body == nullptr || !body->brush) {
                if (m_authored.children(entity).empty())
                    draw.box(markOf(m_authored, entity), Faint, 1, DebugDraw::Depth::Dimmed);
                continue;
            }
            const auto place = worldTransform(m_authored, entity);
            const auto& corners = body->brush->vertices();
            for (const auto& edge : edgesOf(*body->brush))
                draw.line(place.apply(corners[edge.a]), place.apply(corners[edge.b]), Faint, 1,
                          DebugDraw::Depth::Dimmed);
        }
    m_lines = std::move(draw.lines);
}

void AuthoredOutlines::draw(DebugDraw& draw)
{
    if (std::exchange(m_isStale, false))
        collectLines();
    draw.lines.insert(draw.lines.end(), m_lines.begin(), m_lines.end());
}
} // namespace editor
