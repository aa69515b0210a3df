// What is on the screen while somebody plays. It knows the player and the game by their members, and
// hears of what happens by messages that others send to everybody.

class ArenaHud : Node
{
    private string words;         // the last thing said
    private double saidAt = -100;
    private string banner;
    private double bannerAt = -100;
    private double markedAt = -100;
    private double hurtAt = -100;
    private double shownHealth = 100;

    private Color red = Color(0.75, 0.02, 0.01);
    private Color orange = Color(1, 0.36, 0.03);
    private Color pale = Color(0.4, 0.55, 0.7);

    // Messages ------------------------------------------------------------------------------------

    void say(string text)
    {
        words = text;
        saidAt = time();
    }

    void roundBegins(double round)
    {
        banner = "ROUND " + int(round);
        bannerAt = time();
    }

    void hitMark()
    {
        markedAt = time();
        playSound("Sounds/hit.wav", 0.5);
    }

    void playerHurt(double amount) { hurtAt = time(); }

    // Shown --------------------------------------------------------------------------------------

    void onTick(float dt)
    {
        Hud::setMargin(Save::getNumber("safe zone", 28)); // some screens hide their borders
        string state = Game::getText("state");
        if (state == "menu")
            return;
        showPain(state);
        if (state == "play")
        {
            showHealth(dt);
            showGame();
            showAim();
        }
    }

    private void showHealth(double dt)
    {
        double health = player().getNumber("script.health");
        double part = health / player().getNumber("script.most");
        shownHealth = lerp(shownHealth, part, 1 - exp(-8 * dt)); // runs after the real one
        Hud::box(Anchor::BottomLeft, Vec2(0, 0), Vec2(300, 64), Color(0.02, 0.03, 0.05), 0.55);
        Hud::text("HEALTH", Anchor::BottomLeft, Vec2(16, -36), 15, pale);
        Hud::text("" + int(ceil(health)), Anchor::BottomLeft, Vec2(236, -30), 30);
        Hud::bar(Anchor::BottomLeft, Vec2(16, -14), Vec2(204, 14), clamp(shownHealth, 0, 1),
                 part > 0.35 ? Color(0.05, 0.6, 0.15) : red);
        int rockets = int(player().getNumber("script.rockets"));
        Hud::box(Anchor::BottomRight, Vec2(0, 0), Vec2(180, 64), Color(0.02, 0.03, 0.05), 0.55);
        Hud::text("ROCKETS", Anchor::BottomRight, Vec2(-90, -24), 15, pale);
        Hud::text("" + rockets, Anchor::BottomRight, Vec2(-18, -14), 34, rockets > 3 ? orange : red);
    }

    private void showGame()
    {
        Entity game = find("Game");
        Hud::text("SCORE", Anchor::TopRight, Vec2(0, 0), 15, pale);
        Hud::text("" + int(game.getNumber("script.score")), Anchor::TopRight, Vec2(0, 18), 38);
        Hud::text("ROUND " + int(game.getNumber("script.round")), Anchor::TopLeft, Vec2(0, 0), 22, orange);
        int left = findByTag("walker").length();
        for (int i = 0; i < left; i++) // a mark for each that is left
            Hud::box(Anchor::TopLeft, Vec2(i * 20, 32), Vec2(14, 14), red, 0.9);
        double age = time() - saidAt;
        if (age < 2)
            Hud::text(words, Anchor::Bottom, Vec2(0, -96), 24, pale);
        double shown = time() - bannerAt;
        if (shown < 2.2) // comes in from above and stays
            Hud::text(banner, Anchor::Top, Vec2(0, 110 * eased(Ease::CubicOut, min(shown / 0.5, 1))), 64, orange);
    }

    private void showAim()
    {
        Hud::crosshair(18);
        if (time() - markedAt > 0.25)
            return;
        for (int i = 0; i < 4; i++) // four points around the crosshair
            for (int k = 0; k < 6; k++)
            {
                double x = (i % 2 == 0 ? 1 : -1) * (12 + 2 * k), y = (i < 2 ? 1 : -1) * (12 + 2 * k);
                Hud::box(Anchor::Center, Vec2(x, y), Vec2(3, 3), red, 0.95);
            }
    }

    // A red veil when hurt, which stays when all is over.
    private void showPain(const string &in state)
    {
        double fresh = 0.35 * max(0.0, 1 - (time() - hurtAt) / 0.4);
        double veil = state == "over" ? 0.4 : fresh;
        if (veil > 0)
            Hud::box(Anchor::Center, Vec2(0, 0), Vec2(4000, 2000), Color(0.35, 0, 0), veil);
    }
}
