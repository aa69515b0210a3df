// Drives a light: switches it, and lets it flicker. The light must not be baked.

[outputs("turnedOn", "turnedOff")]
class Lamp : Node
{
    [tooltip("Whether it shines when the game starts")]
    bool on = true;

    [tooltip("How bright it is from one tenth of a second to the next, a letter each: a is dark, m is as it stands, z twice as bright. Empty: it does not flicker")]
    string pattern = "";

    private double bright = 0;
    private double shown = -1;

    void onStart()
    {
        bright = entity.getNumber("light.intensity");
        show();
    }

    void switchOn() { turn(true); }

    void switchOff() { turn(false); }

    void toggle() { turn(!on); }

    void onTick(float dt)
    {
        if (on && pattern != "")
            show();
    }

    private void turn(bool wanted)
    {
        if (on == wanted)
            return;
        on = wanted;
        show();
        fireOutput(on ? "turnedOn" : "turnedOff");
    }

    private void show()
    {
        double share = on ? 1.0 : 0.0;
        if (on && pattern != "")
        {
            int letter = pattern[uint(time() * 10 + 0.001) % pattern.length()] - 97;
            share = clamp(letter / 12.0, 0.0, 2.1);
        }
        if (share != shown)
            entity.setNumber("light.intensity", bright * share);
        shown = share;
    }
}
