// Whoever steps into the trigger before it is in another scene when the tick is over. The score goes
// along: it is a value of the game.

class Door : Node
{
    [tooltip("Where it leads, such as scenes/cellar.scene.json")]
    string scene;

    void onTriggerEnter(Entity other)
    {
        Game::setNumber("doors", Game::getNumber("doors") + 1);
        Game::load(scene);
    }
}
