// A ball. The body does the flying and bouncing; the script lets it be heard.

class Ball : Node
{
    void onCollision(Entity other, Vec3 point, Vec3 normal, double impulse)
    {
        double change = impulse / entity.mass; // metres a second that it was stopped by
        if (change > 1)
            playSound("Sounds/bounce.wav", clamp(change / 10, 0.05, 0.6), 15);
    }
}
