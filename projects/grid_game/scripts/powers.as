// What power-ups do to the player, and what a bomb takes along from them when it is laid. What a
// player has are numbers of its script, which these functions change by their names.

int has(Entity player, const string &in what)
{
    return int(player.getNumber("script." + what));
}

void set(Entity player, const string &in what, int value)
{
    player.setInt("script." + what, value);
}

void change(Entity player, const string &in what, int by, int most)
{
    set(player, what, int(clamp(has(player, what) + by, 1, most)));
}

void applyPower(Entity player, int kind)
{
    switch (kind)
    {
    case Power::BombUp: change(player, "bombs", 1, 8); break;
    case Power::BombDown: change(player, "bombs", -1, 8); break;
    case Power::FireUp: change(player, "reach", 1, 12); break;
    case Power::FireDown: change(player, "reach", -1, 12); break;
    case Power::SpeedUp: change(player, "speed", 1, 8); break;
    case Power::SpeedDown: change(player, "speed", -1, 8); break;
    case Power::FullFire: set(player, "hasFullFire", 1); break;
    case Power::Dangerous: set(player, "isDangerous", 1); break;
    case Power::PassThrough: set(player, "passes", 1); break;
    case Power::Remote: set(player, "hasRemote", 1); break;
    case Power::LandMine: set(player, "hasMine", 1); break;
    case Power::PowerBomb: set(player, "hasPowerBomb", 1); break;
    }
}

void loseAll(Entity player)
{
    set(player, "bombs", 1);
    set(player, "reach", 2);
    set(player, "speed", 3);
    set(player, "passes", 0);
    set(player, "isDangerous", 0);
    set(player, "hasFullFire", 0);
    set(player, "hasRemote", 0);
    set(player, "hasMine", 0);
    set(player, "hasPowerBomb", 0);
}

// Land mine and power bomb are for the first of the bombs that lie there. A bomb keeps what it got:
// what the player takes up afterwards changes nothing about it.
void giveBomb(Entity bomb, Entity player, bool isFirst)
{
    bool isDangerous = has(player, "isDangerous") != 0;
    int reach = has(player, "reach");
    // A dangerous bomb fills a square, which full fire does not make bigger.
    if (!isDangerous && (has(player, "hasFullFire") != 0 || (isFirst && has(player, "hasPowerBomb") != 0)))
        reach = FarReach;
    bool isMine = isFirst && has(player, "hasMine") != 0;
    bool waits = isMine || has(player, "hasRemote") != 0;
    set(bomb, "reach", reach);
    set(bomb, "directions", isDangerous ? AllAround : Cross);
    set(bomb, "passes", has(player, "passes"));
    set(bomb, "passesHard", isDangerous ? 1 : 0);
    set(bomb, "isMine", isMine ? 1 : 0);
    set(bomb, "fuse", waits ? NoFuse : FuseTicks);
}
