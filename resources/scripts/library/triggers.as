// Things that happen when a value becomes what you wait for: a door opens when the score is above
// 10, music starts when the last enemy is gone.
//
//     Triggers triggers;
//     triggers.whenGreater(Reading(score), 10, Routine(open));
//     void onTick(float seconds) { triggers.test(); }
//
// The source is the series "Enginuity", part V: triggers that compare a subject with an object.

funcdef double Reading();

enum Comparison
{
    Equal,
    NotEqual,
    Less,
    Greater,
    KeyPressed,
    KeyReleased
}

class ValueTrigger
{
    Comparison comparison;
    Reading@ reading;
    double value = 0;
    Key key;
    Routine@ action;
    bool once = true;

    int fired = 0; // how often; for looking at it
    bool isDone = false; // set it to end the trigger

    private bool wasDown = false;

    // A key that is held already has to be let go first.
    void watch(Key which)
    {
        key = which;
        wasDown = Input::isDown(which);
    }

    bool holds()
    {
        if (reading is null) {
            bool isDown = Input::isDown(key);
            bool changed = isDown != wasDown;
            wasDown = isDown;
            return changed && isDown == (comparison == Comparison::KeyPressed);
        }
        double now = reading();
        switch (comparison) {
        case Comparison::Equal: return now == value;
        case Comparison::NotEqual: return now != value;
        case Comparison::Less: return now < value;
        }
        return now > value;
    }
}

class Triggers
{
    private array<ValueTrigger@> items;

    // With once false it happens in every tick in which it holds.
    ValueTrigger@ whenEqual(Reading@ reading, double value, Routine@ action, bool once = true)
    {
        return add(Comparison::Equal, reading, value, action, once);
    }

    ValueTrigger@ whenNotEqual(Reading@ reading, double value, Routine@ action, bool once = true)
    {
        return add(Comparison::NotEqual, reading, value, action, once);
    }

    ValueTrigger@ whenLess(Reading@ reading, double value, Routine@ action, bool once = true)
    {
        return add(Comparison::Less, reading, value, action, once);
    }

    ValueTrigger@ whenGreater(Reading@ reading, double value, Routine@ action, bool once = true)
    {
        return add(Comparison::Greater, reading, value, action, once);
    }

    // In the tick in which the key goes down.
    ValueTrigger@ whenPressed(Key key, Routine@ action, bool once = false)
    {
        ValueTrigger@ trigger = add(Comparison::KeyPressed, null, 0, action, once);
        trigger.watch(key);
        return trigger;
    }

    // In the tick in which it comes up again.
    ValueTrigger@ whenReleased(Key key, Routine@ action, bool once = false)
    {
        ValueTrigger@ trigger = add(Comparison::KeyReleased, null, 0, action, once);
        trigger.watch(key);
        return trigger;
    }

    uint length { get const { return items.length(); } }

    void clear() { items.resize(0); }

    // Once a tick. What an action adds is tested in the same tick, behind the others.
    void test()
    {
        const uint most = items.length() + 100; // an action that adds its like again has an end
        for (uint i = 0; i < items.length() && i < most; i++) {
            ValueTrigger@ trigger = items[i];
            if (trigger.isDone || !trigger.holds())
                continue;
            trigger.isDone = trigger.once;
            trigger.fired++;
            trigger.action();
        }
        for (int i = int(items.length()) - 1; i >= 0; i--)
            if (items[i].isDone)
                items.removeAt(i);
    }

    private ValueTrigger@ add(
        Comparison comparison, Reading@ reading, double value, Routine@ action, bool once)
    {
        ValueTrigger@ trigger = ValueTrigger();
        trigger.comparison = comparison;
        @trigger.reading = reading;
        trigger.value = value;
        @trigger.action = action;
        trigger.once = once;
        items.insertLast(trigger);
        return trigger;
    }
}
