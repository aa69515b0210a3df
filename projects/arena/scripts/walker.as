// A walker patrols until it sees the player, hunts them and shoots at where they will be. Its legs go
// where the navigation mesh leads; its torso turns on them by itself and aims.

#include "library/lead.as"
#include "directions.as"

const double BoltSpeed = 15; // metres a second, as prefabs/bolt.prefab.json has it

class Walker : Node
{
    [range(1, 1000)]
    double health = 100;

    [range(0, 1), unit("rad"), tooltip("How far its shots may go astray")]
    double spread = 0.06;

    [range(0.2, 10), unit("s"), tooltip("Time between two shots")]
    double pause = 1.6;

    [tooltip("How it reckons where the player will be")]
    LeadMethod method = LeadMethod::FirstOrder;

    [range(1, 100), unit("m"), tooltip("How far it sees")]
    double sight = 26;

    private bool sees = false;
    private double lastSeen = -100;      // when, in seconds since the start
    private double aimYaw = 0;
    private double stride = 0;           // radians, grows with the way walked
    private Vec3 placeBefore;
    private double hotUntil = 0;

    void onStart()
    {
        placeBefore = entity.worldPosition;
        aimYaw = entity.rotation.yaw;
        start(Routine(live));
        every(0.2, Routine(lookOut));
    }

    void onReload()
    {
        start(Routine(live));
        every(0.2, Routine(lookOut));
    }

    // The game's message: walkers of later rounds are tougher, shoot sooner and straighter, and know
    // better formulas.
    void prepareFor(double round)
    {
        health = 45 + 15 * min(round, 8);
        pause = max(0.7, 1.9 - 0.2 * round);
        spread = max(0.01, 0.09 - 0.015 * round);
        method = round < 2 ? LeadMethod::FirstOrder : round < 4 ? LeadMethod::Iterated : LeadMethod::Direct;
        entity.setNumber("nav_walker.speed", 2.4 + 0.2 * min(round, 8));
    }

    // A coroutine for its whole life.
    private void live()
    {
        while (true)
        {
            if (sees)
                shoot();
            if (sees)
                moveAbout(5);          // nobody hits what does not stand still
            else if (time() < lastSeen + 8)
                entity.moveTo(player().worldPosition);
            else if (!entity.isMoving)
                moveAbout(14);
            wait(sees ? pause : 0.5);
        }
    }

    private void moveAbout(double distance)
    {
        entity.moveTo(randomReachablePoint(entity.worldPosition, distance));
    }

    private void lookOut()
    {
        sees = false;
        Vec3 way = chest() - eye();
        if (Game::getText("state") != "play" || way.length() > sight)
            return;
        RayHit hit = castRay(eye(), way, way.length() + 0.1);
        sees = hit.found && hit.entity == player();
        if (sees)
            lastSeen = time();
    }

    // The eye glows for a moment before: who looks has time to step aside.
    private void shoot()
    {
        playSound("Sounds/charge.wav", 0.5, 20);
        entity.child(4).tween("light.intensity", 12, 0.4, Ease::QuadraticIn);
        entity.child(4).setNumber("light.intensity", 2.5);
        if (!sees)
            return;
        Vec3 aim = leadBy(method, chest() - eye(), player().velocity, BoltSpeed).aim;
        Vec3 direction = (aim.normalized() + randomDirection() * spread).normalized();
        Entity bolt = spawnPrefab("prefabs/bolt.prefab.json", eye() + direction * 0.6);
        bolt.sendLater(0, "launch", direction);
        playSound("Sounds/bolt.wav", 0.7, 30);
        Debug::line(eye(), eye() + aim, Color(1, 0.2, 0.5), 0.5); // in the editor's views
    }

    private Vec3 eye() { return entity.worldPosition + Vec3(0, 1.35, 0); }

    private Vec3 chest() { return player().worldPosition + Vec3(0, 1.1, 0); }

    // The torso aims, the legs swing by how far it has walked.
    void onTick(float dt)
    {
        Vec3 place = entity.worldPosition;
        Vec3 way = place - placeBefore;
        placeBefore = place;
        stride += Vec2(way.x, way.z).length() * 3.2;
        double goal = sees ? yawOf(chest() - eye()) : entity.rotation.yaw;
        aimYaw = turnedTowards(aimYaw, goal, 5 * dt);
        entity.child(0).rotation = fromAngles(aimYaw - entity.rotation.yaw, 0);
        entity.child(1).rotation = fromAngles(0, 0.6 * sin(stride));
        entity.child(2).rotation = fromAngles(0, -0.6 * sin(stride));
        if (hotUntil > 0 && time() > hotUntil)
        {
            hotUntil = 0;
            entity.child(0).setText("mesh.mesh", "Meshes/walker_torso.glb");
        }
    }

    // Messages of rockets -----------------------------------------------------------------------

    void damage(double amount)
    {
        if (health <= 0)
            return;
        health -= amount;
        lastSeen = time(); // it knows where that came from
        playSound("Sounds/clank.wav", 0.8, 25);
        entity.child(0).setText("mesh.mesh", "Meshes/walker_torso_hot.glb");
        hotUntil = time() + 0.15;
        if (health > 0)
            return;
        spawnPrefab("prefabs/explosion.prefab.json", entity.worldPosition + Vec3(0, 0.9, 0));
        broadcast("walkerDown", entity.worldPosition);
        entity.destroy();
    }
}
