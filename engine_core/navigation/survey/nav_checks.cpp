#include "engine_core/navigation/survey/nav_checks.h"

#include "engine_core/navigation/mesh/nav_file.h"
#include "engine_core/navigation/survey/nav_cut_off.h"
#include "engine_core/navigation/survey/nav_explore.h"
#include "engine_core/scene/checks/level_checks.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/nav_walker.h"

namespace engine
{
namespace
{
std::string at(const Vec3d& place)
{
    return fmt::format("{:.2f}, {:.2f}, {:.2f}", place.x, place.y, place.z);
}

bool concerns(const NavCheck& check, const std::string& agent)
{
    return check.agent.empty() || check.agent == agent;
}

/// Whether one could stand at the place, were one small enough: it lies on something solid, or no
/// higher above it than `height` metres.
bool isOverSolid(const World& world, const Vec3d& place, double height)
{
    constexpr double Sunk = 0.02; // metres; places set on a surface may be a little below it
    const Ray down{place + Vec3d{0, Sunk, 0}, {0, -1, 0}};
    Aabb below;
    below.add(down.origin);
    below.add(place - Vec3d{0, height, 0});
    bool isInside = false;
    bool isOver = false;
    world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent& component) {
        if (!component.brush || !component.brush->bounds().intersects(below))
            return;
        for (const auto& piece : navPiecesOf(world, entity)) {
            if (piece->kind != NavPieceKind::Solid)
                continue;
            const auto& brush = *piece->solid.brush;
            isInside |= brush.contains(place, -Sunk);
            const auto hit = intersect(down, brush);
            isOver |= hit && hit->distance <= height + Sunk;
        }
    });
    return isOver && !isInside;
}

NavCheckOutcome outcomeOf(const World& world,
                          const NavMesh& mesh,
                          const NavQuery& query,
                          EntityId entity,
                          const NavCheck& check)
{
    const auto place = worldTransform(world, entity);
    NavCheckOutcome outcome;
    outcome.entity = entity;
    outcome.from = place.position;
    outcome.to = place.apply(check.target);
    const auto path = query.findPath(outcome.from, outcome.to);
    outcome.found = path.found;
    outcome.length = path.length;
    outcome.isStartOff = !path.start;
    outcome.isTargetOff = !path.goal;
    const bool isShort = path.length <= check.maxLength;
    // From off the mesh nothing is proved: nobody gets from the air to anywhere. Nor is anything of
    // a target in the air or in a solid; but a place to stand that is too small for the agent is
    // off its mesh, too.
    if (!outcome.isStartOff && outcome.isTargetOff)
        outcome.holds = check.expect == NavExpectation::NotReach &&
                        isOverSolid(world, outcome.to, mesh.config().profile.agent.height);
    if (outcome.isStartOff || outcome.isTargetOff)
        return outcome;
    outcome.holds = check.expect == NavExpectation::NotReach ? !path.found
                    : check.expect == NavExpectation::Reach  ? path.found
                                                             : path.found && isShort;
    return outcome;
}

std::string sentenceFor(const World& world, const NavCheckOutcome& outcome, const NavCheck& check)
{
    const auto who = fmt::format("{}: '{}'", titleOf(world, outcome.entity), outcome.agent);
    if (outcome.isStartOff || outcome.isTargetOff)
        return fmt::format("{} cannot be asked: the {} at {} is off the navigation mesh.", who,
                           outcome.isStartOff ? "start" : "target",
                           at(outcome.isStartOff ? outcome.from : outcome.to));
    if (check.expect == NavExpectation::NotReach)
        return fmt::format("{} can get to {}, but should not; the way is {:.2f} m long.", who,
                           at(outcome.to), outcome.length);
    if (!outcome.found)
        return fmt::format("{} cannot get from {} to {}.", who, at(outcome.from), at(outcome.to));
    return fmt::format("{} needs {:.2f} m to {}; {:.2f} m are the most.", who, outcome.length,
                       at(outcome.to), check.maxLength);
}

/// A warning if the file does not belong to the scene as it is.
void addFileIssue(const World& world,
                  const NavScene& scene,
                  const NavProfile& profile,
                  const fs::path& file,
                  const JobControl& control,
                  std::vector<Issue>& issues)
{
    const auto add = [&](const char* rule, std::string message) {
        issues.push_back({Severity::Warning, rule, profile.entity, "", std::move(message),
                          "Build the navigation mesh again."});
    };
    const auto config = makeNavConfig(profile, navSettingsOf(world));
    if (!config)
        return add("navmesh-settings", config.error().message() + ".");
    const auto stored = loadNavMesh(file, *config);
    if (!stored)
        return add("stale-navmesh", stored.error().message() + ".");
    const auto inputs = hashOfInputs(*config, scene, &control);
    if (control.isCancelled())
        return;
    if (!inputs || *inputs != stored->inputs)
        add("stale-navmesh", fmt::format("The navigation mesh '{}' is older than the level.",
                                         file.filename().string()));
}

/// Why a check does not hold: what keeps the agent away, if something does.
Issue withReason(const World& world,
                 const NavScene& scene,
                 const NavMesh& mesh,
                 const NavCheckOutcome& outcome,
                 JobControl& control)
{
    auto issue = issueOf(outcome);
    const auto* check = world.get<NavCheck>(outcome.entity);
    const bool shouldReach = check != nullptr && check->expect != NavExpectation::NotReach;
    const bool isFar = check != nullptr && check->expect == NavExpectation::AtMost;
    if (outcome.found ? !isFar : !shouldReach)
        return issue;
    NavQuestion question{outcome.from, outcome.to, NavFilter::of(mesh.config().profile.agent)};
    question.longest = outcome.found ? check->maxLength : 0;
    const auto why = explainPath(world, scene, mesh, question, 0, &control);
    if (why.cause == NavCause::None)
        return issue;
    issue.message += " " + why.message;
    issue.fix = why.fix;
    issue.place = at(why.place);
    issue.path = {why.place};
    if (why.entity)
        issue.others.push_back(why.entity);
    return issue;
}

/// Whether a start that is cut off is worth a build: somebody cares for where agents can go.
bool asksForStart(const World& world)
{
    return playerStartEntity(world) &&
           world.count<NavAgent>() + world.count<NavWalker>() + world.count<NavCheck>() > 0;
}

/// What is to be said of ways on the agent's mesh.
void addWays(const World& world,
             const NavScene& scene,
             const NavMesh& mesh,
             bool isPlayers,
             JobControl& control,
             std::vector<Issue>& issues)
{
    for (const auto& outcome : runNavChecks(world, mesh, &control))
        if (!outcome.holds && !control.isCancelled())
            issues.push_back(withReason(world, scene, mesh, outcome, control));
    if (!isPlayers)
        return;
    if (const auto cutOff = findCutOff(world, scene, mesh, control))
        issues.push_back(issueOf(*cutOff));
}
} // namespace

bool hasNavChecks(const World& world, const std::string& agent)
{
    bool found = false;
    world.forEach<NavCheck>(
        [&](EntityId, const NavCheck& check) { found = found || concerns(check, agent); });
    return found;
}

Issue issueOf(const NavCheckOutcome& outcome)
{
    Issue issue{Severity::Error,  "path-check",    outcome.entity,
                at(outcome.from), outcome.message, "Mend the level, or change the check."};
    issue.path = {outcome.from, outcome.to};
    if (outcome.isStartOff || outcome.isTargetOff)
        issue.fix = "Put it on ground that is part of the navigation mesh.";
    return issue;
}

std::vector<NavCheckOutcome>
runNavChecks(const World& world, const NavMesh& mesh, const JobControl* control)
{
    std::vector<NavCheckOutcome> all;
    const auto& agent = mesh.config().profile.name;
    const NavQuery query{mesh};
    world.forEach<NavCheck>([&](EntityId entity, const NavCheck& check) {
        if (!concerns(check, agent) || (control != nullptr && control->isCancelled()))
            return;
        auto outcome = outcomeOf(world, mesh, query, entity, check);
        outcome.agent = agent;
        if (!outcome.holds)
            outcome.message = sentenceFor(world, outcome, check);
        all.push_back(std::move(outcome));
    });
    return all;
}

std::vector<NavCheckOutcome> navChecksOfNobody(const World& world)
{
    std::vector<NavCheckOutcome> all;
    world.forEach<NavCheck>([&](EntityId entity, const NavCheck& check) {
        if (check.agent.empty() || findNavProfile(world, check.agent))
            return;
        const auto place = worldTransform(world, entity);
        NavCheckOutcome outcome;
        outcome.entity = entity;
        outcome.agent = check.agent;
        outcome.from = place.position;
        outcome.to = place.apply(check.target);
        outcome.message = fmt::format("{} is about the agent '{}', which does not exist.",
                                      titleOf(world, entity), check.agent);
        all.push_back(std::move(outcome));
    });
    return all;
}

Result<NavMeshOfScene> navMeshOfScene(const World& world,
                                      const NavScene& scene,
                                      const NavProfile& profile,
                                      const fs::path& sceneFile,
                                      unsigned threads,
                                      JobControl& control)
{
    const auto config = makeNavConfig(profile, navSettingsOf(world));
    if (!config)
        return config.error();
    const auto file = sceneFile.empty() ? fs::path{} : navMeshFileOf(sceneFile, profile.name);
    std::error_code ignored;
    if (!file.empty() && fs::is_regular_file(file, ignored)) {
        const auto inputs = hashOfInputs(*config, scene, &control);
        if (!inputs)
            return inputs.error();
        // A file that cannot be used is no trouble: the mesh is built instead.
        if (auto stored = loadNavMesh(file, *config); stored && stored->inputs == *inputs)
            return NavMeshOfScene{std::move((*stored).mesh), true, std::nullopt};
    }
    auto built = buildNavMesh(*config, scene, {threads}, control);
    if (!built)
        return built.error();
    return NavMeshOfScene{std::move((*built).mesh), false, std::move((*built).report)};
}

std::vector<Issue>
findNavigationProblems(const World& world, const fs::path& sceneFile, JobControl& control)
{
    std::vector<Issue> issues;
    std::optional<NavScene> scene;
    const auto sceneOnce = [&]() -> const NavScene& {
        if (!scene)
            scene.emplace(world, &control);
        return *scene;
    };
    const auto profiles = navProfiles(world);
    for (const auto& outcome : navChecksOfNobody(world))
        issues.push_back({Severity::Error, "path-check", outcome.entity, "", outcome.message,
                          "Choose another agent."});
    for (const auto& profile : profiles) {
        if (control.isCancelled())
            break;
        std::error_code ignored;
        const auto file = sceneFile.empty() ? fs::path{} : navMeshFileOf(sceneFile, profile.name);
        if (!file.empty() && fs::is_regular_file(file, ignored))
            addFileIssue(world, sceneOnce(), profile, file, control, issues);
        const bool hasChecks = hasNavChecks(world, profile.name);
        const bool isPlayers = &profile == &profiles.front() && asksForStart(world);
        if (!hasChecks && !isPlayers)
            continue;
        const auto found = navMeshOfScene(world, sceneOnce(), profile, sceneFile, 0, control);
        if (control.isCancelled())
            break;
        if (found)
            addWays(world, sceneOnce(), found->mesh, isPlayers, control, issues);
        else if (hasChecks)
            issues.push_back({Severity::Error, "path-check", profile.entity, "",
                              found.error().message() + ".", ""});
    }
    return issues;
}
} // namespace engine
