// The player: walks, jumps, looks around, shoots, is hurt and thrown about by blasts. The start of a
// game puts this script on the character that it makes. What it has is shown by hud.as.

#include "launcher.as"

class Player : Node
{
    [range(0, 20), unit("m/s")]
    double speed = 6.5;

    [range(0, 20), unit("m/s"), tooltip("Speed upwards at a jump")]
    double jumpSpeed = 5.6;

    [range(0, 100), unit("m/s²"), tooltip("How quickly it steers in the air")]
    double airAcceleration = 14;

    [range(0.1, 5), unit("s"), tooltip("Time between two rockets")]
    double pause = 0.7;

    [range(1, 1000)]
    double most = 100;            // of health

    double health = 100;
    int rockets = 15;

    private Launcher launcher;
    private double yaw = 0;       // turns left, about +Y
    private double facing = 0;    // what that made of it
    private double pitch = 0;     // tilts up
    private double eyes = 0;      // height of the smoothed eyes, in the world
    private double shake = 0;     // 0 to 1
    private double tilt = 0;      // radians; grows when it falls over
    private double stepIn = 0;    // metres until the next footstep

    void onStart()
    {
        // It bobs the picture alone: the launcher, which is held before it, would swim.
        entity.remove("character_view");
        yaw = entity.rotation.yaw;
        facing = yaw;
        eyes = entity.worldPosition.y + entity.height;
        Camera::setFov(75);
    }

    void onTick(float dt)
    {
        bool isPlaying = Game::getText("state") == "play";
        if (isPlaying)
        {
            lookAround();
            walk(dt);
            launcher.onTick(entity, dt);
        }
        else
            tilt = moveTowards(tilt, health > 0 ? 0.0 : 0.7, dt * 1.5);
        if (Game::getText("state") != "menu") // there the menu has the camera
            placeCamera(dt);
        if (isPlaying && Input::isDown(Key::Fire) && launcher.isReady())
            fire();
        launcher.show(isPlaying);
    }

    private void lookAround()
    {
        Vec2 turn = Input::look() * Save::getNumber("look speed", 1);
        if (entity.rotation.yaw != facing) // a teleporter has turned it
            yaw = entity.rotation.yaw;
        yaw -= turn.x;
        pitch = clamp(pitch + turn.y, -1.5, 1.5);
        entity.rotation = fromAngles(yaw, 0);
        facing = entity.rotation.yaw;
    }

    private void walk(double dt)
    {
        Vec3 wish = Vec3(Input::axis(Key::Left, Key::Right), 0, Input::axis(Key::Forward, Key::Back));
        if (wish.length() > 1) // two keys at once; a stick may ask for less
            wish = wish.normalized();
        double jump = Input::wasPressed(Key::Jump) ? jumpSpeed : 0.0;
        entity.move(entity.rotation * wish * speed * (entity.isCrouched ? 0.5 : 1.0), jump,
                    Input::isDown(Key::Crouch), 60, airAcceleration);
        if (entity.hasJumped)
            playSound("Sounds/jump_1.wav", 0.5);
        if (entity.hasLanded)
            playSound("Sounds/land_1.wav", clamp(entity.landingSpeed / 10, 0.1, 0.8));
        Vec3 velocity = entity.velocity;
        stepIn -= entity.isGrounded ? Vec2(velocity.x, velocity.z).length() * dt : 0.0;
        if (stepIn > 0)
            return;
        stepIn = 2.4;
        playSound("Sounds/footstep_" + int(random(1, 4.99)) + ".wav", 0.35);
    }

    private void fire()
    {
        if (rockets <= 0)
        {
            if (Input::wasPressed(Key::Fire))
                playSound("Sounds/clank.wav", 0.4);
            return;
        }
        rockets--;
        Entity rocket = launcher.load(pause);
        // In the next tick: what was spawned in this one has no running script yet.
        rocket.sendLater(0.01, "launch", launcher.aim(rocket.position));
        playSound("Sounds/launch.wav", 0.7);
    }

    // Shaking is a turn by waves that do not fit each other: as good as chance, and not in the dice
    // that decide the game.
    private void placeCamera(double dt)
    {
        Vec3 foot = entity.worldPosition;
        if (!entity.isGrounded) // falls are felt at once, steps are smoothed
            eyes += entity.velocity.y * dt;
        eyes = lerp(eyes, foot.y + entity.height - 0.1 - tilt, 1 - exp(-14 * dt));
        shake = moveTowards(shake, 0, dt * 1.4);
        double strong = 0.06 * shake * shake;
        Quat wobble = fromAngles(strong * sin(time() * 47), strong * sin(time() * 61 + 1));
        Quat roll = aboutAxis(Vec3(0, 0, 1), tilt + strong * sin(time() * 53 + 2));
        Camera::place(Vec3(foot.x, eyes, foot.z), fromAngles(yaw, pitch) * wobble * roll);
    }

    // Messages of rockets and pick-ups ----------------------------------------------------------

    void damage(double amount)
    {
        if (health <= 0 || Game::getText("state") != "play")
            return;
        health = max(0.0, health - amount);
        shake = min(1.0, shake + 0.4);
        playSound("Sounds/hurt.wav", 0.7);
        broadcast("playerHurt", amount);
        if (health <= 0)
            broadcast("playerDied");
    }

    // Speed that a blast adds. Right below the feet it throws up to the deck: a rocket jump.
    void push(Vec3 change)
    {
        entity.velocity = entity.velocity + change;
    }

    void blast(Vec3 place)
    {
        shake = min(1.0, shake + max(0.0, 1 - place.distanceTo(entity.worldPosition) / 12));
    }

    // One of its rockets has reached somebody.
    void hasHit(Entity victim)
    {
        if (victim != entity)
            broadcast("hitMark");
    }

    void addHealth(double amount)
    {
        health = min(most, health + amount);
    }

    void addRockets(double amount)
    {
        rockets += int(amount);
    }
}
