// The player: walks along the grid, lays bombs, and takes up what lies there.

#include "walking.as"
#include "powers.as"

class Player : Walking
{
    [range(1, 8), tooltip("Bombs that may lie at the same time")]
    int bombs = 1;

    [range(1, 12), tooltip("Cells that the fire of a bomb reaches to each side")]
    int reach = 2;

    [range(1, 8), tooltip("1 is slow, 8 is fast")]
    int speed = 3;

    // What power-ups have given it: 0 or 1.
    [hidden] int passes = 0;
    [hidden] int isDangerous = 0;
    [hidden] int hasFullFire = 0;
    [hidden] int hasRemote = 0;
    [hidden] int hasMine = 0;
    [hidden] int hasPowerBomb = 0;

    [hidden] int startX = 1;
    [hidden] int startZ = 1;
    [hidden] int facing = Down;
    [hidden] int safe = 0;           // ticks in which nothing harms it

    private int ticksForACell() { return 26 - 2 * speed; }

    void onTick(float dt)
    {
        if (dying > 0)
        {
            die();
            return;
        }
        if (safe > 0)
            safe--;
        walk();
        if (Input::wasPressed("Bomb"))
            layBomb();
        if (Input::wasPressed("Detonate"))
            detonate();
    }

    private void walk()
    {
        int wish = wantedDirection();
        if (isWalking())
        {
            if (wish != 0 && stepX(wish) == cellX - toX && stepZ(wish) == cellZ - toZ)
            {
                turnBack();
                step = ticksForACell() - step;
                facing = wish;
            }
        }
        else if (wish != 0)
        {
            facing = wish;
            goTo(wish);
            if (!isFree(toX, toZ))
                standIn(cellX, cellZ);
        }
        if (isWalking() && walkOn(ticksForACell()))
            arrive();
    }

    // Where the keys point. With two of them held it takes the turn, if there is one.
    private int wantedDirection()
    {
        double x = Input::axis(Key::Left, Key::Right);
        double z = Input::axis(Key::Forward, Key::Back);
        int aside = x < -0.5 ? Left : (x > 0.5 ? Right : 0);
        int ahead = z < -0.5 ? Up : (z > 0.5 ? Down : 0);
        if (aside == 0 || ahead == 0 || isWalking())
            return aside | ahead;
        int turn = (facing & (Left | Right)) != 0 ? ahead : aside;
        return isFree(cellX + stepX(turn), cellZ + stepZ(turn)) ? turn : (aside | ahead) & ~turn;
    }

    private bool isFree(int x, int z)
    {
        return !holds(x, z, "hard") && !holds(x, z, "soft") && !holds(x, z, "bomb");
    }

    private void arrive()
    {
        Entity power = findInCell(cellX, cellZ, "power_up");
        if (!power.isNull)
            power.send("takenBy", entity);
    }

    // Bombs lie in cells, wherever between two of them the player is.
    private void layBomb()
    {
        bool isNearer = step * 2 < ticksForACell();
        int x = isNearer ? cellX : toX;
        int z = isNearer ? cellZ : toZ;
        // Nobody keeps count of the bombs: those that lie there are counted.
        int lying = findByTag("bomb").length();
        if (lying >= bombs || holds(x, z, "bomb"))
            return;
        Entity bomb = spawnPrefab("prefabs/bomb.prefab.json", placeOf(x, z));
        giveBomb(bomb, entity, lying == 0);
        playSound("Sounds/lay.wav", 0.5);
    }

    private void detonate()
    {
        array<Entity>@ lying = findByTag("bomb");
        for (uint i = 0; i < lying.length(); i++)
            lying[i].send("detonate");
    }

    // Messages.
    void startAt(Vec3 place)
    {
        startX = cellOf(place.x);
        startZ = cellOf(place.z);
        standIn(startX, startZ);
        this.place();
    }

    void place()
    {
        entity.setVec3("transform.scale", Vec3(1, 1, 1));
        putThere(ticksForACell());
    }

    void inBlast() { hit(); }

    void hit()
    {
        if (safe > 0 || dying > 0)
            return;
        dying = 90;
        playSound("Sounds/die.wav", 0.7);
    }

    void comeBack()
    {
        loseAll(entity);
        safe = 150;
        standIn(startX, startZ);
        place();
    }

    void take(int kind)
    {
        applyPower(entity, kind);
        broadcast("note", powerNames()[kind]);
    }

    private void die()
    {
        dying--;
        shrink(90);
        if (dying == 0)
            find("Board").send("playerDied");
    }
}
