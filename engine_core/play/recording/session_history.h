#pragma once

#include "engine_core/base/signal.h"
#include "engine_core/play/play_session.h"

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace engine
{
/// What a session looked like at every moment since it was followed: the values of each component,
/// with the tick at which it got them. Any moment is shown at once, in both directions, whatever
/// lies between. Values are shared with the played world. When they take more memory than allowed,
/// what lies half a minute back becomes coarser: of each 2, 4, 8 ... ticks the last one stays. On
/// the session's thread.
class SessionHistory
{
public:
    static constexpr std::size_t DefaultBytes = std::size_t{256} << 20U;
    static constexpr std::uint64_t FineTicks = 1800; ///< before the last one that stay as they are

    explicit SessionHistory(std::size_t mostBytes = DefaultBytes);
    ~SessionHistory();

    SessionHistory(const SessionHistory&) = delete;
    SessionHistory& operator=(const SessionHistory&) = delete;

    /// Forgets what was, and follows the scene that runs from its present state on.
    void begin(PlaySession& session);

    /// The session is about to go, or is no longer followed. What was stays.
    void end();

    [[nodiscard]] bool isEmpty() const { return m_shown == nullptr; }

    /// Ticks of the session.
    [[nodiscard]] std::uint64_t first() const { return m_first; }

    [[nodiscard]] std::uint64_t last() const;

    /// The world as it was behind that tick, held to first() and last(): one and the same world for
    /// all moments until begin(), told of what is different. Not if isEmpty().
    World& show(std::uint64_t tick);

    /// The player's eyes then; the first known ones before.
    [[nodiscard]] ViewCamera eyesAt(std::uint64_t tick) const;

    /// A value and the tick that wrote it, in their order.
    struct Write
    {
        std::uint64_t tick = 0;
        ComponentValue value;
    };

    /// Of one component, from the first change on; the value before comes first. Empty if it never
    /// changed.
    [[nodiscard]] std::span<const Write> writes(EntityId entity, TypeId type) const;

    /// Of all writes, as far as this counts it.
    [[nodiscard]] std::size_t bytes() const { return m_writes * WriteBytes; }

private:
    static constexpr std::size_t WriteBytes = 160; ///< with a common component

    struct Track
    {
        EntityId entity;
        TypeId type = 0;
        std::vector<Write> writes;
    };

    struct Eyes
    {
        std::uint64_t tick = 0;
        ViewCamera camera;
    };

    struct SlotHash
    {
        std::size_t operator()(const std::pair<EntityId, TypeId>& slot) const
        {
            return std::hash<EntityId>{}(slot.first) ^ static_cast<std::size_t>(slot.second);
        }
    };

    void note(const ChangeSet& changes);
    void thin();
    template <typename Item>
    void thin(std::vector<Item>& items) const;
    [[nodiscard]] std::uint64_t strideAt(std::uint64_t tick) const;

    std::size_t m_mostBytes;
    PlaySession* m_session = nullptr;
    Connection m_changes;
    std::unique_ptr<World> m_shown;
    std::vector<Track> m_tracks;
    std::unordered_map<std::pair<EntityId, TypeId>, std::size_t, SlotHash> m_index;
    std::vector<Eyes> m_eyes;
    std::uint64_t m_first = 0;
    std::uint64_t m_last = 0;
    std::size_t m_writes = 0;
    std::size_t m_nextToThin = 0;
    std::uint64_t m_coarseness = 1;
};
} // namespace engine
