#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/navigation/query/nav_why.h"
#include "engine_core/scene/checks/issue.h"

#include <optional>

namespace engine
{
/// What became of one NavCheck for one agent.
struct NavCheckOutcome
{
    EntityId entity; ///< with the NavCheck
    std::string agent;
    bool holds = false;
    bool found = false; ///< a way was found, whether it should or not
    /// The mesh. Then it does not hold, unless it is the target that must not be reached, and that
    /// lies over something solid: the agent may be too big for the place.
    bool isStartOff = false, isTargetOff = false;
    double length = 0; ///< metres of it
    Vec3d from{0}, to{0};
    std::string message; ///< one sentence why it does not hold; empty if it does
};

/// Every check of the world that concerns the mesh's agent, by entity. After a cancel only some.
[[nodiscard]] std::vector<NavCheckOutcome>
runNavChecks(const World& world, const NavMesh& mesh, const JobControl* control = nullptr);

/// The checks about agents that the scene does not have, by entity: they do not hold.
[[nodiscard]] std::vector<NavCheckOutcome> navChecksOfNobody(const World& world);

/// Whether some check of the world concerns the agent.
[[nodiscard]] bool hasNavChecks(const World& world, const std::string& agent);

/// What a list of issues says of a check that does not hold, without the reason.
[[nodiscard]] Issue issueOf(const NavCheckOutcome& outcome);

/// A mesh, and where it came from.
struct NavMeshOfScene
{
    NavMesh mesh;
    bool isFromFile = false;
    std::optional<NavBuildReport> report; ///< if it was built
};

/// The agent's mesh from the file beside the scene if that is current, else built. `sceneFile` may
/// be empty. The world knows its models.
[[nodiscard]] Result<NavMeshOfScene> navMeshOfScene(const World& world,
                                                    const NavScene& scene,
                                                    const NavProfile& profile,
                                                    const fs::path& sceneFile,
                                                    unsigned threads,
                                                    JobControl& control);

/// Findings for lists of issues: checks that do not hold, with the reason, files beside the scene
/// that are older than it, and where the scene has agents, walkers or checks a player start that is
/// cut off from the rest. Costs nothing where there is none of these; else it may build meshes.
/// After a cancel only what was found by then, some of it without its reason.
[[nodiscard]] std::vector<Issue>
findNavigationProblems(const World& world, const fs::path& sceneFile, JobControl& control);
} // namespace engine
