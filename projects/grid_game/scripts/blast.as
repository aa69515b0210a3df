// Fire in one cell. It harms what is there as long as it burns, so walking into it later is no
// better, and it spreads to the next cells with a reach that is less by one.

#include "grid.as"
#include "rules.as"

class Blast : Node
{
    [hidden] int reach = 0;          // cells that it may still spread
    [hidden] int directions = 0;     // and to where
    [hidden] int passes = 0;         // 1: through soft blocks
    [hidden] int passesHard = 0;     // 1: through hard ones
    [hidden] int left = BlastTicks;
    [hidden] int spread = SpreadTicks;

    void onTick(float dt)
    {
        int x = cellOf(entity.position.x);
        int z = cellOf(entity.position.z);
        array<Entity>@ things = thingsIn(x, z);
        for (uint i = 0; i < things.length(); i++)
            things[i].send("inBlast");   // how it takes that is its own business
        if (--spread == 0)
            spreadFrom(x, z);
        if (--left <= 0)
            entity.destroy();
        else
            flicker();
    }

    private void spreadFrom(int x, int z)
    {
        if (reach <= 0)
            return;
        for (int direction = Left; direction <= LowerLeft; direction *= 2)
            if ((directions & direction) != 0)
                spreadTo(x + stepX(direction), z + stepZ(direction), direction);
    }

    private void spreadTo(int x, int z, int direction)
    {
        if (!isInside(x, z) || (passesHard == 0 && holds(x, z, "hard")))
            return;
        bool isStopped = passes == 0 && passesHard == 0 && holds(x, z, "soft");
        Entity next = spawnPrefab("prefabs/blast.prefab.json", placeOf(x, z));
        next.setInt("script.reach", isStopped ? 0 : reach - 1);
        // A diagonal also sends out its two straight parts: so a square is filled, each cell once.
        next.setInt("script.directions", direction | partsOf(direction));
        next.setInt("script.passes", passes);
        next.setInt("script.passesHard", passesHard);
    }

    private void flicker()
    {
        double size = min(1.0, min((BlastTicks - left) / 5.0, left / 12.0)) * (0.9 + 0.1 * sin(left * 1.3));
        entity.setVec3("transform.scale", Vec3(size, size, size));
        entity.rotation = fromAngles(left * 0.2, 0);
    }
}
