// The App class of the project: one object for the whole game. It shows the start menu, and enters
// what a game has brought among the high scores.

#include "high_scores.as"

class GridGame : Node
{
    private string news;

    void onTick(float dt)
    {
        if (Game::scene() != "scenes/start.scene.json")
            return;
        if (Game::has("lastScore"))
            enter(int(Game::getNumber("lastScore")));
        Hud::menu("start", "", Vec2(0, 120));
        if (Hud::button("Play"))
            begin(false);
        if (Save::has("board") && Hud::button("Go on with the saved game"))
            begin(true);
        if (Hud::button("High scores"))
            Game::push("scenes/scores.scene.json");
        if (Hud::button("Quit"))
            Game::quit();
        if (news != "")
            Hud::label(news);
    }

    private void begin(bool saved)
    {
        news = "";
        Game::setBool("restore", saved);
        Game::load("scenes/level.scene.json");
    }

    private void enter(int points)
    {
        Game::remove("lastScore");
        int place = addScore(points);
        news = "" + points + " points" + (place >= 0 ? ", number " + (place + 1) : "");
    }
}
