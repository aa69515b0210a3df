#include "engine_core/play/live_edit.h"

#include "engine_core/base/log.h"
#include "engine_core/play/make_way.h"
#include "engine_core/play/play_state.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"

#include <algorithm>
#include <utility>

namespace engine
{
namespace
{
/// One live edit on its way into a session.
class LiveEdit
{
public:
    LiveEdit(PlayState& state, const ChangeSet& changes) : m_state{state}, m_way{state, changes} {}

    void apply(const Change& change)
    {
        if (staysOut(change))
            return;
        m_way.note(change);
        auto& authored = m_state.authored;
        const auto before = authored.value(change.entity, change.type);
        Edit mirror;
        mirror.swaps.push_back({change.entity, change.type, change.after});
        authored.apply(mirror); // a collision of the session's own follows

        if (!before || !change.after)
            m_state.write(change.entity, change.type, playedValue(change));
        else if (m_state.world.value(change.entity, change.type))
            modify(change, before);
        else // a script has taken the component away, and it stays away
            m_state.refreshSolids(change.entity);
    }

    std::vector<std::string> finish()
    {
        for (const auto& [entity, property] : m_reparented)
            reparent(entity, *property);
        for (const auto entity : m_respawn)
            respawn(entity);
        if (auto moved = m_way.finish(); !moved.empty())
            m_sentences.push_back(std::move(moved));
        m_state.refreshScripts();
        m_state.changes.flush();
        return std::move(m_sentences);
    }

private:
    /// Objects of layers that are left out of play, and what is made in them meanwhile.
    bool staysOut(const Change& change)
    {
        auto& out = m_state.leftOut;
        if (!out.contains(change.entity) && change.type == typeIdOf<Node>() && !change.before &&
            change.after && out.contains(static_cast<const Node*>(change.after.get())->parent)) {
            out.insert(change.entity);
            m_state.solids.leaveOut(change.entity);
        }
        return out.contains(change.entity);
    }

    /// Plants do not come back to brushes that the game has lost.
    [[nodiscard]] ComponentValue playedValue(const Change& change) const
    {
        if (change.type != typeIdOf<FoliagePlacement>() || !change.after)
            return change.after;
        auto placement = *static_cast<const FoliagePlacement*>(change.after.get());
        if (placement.instances)
            placement.instances = withoutFallenPlants(std::move(placement.instances),
                                                      m_state.authored, m_state.world);
        return std::make_shared<const FoliagePlacement>(std::move(placement));
    }

    void modify(const Change& change, const ComponentValue& before)
    {
        const auto* type = m_state.types.find(change.type);
        // Types without properties, such as brushes, are one value.
        if (type == nullptr || type->properties.empty()) {
            m_state.write(change.entity, change.type, playedValue(change));
            return;
        }
        auto running = m_state.world.value(change.entity, change.type);
        for (const auto& property : type->properties) {
            const auto value = property.get(change.after.get());
            const auto old = property.get(before.get());
            if (value == old)
                continue;
            if (property.kind == PropertyKind::Bag)
                modifyScript(change.entity, old, value);
            if (change.type == typeIdOf<Node>() && property.name == "parent")
                m_reparented.emplace_back(change.entity, &property); // it may come later
            else if (property.apply == Apply::NextPlay)
                waits(change.entity, property);
            else if (property.apply == Apply::Respawn)
                respawnLater(change.entity);
            else if (auto changed = withProperty(*type, running, property, value))
                running = *std::move(changed);
        }
        if (running == m_state.world.value(change.entity, change.type)) {
            m_state.refreshSolids(change.entity); // the level's shape is another one now
            return;
        }
        m_state.write(change.entity, change.type, running);
        if (change.type == typeIdOf<Script>())
            m_state.scriptsToRefresh.erase(change.entity); // its object lives on
    }

    /// Waits if its new parent is not in the game.
    void reparent(EntityId entity, const Property& property)
    {
        const auto* running = m_state.world.get<Node>(entity);
        const auto* authored = m_state.authored.get<Node>(entity);
        if (running == nullptr || authored == nullptr || running->parent == authored->parent)
            return;
        if (authored->parent && !m_state.world.exists(authored->parent)) {
            waits(entity, property);
            m_state.refreshSolids(entity);
            return;
        }
        auto moved = *running;
        moved.parent = authored->parent;
        m_state.write(entity, std::move(moved));
        for (const auto each : subtree(m_state.world, entity))
            m_state.changes.forgetPlaceBefore(each);
    }

    /// Sets on the running object what differs between two bags of properties.
    void modifyScript(EntityId entity, const Value& before, const Value& after)
    {
        static const ValueBag none;
        const auto& old = before.as<ValueBag>() != nullptr ? *before.as<ValueBag>() : none;
        const auto& now = after.as<ValueBag>() != nullptr ? *after.as<ValueBag>() : none;
        const auto set = [&](const std::string& name, const Value& value) {
            if (const auto done = m_state.scripts->setProperty(entity, name, value); !done)
                logWarning("play", "{}", done.error().message());
        };
        for (const auto& [name, value] : now)
            if (const auto* had = findValue(old, name); had == nullptr || !(*had == value))
                set(name, value);
        for (const auto& [name, value] : old)
            if (findValue(now, name) == nullptr)
                set(name, {}); // back to what the class gives it
    }

    void waits(EntityId entity, const Property& property)
    {
        const auto* node = m_state.authored.get<Node>(entity);
        m_sentences.push_back(fmt::format("'{}' of '{}' applies when play starts again",
                                          property.label, node != nullptr ? node->name : ""));
    }

    void respawnLater(EntityId entity)
    {
        if (std::find(m_respawn.begin(), m_respawn.end(), entity) == m_respawn.end())
            m_respawn.push_back(entity);
    }

    /// Rebuilds the running entity from its authored data.
    void respawn(EntityId entity)
    {
        if (!m_state.world.exists(entity))
            return;
        m_state.characters.remove(entity);
        for (const auto& type : m_state.types.all()) {
            const auto& value = m_state.authored.value(entity, type.id);
            if (value || m_state.world.value(entity, type.id))
                m_state.write(entity, type.id, value);
        }
        m_state.changes.forgetPlaceBefore(entity);
    }

    PlayState& m_state;
    MakeWay m_way;
    std::vector<std::pair<EntityId, const Property*>> m_reparented;
    std::vector<EntityId> m_respawn;
    std::vector<std::string> m_sentences;
};
} // namespace

std::vector<std::string> applyLiveEdit(PlayState& state, const ChangeSet& changes)
{
    for (const auto& change : changes.changes)
        if (change.type == typeIdOf<Script>() && !change.after)
            state.scripts->stop(change.entity); // as long as its object is there
    LiveEdit edit{state, changes};
    for (const auto& change : changes.changes)
        edit.apply(change);
    return edit.finish();
}
} // namespace engine
