#include "engine_core/play/recording/session_history.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr std::size_t TracksThinnedAtOnce = 64;

/// The last one until that tick; the first one before.
template <typename Item>
const Item& itemAt(const std::vector<Item>& items, std::uint64_t tick)
{
    const auto behind =
        std::upper_bound(items.begin(), items.end(), tick,
                         [](std::uint64_t at, const auto& item) { return at < item.tick; });
    return behind == items.begin() ? *behind : *std::prev(behind);
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
    m_eyes.push_back({m_first, session.camera()});
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
    if (m_eyes.back().tick == tick)
        m_eyes.back().camera = m_session->camera();
    else
        m_eyes.push_back({tick, m_session->camera()});
    if (bytes() > m_mostBytes)
        thin();
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

/// What was before the first change stays.
template <typename Item>
void SessionHistory::thin(std::vector<Item>& items) const
{
    std::size_t kept = 1;
    for (std::size_t i = 1; i < items.size(); ++i) {
        const auto stride = strideAt(items[i].tick);
        if (i + 1 < items.size() && items[i + 1].tick / stride == items[i].tick / stride)
            continue;
        if (kept != i)
            items[kept] = std::move(items[i]);
        ++kept;
    }
    items.resize(kept);
}

/// Some tracks at a time, so that no tick waits for it. If a whole round was not enough, the next
/// one keeps half as much.
void SessionHistory::thin()
{
    for (std::size_t i = 0; i < TracksThinnedAtOnce && bytes() > m_mostBytes; ++i) {
        if (m_nextToThin >= m_tracks.size()) {
            m_nextToThin = 0;
            thin(m_eyes); // as coarse as what they see
            m_coarseness = std::min(m_coarseness * 2, FineTicks);
            return;
        }
        auto& writes = m_tracks[m_nextToThin++].writes;
        const auto before = writes.size();
        thin(writes);
        m_writes -= before - writes.size();
    }
}

World& SessionHistory::show(std::uint64_t tick)
{
    tick = std::clamp(tick, m_first, last());
    Edit edit;
    for (const auto& track : m_tracks)
        if (const auto& value = itemAt(track.writes, tick).value;
            value != m_shown->value(track.entity, track.type))
            edit.swaps.push_back({track.entity, track.type, value});
    if (!edit.isEmpty())
        m_shown->apply(edit);
    return *m_shown;
}

ViewCamera SessionHistory::eyesAt(std::uint64_t tick) const
{
    return itemAt(m_eyes, tick).camera;
}

std::span<const SessionHistory::Write> SessionHistory::writes(EntityId entity, TypeId type) const
{
    const auto at = m_index.find({entity, type});
    return at != m_index.end() ? std::span<const Write>{m_tracks[at->second].writes}
                               : std::span<const Write>{};
}
} // namespace engine
