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

    [range(0.1, 2), unit("s"), tooltip("Time between two steps of a walk")]
    double walkStepTime = 0.5;

    [range(0.1, 2), unit("s"), tooltip("Time between two steps of a run")]
    double runStepTime = 0.34;

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
    private double stepTimer = 0;    // until the next footstep

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
        footsteps(dt, running);
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
        entity.move(entity.rotation * wish * speed, jump, Input::isDown(Key::Crouch));
        if (entity.hasJumped)
            playSound(jumpSound, footstepVolume);
    }

    private void footsteps(double dt, bool running)
    {
        Vec3 velocity = entity.velocity;
        double speed = Vec2(velocity.x, velocity.z).length();
        if (!entity.isGrounded || speed < 0.5)
        {
            stepTimer = 0; // the first step of the next walk is heard at once
            return;
        }
        stepTimer -= dt;
        if (stepTimer > 0)
            return;
        stepTimer += running ? runStepTime : walkStepTime;
        playSound(oneOf(footstepSounds), footstepVolume);
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
