// Harms who is in its trigger, at once and again and again. Who has a damage() takes it; for the
// player without one the part Health does.

[outputs("hurt")]
class HurtArea : Node
{
    [range(0, 100000), tooltip("Each time")]
    double damage = 10;

    [range(0.1, 60), unit("s"), tooltip("From one time to the next")]
    double interval = 1;

    [tooltip("enable() and disable() change it")]
    bool enabled = true;

    private array<Entity> inside;
    private double waiting = 0;

    void onTriggerEnter(Entity other)
    {
        if (inside.find(other) < 0)
            inside.insertLast(other);
        if (enabled)
            harm(other);
        if (inside.length() == 1)
            waiting = interval;
    }

    void onTriggerExit(Entity other)
    {
        int at = inside.find(other);
        if (at >= 0)
            inside.removeAt(at);
    }

    void onDisable() { inside.resize(0); }

    void enable() { enabled = true; }

    void disable() { enabled = false; }

    void onTick(float dt)
    {
        if (inside.length() == 0)
            return;
        waiting -= dt;
        if (waiting > 0)
            return;
        waiting += interval;
        for (uint i = 0; enabled && i < inside.length(); ++i)
            harm(inside[i]);
    }

    private void harm(Entity who)
    {
        if (!who.exists)
            return;
        if (!who.send("damage", damage) && who == player())
        {
            array<Entity>@ keepers = findByClass("Health");
            for (uint i = 0; i < keepers.length(); ++i)
                keepers[i].send("damage", damage);
        }
        fireOutput("hurt", who);
    }
}
