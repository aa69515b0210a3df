// Takes who comes into its trigger to another object's place.

[outputs("teleported")]
class Teleporter : Node
{
    [tooltip("Where to. Without it, the first object below this one")]
    Entity goal;

    [tooltip("Whether who arrives looks where the goal looks, along its -Z")]
    bool turns = true;

    [tooltip("enable() and disable() change it")]
    bool enabled = true;

    [asset(sound)] string sound = "";

    void onTriggerEnter(Entity other)
    {
        if (enabled)
            teleport(other);
    }

    void teleport(Entity who)
    {
        Entity to = goal;
        if (!to.exists && entity.childCount > 0)
            to = entity.child(0);
        if (!to.exists || !who.exists)
            return;
        who.translate(to.worldPosition - who.worldPosition);
        if (turns && who.has("character"))
            who.rotation = fromAngles(to.worldRotation.yaw, 0);
        if (sound != "")
            playSound(sound, 1, 20);
        fireOutput("teleported", who);
    }

    void enable() { enabled = true; }

    void disable() { enabled = false; }
}
