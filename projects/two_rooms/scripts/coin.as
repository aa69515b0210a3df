// A coin turns, and is gone when somebody touches it.

class Coin : Node
{
    [unit("rad/s")]
    double speed = 2;

    void onTick(float dt)
    {
        entity.rotation = fromAngles(time() * speed, 0);
    }

    void onTriggerEnter(Entity other)
    {
        Game::setNumber("score", Game::getNumber("score") + 1);
        playSound("Sounds/coin.wav", 0.4, 15);
        entity.destroy();
    }
}
