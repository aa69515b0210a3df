// Something that flies straight ahead and bursts: the player's rockets, and the bolts of walkers,
// which are the same script with other numbers. See prefabs/rocket.prefab.json and bolt.prefab.json.

#include "directions.as"

class Rocket : Node
{
    [range(1, 100), unit("m/s")]
    double speed = 24;

    [range(0, 1000), tooltip("Hit points that it costs to be hit straight")]
    double harm = 60;

    [range(0.1, 20), unit("m"), tooltip("How far the blast reaches; it gets weaker on the way")]
    double splash = 3.5;

    [range(0, 50), unit("m/s"), tooltip("Speed that the blast gives to who is right there")]
    double thrust = 13;

    [tooltip("What is seen of the blast")]
    string blast = "prefabs/explosion.prefab.json";

    [asset(material), tooltip("What the blast leaves on walls and floors")]
    string soot = "Materials/arena/scorch";

    private Entity owner;
    private Vec3 velocity;
    private double life = 4;      // seconds until it bursts in the air

    // The message of who fires it; until it comes, the rocket stands still.
    void launch(Vec3 direction)
    {
        owner = sender();
        velocity = direction * speed;
        entity.rotation = looking(direction);
    }

    void onTick(float dt)
    {
        if (owner.isNull)
            return;
        life -= dt;
        Vec3 from = entity.worldPosition;
        Vec3 way = velocity * dt;
        // A ball on its way meets what a point would slip past.
        RayHit hit = castSphere(from, way, way.length(), 0.08);
        if (hit.found && hit.entity != owner)
        {
            scorch(hit);
            burst(hit.point + hit.normal * 0.1, hit.entity);
        }
        else if (life <= 0)
            burst(from, Entity());
        else
            entity.position = from + way;
    }

    // Soot on walls and floors. The place turns it, so that the game's dice are left alone.
    private void scorch(const RayHit &in hit)
    {
        if (hit.face >= 0)
            Decals::spawn(soot, hit, Vec3(splash, splash, splash) * 0.45, 60, (hit.point.x + hit.point.z) * 1.7);
    }

    private void burst(const Vec3 &in place, Entity struck)
    {
        array<Entity>@ victims = findByTag("walker");
        victims.insertLast(player());
        for (uint i = 0; i < victims.length(); i++)
            reach(victims[i], place, victims[i] == struck);
        spawnPrefab(blast, place);
        broadcast("blast", place); // the player's camera shakes
        entity.destroy();
    }

    // The push is for everybody, the owner too: that is what a rocket jump is.
    private void reach(Entity victim, const Vec3 &in place, bool struck)
    {
        Vec3 way = victim.worldPosition + Vec3(0, 0.85, 0) - place; // to the middle of a body
        double far = way.length();
        double part = struck ? 1.0 : 1 - far / splash;
        if (part <= 0 || (!struck && !isInTheOpen(victim, place, way)))
            return;
        double own = victim == owner ? 0.4 : 1.0; // one's own rockets are kinder
        victim.send("push", way * (thrust * part / max(far, 0.1)));
        victim.send("damage", harm * part * own);
        owner.send("hasHit", victim);
    }

    // Whether no wall stands between.
    private bool isInTheOpen(Entity victim, const Vec3 &in place, const Vec3 &in way)
    {
        RayHit hit = castRay(place, way, way.length());
        return !hit.found || hit.entity == victim;
    }
}
