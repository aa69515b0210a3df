#pragma once

#include "engine_core/physics/capsule_contact.h"
#include "engine_core/physics/static_collision.h"
#include "engine_core/scene/world/change_set.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine
{
struct PlayState;

/// One edit of the level as the player meets it: who is where a brush comes to be, or where it has
/// come by, goes to the nearest free place on the side where they were. Drags come in jumps, and
/// without this a wall would leave the player behind itself, outside of the level.
class MakeWay
{
public:
    MakeWay(PlayState& state, const ChangeSet& changes);

    /// Call it before the change reaches the played world.
    void note(const Change& change);

    /// Call it when all changes are there. What became of the player, as a sentence; empty if
    /// nothing did.
    std::string finish();

private:
    /// Straight out of one side of what was swept.
    struct Exit
    {
        Vec3d foot{0};
        double length = 0;
        bool isLevel = false;  ///< rather than up or down
        bool isAhead = false;  ///< on the player's side of the brush as it was
        bool hasGround = true; ///< or else a fall out of the level
    };

    [[nodiscard]] Aabb boundsAt(const Vec3d& foot) const;
    [[nodiscard]] CapsuleAxis axisAt(const Vec3d& foot) const;
    [[nodiscard]] bool isSolid(const Vec3d& foot) const;
    /// Whether the player would be in the brush there.
    [[nodiscard]] bool isIn(const Brush& brush, const Vec3d& foot) const;
    [[nodiscard]] bool isSwept(const Vec3d& foot) const;
    [[nodiscard]] bool hasGround(const Vec3d& foot) const;
    [[nodiscard]] bool wasFreeBetween(const Vec3d& from, const Vec3d& to) const;
    void gatherSwept();
    void addExits(const Brush& brush, std::vector<Exit>& found) const;
    [[nodiscard]] std::vector<Exit> exits() const;
    [[nodiscard]] std::optional<Vec3d> nearestPlace() const;
    [[nodiscard]] std::optional<Vec3d> searchAround() const;
    void place(const Vec3d& foot);

    PlayState& m_state;
    Vec3d m_foot{0};
    Capsule m_capsule;
    bool m_isNear = false;                                     ///< the edit, to the player
    std::map<EntityId, std::shared_ptr<const Brush>> m_before; ///< in world space; null: none
    StandingChanges m_levelBefore;
    std::vector<Brush> m_swept;  ///< what the brushes came through
    std::vector<Vec3d> m_aheads; ///< from the old brushes towards the player
};
} // namespace engine
