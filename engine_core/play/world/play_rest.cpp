#include "engine_core/play/world/play_rest.h"

#include "engine_core/play/play_state.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/resting.h"
#include "engine_core/scene/components/tags.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/world/hierarchy.h"

namespace engine
{
namespace
{
/// Scripts keep what they know, and places and tags are asked for by others.
bool isSetAside(const TypeInfo& type)
{
    const bool stays = type.id == typeIdOf<Node>() || type.id == typeIdOf<TransformComponent>() ||
                       type.id == typeIdOf<Script>() || type.id == typeIdOf<Tags>();
    return !stays &&
           (type.userCanAdd || type.id == typeIdOf<BrushComponent>() || isMeshType(type.id));
}
} // namespace

void PlayRest::set(EntityId entity, bool enabled)
{
    if (enabled ? m_off.erase(entity) > 0 : m_off.insert(entity).second)
        m_changed.insert(entity);
}

bool PlayRest::isEnabled(EntityId entity) const
{
    for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
        if (m_off.contains(entity))
            return false;
        const auto* node = m_play.world.get<Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
    return true;
}

bool PlayRest::isBelowOne(EntityId entity, const std::set<EntityId>& some) const
{
    for (int depth = 0; depth < MaxHierarchyDepth; ++depth) {
        const auto* node = m_play.world.get<Node>(entity);
        if (node == nullptr || !node->parent)
            return false;
        entity = node->parent;
        if (some.contains(entity))
            return true;
    }
    return false;
}

const PlayRest::Components* PlayRest::asideOf(EntityId entity) const
{
    const auto at = m_aside.find(entity);
    return at != m_aside.end() ? &at->second : nullptr;
}

void PlayRest::forgetGone()
{
    std::erase_if(m_off, [this](EntityId each) { return !m_play.world.exists(each); });
    std::erase_if(m_aside, [this](const auto& each) { return !m_play.world.exists(each.first); });
}

PlayRest::Components PlayRest::takeFrom(EntityId entity)
{
    Components taken;
    for (const auto& type : m_play.types.all())
        if (auto value = m_play.world.value(entity, type.id); value && isSetAside(type))
            taken.emplace_back(type.id, std::move(value));
    for (const auto& [type, value] : taken)
        m_play.write(entity, type, nullptr);
    return taken;
}

void PlayRest::tick()
{
    if (m_changed.empty())
        return;
    forgetGone();
    std::vector<EntityId> leaving;
    std::vector<EntityId> coming;
    std::set<EntityId> seen;
    const auto changed = std::exchange(m_changed, {});
    for (const auto root : changed) {
        if (!m_play.isAlive(root) || isBelowOne(root, changed))
            continue; // those above come first, with all that is below them
        for (const auto each : subtree(m_play.world, root))
            if (const bool isOn = isEnabled(each); isOn == rests(each) && seen.insert(each).second)
                (isOn ? coming : leaving).push_back(each);
    }
    for (const auto entity : leaving)
        m_play.scripts->notify(entity, ScriptEvent::Disable);
    for (const auto entity : leaving) {
        m_play.scripts->setResting(entity, true);
        m_aside.emplace(entity, takeFrom(entity));
        m_play.write(entity, Resting{});
    }
    for (const auto entity : coming) {
        m_play.write(entity, typeIdOf<Resting>(), nullptr);
        auto aside = m_aside.extract(entity);
        for (auto& [type, value] : aside.mapped())
            if (!m_play.world.value(entity, type)) // else a script has given it another one
                m_play.write(entity, type, std::move(value));
        m_play.scripts->setResting(entity, false);
    }
    for (const auto entity : coming)
        m_play.scripts->notify(entity, ScriptEvent::Enable);
}

void PlayRest::addTo(Hasher& hasher) const
{
    for (const auto entity : m_off)
        hasher.add(entity.value);
    for (const auto& [entity, components] : m_aside)
        hasher.add(entity.value).add(static_cast<std::uint64_t>(components.size()));
}
} // namespace engine
