// The player of projects without a scripts/player.as of their own: walks, runs, jumps, crouches,
// swims, climbs and looks around, without sounds. projects/first_room/scripts/player.as shows how to do more.

class Player : Node
{
    [range(0, 20), unit("m/s")]
    double walkSpeed = 3.5;

    [range(1, 5), tooltip("How much faster running is than walking")]
    double runBoost = 1.8;

    [range(0, 20), unit("m/s"), tooltip("Speed upwards at a jump")]
    double jumpSpeed = 5.0;

    [range(0, 2), unit("m"), tooltip("How far the eyes are below the top of the head")]
    double eyesBelowTop = 0.0;

    private double yaw = 0;    // turns left, about +Y
    private double facing = 0; // what that made of it
    private double pitch = 0;  // tilts up

    void onStart()
    {
        yaw = entity.rotation.yaw;
        facing = yaw;
    }

    void onTick(float dt)
    {
        Vec2 turn = Input::look();
        if (entity.rotation.yaw != facing) // a teleporter has turned it
            yaw = entity.rotation.yaw;
        yaw -= turn.x;
        pitch = clamp(pitch + turn.y, -1.5, 1.5);
        entity.rotation = fromAngles(yaw, 0);
        facing = entity.rotation.yaw;

        Vec3 wish = Vec3(Input::axis(Key::Left, Key::Right), 0,
                         Input::axis(Key::Forward, Key::Back));
        if (wish.length() > 1) // two keys at once; a stick may ask for less
            wish = wish.normalized();
        double speed = Input::isDown(Key::Run) ? walkSpeed * runBoost : walkSpeed;
        double jump = Input::wasPressed(Key::Jump) ? jumpSpeed : 0.0;
        // In water, on ladders and through walls the player goes where they look.
        bool free = entity.isSwimming || entity.isClimbing || entity.noclip;
        Quat heading = free ? fromAngles(yaw, pitch) : entity.rotation;
        Vec3 velocity = heading * wish * speed;
        if (free && !entity.isClimbing)
            velocity.y += Input::axis(Key::Crouch, Key::Jump) * speed;
        entity.move(velocity, jump, Input::isDown(Key::Crouch) && !free);
        Vec3 eyes = entity.worldPosition + Vec3(0, entity.height - eyesBelowTop, 0);
        Camera::place(eyes, fromAngles(yaw, pitch));
    }
}
