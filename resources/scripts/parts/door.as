// A door that slides or turns. It drives a group with a Mover and the door's brushes below it.

enum DoorMotion { Slide, Turn }
enum DoorOpens { WhenNear, WhenUsed, ByMessage }

[outputs("opening", "opened", "closing", "closed", "refused")]
class Door : Node
{
    [tooltip("Slides aside, or turns about a hinge")]
    DoorMotion motion = DoorMotion::Slide;

    [tooltip("By itself when the player is near, when the player uses it, or by a wire alone. Wires work always")]
    DoorOpens opens = DoorOpens::WhenNear;

    [unit("m"), tooltip("How far and which way it slides, seen from its parent")]
    Vec3 slide = Vec3(-1.2, 0, 0);

    [unit("m"), tooltip("It slides this far first, and then aside: a secret door goes back into its wall. 0: at once")]
    Vec3 slideFirst = Vec3(0, 0, 0);

    [range(-180, 180), unit("degrees"), tooltip("How far it turns about the upright")]
    double angle = 90;

    [unit("m"), tooltip("Where the hinge is, seen from the object's place")]
    Vec3 hinge = Vec3(-0.625, 0, 0);

    [range(0.05, 60), unit("s"), tooltip("From closed to open")]
    double duration = 0.7;

    [range(0, 600), unit("s"), tooltip("How long it stays open when nobody keeps it; 0: until something closes it")]
    double stayOpen = 2;

    [range(0.5, 20), unit("m"), tooltip("How near the player has to be")]
    double distance = 2.5;

    [unit("m"), tooltip("Size of a box in which the player is near, instead of the distance; 0: the distance counts")]
    Vec3 area = Vec3(0, 0, 0);

    [unit("m"), tooltip("Where the middle of that box is, seen from the middle of the door")]
    Vec3 areaAt = Vec3(0, 0, 0);

    [tooltip("Stands open in the editor: the game begins with it at the other end of its way")]
    bool reversed = false;

    [tooltip("Nothing but unlock() opens a locked door")]
    bool locked = false;

    [asset(sound)] string openSound = "";
    [asset(sound)] string closeSound = "";

    private Vec3 home;
    private Quat homeRotation;
    private Vec3 doorway;       // in the world
    private double share = 0;   // 0 is closed, 1 is open
    private double openTime = 0;
    private bool opened = false;
    private double refusedAt = -10; // seconds since the start

    void onStart()
    {
        home = entity.position;
        homeRotation = entity.rotation;
        doorway = entity.center;
        if (!reversed)
            return;
        if (motion == DoorMotion::Slide)
        {
            home = home + slideFirst + slide;
            slide = slide * -1;
            slideFirst = slideFirst * -1;
        }
        else
        {
            place(1);
            home = entity.position;
            homeRotation = entity.rotation;
            angle = -angle;
        }
        place(0);
    }

    void onUse(Entity by)
    {
        if (opens == DoorOpens::WhenUsed && !locked)
            toggle();
        else
            refuse();
    }

    void onTouch(Entity other) { refuse(); }

    void open()
    {
        if (locked)
            return;
        openTime = stayOpen;
        if (opened)
            return;
        opened = true;
        play(openSound);
        fireOutput("opening");
    }

    void close()
    {
        if (!opened)
            return;
        opened = false;
        play(closeSound);
        fireOutput("closing");
    }

    void toggle()
    {
        if (opened)
            close();
        else
            open();
    }

    void lock() { locked = true; }

    void unlock() { locked = false; }

    void onTick(float dt)
    {
        if (opens == DoorOpens::WhenNear && isPlayerNear())
            open();
        else if (opened && stayOpen > 0 && share == 1)
        {
            openTime -= dt;
            if (openTime <= 0)
                close();
        }
        double goal = opened ? 1.0 : 0.0;
        if (share == goal)
            return;
        share = moveTowards(share, goal, dt / duration);
        place(share * share * (3 - 2 * share)); // starts and stops gently
        if (share == goal)
            fireOutput(opened ? "opened" : "closed");
    }

    private void place(double part)
    {
        if (motion == DoorMotion::Slide)
        {
            entity.position = home + slid(part);
            return;
        }
        Quat turn = homeRotation * fromAngles(radians(angle) * part, 0);
        entity.position = home + homeRotation * hinge - turn * hinge;
        entity.rotation = turn;
    }

    private Vec3 slid(double part)
    {
        double first = slideFirst.length();
        double whole = first + slide.length();
        if (first == 0 || whole == 0)
            return slide * part;
        double gone = whole * part;
        return gone < first ? slideFirst * (gone / first)
                            : slideFirst + slide * ((gone - first) / (whole - first));
    }

    // It stays closed for somebody who wants to go through.
    private void refuse()
    {
        bool stays = locked || opens == DoorOpens::ByMessage;
        if (!stays || opened || time() < refusedAt + 2)
            return;
        refusedAt = time();
        fireOutput("refused");
    }

    private bool isPlayerNear()
    {
        Entity who = player();
        if (!who.exists)
            return false;
        if (area.length() > 0)
        {
            Vec3 middle = who.worldPosition + Vec3(0, who.height / 2, 0);
            Vec3 off = middle - doorway - areaAt;
            return abs(off.x) < area.x / 2 && abs(off.y) < area.y / 2 && abs(off.z) < area.z / 2;
        }
        Vec3 way = who.worldPosition - doorway;
        return Vec2(way.x, way.z).length() < distance && abs(way.y) < 3;
    }

    private void play(const string &in sound)
    {
        if (sound != "")
            playSound(sound, 1, 20);
    }
}
