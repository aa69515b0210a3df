// Lies in its cell until somebody takes it up, or fire burns it.

#include "rules.as"

class PowerUp : Node
{
    [hidden] int kind = Power::BombUp;

    void onStart()
    {
        entity.child(0).setText("mesh.mesh", "Meshes/power_" + kind + ".glb");
    }

    void onTick(float dt)
    {
        entity.rotation = fromAngles(0.5 * sin(time() * 2), 0);
    }

    void inBlast()
    {
        entity.destroy();
    }

    void takenBy(Entity who)
    {
        who.send("take", kind);
        find("Board").send("scored", PowerPoints);
        playSound("Sounds/take.wav", 0.5);
        entity.destroy();
    }
}
