// What the player holds: fires rockets, kicks back, swings with each step. It is no script of an
// object but a class that player.as includes and has one of.

class Launcher
{
    private Entity model;
    private double wait = 0;      // seconds until the next rocket
    private double kick = 0;      // 1 right after a shot, 0 at rest
    private double swing = 0;     // radians, grows with the way walked

    void onTick(Entity owner, double dt)
    {
        wait -= dt;
        kick = moveTowards(kick, 0, dt * 3.5);
        Vec3 velocity = owner.velocity;
        swing += Vec2(velocity.x, velocity.z).length() * dt * 1.8;
    }

    bool isReady()
    {
        return wait <= 0;
    }

    // A new rocket at the muzzle, which the player's script sends off.
    Entity load(double pause)
    {
        wait = pause;
        kick = 1;
        Vec3 ahead = Camera::rotation() * Vec3(0, 0, -1);
        Vec3 muzzle = Camera::eye() + Camera::rotation() * Vec3(0.12, -0.12, 0);
        // Not from behind a wall that the player leans against.
        RayHit wall = castSphere(Camera::eye(), ahead, 0.6, 0.1);
        return spawnPrefab("prefabs/rocket.prefab.json", muzzle + ahead * (wall.found ? 0.0 : 0.5));
    }

    // From there to what the crosshair is on, not beside it.
    Vec3 aim(const Vec3 &in from)
    {
        Vec3 ahead = Camera::rotation() * Vec3(0, 0, -1);
        RayHit hit = castRay(Camera::eye(), ahead, 100);
        Vec3 goal = Camera::eye() + ahead * (hit.found ? max(hit.distance, 1.0) : 100.0);
        return (goal - from).normalized();
    }

    // In front of the eyes, after the camera has its place.
    void show(bool isShown)
    {
        if (!model.exists)
            model = spawnPrefab("prefabs/launcher.prefab.json", Vec3(0, -100, 0));
        Vec3 hand = Vec3(0.24 + 0.008 * sin(swing), -0.24 + 0.008 * abs(cos(swing)) - 0.02 * kick, -0.5 + 0.14 * kick);
        model.position = isShown ? Camera::eye() + Camera::rotation() * hand : Vec3(0, -100, 0);
        model.rotation = Camera::rotation() * fromAngles(0.03, 0.1 * kick);
    }
}
