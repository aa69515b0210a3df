// Plays a sound when somebody comes into its trigger, and again while they are there.

[outputs("started", "ended")]
class SoundArea : Node
{
    [asset(sound)] string sound = "";

    [range(0, 1), tooltip("How loud")]
    double volume = 1;

    [range(0, 1000), unit("m"), tooltip("How far it is heard; 0: everywhere alike")]
    double range = 20;

    [range(0, 3600), unit("s"), tooltip("From one time to the next while somebody is there; 0: once")]
    double interval = 0;

    private int inside = 0;
    private double waiting = 0;

    void onTriggerEnter(Entity other)
    {
        if (++inside > 1)
            return;
        play();
        waiting = interval;
        fireOutput("started");
    }

    void onTriggerExit(Entity other)
    {
        if (--inside == 0)
            fireOutput("ended");
    }

    void play()
    {
        if (sound != "")
            playSound(sound, volume, range);
    }

    void onTick(float dt)
    {
        if (inside == 0 || interval <= 0)
            return;
        waiting -= dt;
        if (waiting > 0)
            return;
        waiting += interval;
        play();
    }
}
