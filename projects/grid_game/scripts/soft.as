// A soft block crumbles in fire, and shows what it hid.

#include "grid.as"
#include "rules.as"

class Soft : Node
{
    [hidden] int hides = HidesNothing;
    [hidden] int crumbling = 0;      // ticks until it is gone; 0: it stands

    void onTick(float dt)
    {
        if (crumbling == 0)
            return;
        crumbling--;
        double size = 0.3 + 0.7 * crumbling / CrumbleTicks;
        entity.setVec3("transform.scale", Vec3(size, size, size));
        if (crumbling == 0)
            end();
    }

    void inBlast()
    {
        if (crumbling > 0)
            return;
        crumbling = CrumbleTicks;
        find("Board").send("scored", BlockPoints);
    }

    private void end()
    {
        if (hides == HidesExit)
            spawnPrefab("prefabs/exit.prefab.json", entity.position);
        else if (hides != HidesNothing)
            spawnPrefab("prefabs/power_up.prefab.json", entity.position).setInt("script.kind", hides);
        entity.destroy();
    }
}
