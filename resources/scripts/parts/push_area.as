// Throws who comes into its box: a jump pad with a goal, or a current with a velocity.

[outputs("pushed")]
class PushArea : Node
{
    [tooltip("Highest point of the flight. Without it, the first object below this one")]
    Entity goal;

    [unit("m/s"), tooltip("How fast who comes in moves on where there is no goal")]
    Vec3 velocity = Vec3(0, 10, 0);

    [tooltip("Pushes on while somebody is in it, as a current does, not only as he comes in")]
    bool steady = false;

    [tooltip("enable() and disable() change it")]
    bool enabled = true;

    [asset(sound)] string sound = "";

    private array<Entity> inside;

    void onTriggerEnter(Entity other)
    {
        if (inside.find(other) < 0)
            inside.insertLast(other);
        if (!enabled)
            return;
        push(other);
        if (sound != "")
            playSound(sound, 1, 20);
        fireOutput("pushed", other);
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
        for (uint i = 0; steady && enabled && i < inside.length(); ++i)
            push(inside[i]);
    }

    // Only what has a body or walks can be thrown.
    private void push(Entity who)
    {
        if (!who.exists || !(who.has("character") || who.has("body")))
            return;
        Entity to = goal;
        if (!to.exists && entity.childCount > 0 && !entity.child(0).has("brush"))
            to = entity.child(0);
        who.velocity = to.exists ? throwTo(to.worldPosition - who.worldPosition) : velocity;
    }

    // Speed of a throw whose highest point is `way` off; a lower goal is thrown at level.
    private Vec3 throwTo(Vec3 way)
    {
        double fall = gravity();
        double time = sqrt(2 * max(way.y, 0.1) / max(fall, 0.1));
        return Vec3(way.x / time, fall * time, way.z / time);
    }
}
