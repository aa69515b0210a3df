// A switch with two states. Wire "turnedOn" to switchOn and "turnedOff" to switchOff of a light.

[outputs("turnedOn", "turnedOff")]
class LightSwitch : Node
{
    [tooltip("Whether it is on when the game starts")]
    bool on = false;

    [range(-90, 90), unit("degrees"), tooltip("How far it tips when it is on")]
    double tilt = 20;

    [asset(sound)] string sound = "";

    private Quat home;

    void onStart()
    {
        home = entity.rotation;
        show();
    }

    void onUse(Entity by) { toggle(); }

    void toggle() { turn(!on); }

    void turnOn() { turn(true); }

    void turnOff() { turn(false); }

    private void turn(bool wanted)
    {
        if (on == wanted)
            return;
        on = wanted;
        show();
        if (sound != "")
            playSound(sound, 0.5, 10);
        fireOutput(on ? "turnedOn" : "turnedOff");
    }

    private void show()
    {
        entity.rotation = home * fromAngles(0, on ? radians(tilt) : 0.0);
    }
}
