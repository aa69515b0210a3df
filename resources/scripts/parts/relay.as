// Passes a message on: one wire leads to it, many lead away.

[outputs("fired")]
class Relay : Node
{
    [tooltip("Passes messages on; enable() and disable() change it")]
    bool enabled = true;

    void fire()
    {
        if (enabled)
            fireOutput("fired");
    }

    void enable() { enabled = true; }

    void disable() { enabled = false; }
}
