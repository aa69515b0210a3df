// A guard on its round. Put it on an object with a Walker component. It visits the objects below
// the group called `stops` one after the other, and waits a moment at each. Doors in its way are
// opened by the walker itself, as the player would.

class Patrol : Node
{
    [tooltip("The group that has the stops below it")]
    string stops = "Stops";

    [range(0, 60), unit("s"), tooltip("How long it stays at each stop")]
    double waitSeconds = 1.0;

    private int next = 0;
    private int visited = 0;      // how many stops it has come to
    private int unreached = 0;    // how many it could not get to
    private double waiting = 0;   // seconds until it goes on

    void onTick(float dt)
    {
        if (entity.isMoving)
            return;
        waiting -= dt;
        if (waiting <= 0)
            goOn();
    }

    void onArrived()
    {
        visited++;
        waiting = waitSeconds;
    }

    void onPathFailed()
    {
        unreached++;
        log("The guard cannot get there: " + entity.pathProblem);
        waiting = waitSeconds;
    }

    private void goOn()
    {
        Entity route = find(stops);
        if (!route.exists || route.childCount == 0)
            return;
        entity.moveTo(route.child(next % route.childCount).worldPosition);
        next++;
    }
}
