// Words on the screen when the player is near, or when a wire says some.

[outputs("seen")]
class TextSign : Node
{
    [tooltip("What it says; \\n begins a new line")]
    string text = "Welcome";

    [range(0.5, 100), unit("m"), tooltip("How near the player has to be")]
    double distance = 3;

    [range(8, 200), tooltip("Height of the letters, in points of which the screen has 720")]
    double size = 28;

    [tooltip("Of the letters")]
    Color color = Color(1, 1, 1);

    [tooltip("Nobody sees it while it is off; turnOn() and turnOff() change it")]
    bool on = true;

    [range(0.1, 60), unit("s"), tooltip("How long it shows what say() tells it, wherever the player is")]
    double duration = 3;

    private bool wasNear = false;
    private string said;
    private double saying = 0;

    void turnOn() { on = true; }

    void turnOff() { on = false; }

    void say(const string &in words)
    {
        said = words;
        saying = duration;
    }

    void onTick(float dt)
    {
        if (saying > 0)
        {
            saying -= dt;
            Hud::text(said, Anchor::Center, Vec2(0, -120), size, color);
        }
        Entity who = player();
        bool isNear = on && who.exists &&
                      who.worldPosition.distanceTo(entity.worldPosition) < distance;
        if (isNear)
            Hud::text(text, Anchor::Bottom, Vec2(0, -120), size, color);
        if (isNear && !wasNear)
            fireOutput("seen");
        wasNear = isNear;
    }
}
