// Where the player comes back, once they have been here; for the part Health.

[outputs("reached")]
class Checkpoint : Node
{
    [tooltip("'reached' fires the first time alone")]
    bool once = true;

    private bool wasReached = false;

    void onTriggerEnter(Entity other)
    {
        array<Entity>@ keepers = findByClass("Health");
        for (uint i = 0; i < keepers.length(); ++i)
            keepers[i].send("comeBackAt", other.worldPosition);
        if (!wasReached || !once)
            fireOutput("reached", other);
        wasReached = true;
    }
}
