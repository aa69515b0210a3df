// Checks the rules by playing them: scenes/rules.scene.json has a board and this script. Each check
// is a drawing of what is there and of what shall burn. The console says what came out:
//   mapwright play projects/grid_game/scenes/rules.scene.json --headless

#include "saved_board.as"
#include "levels.as"
#include "powers.as"

class RulesCheck : Node
{
    [hidden] int passed = 0;
    [hidden] int failed = 0;

    private string job;              // for the end of the tick
    private string described;

    void onStart()
    {
        start(Routine(checkAll));
    }

    private void checkAll()
    {
        waitTicks(1);                // the board builds its level first
        reachAndBlocks();
        throughBlocks();
        dangerousSquare();
        chains();
        powers();
        bombsKeepWhatTheyGot();
        savedBoards();
        log("Rules: " + passed + " hold, " + failed + " do not");
        wait(1);
        Game::quit();
    }

    private void expect(bool holds, const string &in rule)
    {
        if (holds)
            passed++;
        else
            failed++;
        log((holds ? "holds: " : "DOES NOT HOLD: ") + rule);
    }

    // Builds what the letters say: B a bomb, # a hard block that does not burn and @ one that does,
    // + a soft block that does not burn and x one that does. The player stands far away.
    private void draw(const array<string> &in rows, int reach, int directions = Cross, int passes = 0,
                      int passesHard = 0)
    {
        clearBoard();
        player().send("startAt", placeOf(Width - 2, Depth - 2));
        for (uint z = 0; z < rows.length(); z++)
            for (uint x = 0; x < rows[z].length(); x++)
            {
                string letter = rows[z].substr(x, 1);
                if (letter == "#" || letter == "@")
                    addThing("hard", x, z);
                else if (letter == "+" || letter == "x")
                    addThing("soft", x, z);
                else if (letter == "B")
                    addBomb(x, z, 1, reach, directions, passes, passesHard);
            }
    }

    private void addBomb(int x, int z, int fuse, int reach, int directions, int passes, int passesHard)
    {
        Entity bomb = addThing("bomb", x, z, "fuse", fuse);
        set(bomb, "reach", reach);
        set(bomb, "directions", directions);
        set(bomb, "passes", passes);
        set(bomb, "passesHard", passesHard);
    }

    // In a coroutine: lets it burn, and compares. * is bare floor that burns.
    private bool burnsAsDrawn(const array<string> &in rows)
    {
        waitTicks(20);
        for (uint z = 0; z < rows.length(); z++)
            for (uint x = 0; x < rows[z].length(); x++)
                if (holds(x, z, "blast") != (string("*B@x").findFirst(rows[z].substr(x, 1)) >= 0))
                    return false;
        return true;
    }

    private void reachAndBlocks()
    {
        array<string> rows = {"#########",
                              "#...*...#",
                              "#.#.*.#.#",
                              "#.x*B**.#",
                              "#.#.#.#.#",
                              "#.......#"};
        draw(rows, 2);
        expect(burnsAsDrawn(rows), "fire goes as far as its reach, and stops at blocks");
        waitTicks(CrumbleTicks);
        expect(!holds(2, 3, "soft"), "a soft block is gone after fire");
        array<string> far = {"#########", "#B*****##", "#*#.#.#.#", "#*......#", "#x......#", "#.......#"};
        draw(far, FarReach);
        expect(burnsAsDrawn(far), "full fire goes on until something stops it");
    }

    private void throughBlocks()
    {
        array<string> rows = {"#########", "#B*x*x*.#", "##.......", "........."};
        draw(rows, 5, Right, 1, 0);
        expect(burnsAsDrawn(rows), "fire that passes goes through soft blocks");
    }

    private void dangerousSquare()
    {
        array<string> rows = {"#########", "#.*****.#", "#.@*@*@.#", "#.**B**.#", "#.@*@*@.#", "#.*****.#", "#.......#"};
        draw(rows, 2, AllAround, 0, 1);
        expect(burnsAsDrawn(rows), "a dangerous bomb fills its square, hard blocks too");
        expect(findByTag("blast").length() == 25, "and each cell of it once");
    }

    private void chains()
    {
        array<string> rows = {"#########", "#B**.....", "###*#####", "#*****..#", "###*#####", "###*....."};
        draw(rows, 2);
        addBomb(3, 1, FuseTicks, 2, Down, 0, 0);
        addBomb(3, 3, NoFuse, 2, Cross, 0, 0);
        expect(burnsAsDrawn(rows), "fire sets off bombs, and theirs the next ones");
        expect(findByTag("bomb").isEmpty(), "also bombs that wait for the remote control");
    }

    private void powers()
    {
        loseAll(player());
        applyPower(player(), Power::BombDown);
        applyPower(player(), Power::FireDown);
        applyPower(player(), Power::FireDown);
        expect(has(player(), "bombs") == 1 && has(player(), "reach") == 1, "there is one bomb and one cell at least");
        for (int i = 0; i < 20; i++)
            applyPower(player(), Power::BombUp);
        expect(has(player(), "bombs") == 8, "and eight bombs at most");
        loseAll(player());
    }

    private void bombsKeepWhatTheyGot()
    {
        clearBoard();
        Entity bomb = addThing("bomb", 5, 5);
        giveBomb(bomb, player(), true);
        waitTicks(2);
        applyPower(player(), Power::FireUp);
        expect(has(bomb, "reach") == 2 && has(player(), "reach") == 3, "a bomb keeps the reach of when it was laid");
        applyPower(player(), Power::FullFire);
        applyPower(player(), Power::Dangerous);
        giveBomb(bomb, player(), true);
        expect(has(bomb, "reach") == 3, "full fire makes no dangerous bomb bigger");
        loseAll(player());
    }

    // Saved in the middle of fire, fuses and steps: the board comes back equal, and goes on equal.
    private void savedBoards()
    {
        clearBoard();
        find("Board").setInt("script.level", 2);
        buildWalls(2);
        addThing("soft", 7, 1, "hides", Power::FireUp);
        addThing("power_up", 5, 1, "kind", Power::Remote);
        addThing("exit", 9, 9);
        for (int i = 0; i < 3; i++)
        {
            addThing("enemy", 11, 3 + 2 * i, "kind", i).setInt("script.dice", 77 + i);
            addBomb(4 + 2 * i, 1, 20 + 30 * i, 2, Cross, 0, 0);
        }
        waitTicks(35);
        string saved = atEndOfTick("save");
        waitTicks(100);
        string later = atEndOfTick("");
        expect(saved != later, "the board has changed in the meantime");
        expect(atEndOfTick("restore") == saved, "a restored board is the one that was saved");
        waitTicks(100);
        expect(atEndOfTick("") == later, "and it goes on as the first one did");
    }

    // Tells the board to do something, and describes what it is at the end of that tick.
    private string atEndOfTick(const string &in message)
    {
        job = "describe";
        if (message != "")
            find("Board").send(message);
        waitTicks(1);
        return described;
    }

    // The board comes before this object: it has saved or restored by now.
    void onLateTick(float dt)
    {
        if (job != "")
            described = describeBoard(find("Board"));
        job = "";
    }
}
