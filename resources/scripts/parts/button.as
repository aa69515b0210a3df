// A button that goes in and comes out. It drives a group with a Mover and the button's brushes.

[outputs("pressed", "released")]
class Button : Node
{
    [tooltip("Pressed by who walks into it, besides by the player's use")]
    bool byTouch = false;

    [unit("m"), tooltip("How far and which way it goes in, seen from its parent")]
    Vec3 travel = Vec3(0, 0, -0.06);

    [range(0.01, 60), unit("s"), tooltip("How long it takes to go in")]
    double duration = 0.1;

    [range(0, 600), unit("s"), tooltip("How long it stays in; 0: for ever")]
    double stayIn = 0.5;

    [tooltip("What the screen says when the player is near; empty: nothing")]
    string hint = "";

    [asset(sound)] string sound = "";

    private Vec3 home;
    private bool isIn = false;

    void onStart() { home = entity.position; }

    void onUse(Entity by) { press(); }

    void onTouch(Entity other)
    {
        if (byTouch)
            press();
    }

    void press()
    {
        if (isIn)
            return;
        isIn = true;
        if (sound != "")
            playSound(sound, 0.6, 12);
        start(Routine(goInAndOut));
        fireOutput("pressed");
    }

    void onTick(float dt)
    {
        if (hint != "" && player().exists && player().worldPosition.distanceTo(entity.center) < 2.5)
            Hud::text("E: " + hint, Anchor::Bottom, Vec2(0, -60), 26);
    }

    private void goInAndOut()
    {
        entity.tween("transform.position", home + travel, duration, Ease::CubicOut);
        if (stayIn <= 0)
            return;
        wait(stayIn);
        entity.tween("transform.position", home, 2 * duration);
        isIn = false;
        fireOutput("released");
    }

    // A reload has ended the coroutine in the midst of its way.
    void onReload()
    {
        entity.position = home;
        isIn = false;
    }
}
