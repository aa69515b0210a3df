// Holds bodies until its button is pressed: blocks on a ramp, a wrecking ball and what it hits. They
// are the objects below this one. They begin as kinematic bodies, which nothing moves; `press` makes
// them dynamic, and weight and joints do the rest. The next press puts them back.

class LetGo : Node
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
            Entity body = entity.child(i);
            // Every property of a component can be set by its path while the game runs.
            body.setText("body.kind", free ? "dynamic" : "kinematic");
            if (!free)
            {
                body.position = places[i];
                body.rotation = turns[i];
            }
        }
    }
}
