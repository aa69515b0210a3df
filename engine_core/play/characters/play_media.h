#pragma once

#include "engine_core/math/transform.h"
#include "engine_core/physics/character_controller.h"
#include "engine_core/scene/world/world.h"

#include <vector>

namespace engine
{
/// The ladders and the water of a played world, as they stand in a tick.
class PlayMedia
{
public:
    /// The world outlives it.
    explicit PlayMedia(const World& world) : m_world{world} {}

    /// A tick is over: they are looked for anew when somebody asks.
    void endTick() { m_isKnown = false; }

    /// Tells a character what is about its body, an upright capsule of that radius and height: the
    /// ladder with the lowest id, and of all water that which most of the body is in.
    void surround(CharacterInput& input, const Vec3d& foot, double radius, double height);

private:
    struct Box
    {
        Transform place; ///< without scale
        Vec3d half{1};   ///< metres from the middle to each side, along the turned axes
        double reach = 2; ///< metres from the middle to its corners
    };

    struct LadderBox
    {
        Box box;
        Vec3d into{0, 0, -1}; ///< unit length, level
    };

    struct WaterBox
    {
        Box box;
        CharacterWater water;
    };

    [[nodiscard]] Box boxOf(EntityId entity, const Vec3d& size) const;
    [[nodiscard]] static double
    partInside(const Box& box, const Vec3d& foot, double height, double aside);
    void gather();

    const World& m_world;
    bool m_isKnown = false;
    std::vector<LadderBox> m_ladders; ///< by ascending ids
    std::vector<WaterBox> m_waters;
};
} // namespace engine
