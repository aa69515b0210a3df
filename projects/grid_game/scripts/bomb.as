// A bomb waits for its fuse, for the player's remote control, or as a mine for a step. Fire sets it
// off at once, which is all there is to chain reactions.

#include "grid.as"
#include "rules.as"

class Bomb : Node
{
    [hidden] int fuse = FuseTicks;
    [hidden] int reach = 2;
    [hidden] int directions = Cross;
    [hidden] int passes = 0;
    [hidden] int passesHard = 0;
    [hidden] int isMine = 0;
    [hidden] int isArmed = 0;        // a mine, once its cell was empty

    private bool hasGoneOff = false;
    private int age = 0;

    void onStart()
    {
        start(Routine(burn));
    }

    // A coroutine with its own life: it counts down, or waits until it is told. The count is a
    // member, so a bomb that is restored from a saved game burns on where it was.
    private void burn()
    {
        while (fuse != 0)
        {
            if (fuse > 0)
                fuse--;
            if (isMine != 0)
                feelSteps();
            age++;
            double throb = 1 + 0.08 * sin(age * 0.25);
            entity.setVec3("transform.scale", Vec3(throb, 2 - throb, throb));
            waitTicks(1);
        }
        explode();
    }

    private void feelSteps()
    {
        int x = cellOf(entity.position.x);
        int z = cellOf(entity.position.z);
        bool isStoodOn = holds(x, z, "player") || holds(x, z, "enemy");
        if (!isStoodOn)
            isArmed = 1;
        else if (isArmed != 0)
            fuse = 0;
    }

    // Messages.
    void inBlast() { explode(); }

    void detonate()
    {
        if (fuse == NoFuse && isMine == 0)
            explode();
    }

    private void explode()
    {
        if (hasGoneOff)
            return;
        hasGoneOff = true;
        Entity blast = spawnPrefab("prefabs/blast.prefab.json", entity.position);
        blast.setInt("script.reach", reach);
        blast.setInt("script.directions", directions);
        blast.setInt("script.passes", passes);
        blast.setInt("script.passesHard", passesHard);
        broadcast("shake", 0.12);
        playSound("Sounds/explode.wav", 0.8);
        entity.destroy();
    }
}
