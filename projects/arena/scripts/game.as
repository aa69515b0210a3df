// The rules: rounds that get harder, the score, and what state the game is in. That state is a value
// of the game, Game::getText("state"), so that every script can ask for it:
//   menu   before the first round; walkers stroll about behind the menu
//   play   somebody plays
//   over   the player has fallen

#include "scores.as"

class ArenaGame : Node
{
    [range(1, 20), tooltip("Walkers of the first round; each has one more, up to Most")]
    int first = 2;

    [range(1, 20)]
    int most = 5;

    int score = 0;
    int round = 0;
    int downs = 0;                // walkers that fell since the start
    int place = -1;               // among the high scores, when it is over

    private Task rounds;

    void onStart()
    {
        // A game after the first one begins with the scene: everything is as it was.
        bool again = Game::getBool("again");
        Game::remove("again");
        Game::setText("state", "menu");
        if (again)
            play();
        else
            for (int i = 0; i < 3; i++)
                addWalker(i * 2);
    }

    void onReload()
    {
        if (Game::getText("state") == "play")
            rounds = start(Routine(playRounds));
    }

    // Messages of the menu.
    void play()
    {
        array<Entity>@ strollers = findByTag("walker");
        for (uint i = 0; i < strollers.length(); i++)
            strollers[i].destroy();
        Game::setText("state", "play");
        rounds = start(Routine(playRounds));
    }

    void playAgain()
    {
        Game::setBool("again", true);
        Game::load(Game::scene());
    }

    // A coroutine: one round after the other.
    private void playRounds()
    {
        while (true)
        {
            round++;
            broadcast("roundBegins", round);
            playSound("Sounds/round.wav", 0.6);
            wait(2);
            int count = int(min(first + round - 1, most));
            for (int i = 0; i < count; i++)
            {
                addWalker(farthestSpawn(i));
                wait(0.6);
            }
            waitUntil(Condition(isCleared));
            score += 5 * round;
            broadcast("say", "Round " + round + " cleared: +" + 5 * round);
            wait(3);
        }
    }

    private bool isCleared() { return findByTag("walker").isEmpty(); }

    private void addWalker(int spawn)
    {
        Entity place = find("Spawns").child(spawn);
        Entity walker = spawnPrefab("prefabs/walker.prefab.json", place.worldPosition);
        walker.sendLater(0, "prepareFor", round); // its script begins with the next tick
    }

    // The spawns, those farthest from the player first.
    private int farthestSpawn(int rank)
    {
        Entity spawns = find("Spawns");
        array<int> order;
        for (int i = 0; i < spawns.childCount; i++)
        {
            uint at = 0;
            while (at < order.length() && distanceOf(order[at]) >= distanceOf(i))
                at++;
            order.insertAt(at, i);
        }
        return order[rank % order.length()];
    }

    private double distanceOf(int spawn)
    {
        return find("Spawns").child(spawn).worldPosition.distanceTo(player().worldPosition);
    }

    // Messages of walkers and the player ----------------------------------------------------------

    void walkerDown(Vec3 where)
    {
        downs++;
        if (Game::getText("state") != "play")
            return;
        score += 10;
        broadcast("say", "Walker down: +10");
    }

    void playerDied()
    {
        rounds.stop();
        Game::setText("state", "over");
        playSound("Sounds/over.wav", 0.7);
        place = addScore("You", score);
        log("The game is over in round " + round + " with " + score + " points");
    }
}
