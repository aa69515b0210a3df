#pragma once

#include "engine_core/scene/checks/issue.h"
#include "engine_core/scene/spatial/void_flood.h"
#include "engine_core/scene/world/world.h"

#include <string>
#include <vector>

namespace engine
{
class JobControl;

/// What the checks of one level share: its brushes in world space and a tree over them.
struct LevelCheckContext
{
    /// `control` may be null.
    LevelCheckContext(const World& level, JobControl* jobControl);

    const World& world;
    JobControl* control;
    std::vector<SolidBrush> solids; ///< by ascending id; movers as well, where they stand
    std::vector<bool> isWall;       ///< of `solids`: it closes rooms (BrushTraits::seals)
    std::vector<SolidBrush> walls;  ///< these alone
    BoundsTree tree;                ///< its ids are indices into `solids`
    std::vector<EntityId> unplaced; ///< brushes that cannot be where their groups put them

    [[nodiscard]] bool isCancelled() const;
};

/// One kind of finding that needs nothing but the world. Appends what it finds.
struct LevelCheck
{
    std::string rule;    ///< what its issues carry
    std::string title;   ///< as a list of rules shows it: "Leaks"
    bool isShown = true; ///< unless someone hides it; false for what is mostly meant to be so
    void (*run)(const LevelCheckContext& context, std::vector<Issue>& issues);
};

/// A new check is a line in the .cpp.
[[nodiscard]] const std::vector<LevelCheck>& levelChecks();

/// All of them. May take a second on a big level: run it on a worker, over a copy of the world.
/// At most MaxIssuesPerRule of each kind, then one that says how many more there are. What a
/// cancelled one returns is not complete.
[[nodiscard]] std::vector<Issue> checkLevel(const World& world, JobControl* control = nullptr);

inline constexpr std::size_t MaxIssuesPerRule = 200;

/// "'Wall'", or "The object 17" for what has no name.
[[nodiscard]] std::string titleOf(const World& world, EntityId entity);
} // namespace engine
