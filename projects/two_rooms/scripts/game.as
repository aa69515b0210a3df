// The App class of the project: one object from the start menu to the end of the game, whatever
// scene runs. It shows the start menu, and the score over every room.

class TwoRooms : Node
{
    void onStart()
    {
        Game::setNumber("score", 0);
    }

    void onTick(float dt)
    {
        if (Game::scene() == "scenes/start.scene.json")
            startMenu();
        else
            Hud::text("Score " + int(Game::getNumber("score")), Anchor::TopLeft);
    }

    private void startMenu()
    {
        Hud::menu("start", "Two rooms");
        if (Hud::button("Play"))
        {
            Game::setNumber("score", 0);
            Game::load("scenes/hall.scene.json");
        }
        Save::setNumber("goal", Hud::slider("Coins to win", Save::getNumber("goal", 10), 1, 20, 1));
        Hud::label("Best score " + int(Save::getNumber("best")));
        if (Hud::button("Quit"))
            Game::quit();
    }

    void onStop()
    {
        if (Game::getNumber("score") > Save::getNumber("best"))
            Save::setNumber("best", Game::getNumber("score"));
    }
}
