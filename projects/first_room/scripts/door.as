// A sliding door. Put it on a group with a Mover component and the door's brushes below it: the
// group slides by `openOffset` when the player comes near or uses it, waits, and slides back.
//
// onTick() is called sixty times a second; `entity` is the group that this script drives.

class Door : Node
{
    [unit("m"), tooltip("How far and which way it slides, seen from its parent")]
    Vec3 openOffset = Vec3(1.5, 0, 0);

    [range(0.1, 20), unit("m/s")]
    double speed = 2.0;

    [range(0, 60), unit("s"), tooltip("How long it stays open when nobody is near")]
    double stayOpenSeconds = 2.0;

    [range(0, 20), unit("m"), tooltip("Opens when the player is nearer; 0 opens only on use")]
    double openDistance = 2.5;

    [asset(sound)]
    string openSound = "Sounds/door_open.wav";

    [asset(sound)]
    string closeSound = "Sounds/door_close.wav";

    private Vec3 closedPosition;
    private Vec3 closedCenter;    // of the doorway, in the world
    private double share = 0;     // 0 is closed, 1 is open
    private double openTime = 0;  // seconds that it will still stay open
    private bool opening = false;

    void onStart()
    {
        closedPosition = entity.position;
        closedCenter = entity.center;
    }

    void onUse(Entity by)
    {
        open();
    }

    void onTick(float dt)
    {
        if (isPlayerNear())
            open();
        else if (openTime > 0)
            openTime -= dt;
        else if (opening)
            close();
        slide(dt);
    }

    private bool isPlayerNear()
    {
        Vec3 way = player().worldPosition - closedCenter;
        return Vec2(way.x, way.z).length() < openDistance;
    }

    private void open()
    {
        openTime = stayOpenSeconds;
        if (!opening)
            playSound(openSound, 1.0, 20.0);
        opening = true;
    }

    private void close()
    {
        opening = false;
        playSound(closeSound, 1.0, 20.0);
    }

    private void slide(double dt)
    {
        double length = max(openOffset.length(), 0.001);
        share = moveTowards(share, opening ? 1.0 : 0.0, speed * dt / length);
        // Starts and stops gently: 3x² - 2x³ runs from 0 to 1 without a jerk.
        double eased = share * share * (3.0 - 2.0 * share);
        entity.position = closedPosition + openOffset * eased;
    }
}
