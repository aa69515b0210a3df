#include "engine_core/play/recording/session_replay.h"

#include "engine_core/assets/project/asset_database.h"
#include "engine_core/base/build_stamp.h"
#include "engine_core/base/count_text.h"
#include "engine_core/play/recording/recorded_files.h"
#include "engine_core/scene/components/node.h"

#include <algorithm>
#include <set>

namespace engine
{
namespace
{
constexpr std::size_t MostReasons = 8;

std::string kindOf(const std::string& file)
{
    return file.ends_with(".as") ? "script" : file == "project.json" ? "project" : "model";
}

void addFiles(const std::map<std::string, ContentHash>& then,
              const std::map<std::string, ContentHash>& now,
              std::vector<std::string>& clauses)
{
    for (const auto& [name, hash] : then) {
        const auto at = now.find(name);
        if (at == now.end())
            clauses.push_back(fmt::format("{} '{}' is gone", kindOf(name), name));
        else if (at->second != hash)
            clauses.push_back(fmt::format("{} '{}' was changed", kindOf(name), name));
    }
    for (const auto& [name, hash] : now)
        if (!then.contains(name))
            clauses.push_back(fmt::format("{} '{}' is new", kindOf(name), name));
}

/// Several may come of one moment.
void addOnce(std::string clause, std::vector<std::string>& clauses)
{
    if (clauses.empty() || clauses.back() != clause)
        clauses.push_back(std::move(clause));
}
} // namespace

std::string Parting::sentence() const
{
    auto text = fmt::format(
        "at {:.2f} s (tick {}): ", static_cast<double>(tick) * PlaySession::TickSeconds, tick);
    if (property.empty())
        text += "the state is another";
    else if (object.empty())
        text += fmt::format("'{}' is another", property);
    else
        text += fmt::format("'{}' of '{}' is another", property, object);
    if (others > 0)
        text += fmt::format(", with {}", countText(others, "other value", "other values"));
    for (const auto& reason : reasons)
        text += "; " + reason;
    return text;
}

std::vector<std::string> changesSince(const SessionRecording& recording,
                                      ContentHash level,
                                      const std::map<std::string, ContentHash>& files)
{
    std::vector<std::string> clauses;
    if (recording.input.scene != 0 && recording.input.scene != level)
        clauses.emplace_back("the scene is in another state");
    if (!recording.files.empty())
        addFiles(recording.files, files, clauses);
    for (const auto& event : recording.events) {
        const double seconds = static_cast<double>(event.tick) * PlaySession::TickSeconds;
        if (event.kind == RecordedEvent::Kind::ScriptsLoaded)
            clauses.push_back(fmt::format("scripts were loaded anew at {:.2f} s", seconds));
        else if (event.kind == RecordedEvent::Kind::FilesChanged)
            addOnce(fmt::format("files were changed at {:.2f} s", seconds), clauses);
        else if (event.kind == RecordedEvent::Kind::Lost)
            clauses.push_back(fmt::format("at {:.2f} s {}", seconds, event.text));
    }
    if (!recording.input.build.empty() && recording.input.build != buildText())
        clauses.push_back(fmt::format("it was recorded by build {}", recording.input.build));
    if (clauses.size() > MostReasons) {
        const auto more = clauses.size() - MostReasons;
        clauses.resize(MostReasons);
        clauses.push_back(fmt::format("and {} more", more));
    }
    return clauses;
}

std::vector<std::string> changesSince(const SessionRecording& recording,
                                      const World& level,
                                      ContentHash hash,
                                      AssetDatabase& assets)
{
    if (recording.files.empty()) // nothing to compare with
        return changesSince(recording, hash, {});
    auto files = recordedFilesOf(level, assets);
    for (auto& script : scriptFilesOf(assets.project().root))
        files.push_back(std::move(script));
    return changesSince(recording, hash, hashesOf(files));
}

SessionReplay::SessionReplay(Start start)
    : m_level{std::move(start.level)}
    , m_recording{std::move(start.recording)}
    , m_reasons{std::move(start.reasons)}
    , m_types{start.setup.types}
    , m_edits{start.edits}
    , m_compares{!m_recording->checks.empty() || !m_recording->keyStates.empty()}
{
}

SessionReplay::~SessionReplay()
{
    m_trail.end();
}

Result<std::unique_ptr<SessionReplay>> SessionReplay::begin(Start start)
{
    auto setup = start.setup;
    const auto& recording = *start.recording;
    setup.seed = recording.input.seed;
    setup.savedValues = recording.savedValues;
    setup.saves.clear();
    setup.waitsForNavigation = true;
    if (recording.startFrom) {
        ViewCamera from;
        from.position = recording.startFrom->position;
        from.rotation = recording.startFrom->rotation;
        setup.startFrom = from;
    }
    std::unique_ptr<SessionReplay> replay{new SessionReplay{std::move(start)}};
    auto session = PlaySession::start(*replay->m_level, setup);
    if (!session)
        return session.error();
    replay->m_session = *std::move(session);
    if (replay->m_compares) {
        replay->m_trail.begin(*replay->m_session, SessionTrail::Moved::Kept);
        replay->compareStates();
    }
    return replay;
}

bool SessionReplay::isOver() const
{
    return tickCount() >= m_recording->input.ticks.size() || m_session->hasEnded();
}

std::uint64_t SessionReplay::tickCount() const
{
    return m_session->tickCount();
}

void SessionReplay::step()
{
    if (isOver())
        return;
    applyEvents();
    m_session->tick(m_recording->input.ticks[tickCount()]);
    if (!m_compares)
        return;
    compare(m_trail.check());
    compareStates();
    if (isOver() && m_firstBad && !m_parting)
        findParting(tickCount(), {}); // no key state came any more
}

/// What came behind so many ticks.
void SessionReplay::applyEvents()
{
    const auto& events = m_recording->events;
    for (; m_nextEvent < events.size() && events[m_nextEvent].tick <= tickCount(); ++m_nextEvent)
        if (events[m_nextEvent].kind == RecordedEvent::Kind::Edit && m_edits == Edits::AsRecorded)
            apply(events[m_nextEvent]);
}

void SessionReplay::apply(const RecordedEvent& event)
{
    auto edit = readRecordedEdit(event.text, *m_level, m_types);
    if (!edit) {
        m_reasons.push_back(fmt::format("an edit at {:.2f} s cannot be made ({})",
                                        static_cast<double>(event.tick) * PlaySession::TickSeconds,
                                        edit.error().message()));
        return;
    }
    m_session->applyLiveEdit(m_level->apply(*edit));
}

void SessionReplay::compare(std::uint16_t check)
{
    const auto tick = tickCount();
    if (m_parting || m_firstBad || tick == 0 || tick > m_recording->checks.size() ||
        m_recording->checks[tick - 1] == check)
        return;
    m_firstBad = tick;
    m_movedThen = m_trail.movedLast();
    std::sort(m_movedThen.begin(), m_movedThen.end());
}

void SessionReplay::compareStates()
{
    const auto& states = m_recording->keyStates;
    for (; m_nextState < states.size() && states[m_nextState].tick <= tickCount(); ++m_nextState) {
        const auto& state = states[m_nextState];
        if (m_parting || state.tick < tickCount())
            continue;
        const bool isSame = m_session->stateHash() == state.state;
        m_sameStates += isSame ? 1U : 0U;
        auto different = differences(state);
        // Scripts with other members have another hash from the start: values decide then.
        const bool mayDiffer = !m_reasons.empty() && different.empty();
        if (m_firstBad || (!isSame && !mayDiffer))
            findParting(state.tick, different);
    }
}

std::vector<SessionReplay::Slot> SessionReplay::differences(const KeyState& state)
{
    std::set<Slot> different;
    const auto own = m_trail.changedParts();
    for (const auto& part : state.parts)
        m_recorded[{part.entity, Name{m_recording->names[part.name]}}] = part.hash;
    for (const auto& part : state.parts) {
        const Name name{m_recording->names[part.name]};
        if (m_trail.known(part.entity, name) != part.hash)
            different.insert({part.entity, name});
    }
    for (const auto& part : own) {
        const auto at = m_recorded.find({part.entity, part.name});
        const bool isNew = at == m_recorded.end(); // perhaps a member that its script lacked then
        if (isNew ? m_reasons.empty() : at->second != part.hash)
            different.insert({part.entity, part.name});
    }
    return {different.begin(), different.end()};
}

/// Of what is different by now, first what had moved in the tick that was the first to be another.
void SessionReplay::findParting(std::uint64_t tick, const std::vector<Slot>& different)
{
    Parting parting;
    parting.tick = m_firstBad.value_or(tick);
    parting.reasons = m_reasons;
    parting.others = different.empty() ? 0 : different.size() - 1;
    const auto moved = std::find_if(different.begin(), different.end(), [&](const Slot& slot) {
        return std::binary_search(m_movedThen.begin(), m_movedThen.end(), slot.entity);
    });
    if (const auto at = moved != different.end() ? moved : different.begin();
        at != different.end()) {
        parting.entity = at->entity;
        parting.object = nameOf(at->entity);
        parting.property = at->name.text();
    }
    m_parting = std::move(parting);
}

std::string SessionReplay::nameOf(EntityId entity) const
{
    const auto* node = m_session->world().get<Node>(entity);
    if (node == nullptr)
        node = m_level->get<Node>(entity);
    return node != nullptr ? node->name : std::string{};
}

SessionReplay::Played SessionReplay::take()
{
    m_trail.end();
    return {std::move(m_level), std::move(m_session)};
}
} // namespace engine
