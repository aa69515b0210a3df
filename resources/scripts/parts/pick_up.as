// Something that the player walks over and takes: coins, keys, first aid. Its trigger says how near
// that is; what lies below it turns about.

[outputs("taken", "back")]
class PickUp : Node
{
    [tooltip("Which number of the player's script it adds to, such as 'health'; empty: none")]
    string adds = "";

    [tooltip("Heals the player: the amount goes to the part Health")]
    bool heals = false;

    [range(-1000, 1000), tooltip("How much it adds; 'taken' tells it, too")]
    double amount = 1;

    [range(0, 3600), unit("s"), tooltip("When it comes back; 0: never")]
    double comesBack = 0;

    [range(-720, 720), unit("degrees/s"), tooltip("How fast it turns")]
    double spin = 90;

    [asset(sound)] string sound = "";

    private bool isThere = true;
    private Vec3 home;

    void onStart() { home = entity.position; }

    void onTriggerEnter(Entity other)
    {
        if (!isThere)
            return;
        isThere = false;
        if (adds != "")
            other.setNumber("script." + adds, other.getNumber("script." + adds) + amount);
        if (heals)
        {
            array<Entity>@ keepers = findByClass("Health");
            for (uint i = 0; i < keepers.length(); ++i)
                keepers[i].send("heal", amount);
        }
        if (sound != "")
            playSound(sound, 1, 20);
        fireOutput("taken", amount);
        if (comesBack <= 0)
        {
            entity.destroy();
            return;
        }
        entity.position = home - Vec3(0, 1000, 0);
        after(comesBack, Routine(comeBack));
    }

    private void comeBack()
    {
        isThere = true;
        entity.position = home;
        fireOutput("back");
    }

    void onTick(float dt)
    {
        if (isThere && spin != 0)
            entity.rotation = entity.rotation * fromAngles(radians(spin) * dt, 0);
    }
}
