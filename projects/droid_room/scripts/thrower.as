// Throws balls with the left mouse button, from where the player looks. There are never more than
// MaxBalls: then the one that was thrown first is thrown again. It stands on an object of its own,
// so the player stays the one that comes with the program.

#include "constants.as"

class Thrower : Node
{
    [range(0, 50), unit("m/s")]
    double speed = 6.0;

    [range(0.05, 2), unit("s"), tooltip("Time between two balls while the button is held")]
    double pause = 0.15;

    private array<Entity> balls;  // in the order of their first throw
    private int oldest = 0;       // of the balls, when all are there
    private int thrown = 0;
    private double nextThrow = 0; // in seconds since the start

    // After the player has moved and turned in this tick.
    void onLateTick(float dt)
    {
        if (Input::isDown(Key::Fire) && time() >= nextThrow)
        {
            throwBall();
            nextThrow = time() + pause;
        }
    }

    void onTick(float dt)
    {
        Hud::crosshair();
        Hud::text("Balls thrown: " + thrown, Anchor::TopLeft, Vec2(0, 0), 20);
    }

    private void throwBall()
    {
        Vec3 forward = Camera::rotation() * Vec3(0, 0, -1);
        // From a little below the eyes and an arm's length away, but not from behind a wall.
        Vec3 hand = Camera::eye() - Vec3(0, 0.15, 0);
        RayHit wall = castSphere(hand, forward, 0.6, 0.06);
        Entity ball = nextBall(hand + forward * (wall.found ? wall.distance : 0.6));
        ball.velocity = forward * speed;
        ball.angularVelocity = Vec3(0, 0, 0);
        playSound("Sounds/throw.wav", 0.5);
        thrown++;
    }

    private Entity nextBall(Vec3 place)
    {
        if (int(balls.length()) < MaxBalls)
        {
            balls.insertLast(spawnPrefab("prefabs/ball.prefab.json", place));
            return balls[balls.length() - 1];
        }
        Entity ball = balls[oldest];
        oldest = (oldest + 1) % MaxBalls;
        ball.position = place;
        return ball;
    }
}
