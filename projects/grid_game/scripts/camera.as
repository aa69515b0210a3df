// The camera hangs above the board and does not move, but for a shake when something explodes.

class FixedCamera : Node
{
    [tooltip("What it looks at")]
    Vec3 target = Vec3(7, 0, 5.2);

    [range(10, 90), unit("deg")]
    double fieldOfView = 40;

    private double shaking = 0;      // metres

    void onTick(float dt) { look(dt); }
    void onPausedTick(float dt) { look(0); }

    // A message of everything that explodes.
    void shake(double strength)
    {
        shaking = min(shaking + strength, 0.3);
    }

    private void look(double dt)
    {
        Vec3 eye = entity.position;
        Vec3 ahead = target - eye;
        double along = sqrt(ahead.x * ahead.x + ahead.z * ahead.z);
        Quat turn = fromAngles(atan2(-ahead.x, -ahead.z), atan2(ahead.y, along));
        eye = eye + Vec3(sin(time() * 61), cos(time() * 47), 0) * shaking;
        shaking = moveTowards(shaking, 0, 0.4 * dt);
        Camera::place(eye, turn);
        Camera::setFov(fieldOfView);
    }
}
