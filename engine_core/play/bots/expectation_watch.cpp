#include "engine_core/play/bots/expectation_watch.h"

#include "engine_core/play/world/play_triggers.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/tags.h"
#include "engine_core/scene/components/trigger.h"

#include <algorithm>
#include <map>

namespace engine
{
namespace
{
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
    const Vec3d side{body->radius, 0, body->radius};
    const double height = player.crouched ? body->crouchHeight : body->standHeight;
    return {player.position - side, player.position + side + Vec3d{0, height, 0}};
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
        if (TriggerBox::of(world, seen.entity, area).overlaps(body))
            seen.reached = tick;
    }
}
} // namespace engine
