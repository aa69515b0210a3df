#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/base/ids.h"
#include "engine_core/math/types.h"

#include <map>

namespace engine
{
class World;

/// From where a game is seen as of one tick.
struct PlayCamera
{
    Vec3d eye{0};
    Quatd rotation{1, 0, 0, 0};
    double fovY = radians(70.0); ///< radians
    bool scripted = false;       ///< a script placed it in this tick
    Vec3d sway{0};               ///< from the eyes to where the picture is taken, see PlayerEyes
    Quatd tilt{1, 0, 0, 0};      ///< of the picture alone, see CameraShake
};

/// Which object of a scene the game is seen from, instead of from the player's eyes, and the way
/// from one to the other.
class PlayCameras
{
public:
    static constexpr std::size_t MostAngles = 1000; ///< cameras with a field of view of their own

    /// From now on the game is seen from there, along its -Z; null: from the player. The picture
    /// gets there from what the last tick() showed in so many seconds, at once with 0. Again for
    /// the one in use, it can only make the way shorter.
    void use(EntityId camera, double seconds);

    /// Null while it is seen from the player.
    [[nodiscard]] EntityId active() const { return m_active; }

    /// Of a camera, from now on; radians. False if there are too many.
    [[nodiscard]] bool setFov(EntityId camera, double fovY);

    /// Of the player, radians.
    void setFov(double fovY) { m_playerFov = fovY; }

    /// Once a tick, when everything has moved: what is seen. `player` is what would be without
    /// cameras; its field of view does not count.
    [[nodiscard]] PlayCamera tick(const World& world, const PlayCamera& player, double seconds);

    /// Whether the last tick jumped from one place to another.
    [[nodiscard]] bool hasJumped() const { return m_hasJumped; }

    void addTo(Hasher& hasher) const;

private:
    [[nodiscard]] PlayCamera show(const World& world, const PlayCamera& player, double seconds);

    EntityId m_active;
    PlayCamera m_seen;     ///< in the last tick
    PlayCamera m_from;     ///< where the way began
    double m_elapsed = 0;  ///< seconds on the way
    double m_duration = 0; ///< seconds of all of the way; 0 when it is over
    bool m_jumps = false;  ///< with the next tick
    bool m_hasJumped = false;
    double m_playerFov = radians(70.0);
    std::map<EntityId, double> m_angles; ///< radians
};

/// Where a place is in the picture of a game.
struct ScreenPlace
{
    Vec2d offset{0};     ///< points of the HUD from the middle: right, down
    double distance = 0; ///< metres before the eyes; not above 0: behind them
    bool isInFront = false;
};

[[nodiscard]] ScreenPlace screenPlaceOf(const PlayCamera& camera, const Vec3d& place);
} // namespace engine
