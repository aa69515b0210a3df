// Breaks when it has taken enough damage. It drives a group with a Mover and the brushes that break.

[outputs("hurt", "broken")]
class Breakable : Node
{
    [range(0, 100000), tooltip("How much damage it takes")]
    double health = 50;

    [asset(sound)] string sound = "";

    void damage(double amount)
    {
        if (amount <= 0 || health <= 0)
            return;
        health -= amount;
        fireOutput("hurt", amount);
        if (health <= 0)
            shatter();
    }

    void shatter()
    {
        health = 0;
        if (sound != "")
            playSound(sound, 1, 25);
        fireOutput("broken", entity.center);
        entity.destroy();
    }
}
