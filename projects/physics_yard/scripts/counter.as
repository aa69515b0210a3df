// Counts what falls into its trigger and shows it. The trigger is set to tell of bodies, not of the
// player; it sees balls that the ball run uses again leave and come back, and counts them again.

class Counter : Node
{
    private int fallenIn = 0;     // since the start
    private int inside = 0;       // now

    void onTriggerEnter(Entity other)
    {
        fallenIn++;
        inside++;
    }

    void onTriggerExit(Entity other)
    {
        inside--;
    }

    // What a script shows is gone in the next tick unless it is shown again.
    void onTick(float dt)
    {
        Hud::text("Fallen in: " + fallenIn, Anchor::TopRight, Vec2(0, 0), 30);
        Hud::text("there now: " + inside, Anchor::TopRight, Vec2(0, 38), 20,
                  Color(0.8, 0.85, 0.9));
        Hud::crosshair(10);
    }
}
