// The player: walks, runs, jumps and crouches, turns the head, and is heard doing so.
//
// Public members are tunables: the inspector shows them with the hints in [...], and a change there
// reaches a running game at once. Lengths are metres, times seconds, angles radians unless said
// otherwise. The Character component holds the body: its radius, its standing and crouching height,
// how quickly it starts, stops and steers, and how much too late or too early a jump may be.

class Player : Node
{
    [range(0, 20), unit("m/s"), tooltip("Speed of a walk")]
    double walkSpeed = 3.5;

    [range(1, 5), tooltip("How much faster running is than walking")]
    double runBoost = 1.8;

    [range(0, 1), tooltip("How fast crouching is, as a share of walking")]
    double crouchShare = 0.5;

    [range(0, 20), unit("m/s"), tooltip("Speed upwards at a jump")]
    double jumpSpeed = 5.0;

    [range(0, 2), tooltip("How much of the running speed a running jump adds, as a share")]
    double jumpBoost = 0.1;

    [range(0, 2), unit("m"), tooltip("How far the eyes are below the top of the head")]
    double eyesBelowTop = 0.0;

    [range(0.1, 10), tooltip("How far the view turns for a movement of the mouse")]
    double lookSensitivity = 1.0;

    [range(10, 89), unit("deg"), tooltip("How far up and down the head can tilt")]
    double maxPitch = 85.0;

    [range(30, 120), unit("deg"), tooltip("Field of view from bottom to top")]
    double fieldOfView = 70.0;

    [range(0, 2)]
    double footstepVolume = 0.6;

    private array<string> footstepSounds = {"Sounds/footstep_1.wav", "Sounds/footstep_2.wav",
                                            "Sounds/footstep_3.wav", "Sounds/footstep_4.wav"};
    private array<string> landSounds = {"Sounds/land_1.wav", "Sounds/land_2.wav",
                                        "Sounds/land_3.wav", "Sounds/land_4.wav"};
    private string jumpSound = "Sounds/jump_1.wav";

    private double yaw = 0;          // turns left, about +Y
    private double facing = 0;       // what that made of it
    private double pitch = 0;        // tilts up

    void onStart()
    {
        yaw = entity.rotation.yaw;
        facing = yaw;
        Camera::setFov(fieldOfView);
    }

    void onTick(float dt)
    {
        lookAround();
        bool running = Input::isDown(Key::Run) && !entity.isCrouched;
        walk(running);
        if (entity.hasLanded)
            playSound(oneOf(landSounds), clamp(entity.landingSpeed / 8.0, 0.2, 1.0));
        placeCamera();
    }

    private void lookAround()
    {
        Vec2 turn = Input::look() * lookSensitivity;
        double limit = radians(maxPitch);
        if (entity.rotation.yaw != facing) // a teleporter has turned it
            yaw = entity.rotation.yaw;
        yaw -= turn.x;
        pitch = clamp(pitch + turn.y, -limit, limit);
        entity.rotation = fromAngles(yaw, 0);
        facing = entity.rotation.yaw;
    }

    private void walk(bool running)
    {
        // Two keys at once must not be faster than one.
        Vec3 wish = Vec3(Input::axis(Key::Left, Key::Right), 0,
                         Input::axis(Key::Forward, Key::Back));
        if (wish.length() > 1) // two keys at once; a stick may ask for less
            wish = wish.normalized();
        double speed = walkSpeed;
        if (entity.isCrouched)
            speed *= crouchShare;
        else if (running)
            speed *= runBoost;

        // The Character component decides when it begins: a moment late at an edge, or as soon as
        // there is ground again.
        double jump = 0;
        if (Input::wasPressed(Key::Jump) && !entity.isCrouched)
            jump = jumpSpeed + (running ? jumpBoost * speed : 0.0);
        // In water, on ladders and through walls the player goes where they look.
        bool free = entity.isSwimming || entity.isClimbing || entity.noclip;
        Quat heading = free ? fromAngles(yaw, pitch) : entity.rotation;
        Vec3 velocity = heading * wish * speed;
        if (free && !entity.isClimbing)
            velocity.y += Input::axis(Key::Crouch, Key::Jump) * speed;
        entity.move(velocity, jump, Input::isDown(Key::Crouch) && !free);
        if (entity.hasJumped)
            playSound(jumpSound, footstepVolume);
    }

    // The Character component counts the strides of a walk and of a run.
    void onFootstep(const string &in material, bool running)
    {
        double volume = footstepVolume * (running ? 1.0 : 0.75);
        if (entity.isCrouched)
            volume *= 0.4;
        playSound(oneOf(footstepSounds), volume);
    }

    // The eyes as the game counts with them. The Character view component lets the picture bob, dip
    // and climb steps smoothly.
    private void placeCamera()
    {
        Vec3 eyes = entity.worldPosition + Vec3(0, entity.height - eyesBelowTop, 0);
        Camera::setFov(fieldOfView);
        Camera::place(eyes, fromAngles(yaw, pitch));
    }

    private string oneOf(const array<string> &in sounds)
    {
        return sounds[int(random() * sounds.length())];
    }
}
