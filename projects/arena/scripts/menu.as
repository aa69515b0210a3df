// The menus: at the start, on pause, and when all is over. A menu that is shown has the player's keys
// and mouse, so nobody shoots while choosing.

#include "scores.as"
#include "directions.as"

class ArenaMenu : Node
{
    private double overAt = -1;   // when the game ended, in seconds since the start

    void onTick(float dt)
    {
        string state = Game::getText("state");
        if (state == "menu")
            startMenu();
        else if (state == "over")
            endMenu();
        else if (Input::wasPressed("Pause"))
            Game::pause();
    }

    // The camera swings above the arena.
    private void startMenu()
    {
        Vec3 eye = Vec3(3.5 * sin(time() * 0.25), 4.6, 13.5);
        Camera::place(eye, looking((Vec3(0, 2.2, 0) - eye).normalized()));
        Hud::text("ARENA", Anchor::Center, Vec2(0, -220), 96, Color(1, 0.36, 0.03));
        Hud::text("rockets, walkers, no way out", Anchor::Center, Vec2(0, -150), 22, Color(0.4, 0.55, 0.7));
        Hud::menu("start", "", Vec2(-180, 60), 340);
        if (Hud::button("Play"))
            find("Game").send("play");
        settings();
        if (Hud::button("Quit"))
            Game::quit();
        highScores(-1);
    }

    private void settings()
    {
        Save::setNumber("look speed", Hud::slider("Look speed", Save::getNumber("look speed", 1), 0.2, 3, 0.1));
        Save::setNumber("safe zone", Hud::slider("Safe zone", Save::getNumber("safe zone", 28), 0, 120, 4));
    }

    // Beside the menu; `mine` is the row that the last game earned, or -1.
    private void highScores(int mine)
    {
        Hud::box(Anchor::Center, Vec2(180, 60), Vec2(320, 330), Color(0.02, 0.03, 0.05), 0.75);
        Hud::text("HIGH SCORES", Anchor::Center, Vec2(180, -82), 20, Color(0.4, 0.55, 0.7));
        for (int i = 0; i < ScoreCount; i++)
        {
            Color ink = i == mine ? Color(1, 0.36, 0.03) : Color(0.85, 0.88, 0.92);
            double y = -48 + 27 * i;
            Hud::text("" + (i + 1), Anchor::Center, Vec2(50, y), 18, Color(0.22, 0.27, 0.33));
            Hud::text(nameAt(i), Anchor::Center, Vec2(150, y), 18, ink);
            Hud::text("" + scoreAt(i), Anchor::Center, Vec2(300, y), 18, ink);
        }
    }

    private void endMenu()
    {
        if (overAt < 0)
            overAt = time();
        Entity game = find("Game");
        Hud::text("YOU FELL IN ROUND " + int(game.getNumber("script.round")), Anchor::Center, Vec2(0, -220), 48,
                  Color(1, 0.1, 0.04));
        Hud::text("" + int(game.getNumber("script.score")) + " points", Anchor::Center, Vec2(0, -165), 28);
        if (time() < overAt + 1.2) // nobody chooses with the shot that came too late
            return;
        Hud::menu("over", "", Vec2(-180, 60), 340);
        if (Hud::button("Play again"))
            game.send("playAgain");
        if (Hud::button("Quit"))
            Game::quit();
        highScores(int(game.getNumber("script.place")));
    }

    void onPausedTick(float dt)
    {
        Hud::menu("pause", "Paused", Vec2(-180, 60), 340);
        if (Hud::button("Go on") || Hud::back())
            Game::resume();
        settings();
        if (Hud::button("Start again"))
            find("Game").send("playAgain");
        if (Hud::button("Quit"))
            Game::quit();
        highScores(-1);
    }
}
