// A platform, lift or train. It drives a group with a Mover and brushes below it, and goes from where
// it stands to each object below it that has no brush, in their order in the scene browser.

enum PlatformRun { BackAndForth, Round, OneWay }

[outputs("started", "stopped", "arrived")]
class Platform : Node
{
    [tooltip("What comes after the last point: the way back, the first point again, or nothing")]
    PlatformRun run = PlatformRun::BackAndForth;

    [range(0.01, 100), unit("m/s")]
    double speed = 2;

    [range(0, 600), unit("s"), tooltip("How long it waits at each point")]
    double pause = 1;

    [tooltip("Goes as soon as the game starts; otherwise go() starts it")]
    bool runs = true;

    [tooltip("Waits at each point for the next go()")]
    bool stepByStep = false;

    private array<Vec3> points; // seen from the parent
    private int next = 1;
    private int step = 1;
    private double waiting = 0;

    void onStart()
    {
        Vec3 offset = entity.worldPosition - entity.position; // parents of platforms do not turn
        points.insertLast(entity.position);
        for (int i = 0; i < entity.childCount; ++i)
            if (!entity.child(i).has("brush"))
                points.insertLast(entity.child(i).worldPosition - offset);
    }

    void go()
    {
        if (runs || points.length() < 2)
            return;
        runs = true;
        waiting = 0;
        fireOutput("started");
    }

    void stop()
    {
        if (!runs)
            return;
        runs = false;
        fireOutput("stopped");
    }

    void toggle()
    {
        if (runs)
            stop();
        else
            go();
    }

    void onTick(float dt)
    {
        if (!runs || points.length() < 2)
            return;
        if (waiting > 0)
        {
            waiting -= dt;
            return;
        }
        Vec3 way = points[next] - entity.position;
        double far = way.length();
        double most = speed * dt;
        if (far > most)
        {
            entity.position = entity.position + way * (most / far);
            return;
        }
        entity.position = points[next];
        arrive();
    }

    private void arrive()
    {
        waiting = pause;
        int last = int(points.length()) - 1;
        bool atEnd = next + step > last || next + step < 0;
        if (run == PlatformRun::Round)
            next = (next + 1) % (last + 1);
        else if (atEnd && run == PlatformRun::BackAndForth)
            step = -step;
        if (run != PlatformRun::Round && !(atEnd && run == PlatformRun::OneWay))
            next += step;
        fireOutput("arrived", double(next));
        if (stepByStep || (atEnd && run == PlatformRun::OneWay))
            stop();
    }
}
