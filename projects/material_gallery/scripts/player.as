// The visitor: walks, runs, jumps and looks around. Each step sounds as the ground does, whose
// material names a kind of surface.

class Player : Node
{
    [range(0, 20), unit("m/s")]
    double walkSpeed = 3.5;

    [range(1, 5), tooltip("How much faster running is than walking")]
    double runBoost = 1.8;

    [range(0, 20), unit("m/s"), tooltip("Speed upwards at a jump")]
    double jumpSpeed = 5;

    private double yaw = 0;      // turns left, about +Y
    private double pitch = 0;    // tilts up
    private string ground;       // kind of surface of the last step
    private double shown = 0;    // seconds for which the screen still names it

    void onStart()
    {
        yaw = entity.rotation.yaw;
    }

    void onTick(float dt)
    {
        Vec2 turn = Input::look();
        yaw -= turn.x;
        pitch = clamp(pitch + turn.y, -1.5, 1.5);
        entity.rotation = fromAngles(yaw, 0);
        walk();
        Camera::setFov(70);
        Camera::place(entity.worldPosition + Vec3(0, entity.height, 0), fromAngles(yaw, pitch));
        shown -= dt;
        if (shown > 0)
            Hud::text("Step on " + ground, Anchor::BottomLeft, Vec2(0, 0), 24, Color(0.95, 0.88, 0.7));
    }

    private void walk()
    {
        Vec3 wish(Input::axis(Key::Left, Key::Right), 0, Input::axis(Key::Forward, Key::Back));
        if (wish.length() > 1) // two keys at once must not be faster than one
            wish = wish.normalized();
        double speed = Input::isDown(Key::Run) ? walkSpeed * runBoost : walkSpeed;
        double jump = Input::wasPressed(Key::Jump) ? jumpSpeed : 0.0;
        entity.move(entity.rotation * wish * speed, jump, Input::isDown(Key::Crouch));
    }

    void onFootstep(const string &in material, bool running, const string &in surface)
    {
        double volume = running ? 0.6 : 0.45;
        Sound step = playSound("Sounds/footstep_" + (1 + int(random() * 4)) + ".wav",
                               volume * loudnessOn(surface));
        step.pitch = pitchOn(surface);
        ground = surface == "" ? "something without a name" : surface;
        shown = 1.5;
    }

    private double loudnessOn(const string &in surface)
    {
        if (surface == "carpet")
            return 0.25;
        return surface == "metal" || surface == "gravel" ? 1.3 : 1.0;
    }

    private double pitchOn(const string &in surface)
    {
        if (surface == "metal")
            return 1.7;
        if (surface == "gravel")
            return 1.25;
        if (surface == "wood")
            return 0.75;
        return surface == "carpet" ? 0.6 : 1.0;
    }
}
