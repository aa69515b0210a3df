// Sends balls down the run, one every few seconds and one for each press of its button. There are
// never more than `most`: the ball that has been under way for longest is used again.

class BallRun : Node
{
    [range(0.5, 60), unit("s"), tooltip("Time between two balls")]
    double pause = 5;

    [range(1, 20)]
    int most = 6;

    private array<Entity> balls;
    private int next = 0;         // of the balls: the one that is used again

    void onStart()
    {
        every(pause, Routine(release));
    }

    // Its timer went with the old version of this file.
    void onReload()
    {
        every(pause, Routine(release));
    }

    void press()
    {
        release();
    }

    private void release()
    {
        if (int(balls.length()) < most)
        {
            balls.insertLast(spawnPrefab("prefabs/ball.prefab.json", entity.worldPosition));
            return;
        }
        Entity ball = balls[next];
        next = (next + 1) % most;
        ball.position = entity.worldPosition;
        ball.velocity = Vec3(0, 0, 0);
        ball.angularVelocity = Vec3(0, 0, 0);
    }
}
