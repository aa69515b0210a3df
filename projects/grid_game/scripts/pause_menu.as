// The action Pause opens it. The board stands still meanwhile: only onPausedTick() is called.

class PauseMenu : Node
{
    void onTick(float dt)
    {
        if (Input::wasPressed("Pause"))
            Game::pause();
    }

    void onPausedTick(float dt)
    {
        Hud::menu("pause", "Paused", Vec2(0, 0), 620);
        if (Hud::button("Go on") || Hud::back())
            Game::resume();
        if (Hud::button("Save"))
            tell("save");
        if (Hud::button("Back to what was saved"))
            tell("restore");
        if (Hud::button("High scores"))
            Game::push("scenes/scores.scene.json");  // on top: the board waits below
        if (Hud::button("Start menu"))
            Game::load("scenes/start.scene.json");
        Hud::label("Arrows walk, Space lays a bomb, E sets remote ones off");
        Hud::label("1 saves, 2 goes back to that, P pauses");
    }

    // The board does it at the end of the next tick that it plays.
    private void tell(const string &in message)
    {
        find("Board").send(message);
        Game::resume();
    }
}
