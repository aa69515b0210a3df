// The player's health, with a bar on the screen. One of it anywhere in the level is enough.

[outputs("hurt", "died", "healed")]
class Health : Node
{
    [range(1, 100000), tooltip("Full health")]
    double most = 100;

    [range(0, 1000), unit("1/s"), tooltip("How much comes back by itself")]
    double regrowth = 0;

    [tooltip("Shows a bar at the bottom left")]
    bool showBar = true;

    double health = 100;

    private Vec3 startPlace;

    void onStart()
    {
        health = most;
        if (player().exists)
            startPlace = player().worldPosition;
    }

    void damage(double amount)
    {
        if (amount <= 0 || health <= 0)
            return;
        health = max(0.0, health - amount);
        fireOutput("hurt", amount);
        if (health <= 0)
            die();
    }

    void heal(double amount)
    {
        if (amount <= 0)
            return;
        health = min(most, health + amount);
        fireOutput("healed", amount);
    }

    // Where the player comes back; the part Checkpoint sends it.
    void comeBackAt(Vec3 place) { startPlace = place; }

    void onTick(float dt)
    {
        health = min(most, health + regrowth * dt);
        if (showBar)
            Hud::bar(Anchor::BottomLeft, Vec2(0, 0), Vec2(220, 18), health / most, Color(0.8, 0.1, 0.1));
    }

    private void die()
    {
        fireOutput("died");
        Entity who = player();
        if (who.exists)
            who.translate(startPlace - who.worldPosition);
        health = most;
    }
}
