// A button. Put its brushes below a group, give the group a Mover and this script, and choose whom
// it tells: that object's script gets the message `press`, whatever file it is in. So the same
// button drops crates, rolls balls and lets blocks go, and knows nothing of any of them.

class Button : Node
{
    [tooltip("Whose script has a method press()")]
    Entity target;

    [tooltip("What the screen says it does, when the player is near")]
    string hint = "press";

    [range(0.5, 5), unit("m"), tooltip("How near that is")]
    double near = 2.5;

    [range(0, 0.2), unit("m"), tooltip("How far it goes in, towards its own -Z")]
    double depth = 0.06;

    private Vec3 home;            // where it is when nobody presses it
    private bool moving = false;

    void onStart()
    {
        home = entity.position;
    }

    // The player looks at it from near by and presses E.
    void onUse(Entity by)
    {
        if (moving)
            return;
        target.send("press");
        start(Routine(goInAndOut));
    }

    void onTick(float dt)
    {
        if (player().worldPosition.distanceTo(entity.worldPosition) < near)
            Hud::text("E: " + hint, Anchor::Bottom, Vec2(0, -60), 26);
    }

    // A coroutine: it waits for each movement, and the game goes on meanwhile.
    private void goInAndOut()
    {
        moving = true;
        playSound("Sounds/button.wav", 0.4, 12);
        entity.tween("transform.position", home - Vec3(0, 0, depth), 0.1, Ease::CubicOut);
        entity.tween("transform.position", home, 0.25);
        moving = false;
    }

    // A reload of this file has ended the coroutine in the midst of its way.
    void onReload()
    {
        entity.position = home;
        moving = false;
    }
}
