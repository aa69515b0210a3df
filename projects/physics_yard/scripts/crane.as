// Lets crates fall. A button sends it `press`. It never holds more than `most` crates: after that
// the oldest one is lifted up and dropped again, so that a long game does not fill with crates.

class Crane : Node
{
    [range(1, 40)]
    int most = 12;

    private array<Entity> crates;
    private int next = 0;         // of the crates: the one that has lain there for longest

    void press()
    {
        if (int(crates.length()) < most)
        {
            crates.insertLast(spawnPrefab("prefabs/crate.prefab.json", entity.worldPosition));
            return;
        }
        Entity crate = crates[next];
        next = (next + 1) % most;
        // A body keeps its speed when it is put elsewhere.
        crate.position = entity.worldPosition;
        crate.velocity = Vec3(0, 0, 0);
        crate.angularVelocity = Vec3(0, 0, 0);
    }
}
