// A row of blocks on a ramp that differ in one thing: their friction. The blocks are the objects
// below this one. They begin as kinematic bodies, which nothing moves; `press` makes them dynamic,
// and weight takes those down whose friction does not hold them. The next press puts them back.

class FrictionRow : Node
{
    private array<Vec3> places;
    private array<Quat> turns;
    private bool free = false;

    void onStart()
    {
        for (int i = 0; i < entity.childCount; i++)
        {
            places.insertLast(entity.child(i).position);
            turns.insertLast(entity.child(i).rotation);
        }
    }

    void press()
    {
        free = !free;
        for (int i = 0; i < entity.childCount; i++)
        {
            Entity block = entity.child(i);
            // Every property of a component can be set by its path while the game runs.
            block.setText("body.kind", free ? "dynamic" : "kinematic");
            if (!free)
            {
                block.position = places[i];
                block.rotation = turns[i];
            }
        }
    }
}
