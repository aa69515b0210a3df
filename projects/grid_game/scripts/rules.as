// The numbers of the game. Sixty ticks are a second.

const int FuseTicks = 150;           // from laying a bomb to its explosion
const int NoFuse = -1;               // waits for the player, or for a step
const int BlastTicks = 30;           // how long fire stays in a cell
const int SpreadTicks = 2;           // from a cell to the next
const int CrumbleTicks = 36;         // longer than fire stays, which would burn what appears
const int FarReach = 99;             // cells: as far as there is room

const int LevelTicks = 180 * 60;
const int FirstLives = 3;
const int EnemyPoints = 100;
const int BlockPoints = 10;
const int PowerPoints = 50;
const int LevelPoints = 500;

// What a soft block may hide, each by the letter that stands for it in a level.
enum Power
{
    BombUp, BombDown, FireUp, FireDown, SpeedUp, SpeedDown,
    FullFire, Dangerous, PassThrough, Remote, LandMine, PowerBomb
}
const string PowerLetters = "BbFfSsUDTRLW";

// What else a level and a soft block know.
const int HidesNothing = -1;
const int HidesExit = 100;

array<string> powerNames()
{
    return {"one bomb more", "one bomb less", "more fire", "less fire", "faster", "slower",
            "full fire", "dangerous bombs", "fire through blocks", "remote control", "land mine",
            "power bomb"};
}

// A row of dice that can be saved: the next number comes from the last one alone.
int nextDice(int dice)
{
    return int((int64(dice) * 16807) % 2147483647);
}
