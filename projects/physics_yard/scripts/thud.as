// A body that is heard when it runs into something: the harder, the louder.

class Thud : Node
{
    [range(0.1, 50), unit("m/s"), tooltip("Change of speed that is heard at full volume")]
    double loudest = 6;

    private double quietUntil = 0;

    // An impulse by a mass is a change of speed, so heavy things are not louder than light ones.
    void onCollision(Entity other, Vec3 point, Vec3 normal, double impulse)
    {
        double change = impulse / entity.mass;
        if (change < 0.5 || time() < quietUntil)
            return;
        playSound("Sounds/thud.wav", clamp(change / loudest, 0.05, 1), 20);
        quietUntil = time() + 0.15; // what tumbles touches many times in a moment
    }
}
