// Health or rockets. It turns, is taken by the player who comes near, and is back after a while.

enum PickUpKind { Health, Rockets }

class PickUp : Node
{
    PickUpKind kind = PickUpKind::Health;

    [range(1, 100)]
    double amount = 25;

    [range(1, 600), unit("s"), tooltip("When it comes back")]
    double comesBack = 15;

    [hidden] int taken = 0;       // how often
    private bool isThere = true;
    private bool isNear = false;  // somebody is in its trigger
    private Vec3 home;

    void onStart() { home = entity.child(0).position; }

    void onTriggerEnter(Entity other) { isNear = true; }

    void onTriggerExit(Entity other) { isNear = false; }

    void onTick(float dt)
    {
        Entity model = entity.child(0);
        model.rotation = fromAngles(time() * 1.6, 0);
        model.position = home + Vec3(0, isThere ? 0.08 * sin(time() * 2.5) : -100.0, 0);
        if (isThere && isNear && isOfUse())
            take();
    }

    // Who is well leaves it for later.
    private bool isOfUse()
    {
        return kind == PickUpKind::Rockets ||
               player().getNumber("script.health") < player().getNumber("script.most");
    }

    private void take()
    {
        taken++;
        isThere = false;
        bool isHealth = kind == PickUpKind::Health;
        player().send(isHealth ? "addHealth" : "addRockets", amount);
        broadcast("say", "+" + int(amount) + (isHealth ? " health" : " rockets"));
        playSound(isHealth ? "Sounds/health.wav" : "Sounds/ammo.wav", 0.6);
        after(comesBack, Routine(comeBack));
    }

    private void comeBack() { isThere = true; }

    // The timer went with the old version of this file.
    void onReload() { isThere = true; }
}
