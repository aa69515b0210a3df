// Turns without end: a fan, a mill, a carousel. It drives a group with a Mover and brushes below it.

enum RotatorAxis { Upright, AlongX, AlongZ }

[outputs("started", "stopped")]
class Rotator : Node
{
    [tooltip("The axis that it turns about, seen from its parent")]
    RotatorAxis about = RotatorAxis::Upright;

    [range(0, 3600), unit("degrees/s"), tooltip("Counter-clockwise, seen from the tip of the axis")]
    double speed = 45;

    [tooltip("Turns clockwise; reverse() changes it")]
    bool reversed = false;

    [range(0, 60), unit("s"), tooltip("From rest to its speed, and back to rest")]
    double spinUp = 0;

    [tooltip("Turns as soon as the game starts; otherwise go() starts it")]
    bool runs = true;

    [unit("m"), tooltip("Where the axis is, seen from the object's place")]
    Vec3 hinge = Vec3(0, 0, 0);

    private Vec3 pivot; // seen from the parent
    private Quat home;
    private double share = 0; // of its speed
    private double angle = 0; // degrees

    void onStart()
    {
        home = entity.rotation;
        pivot = entity.position + home * hinge;
        share = runs ? 1.0 : 0.0;
    }

    void go()
    {
        if (runs)
            return;
        runs = true;
        fireOutput("started");
    }

    // It comes to rest in its own time.
    void stop()
    {
        if (!runs)
            return;
        runs = false;
        if (share <= 0)
            fireOutput("stopped");
    }

    void toggle()
    {
        if (runs)
            stop();
        else
            go();
    }

    void reverse() { reversed = !reversed; }

    void onTick(float dt)
    {
        double goal = runs ? 1.0 : 0.0;
        if (share == goal && !runs)
            return;
        double change = spinUp > 0 ? dt / spinUp : 1.0;
        if (share < goal)
            share = min(goal, share + change);
        else if (share > goal)
        {
            share = max(goal, share - change);
            if (share <= 0)
                fireOutput("stopped");
        }
        angle = (angle + (reversed ? -speed : speed) * share * dt) % 360.0;
        Vec3 axis = Vec3(0, 1, 0);
        if (about == RotatorAxis::AlongX)
            axis = Vec3(1, 0, 0);
        else if (about == RotatorAxis::AlongZ)
            axis = Vec3(0, 0, 1);
        entity.rotation = aboutAxis(axis, radians(angle)) * home;
        entity.position = pivot - entity.rotation * hinge;
    }
}
