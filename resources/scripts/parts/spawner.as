// Makes copies of an object or of a prefab at its own place.

[outputs("spawned", "finished")]
class Spawner : Node
{
    [tooltip("What is copied; it may stand where nobody comes")]
    Entity what;

    [tooltip("Or a prefab, such as prefabs/torch.prefab.json")]
    string prefab = "";

    [range(0, 3600), unit("s"), tooltip("From one to the next; 0: only when spawn() is sent")]
    double interval = 3;

    [range(1, 1000), tooltip("As many of them are there at a time")]
    int mostAtOnce = 5;

    [range(0, 100000), tooltip("As many in a game; 0: no end")]
    int mostInAll = 0;

    [tooltip("enable() and disable() change it")]
    bool enabled = true;

    private array<Entity> alive;
    private int made = 0;
    private double waiting = 0;

    void onStart() { waiting = interval; }

    void onTick(float dt)
    {
        if (!enabled || interval <= 0)
            return;
        waiting -= dt;
        if (waiting > 0)
            return;
        waiting += interval;
        spawn();
    }

    void spawn()
    {
        for (int i = int(alive.length()) - 1; i >= 0; --i)
            if (!alive[i].exists)
                alive.removeAt(i);
        bool isUsedUp = mostInAll > 0 && made >= mostInAll;
        if (isUsedUp || int(alive.length()) >= mostAtOnce)
            return;
        Entity one = make();
        if (!one.exists)
            return;
        alive.insertLast(one);
        ++made;
        fireOutput("spawned", one);
        if (made == mostInAll)
            fireOutput("finished");
    }

    void enable() { enabled = true; }

    void disable() { enabled = false; }

    private Entity make()
    {
        if (prefab != "")
            return spawnPrefab(prefab, entity.worldPosition);
        if (!what.exists)
            return Entity();
        Entity one = copyOf(what);
        one.translate(entity.worldPosition - one.worldPosition);
        return one;
    }
}
