// What a character does, as an ordered list: each tick the first thing that it can do comes first.
// Actions belong to lanes, such as one for the legs and one for the arms. An action that blocks and
// is being done keeps its lanes to itself: what comes later in the list and needs one of them waits.
//
// The source is the article "Action lists" of the Enginuity circle: an order instead of the many
// transitions of a state machine.

// Lanes are bits, so that an action can have several: LaneLegs | LaneArms. You may name your own.
const uint LaneLegs = 1;
const uint LaneArms = 2;
const uint LaneEyes = 4;
const uint LaneVoice = 8;
const uint AllLanes = 0xffffffff;

abstract class Action
{
    uint lanes = AllLanes;
    bool blocks = true;
    bool isDone = false; // set it to leave the list

    // Whether there is something to do now. One that cannot run never blocks.
    bool canRun() { return true; }

    void run(float seconds) {}
}

class ActionList
{
    private array<Action@> items;

    // Behind all others: the least urgent.
    void add(Action@ action) { items.insertLast(action); }

    // Before all others: the most urgent.
    void addFirst(Action@ action) { items.insertAt(0, action); }

    void remove(Action@ action)
    {
        int at = items.findByRef(action);
        if (at >= 0)
            items.removeAt(at);
    }

    void clear() { items.resize(0); }

    uint length { get const { return items.length(); } }

    // Once a tick. Actions may change the list meanwhile: what they add runs from the next tick on.
    void run(float seconds)
    {
        array<Action@> now = items;
        uint blocked = 0;
        for (uint i = 0; i < now.length() && blocked != AllLanes; i++) {
            Action@ action = now[i];
            if ((action.lanes & blocked) != 0 || items.findByRef(action) < 0 || !action.canRun())
                continue;
            action.run(seconds);
            if (action.blocks)
                blocked |= action.lanes;
        }
        for (int i = int(items.length()) - 1; i >= 0; i--)
            if (items[i].isDone)
                items.removeAt(i);
    }
}
