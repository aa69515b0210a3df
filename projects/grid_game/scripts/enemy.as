// An enemy walks at random. Its dice are a number of its own, so a saved game goes on alike.

#include "walking.as"

class Enemy : Walking
{
    [hidden] int kind = 0;           // 0 strolls, 1 is quick, 2 walks through soft blocks
    [hidden] int dice = 1;

    private int ticksForACell() { return kind == 1 ? 22 : 36; }

    void onStart()
    {
        // A new one stands where it was made; one of a saved game knows where it was going.
        if (cellX == 0)
            standIn(cellOf(entity.position.x), cellOf(entity.position.z));
        entity.child(0).setText("mesh.mesh", "Meshes/enemy_" + kind + ".glb");
    }

    void onTick(float dt)
    {
        if (dying > 0)
        {
            die();
            return;
        }
        if (!isWalking())
            chooseWay();
        if (isWalking())
            walkOn(ticksForACell());
        if (player().position.distanceTo(entity.position) < 0.6)
            player().send("hit");
    }

    private void chooseWay()
    {
        array<int> ways;
        for (int direction = Left; direction <= Down; direction *= 4)
            if (isFree(cellX + stepX(direction), cellZ + stepZ(direction)))
                ways.insertLast(direction);
        if (ways.isEmpty())
            return;
        dice = nextDice(dice);
        goTo(ways[dice % ways.length()]);
    }

    private bool isFree(int x, int z)
    {
        return !holds(x, z, "hard") && (kind == 2 || !holds(x, z, "soft")) && !holds(x, z, "bomb");
    }

    void inBlast()
    {
        if (dying > 0)
            return;
        dying = 40;
        find("Board").send("scored", EnemyPoints * (kind + 1));
        playSound("Sounds/enemy_dies.wav", 0.6);
    }

    private void die()
    {
        dying--;
        shrink(40);
        if (dying == 0)
            entity.destroy();
    }
}
