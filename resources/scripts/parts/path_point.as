// A point of a platform's path, which tells the platform what to do when it arrives.

[outputs("passed")]
class PathPoint : Node
{
    [range(0, 600), unit("s"), tooltip("How long a platform waits here; 0: as long as it does elsewhere")]
    double pause = 0;

    [range(0, 100), unit("m/s"), tooltip("How fast it goes from here on; 0: as before")]
    double speed = 0;

    [tooltip("It stops here until it is told to go on")]
    bool stops = false;

    // The part Platform sends it.
    void pass(Entity who)
    {
        if (pause > 0)
            who.send("waitFor", pause);
        if (speed > 0)
            who.send("setSpeed", speed);
        fireOutput("passed", who);
        if (stops)
            who.send("stop");
    }
}
