// Counts what it is told, and fires when it has come to its goal.

[outputs("reached", "changed")]
class Counter : Node
{
    [range(-1000000, 1000000), tooltip("What it begins with")]
    double value = 0;

    [range(-1000000, 1000000), tooltip("'reached' fires when the value comes to this")]
    double goal = 3;

    [tooltip("Begins anew when it has reached its goal")]
    bool again = false;

    private double first = 0;

    void onStart() { first = value; }

    void add() { set(value + 1); }

    void subtract() { set(value - 1); }

    void addAmount(double amount) { set(value + amount); }

    void reset() { set(first); }

    private void set(double wanted)
    {
        if (wanted == value)
            return;
        bool crosses = (value < goal && wanted >= goal) || (value > goal && wanted <= goal);
        value = wanted;
        fireOutput("changed", value);
        if (!crosses)
            return;
        fireOutput("reached");
        if (again)
            value = first;
    }
}
