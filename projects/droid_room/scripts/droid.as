// A droid turns, moves or stands still, each for a while, as dice decide. Its body has no weight
// and does not tumble, so it hovers, bumps into walls and others by itself, and is pushed aside by
// what hits it. When it has lost its hit points it gets its weight back, and falls.

#include "constants.as"

enum Doing { Standing, Turning, Moving, Falling }

class Droid : Node
{
    [range(0, 100), tooltip("How much it stands")]
    double hitPoints = DroidHitPoints;

    [range(0, 10), unit("m/s")]
    double speed = 2;

    [range(0, 100), unit("%"), tooltip("How often it turns; what is left of both is standing still")]
    double turnPercent = 40;

    [range(0, 100), unit("%"), tooltip("How often it moves")]
    double movePercent = 40;

    [range(0, 20), tooltip("Hit points that it loses for each metre a second that it stops a ball by")]
    double harm = 3.5;

    [hidden] Doing doing = Doing::Standing;
    private Task life;            // the coroutine that decides what it does
    private double hoverHeight = LowestHover;

    void onStart()
    {
        hoverHeight = entity.worldPosition.y;
        entity.rotation = fromAngles(random(-Pi, Pi), 0);
        life = start(Routine(live));
    }

    // Its coroutine has ended with the old version of this file.
    void onReload()
    {
        if (doing != Doing::Falling)
            life = start(Routine(live));
        else
            entity.destroy(); // nobody waits any more for it to lie there
    }

    void onTick(float dt)
    {
        if (doing == Doing::Falling)
            return;
        // Hits push it up or down; it finds back to its own height.
        Vec3 velocity = entity.velocity;
        velocity.y = 3 * (hoverHeight - entity.worldPosition.y);
        entity.velocity = velocity;
    }

    // A coroutine for its whole life: each of the three waits until it is done.
    private void live()
    {
        while (true)
        {
            double dice = random(0, 100);
            if (dice < turnPercent)
                turn();
            else if (dice < turnPercent + movePercent)
                move();
            else
                stand();
        }
    }

    private void turn()
    {
        doing = Doing::Turning;
        Quat from = entity.rotation;
        Quat to = fromAngles(random(-Pi, Pi), 0);
        double seconds = random(0.5, 1.5);
        double begin = time();
        while (time() < begin + seconds)
        {
            entity.rotation = slerp(from, to, eased(Ease::QuadraticInOut, (time() - begin) / seconds));
            waitTicks(1);
        }
    }

    private void move()
    {
        doing = Doing::Moving;
        double until = time() + random(2, 5);
        while (time() < until && hasRoomAhead())
        {
            Vec3 velocity = ahead() * speed;
            velocity.y = entity.velocity.y;
            entity.velocity = velocity;
            wait(0.1); // looking ahead costs time, and in a tenth of a second it gets 20 cm far
        }
        // Too near to a wall for a single step: without a pause live() would go round for ever.
        waitTicks(1);
    }

    private void stand()
    {
        doing = Doing::Standing;
        entity.velocity = Vec3(0, 0, 0);
        wait(random(0.5, 1.5));
    }

    private Vec3 ahead()
    {
        return entity.rotation * Vec3(0, 0, -1);
    }

    private bool hasRoomAhead()
    {
        RayHit hit = castSphere(entity.worldPosition, ahead(), 0.5, DroidRadius);
        return !hit.found || hit.entity.hasTag("droid"); // another droid may be pushed aside
    }

    void onCollision(Entity other, Vec3 point, Vec3 normal, double impulse)
    {
        if (doing == Doing::Falling || !other.hasTag("ball"))
            return;
        // An impulse by a mass is a change of speed: a straight throw is enough, a graze is not.
        hitPoints -= harm * impulse / other.mass;
        playSound("Sounds/hit.wav", 0.5, 15);
        if (hitPoints <= 0)
        {
            life.stop();
            doing = Doing::Falling;
            start(Routine(fall));
        }
    }

    private void fall()
    {
        entity.removeTag("droid"); // it counts no more
        broadcast("droidDown");
        playSound("Sounds/droid_down.wav", 0.6, 20);
        entity.setNumber("body.gravityScale", 1);
        entity.setBool("body.lockTurning", false);
        entity.angularVelocity = randomDirection() * 8;
        wait(2.5);
        entity.destroy();
    }
}
