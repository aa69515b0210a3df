// Shows the game from its own place for a while, along its -Z.

[outputs("started", "ended")]
class ViewCamera : Node
{
    [range(0, 600), unit("s"), tooltip("How long; 0: until hide() is sent")]
    double duration = 3;

    private bool shown = false;
    private double left = 0;

    void show()
    {
        left = duration;
        if (shown)
            return;
        shown = true;
        fireOutput("started");
    }

    void hide()
    {
        if (!shown)
            return;
        shown = false;
        fireOutput("ended");
    }

    // After the player's script, which places the camera, too.
    void onLateTick(float dt)
    {
        if (!shown)
            return;
        Camera::place(entity.worldPosition, entity.rotation);
        left -= dt;
        if (duration > 0 && left <= 0)
            hide();
    }
}
