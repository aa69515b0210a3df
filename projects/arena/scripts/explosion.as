// What is seen and heard of a blast: a ball that grows and shrinks, a light that fades, and shards
// that fly away. The first object below it is the ball, the second the light, all others shards.

class Explosion : Node
{
    [range(0.1, 5), unit("m"), tooltip("Radius of the ball when it is biggest")]
    double size = 1.3;

    [range(0, 1000), unit("cd")]
    double brightness = 60;

    [range(0.1, 5), unit("s")]
    double seconds = 0.45;

    [asset(sound)] string sound = "Sounds/explosion.wav";

    [range(0, 2)]
    double volume = 1;

    private array<Vec3> speeds;   // of the shards
    private double age = 0;

    void onStart()
    {
        playSound(sound, volume, 40);
        for (int i = 2; i < entity.childCount; i++)
            speeds.insertLast(randomDirection() * random(3, 7) + Vec3(0, 3, 0));
        entity.child(0).rotation = fromAngles(random(-Pi, Pi), random(-1, 1));
    }

    void onTick(float dt)
    {
        age += dt;
        double part = age / seconds;
        if (part >= 1)
        {
            entity.destroy();
            return;
        }
        // Out quickly, back slowly.
        double radius = part < 0.3 ? eased(Ease::CubicOut, part / 0.3) : 1 - eased(Ease::QuadraticIn, (part - 0.3) / 0.7);
        double scale = max(size * radius, 0.01);
        entity.child(0).setVec3("transform.scale", Vec3(scale, scale, scale));
        entity.child(1).setNumber("light.intensity", brightness * (1 - part) * (1 - part));
        for (uint i = 0; i < speeds.length(); i++)
        {
            speeds[i] += Vec3(0, -12 * dt, 0);
            Entity shard = entity.child(2 + i);
            shard.translate(speeds[i] * dt);
            shard.rotation = fromAngles(age * 9 + i, age * 14);
        }
    }
}
