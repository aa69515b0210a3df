#include "engine_core/play/recording/session_history.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr std::size_t TracksThinnedAtOnce = 64;

template <typename Items>
auto behind(Items& items, std::uint64_t tick)
{
    return std::upper_bound(items.begin(), items.end(), tick,
                            [](std::uint64_t at, const auto& item) { return at < item.tick; });
}
} // namespace

SessionHistory::SessionHistory(std::size_t mostBytes) : m_mostBytes{mostBytes} {}

SessionHistory::~SessionHistory() = default;

void SessionHistory::begin(PlaySession& session)
{
    end();
    m_tracks.clear();
    m_index.clear();
    m_eyes.clear();
    m_writes = 0;
    m_nextToThin = 0;
    m_coarseness = 1;
    m_session = &session;
    m_first = m_last = session.tickCount();
    m_shown = std::make_unique<World>(session.world());
    m_eyes.emplace_back(m_first, session.camera());
    m_changes =
        session.world().changed.connect([this](const ChangeSet& changes) { note(changes); });
}

void SessionHistory::end()
{
    m_last = last();
    m_changes.disconnect();
    m_session = nullptr;
}

std::uint64_t SessionHistory::last() const
{
    return m_session != nullptr ? m_session->tickCount() : m_last;
}

void SessionHistory::note(const ChangeSet& changes)
{
    const auto tick = m_session->tickCount();
    for (const auto& change : changes.changes) {
        const auto [at, isNew] = m_index.try_emplace({change.entity, change.type}, m_tracks.size());
        if (isNew) {
            m_tracks.push_back({change.entity, change.type, {{m_first, change.before}}});
            ++m_writes;
        }
        auto& writes = m_tracks[at->second].writes;
        if (writes.size() > 1 && writes.back().tick == tick) {
            writes.back().value = change.after;
            continue;
        }
        writes.push_back({tick, change.after});
        ++m_writes;
    }
    if (m_eyes.back().first == tick)
        m_eyes.back().second = m_session->camera();
    else
        m_eyes.emplace_back(tick, m_session->camera());
    if (bytes() > m_mostBytes)
        thin();
}

/// Some tracks at a time, so that no tick waits for it. If a whole round was not enough, the next
/// one keeps half as much.
void SessionHistory::thin()
{
    for (std::size_t i = 0; i < TracksThinnedAtOnce && bytes() > m_mostBytes; ++i) {
        if (m_nextToThin >= m_tracks.size()) {
            m_nextToThin = 0;
            thinEyes();
            m_coarseness = std::min(m_coarseness * 2, FineTicks);
            return;
        }
        thin(m_tracks[m_nextToThin++]);
    }
}

/// Of so many ticks about that one the last write stays.
std::uint64_t SessionHistory::strideAt(std::uint64_t tick) const
{
    auto age = m_session->tickCount() - tick;
    if (age < FineTicks)
        return 1;
    auto stride = 2 * m_coarseness;
    for (; age >= 2 * FineTicks; age /= 2)
        stride *= 2;
    return stride;
}

void SessionHistory::thin(Track& track)
{
    auto& writes = track.writes;
    std::size_t kept = 1; // what was before the first change stays
    for (std::size_t i = 1; i < writes.size(); ++i) {
        const auto stride = strideAt(writes[i].tick);
        if (i + 1 < writes.size() && writes[i + 1].tick / stride == writes[i].tick / stride)
            continue;
        if (kept != i)
            writes[kept] = std::move(writes[i]);
        ++kept;
    }
    m_writes -= writes.size() - kept;
    writes.resize(kept);
}

/// As coarse as what they see.
void SessionHistory::thinEyes()
{
    std::size_t kept = 1;
    for (std::size_t i = 1; i < m_eyes.size(); ++i) {
        const auto stride = strideAt(m_eyes[i].first);
        if (i + 1 < m_eyes.size() && m_eyes[i + 1].first / stride == m_eyes[i].first / stride)
            continue;
        if (kept != i)
            m_eyes[kept] = m_eyes[i];
        ++kept;
    }
    m_eyes.resize(kept);
}

const ComponentValue& SessionHistory::valueAt(const Track& track, std::uint64_t tick) const
{
    const auto at = behind(track.writes, tick);
    return at == track.writes.begin() ? at->value : std::prev(at)->value;
}

World& SessionHistory::show(std::uint64_t tick)
{
    tick = std::clamp(tick, m_first, last());
    Edit edit;
    for (const auto& track : m_tracks)
        if (const auto& value = valueAt(track, tick);
            value != m_shown->value(track.entity, track.type))
            edit.swaps.push_back({track.entity, track.type, value});
    if (!edit.isEmpty())
        m_shown->apply(edit);
    return *m_shown;
}

ViewCamera SessionHistory::eyesAt(std::uint64_t tick) const
{
    auto at = std::upper_bound(m_eyes.begin(), m_eyes.end(), tick,
                               [](std::uint64_t t, const auto& eyes) { return t < eyes.first; });
    return at == m_eyes.begin() ? at->second : std::prev(at)->second;
}

std::span<const SessionHistory::Write> SessionHistory::writes(EntityId entity, TypeId type) const
{
    const auto at = m_index.find({entity, type});
    return at != m_index.end() ? std::span<const Write>{m_tracks[at->second].writes}
                               : std::span<const Write>{};
}
} // namespace engine
