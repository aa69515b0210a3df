// Puts bodies back where they began: those of the objects below this one. A button sends it `again`.

class Again : Node
{
    [range(0, 60), unit("s"), tooltip("It does so by itself after so long; 0: never")]
    double pause = 0;

    private array<Vec3> places;
    private array<Quat> turns;

    void onStart()
    {
        for (int i = 0; i < entity.childCount; i++)
        {
            places.insertLast(entity.child(i).position);
            turns.insertLast(entity.child(i).rotation);
        }
        if (pause > 0)
            every(pause, Routine(again));
    }

    // Its timer went with the old version of this file.
    void onReload()
    {
        if (pause > 0)
            every(pause, Routine(again));
    }

    void again()
    {
        for (int i = 0; i < entity.childCount; i++)
        {
            Entity body = entity.child(i);
            body.position = places[i];
            body.rotation = turns[i];
            // A body keeps its speed when it is put elsewhere.
            body.velocity = Vec3(0, 0, 0);
            body.angularVelocity = Vec3(0, 0, 0);
        }
    }
}
