#include "engine_core/play/play_navigation.h"
#include "engine_core/play/script_bindings/play_bindings.h"

namespace engine
{
namespace
{
/// The session, if all of these are places; otherwise the script gets an exception.
PlayState* playWith(std::initializer_list<Vec3d> places)
{
    for (const auto& place : places)
        if (!isFinite(place)) {
            raiseInScript("A place must be finite");
            return nullptr;
        }
    return activePlay();
}

/// Null, with an exception in the script, if there is no such agent or no mesh for it.
const NavQuery* queryOf(PlayState* play, const std::string& agent)
{
    if (play == nullptr)
        return nullptr;
    const auto query = play->navigation->query(agent);
    if (!query) {
        raiseInScript(query.error().message());
        return nullptr;
    }
    return *query;
}

void moveTo(const EntityId& entity, const Vec3d& goal)
{
    auto* play = playWith({goal});
    if (play == nullptr)
        return;
    if (const auto sent = play->navigation->moveTo(entity, goal); !sent)
        raiseInScript(sent.error().message());
}

void stopMoving(const EntityId& entity)
{
    if (auto* play = activePlay())
        play->navigation->stop(entity);
}

bool isOnItsWay(const EntityId& entity)
{
    const auto* play = activePlay();
    return play != nullptr && play->navigation->isMoving(entity);
}

std::string pathProblem(const EntityId& entity)
{
    const auto* play = activePlay();
    return play != nullptr ? play->navigation->problem(entity) : std::string{};
}

std::vector<Vec3d> pathAhead(const EntityId& entity)
{
    const auto* play = activePlay();
    return play != nullptr ? play->navigation->corners(entity) : std::vector<Vec3d>{};
}

std::vector<Vec3d> findPath(const Vec3d& from, const Vec3d& to, const std::string& agent)
{
    std::vector<Vec3d> turns;
    if (const auto* query = queryOf(playWith({from, to}), agent))
        if (const auto path = query->findPath(from, to); path.found)
            for (const auto& corner : path.corners)
                turns.push_back(corner.position);
    return turns;
}

std::optional<NavPoint> nearest(const Vec3d& place, double within, const std::string& agent)
{
    auto* play = playWith({place});
    if (play != nullptr && !(within > 0 && within <= WorldLimit)) {
        raiseInScript("How far the ground may be must be above 0");
        return std::nullopt;
    }
    const auto* query = queryOf(play, agent);
    return query != nullptr ? query->nearest(place, Vec3d{within}) : std::nullopt;
}

Vec3d nearestPoint(const Vec3d& place, double within, const std::string& agent)
{
    const auto found = nearest(place, within, agent);
    return found ? found->position : place;
}

bool hasGround(const Vec3d& place, double within, const std::string& agent)
{
    return nearest(place, within, agent).has_value();
}

Vec3d randomReachablePoint(const Vec3d& from, double distance, const std::string& agent)
{
    auto* play = playWith({from});
    if (play == nullptr)
        return from;
    if (!(distance >= 0 && distance <= 2 * WorldLimit)) {
        raiseInScript("A distance must be 0 or more");
        return from;
    }
    const auto found = play->navigation->randomReachable(from, distance, agent);
    if (!found)
        raiseInScript(found.error().message());
    return found && *found ? **found : from;
}

bool isNavigationReady(const std::string& agent)
{
    auto* play = activePlay();
    return play != nullptr && play->navigation->isReady(agent);
}
} // namespace

Result<void> bindNavigation(ScriptBinder& binder)
{
    const char* entity = "Entity";
    binder.method(entity, "void moveTo(const Vec3 &in goal)", moveTo,
                  "Sends a walker; onArrived() or onPathFailed() of its script follows");
    binder.method(entity, "void stopMoving()", stopMoving, "A walker stands still");
    binder.method(entity, "bool get_isMoving() const property", isOnItsWay,
                  "Whether a walker is on its way");
    binder.method(entity, "string get_pathProblem() const property", pathProblem,
                  "Why a walker could not get there; empty if it could");
    binder.method(entity, "array<Vec3>@ pathAhead() const", pathAhead,
                  "The turns that a walker still takes, its goal last");
    binder.function(
        "array<Vec3>@ findPath(const Vec3 &in from, const Vec3 &in to, const string &in agent = "
        "\"\")",
        findPath, "The turns of the way from start to goal; empty if none leads there");
    binder.function("Vec3 nearestPoint(const Vec3 &in place, double within = 5, const string &in "
                    "agent = \"\")",
                    nearestPoint,
                    "The ground nearest to the place; the place itself if there is none");
    binder.function("bool hasGround(const Vec3 &in place, double within = 0.5, const string &in "
                    "agent = \"\")",
                    hasGround, "Whether an agent can stand near the place");
    binder.function("Vec3 randomReachablePoint(const Vec3 &in from, double distance, const string "
                    "&in agent = \"\")",
                    randomReachablePoint,
                    "A place that can be reached, no farther away; the start if it has no ground");
    binder.function("bool isNavigationReady(const string &in agent = \"\")", isNavigationReady,
                    "Whether the agent's mesh is there; until then walkers wait, and questions "
                    "find no ground");
    return binder.finish("navigation");
}
} // namespace engine
