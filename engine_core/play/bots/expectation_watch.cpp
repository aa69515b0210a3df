#include "engine_core/play/bots/expectation_watch.h"

#include "engine_core/play/play_state.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/tags.h"
#include "engine_core/scene/components/trigger.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr double LastStep = 0.3;         ///< metres: of a tick at a run, and how far touches reach
constexpr std::uint64_t CountEvery = 10; ///< ticks between counts of what has a tag

int countTagged(const World& world, const std::string& tag)
{
    int count = 0;
    world.forEach<Tags>([&](EntityId, const Tags& tags) { count += hasTag(tags, tag) ? 1 : 0; });
    return count;
}
} // namespace

Aabb playerBox(const PlaySession& session)
{
    const auto player = session.player();
    const auto* body = session.world().get<Character>(player.entity);
    if (body == nullptr)
        return {};
    const double height = player.crouched ? body->crouchHeight : body->standHeight;
    return boundsOfCharacter(player.position, body->radius, height);
}

ExpectationWatch::ExpectationWatch(const PlaySession& session)
{
    session.world().forEach<Expectation>([this](EntityId entity, const Expectation&) {
        m_seen.push_back({entity, {}, {}, 0});
    });
    std::sort(m_seen.begin(), m_seen.end(),
              [](const auto& a, const auto& b) { return a.entity < b.entity; });
}

void ExpectationWatch::look(const PlaySession& session)
{
    if (m_seen.empty())
        return;
    const auto& world = session.world();
    const auto tick = session.tickCount();
    const auto body = playerBox(session);
    m_body = body;
    for (auto& seen : m_seen) {
        const auto* expectation = world.get<Expectation>(seen.entity);
        if (expectation == nullptr)
            continue;
        if (expectation->expect == ExpectedOfPlay::NeverFewer) {
            if (seen.fewer || tick % CountEvery != 0)
                continue;
            seen.left = countTagged(world, expectation->tag);
            if (seen.left < expectation->count)
                seen.fewer = tick;
            continue;
        }
        if (seen.reached || body.isEmpty())
            continue;
        Trigger area;
        area.size = expectation->size;
        const auto box = TriggerBox::of(world, seen.entity, area);
        if (box.overlaps(body))
            seen.reached = tick;
        if (expectation->expect == ExpectedOfPlay::SomebodyGetsHere)
            m_exits[seen.entity] = box;
    }
}

void ExpectationWatch::leave(std::uint64_t tick)
{
    if (m_body.isEmpty())
        return;
    const auto near = m_body.grown(LastStep);
    for (auto& seen : m_seen)
        if (const auto exit = m_exits.find(seen.entity);
            !seen.reached && exit != m_exits.end() && exit->second.overlaps(near))
            seen.reached = tick;
}
} // namespace engine
