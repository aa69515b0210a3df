#include "engine_core/scene/components/trigger.h"

namespace engine
{
void describe(TypeBuilder<Trigger>& trigger)
{
    trigger.type("trigger", "Trigger",
                 "A box that tells its script who comes in and who leaves while playing");
    trigger.property("size", &Trigger::size)
        .range(0.01, 10000)
        .unit("m")
        .tooltip("About the object's place, which is its middle");
    trigger.property("player", &Trigger::player).tooltip("The player sets it off");
    trigger.property("walkers", &Trigger::walkers)
        .tooltip("Walkers and characters other than the player set it off");
    trigger.property("bodies", &Trigger::bodies)
        .tooltip("What moves by physics or has a Mover sets it off");
    trigger.property("tag", &Trigger::tag)
        .tooltip("Whatever has this tag sets it off, too; empty: nothing besides");
    trigger.property("once", &Trigger::once)
        .tooltip("Only the first who comes in is told, once in a game");
    trigger.property("hides", &Trigger::hides)
        .tooltip("The game does not show the brushes and models below it, as those of Quake's "
                 "triggers. Give it a Mover that does not collide, too");
}

std::array<Vec3d, 8> cornersOf(const Vec3d& size, const Transform& place)
{
    std::array<Vec3d, 8> corners;
    for (unsigned i = 0; i < corners.size(); ++i)
        corners[i] =
            place.apply(size * Vec3d{(i & 1U) != 0 ? 0.5 : -0.5, (i & 2U) != 0 ? 0.5 : -0.5,
                                     (i & 4U) != 0 ? 0.5 : -0.5});
    return corners;
}
} // namespace engine
