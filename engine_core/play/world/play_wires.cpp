#include "engine_core/play/world/play_wires.h"

#include "engine_core/base/log.h"
#include "engine_core/play/play_state.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/world/hierarchy.h"

#include <cmath>
#include <utility>

namespace engine
{
namespace
{
ContentHash hashOf(const Wire& wire)
{
    Hasher hasher;
    addWire(hasher, wire);
    return hasher.result();
}

std::string titleIn(const World& world, EntityId entity)
{
    const auto* node = world.get<Node>(entity);
    return node != nullptr ? "'" + node->name + "'" : std::string{"an object that is gone"};
}

bool isSilent(const Value& value)
{
    return std::holds_alternative<std::monostate>(value.data);
}
} // namespace

PlayWires::PlayWires(PlayState& play) : m_play{play} {}

void PlayWires::beginTick()
{
    m_inTick = 0;
    if (m_play.tickCount % PlaySession::FlashTicks == 0) // now and then, to forget the old ones
        std::erase_if(m_fired, [this](const auto& fired) {
            return fired.second + PlaySession::FlashTicks <= m_play.tickCount;
        });
}

bool PlayWires::takesOneMore(EntityId from)
{
    if (++m_inTick == MaxInTick + 1 && !std::exchange(m_hasToldOfMany, true))
        logWarning("wires",
                   "{} wires fired in one tick; those of {} and what else fires in it are left out",
                   MaxInTick, titleIn(m_play.world, from));
    return m_inTick <= MaxInTick;
}

int PlayWires::fire(EntityId from, std::string_view output, const Value& told)
{
    const auto* wires = m_play.isAlive(from) ? m_play.world.get<Wires>(from) : nullptr;
    if (wires == nullptr)
        return 0;
    std::vector<Wire> fired; // a target may change the component
    for (const auto& wire : wires->list)
        if (wire.output == output && wire.target)
            fired.push_back(wire);
    int count = 0;
    for (auto& wire : fired) {
        if (wire.once && m_spent.contains({from, hashOf(wire)}))
            continue;
        if (!takesOneMore(from))
            break;
        if (wire.once)
            m_spent.emplace(from, hashOf(wire));
        ++count;
        noteFired(from, wire.target);
        const Sent sent{from, std::move(wire), told};
        if (sent.wire.delay <= 0 && !m_play.scripts->isTickSpent())
            send(sent);
        else if (m_waiting.size() >= MaxWaiting)
            complain(sent, fmt::format("{} others wait for their delay already", MaxWaiting));
        else
            m_waiting.emplace(m_play.tickCount +
                                  static_cast<std::uint64_t>(std::max(
                                      1.0, std::round(sent.wire.delay / PlaySession::TickSeconds))),
                              sent);
    }
    return count;
}

void PlayWires::use(EntityId entity, EntityId by)
{
    for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
        if (fire(entity, output::Used, {by}) > 0)
            return;
        const auto* node = m_play.world.get<Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
}

void PlayWires::tick()
{
    while (!m_waiting.empty() && m_waiting.begin()->first <= m_play.tickCount &&
           !m_play.scripts->isTickSpent()) {
        const auto sent = m_waiting.extract(m_waiting.begin()).mapped();
        if (!takesOneMore(sent.from))
            continue;
        noteFired(sent.from, sent.wire.target);
        send(sent);
    }
}

void PlayWires::noteFired(EntityId from, EntityId to)
{
    m_fired.insert_or_assign({from, to}, m_play.tickCount);
}

std::vector<PlaySession::FiredWire> PlayWires::firedLately() const
{
    std::vector<PlaySession::FiredWire> fired;
    for (const auto& [ends, tick] : m_fired)
        if (tick + PlaySession::FlashTicks > m_play.tickCount)
            fired.push_back({ends.first, ends.second, m_play.tickCount - tick});
    return fired;
}

void PlayWires::send(const Sent& sent)
{
    const auto& [from, wire, told] = sent;
    if (!m_play.isAlive(wire.target) || m_play.rest.rests(wire.target))
        return; // what was destroyed or rests needs no messages
    const auto taken = m_play.scripts->send(
        wire.target, {wire.message, isSilent(wire.value) ? told : wire.value, from});
    if (!taken)
        complain(sent, taken.error().message());
    else if (!*taken && !tellWithoutScript(sent))
        complain(sent, wire.message == "destroy"
                           ? "the scene and the player cannot be destroyed"
                           : fmt::format("{} has no public method '{}'",
                                         titleIn(m_play.world, wire.target), wire.message));
}

/// What every object takes, and every light.
bool PlayWires::tellWithoutScript(const Sent& sent)
{
    const auto target = sent.wire.target;
    const auto& message = sent.wire.message;
    if (message == "destroy" && m_play.mayDestroy(target)) {
        m_play.destroy(target);
        return true;
    }
    const auto* light = m_play.world.get<Light>(target);
    if (light == nullptr ||
        (message != "switchOn" && message != "switchOff" && message != "toggle"))
        return false;
    switchLight(target, message == "switchOn" || (message == "toggle" && strengthOf(*light) <= 0));
    return true;
}

void PlayWires::switchLight(EntityId entity, bool on)
{
    auto light = *m_play.world.get<Light>(entity);
    if (on == (strengthOf(light) > 0))
        return;
    light.on = on;
    // The level or a script may have it dark though it is on.
    if (on && light.intensity <= 0)
        light.intensity = Light{}.intensity;
    if (on && light.dimmer <= 0)
        light.dimmer = Light{}.dimmer;
    m_play.write(entity, light);
}

void PlayWires::complain(const Sent& sent, const std::string& why)
{
    if (m_complained.emplace(sent.from, hashOf(sent.wire)).second)
        logWarning("wires", "The wire '{}' of {} to {} came to nothing: {}", sent.wire.output,
                   titleIn(m_play.world, sent.from), titleIn(m_play.world, sent.wire.target), why);
}

void PlayWires::addTo(Hasher& hasher) const
{
    for (const auto& [entity, wire] : m_spent)
        hasher.add(entity.value).add(wire);
    for (const auto& [tick, sent] : m_waiting) {
        hasher.add(tick).add(sent.from.value);
        addWire(hasher, sent.wire);
    }
}
} // namespace engine
