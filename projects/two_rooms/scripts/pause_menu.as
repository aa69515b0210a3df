// The right mouse button opens it. The world stands still meanwhile: only onPausedTick() is called.

class PauseMenu : Node
{
    void onTick(float dt)
    {
        if (Input::wasPressed(Key::AltFire))
            Game::pause();
        if (Game::getNumber("score") >= Save::getNumber("goal", 10))
            Hud::text("You have them all", Anchor::Center, Vec2(0, -120), 40);
    }

    void onPausedTick(float dt)
    {
        Hud::menu("pause", "Paused");
        if (Hud::button("Go on") || Hud::back())
            Game::resume();
        if (Hud::button("Start menu"))
            Game::load("scenes/start.scene.json");
        if (Hud::button("Quit"))
            Game::quit();
    }
}
