// Passes a message on: one wire leads to it, many lead away. With a trigger it fires by itself when
// somebody comes in, too.

[outputs("fired")]
class Relay : Node
{
    [tooltip("Passes messages on; enable() and disable() change it")]
    bool enabled = true;

    [range(0, 3600), unit("s"), tooltip("How long it rests after it has fired; then it fires again for who is still in its trigger. 0: it fires for those who come in")]
    double rest = 0;

    [range(0, 1000000), tooltip("As often it fires in a game; 0: no end")]
    int most = 0;

    [tooltip("Fires when the player uses it or it takes damage; its trigger tells it nothing then")]
    bool byUse = false;

    private int inside = 0;
    private int count = 0;
    private bool rests = false;
    private bool fires = false; // wires may lead back to it

    void onTriggerEnter(Entity other)
    {
        ++inside;
        if (!byUse)
            fire();
    }

    void onTriggerExit(Entity other) { --inside; }

    void onUse(Entity by)
    {
        if (byUse)
            fire();
    }

    void damage(double amount)
    {
        if (byUse)
            fire();
    }

    void fire()
    {
        if (!enabled || rests || fires || (most > 0 && count >= most))
            return;
        ++count;
        rests = rest > 0;
        if (rests)
            after(rest, Routine(wake));
        fires = true;
        fireOutput("fired");
        fires = false;
    }

    void enable() { enabled = true; }

    void disable() { enabled = false; }

    private void wake()
    {
        rests = false;
        if (inside > 0 && !byUse)
            fire();
    }

    // A reload has ended its rest.
    void onReload() { rests = false; }
}
