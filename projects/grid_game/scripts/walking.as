// What walks from cell to cell: the player and the enemies. Where it is are whole numbers, the cell
// that it leaves, the cell that it goes to and the ticks since, so that it can be saved exactly.

#include "grid.as"
#include "rules.as"

class Walking : Node
{
    [hidden] int cellX = 0;
    [hidden] int cellZ = 0;
    [hidden] int toX = 0;
    [hidden] int toZ = 0;
    [hidden] int step = 0;           // ticks since it left its cell
    [hidden] int dying = 0;          // ticks that are left

    bool isWalking()
    {
        return toX != cellX || toZ != cellZ;
    }

    void standIn(int x, int z)
    {
        cellX = x;
        cellZ = z;
        toX = x;
        toZ = z;
        step = 0;
    }

    void goTo(int direction)
    {
        toX = cellX + stepX(direction);
        toZ = cellZ + stepZ(direction);
        entity.rotation = fromAngles(atan2(-stepX(direction), -stepZ(direction)), 0);
    }

    void turnBack()
    {
        int x = cellX, z = cellZ;
        cellX = toX;
        cellZ = toZ;
        toX = x;
        toZ = z;
    }

    // One tick of the way; true when it has arrived.
    bool walkOn(int ticksForACell)
    {
        step++;
        bool isThere = step >= ticksForACell;
        if (isThere)
            standIn(toX, toZ);
        putThere(ticksForACell);
        return isThere;
    }

    void putThere(int ticksForACell)
    {
        double part = double(step) / ticksForACell;
        entity.position = lerp(placeOf(cellX, cellZ), placeOf(toX, toZ), part);
    }

    // It shrinks and turns while it dies.
    void shrink(int ticksInAll)
    {
        double part = double(dying) / ticksInAll;
        entity.setVec3("transform.scale", Vec3(part, part, part));
        entity.rotation = fromAngles(dying * 0.3, 0);
    }
}
