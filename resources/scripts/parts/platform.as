// A platform, lift or train. It drives a group with a Mover and brushes below it, and goes from where
// it stands to each object below it that has no brush, in their order in the scene browser, or along
// points that stand for themselves.

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

    [unit("m"), tooltip("One more point, seen from where it stands; 0: none")]
    Vec3 travel = Vec3(0, 0, 0);

    [tooltip("Points of a path, such as the part Path point, instead of where it stands and what is below it")]
    array<Entity> path;

    [range(0, 1000), tooltip("Which point it begins at, counted from 0")]
    int begins = 0;

    [range(0, 1000), tooltip("Which point comes after the last one when it goes round")]
    int roundTo = 0;

    [tooltip("A lift: waits at one point until the player stands on it, goes to the other, and comes back when they are off")]
    bool byRider = false;

    [range(0, 1000), tooltip("Which point a lift waits at for its rider")]
    int home = 0;

    private array<Vec3> points; // seen from the parent
    private int at = 0;
    private int next = 1;
    private int step = 1;
    private double waiting = 0;

    void onStart()
    {
        Vec3 offset = entity.worldPosition - entity.position; // parents of platforms do not turn
        if (path.length() > 0)
        {
            for (uint i = 0; i < path.length(); ++i)
                points.insertLast(path[i].worldPosition - offset);
        }
        else
        {
            points.insertLast(entity.position);
            for (int i = 0; i < entity.childCount; ++i)
                if (!entity.child(i).has("brush"))
                    points.insertLast(entity.child(i).worldPosition - offset);
            if (travel.length() > 0)
                points.insertLast(entity.position + travel);
        }
        int last = int(points.length()) - 1;
        at = begins < last ? begins : last;
        home = home < last ? home : last;
        roundTo = roundTo < last ? roundTo : last;
        if (path.length() > 0 || at > 0)
            entity.position = points[at];
        step = at < last || run == PlatformRun::Round ? 1 : -1;
        next = run == PlatformRun::Round && at == last ? roundTo : at + step;
        if (byRider)
            runs = false;
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

    // Here and now; points of a path tell it.
    void waitFor(double seconds) { waiting = seconds; }

    void setSpeed(double metresPerSecond) { speed = max(0.01, metresPerSecond); }

    void onTick(float dt)
    {
        if (byRider && !runs && at == home && isRidden())
            go();
        if (!runs || points.length() < 2)
            return;
        if (waiting > 0)
        {
            if (!byRider || !isRidden())
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
        at = next;
        int last = int(points.length()) - 1;
        bool atEnd = next + step > last || next + step < 0;
        if (run == PlatformRun::Round)
            next = next < last ? next + 1 : roundTo;
        else if (atEnd && run == PlatformRun::BackAndForth)
            step = -step;
        if (run != PlatformRun::Round && !(atEnd && run == PlatformRun::OneWay))
            next += step;
        fireOutput("arrived", double(next));
        if (path.length() > 0 && path[at].exists)
            path[at].send("pass", entity);
        if (stepByStep || (atEnd && run == PlatformRun::OneWay) || (byRider && at == home))
            stop();
    }

    private bool isRidden()
    {
        Entity who = player();
        if (!who.exists || !who.isGrounded)
            return false;
        for (Entity under = who.ground; under.exists; under = under.parent)
            if (under == entity)
                return true;
        return false;
    }
}
