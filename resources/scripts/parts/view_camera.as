// Shows the game from its own place for a while, along its -Z.

[outputs("started", "ended")]
class ViewCamera : Node
{
    [range(0, 600), unit("s"), tooltip("How long; 0: until hide() is sent")]
    double duration = 3;

    [range(0, 60), unit("s"), tooltip("How long the picture takes to get there and back; 0: a cut")]
    double travel = 0;

    [range(0, 150), unit("deg"), tooltip("Field of view from top to bottom, at least 5; 0: the player's")]
    double fov = 0;

    private bool shown = false;
    private double left = 0;

    void show()
    {
        left = duration;
        if (shown)
            return;
        shown = true;
        if (fov > 0)
            Camera::setFov(entity, clamp(fov, 5.0, 150.0));
        Camera::use(entity, clamp(travel, 0.0, 600.0));
        fireOutput("started");
    }

    void hide()
    {
        if (!shown)
            return;
        shown = false;
        if (Camera::active() == entity) // else another one has taken over
            Camera::use(Entity(), clamp(travel, 0.0, 600.0));
        fireOutput("ended");
    }

    void onDisable() { hide(); }

    void onTick(float dt)
    {
        if (!shown)
            return;
        left -= dt;
        if (duration > 0 && left <= 0)
            hide();
    }
}
