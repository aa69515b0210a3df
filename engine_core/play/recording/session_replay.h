#pragma once

#include "engine_core/play/recording/session_recording.h"
#include "engine_core/play/recording/session_trail.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine
{
/// Where a session that is played again is no longer what was recorded.
struct Parting
{
    std::uint64_t tick = 0; ///< the first one that is known to be another
    EntityId entity;        ///< null if nothing of the state says which
    std::string object;     ///< its name; empty for none
    std::string property;   ///< such as "position", or a member of its script
    std::size_t others = 0; ///< values that were different when it was found, beside this one
    std::vector<std::string> reasons; ///< what is not as it was: scene, scripts, models, build

    /// "at 12.40 s (tick 744): 'position' of 'Door' is another; script 'door.as' was changed"
    [[nodiscard]] std::string sentence() const;
};

/// What is no longer as it was when a session was recorded, a clause each. Empty: it should run
/// equally.
[[nodiscard]] std::vector<std::string>
changesSince(const SessionRecording& recording,
             ContentHash level,
             const std::map<std::string, ContentHash>& files);

/// The same for what is there now: reads models and scripts, if the recording names any. Main
/// thread.
/// @param hash of the level
[[nodiscard]] std::vector<std::string> changesSince(const SessionRecording& recording,
                                                    const World& level,
                                                    ContentHash hash,
                                                    AssetDatabase& assets);

/// Plays a recording again, tick by tick, and compares. On the thread of its session.
class SessionReplay
{
public:
    enum class Edits
    {
        AsRecorded, ///< the level becomes what it became
        Left        ///< the level stays as it is: for the same input in a level edited since
    };

    struct Start
    {
        std::unique_ptr<World> level; ///< a copy of the level as it was
        PlaySetup setup; ///< seed, start, saved values and what is lent are set from the recording
        std::shared_ptr<const SessionRecording> recording;
        std::vector<std::string> reasons{}; ///< changesSince()
        Edits edits = Edits::AsRecorded;
    };

    /// An Error if its scripts do not compile.
    [[nodiscard]] static Result<std::unique_ptr<SessionReplay>> begin(Start start);

    ~SessionReplay();

    SessionReplay(const SessionReplay&) = delete;
    SessionReplay& operator=(const SessionReplay&) = delete;

    /// One tick, with what came before it. Nothing once it is over.
    void step();

    /// All ticks are played, or the game has ended.
    [[nodiscard]] bool isOver() const;

    [[nodiscard]] std::uint64_t tickCount() const;

    [[nodiscard]] PlaySession& session() { return *m_session; }

    [[nodiscard]] const std::optional<Parting>& parting() const { return m_parting; }

    /// Key states that were the same.
    [[nodiscard]] std::size_t sameStates() const { return m_sameStates; }

    struct Played
    {
        std::unique_ptr<World> level; ///< outlives the session
        std::unique_ptr<PlaySession> session;
    };

    /// The session, to be played on; this is of no use any more.
    [[nodiscard]] Played take();

private:
    using Slot = SessionTrail::Slot;

    explicit SessionReplay(Start start);
    void applyEvents();
    void apply(const RecordedEvent& event);
    void compare(std::uint16_t check);
    void compareStates();
    void findParting(std::uint64_t tick, const std::vector<Slot>& different);
    [[nodiscard]] std::vector<Slot> differences(const KeyState& state);
    [[nodiscard]] std::string nameOf(EntityId entity) const;

    std::unique_ptr<World> m_level;
    std::shared_ptr<const SessionRecording> m_recording;
    std::vector<std::string> m_reasons;
    const TypeRegistry& m_types;
    Edits m_edits;
    bool m_compares = false; ///< the recording has something to compare with
    std::unique_ptr<PlaySession> m_session;
    SessionTrail m_trail;
    std::map<Slot, std::uint16_t> m_recorded; ///< the values that the recording has by now
    std::size_t m_nextEvent = 0;
    std::size_t m_nextState = 0;
    std::optional<std::uint64_t> m_firstBad; ///< tick whose check was another
    std::vector<EntityId> m_movedThen;
    std::optional<Parting> m_parting;
    std::size_t m_sameStates = 0;
};
} // namespace engine
