// The board: builds a level, keeps time, lives and score, and saves and restores the whole game.

#include "saved_board.as"
#include "levels.as"

enum Phase { Playing, Won, Over }

class Board : Node
{
    [range(1, 3), tooltip("The level to begin with")]
    int level = 1;

    // Numbers that a saved game holds, like those of everything on the board.
    [hidden] int ticksLeft = LevelTicks;
    [hidden] int score = 0;
    [hidden] int lives = FirstLives;
    [hidden] int dice = 1;
    [hidden] int phase = Phase::Playing;
    [hidden] int phaseTicks = 0;

    private bool wantsSave = false;
    private bool wantsRestore = false;

    void onStart()
    {
        dice = 1 + int(random(0, 1000000));
        build();
        // The start menu asks for the saved game.
        wantsRestore = Game::getBool("restore");
        Game::setBool("restore", false);
    }

    void onTick(float dt)
    {
        if (Input::wasPressed("SaveBoard"))
            save();
        if (Input::wasPressed("RestoreBoard"))
            restore();
        if (phase == Phase::Playing)
            keepTime();
        else if (--phaseTicks <= 0)
            endPhase();
    }

    // Everything has had its turn in this tick, so the whole board is of one moment.
    void onLateTick(float dt)
    {
        if (wantsSave)
            broadcast("note", saveBoard(entity) ? "Saved" : "Too much is going on to save");
        if (wantsRestore)
            broadcast("note", restoreBoard(entity) ? "As it was" : "Nothing has been saved");
        wantsSave = false;
        wantsRestore = false;
    }

    // Messages: from the pause menu ...
    void save() { wantsSave = true; }
    void restore() { wantsRestore = true; }

    // ... and from what is on the board.
    void scored(int points) { score += points; }

    void won()
    {
        if (phase == Phase::Playing)
        {
            score += LevelPoints + ticksLeft / 60;
            begin(Phase::Won, 120);
        }
    }

    void playerDied()
    {
        lives--;
        if (lives <= 0)
            begin(Phase::Over, 180);
        else
            player().send("comeBack");
    }

    private void begin(int next, int ticks)
    {
        phase = next;
        phaseTicks = ticks;
    }

    private void endPhase()
    {
        if (phase == Phase::Won && level < levelCount())
        {
            level++;
            build();
            return;
        }
        Game::setNumber("lastScore", score);
        Game::load("scenes/start.scene.json");
    }

    private void keepTime()
    {
        ticksLeft--;
        // Who dawdles is hunted: a quick enemy every ten seconds.
        if (ticksLeft < 0 && ticksLeft % 600 == 0)
            addThing("enemy", Width - 2, Depth - 2, "kind", 1);
    }

    private void build()
    {
        ticksLeft = LevelTicks;
        begin(Phase::Playing, 0);
        clearBoard();
        buildWalls(level);
        array<string> rows = levelRows(level);
        for (int z = 0; z < Depth; z++)
            for (int x = 0; x < Width; x++)
                buildCell(x, z, rows[z].substr(x, 1));
    }

    private void buildCell(int x, int z, const string &in letter)
    {
        int enemy = string("oqg").findFirst(letter);
        int power = PowerLetters.findFirst(letter);
        if (letter == "P")
            player().send("startAt", placeOf(x, z));
        else if (enemy >= 0)
            addEnemy(x, z, enemy);
        else if (power >= 0)
            addThing("soft", x, z, "hides", power);
        else if (letter == "X")
            addThing("soft", x, z, "hides", HidesExit);
        else if (letter == ":")
            addThing("soft", x, z, "hides", HidesNothing);
        else if (letter == "+")
            addThing("soft", x, z, "hides", whatDiceHide());
    }

    private void addEnemy(int x, int z, int kind)
    {
        Entity enemy = addThing("enemy", x, z, "kind", kind);
        dice = nextDice(dice);
        enemy.setInt("script.dice", dice);
    }

    // Every third block hides something, and what makes stronger more often than what makes weaker.
    private int whatDiceHide()
    {
        dice = nextDice(dice);
        if (dice % 3 != 0)
            return HidesNothing;
        dice = nextDice(dice);
        string bag = "BBBFFFSSSbfsTRLW";
        return PowerLetters.findFirst(bag.substr(dice % bag.length(), 1));
    }
}
