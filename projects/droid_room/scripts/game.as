// Fills the room with droids, replaces those that were hit, and keeps the score.

#include "constants.as"

class Game : Node
{
    [range(1, 50), tooltip("How many droids the room holds")]
    int droids = MaxDroids;

    [range(0, 30), unit("s"), tooltip("A new droid comes after up to so long")]
    double newDroidAfter = 2.5;

    private int score = 0;
    private int made = 0;         // since the start

    void onStart()
    {
        start(Routine(fillRoom));
    }

    // A coroutine. One droid in each tick: fifty at once would be felt as a jerk.
    private void fillRoom()
    {
        for (int i = 0; i < droids; i++)
        {
            addDroid();
            waitTicks(1);
        }
    }

    private void addDroid()
    {
        spawnPrefab("prefabs/droid.prefab.json", freePlace());
        made++;
    }

    // Somewhere away from walls, the player and other droids; after ten tries it takes what it has.
    private Vec3 freePlace()
    {
        double reach = RoomHalf - 2 * DroidRadius;
        Vec3 place;
        for (int i = 0; i < 10; i++)
        {
            place = Vec3(random(-reach, reach), random(LowestHover, LowestHover + HoverSpread),
                         random(-reach, reach));
            if (place.distanceTo(player().worldPosition) > 2 &&
                findInSphere(place, 1.5 * DroidRadius).isEmpty())
                break;
        }
        return place;
    }

    // A droid sends this to everybody when it was hit for the last time.
    void droidDown()
    {
        score++;
        after(random(0, newDroidAfter), Routine(addDroid));
    }

    void onTick(float dt)
    {
        Hud::text("Droids down: " + score, Anchor::TopRight, Vec2(0, 0), 30);
        Hud::text("in the room: " + findByTag("droid").length(), Anchor::TopRight, Vec2(0, 38), 20,
                  Color(0.7, 0.8, 0.9));
    }
}
