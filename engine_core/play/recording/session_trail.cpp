#include "engine_core/play/recording/session_trail.h"

#include "engine_core/scene/components/transform_component.h"

#include <bit>

namespace engine
{
namespace
{
/// Many values a tick go through this one, so it is a multiplication and a shift each (the step of
/// splitmix64).
std::uint64_t mix(std::uint64_t hash, std::uint64_t value)
{
    hash = (hash ^ value) * 0xbf58476d1ce4e5b9ULL;
    return hash ^ (hash >> 29U);
}

std::uint64_t mix(std::uint64_t hash, double value)
{
    return mix(hash, std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value));
}

std::uint64_t mix(std::uint64_t hash, const Vec3d& value)
{
    return mix(mix(mix(hash, value.x), value.y), value.z);
}

std::uint16_t folded(std::uint64_t hash)
{
    hash ^= hash >> 32U;
    return static_cast<std::uint16_t>(hash ^ (hash >> 16U));
}
} // namespace

void SessionTrail::begin(PlaySession& session, Moved moved)
{
    m_keepsMoved = moved == Moved::Kept;
    m_session = &session;
    m_scenes = session.worldChanged.connect([this] { follow(); });
    m_known.clear();
    m_moved.clear();
    follow();
    static_cast<void>(changedParts());
}

void SessionTrail::end()
{
    m_changes.disconnect();
    m_scenes.disconnect();
    m_session = nullptr;
}

/// What was known of a scene before is nothing to another one.
void SessionTrail::follow()
{
    m_changes =
        m_session->world().changed.connect([this](const ChangeSet& changes) { note(changes); });
    m_moved.clear();
    m_known.clear();
}

void SessionTrail::note(const ChangeSet& changes)
{
    for (const auto& change : changes.changes) {
        if (change.type != typeIdOf<TransformComponent>())
            continue;
        m_moved.insert(change.entity);
        if (m_keepsMoved)
            m_movedNow.push_back(change.entity);
        auto hash = mix(0, change.entity.value);
        if (change.after) {
            const auto& place = *static_cast<const TransformComponent*>(change.after.get());
            hash = mix(hash, place.position);
            hash = mix(mix(hash, place.rotation.x), place.rotation.y);
        }
        m_sum += hash; // the order does not count
    }
}

std::uint16_t SessionTrail::check()
{
    const auto player = m_session->player();
    auto hash = mix(mix(m_sum, m_session->randomState()), player.position);
    hash = mix(mix(hash, player.velocity), std::uint64_t{player.grounded});
    m_sum = 0;
    std::swap(m_movedLast, m_movedNow);
    m_movedNow.clear();
    return folded(hash);
}

std::vector<SessionTrail::Part> SessionTrail::changedParts()
{
    std::vector<Part> changed;
    const std::vector<EntityId> moved{m_moved.begin(), m_moved.end()};
    m_moved.clear();
    m_session->forEachPart(moved, [&](const PlaySession::StatePart& part) {
        const Name name{part.name};
        const auto hash = folded(part.hash);
        const auto [at, isNew] = m_known.try_emplace({part.entity, name}, hash);
        if (!isNew && at->second == hash)
            return;
        at->second = hash;
        changed.push_back({part.entity, name, hash});
    });
    std::unordered_set<EntityId> gone;
    for (const auto entity : moved)
        if (!m_session->world().exists(entity))
            gone.insert(entity);
    if (!gone.empty())
        std::erase_if(m_known, [&](const auto& each) { return gone.contains(each.first.entity); });
    return changed;
}

std::optional<std::uint16_t> SessionTrail::known(EntityId entity, Name name) const
{
    const auto at = m_known.find({entity, name});
    return at != m_known.end() ? std::optional{at->second} : std::nullopt;
}
} // namespace engine
