// Lets the player out when no enemy is left.

#include "grid.as"

class Exit : Node
{
    void onTick(float dt)
    {
        bool isOpen = findByTag("enemy").isEmpty();
        entity.child(1).setNumber("light.intensity", isOpen ? 6.0 + 3 * sin(time() * 5) : 0.0);
        if (isOpen && player().position.distanceTo(entity.position) < 0.2)
            find("Board").send("won");
    }
}
